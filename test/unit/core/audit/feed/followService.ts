/**
 * A service with an audit trail in virtual time, for tests of following: it knows which events it holds, and in which
 * order, and what each of its answers has shown. It shares nothing with the code under test but the shapes on the wire.
 */
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { ApiError, Outcome } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../../src/core/service/types.ts';

/** What goes wrong, and how often: probabilities for each request. */
export interface Scenario {
  readonly seed: number;
  readonly events: number;
  readonly pageSize: number;
  readonly cursors: 'honoured' | 'ignored' | 'refused' | 'none';
  /** Milliseconds between events, on average. */
  readonly step: number;
  /** How much later than its time an event may be listed. */
  readonly maxDelay: number;
  /** Requests answered with 429 or 500, or not at all. */
  readonly failures: number;
  /** Cursors refused, ignored or answered with a page that was given before. */
  readonly strayCursors: number;
  /** Pages after which no cursor is given, though there is more; 0 for none. */
  readonly pageCap: number;
  readonly equalTimes: number;
  readonly noIDs: number;
  readonly undated: number;
  readonly repeated: number;
  /** New events that carry the ID of an older one, with other contents. */
  readonly reusedIDs: number;
  /** Whether the listing goes by the events' times, or by when they came into it. */
  readonly order: 'time' | 'arrival';
  /** Milliseconds by which the service's clock is set while events come, forth or back. */
  readonly jumps: readonly number[];
  /** One event dated this much ahead; 0 for none. */
  readonly ahead: number;
  /** Of the machine that follows. */
  readonly clockError: number;
  /** Each request is an event itself. */
  readonly audited: boolean;
  /** Events that are there before following begins. */
  readonly before: number;
}

/** A place in the listing: the lower of two compares smaller. */
export interface Entry {
  readonly serial: number;
  readonly place: number;
  readonly tie: number;
  readonly visibleAt: number;
  readonly event: AuditEvent;
  readonly cursor: NextOps;
  readonly isDated: boolean;
  /** Dated ahead of its time. */
  readonly isAhead: boolean;
}

/** A chain of pages of one round, each asked for with the cursor of the one before: all the service held from `top` to `bottom`. */
export interface Chain {
  readonly top: Entry | undefined;
  bottom: Entry | undefined;
  /** The service has said that nothing follows, and has shown that it pages. */
  isEnd: boolean;
}

/** A small generator of its own, so that each seed always means the same. */
export function random(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) + 1) | 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export const compareEntries = (a: Entry, b: Entry): number => b.place - a.place || b.tie - a.tie;
const keyOf = (cursor: NextOps): string => `${cursor.timestamp} ${cursor.changeID}`;
const stampOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}000000`;

export const BEGIN = Date.UTC(2026, 0, 1);
const exchange = { status: 200, milliseconds: 1, bytes: 1 };

export function createService(scenario: Scenario) {
  const next = random(scenario.seed);
  const clock = { now: BEGIN };
  const all: Entry[] = [];
  const bySerial = new Map<number, Entry>();
  let serial = 0;

  const entryAt = (time: number, visibleAt: number, isAhead = false, arrivedAt = visibleAt): Entry => {
    serial++;
    const place = scenario.order === 'time' ? time : arrivedAt;
    const isReused = serial > 1 && next() < scenario.reusedIDs;
    const own = isReused ? `c${1 + Math.floor(next() * Math.min(serial - 1, 5))}` : `c${serial}`;
    const id = next() < scenario.noIDs ? undefined : own;
    const shown = next() < scenario.undated ? (next() < 0.5 ? undefined : 'yesterday') : stampOf(time);
    const event = toAuditEvent({
      serial,
      context: id === undefined ? {} : { changeID: id },
      request: shown === undefined ? {} : { timestamp: shown },
    });
    const cursor = { timestamp: stampOf(place), changeID: isReused || !id ? `place ${serial}` : id };
    // Some give equal times in another order than they came.
    const tie = scenario.seed % 2 === 0 || scenario.order === 'arrival' ? serial : Math.floor(next() * 1e9);
    const isDated = shown === stampOf(time);
    const entry = { serial, place, tie, visibleAt, event, cursor, isDated, isAhead };
    bySerial.set(serial, entry);
    return entry;
  };
  const add = (entry: Entry): void => {
    all.push(entry);
    if (next() < scenario.repeated) all.push({ ...entry, tie: entry.tie - 0.5 });
  };
  /** The service's clock, less its own time. */
  let offset = 0;
  const jumpAt = scenario.jumps.map((_, i) =>
    Math.floor((scenario.events * (i + 1)) / (scenario.jumps.length + 1)),
  );
  let at = BEGIN - scenario.before * scenario.step;
  for (let n = 0; n < scenario.before + scenario.events; n++) {
    const burst = n % 100 < 40 ? 0.2 : 1.5;
    if (next() >= scenario.equalTimes) at += Math.floor(next() * 2 * scenario.step * burst);
    offset += scenario.jumps[jumpAt.indexOf(n - scenario.before)] ?? 0;
    const isBefore = n < scenario.before;
    const ahead = n === scenario.before + 20 ? scenario.ahead : 0;
    const visibleAt = isBefore ? BEGIN - 1 : at + Math.floor(next() * scenario.maxDelay);
    add(entryAt(at + offset + ahead, visibleAt, ahead > 0, isBefore ? at : visibleAt));
  }
  const end = Math.max(at, BEGIN) + scenario.maxDelay;
  let listing = [...all].sort(compareEntries);
  let isCalm = false;
  let isPaging = false;
  const chains: Chain[] = [];
  /** Where each cursor given leads to, and the chain that it goes on. */
  const given = new Map<string, { after: Entry; depth: number; chain: Chain }>();
  /** Where cursors that were asked for lead to. */
  const asked: Entry[] = [];
  /** When the newest page was last given: what was listed then is either known or said to be missing. */
  let topAt = Number.NEGATIVE_INFINITY;

  const failed = (): ApiError | undefined => {
    if (isCalm || next() >= scenario.failures) return undefined;
    const kind = Math.floor(next() * 4);
    if (kind === 0) clock.now += 60_000;
    if (kind === 0) return { kind: 'timeout', seconds: 60, retry: true };
    if (kind === 1) return { kind: 'status', status: 429, message: '', retry: true, retryAfterMs: 7000 };
    if (kind === 2) return { kind: 'network', code: 'ECONNRESET', mayHaveBeenSent: true, retry: true };
    return { kind: 'status', status: 500, message: '', retry: true };
  };
  const refusal: ApiError = { kind: 'status', status: 400, message: '', retry: false };

  const listedAfter = (after: Entry | undefined, count: number): Entry[] => {
    const found: Entry[] = [];
    let [low, high] = [0, after ? listing.length : 0];
    while (after && low < high) {
      const middle = (low + high) >> 1;
      const entry = listing[middle];
      if (entry && compareEntries(entry, after) <= 0) low = middle + 1;
      else high = middle;
    }
    for (const entry of listing.slice(low)) {
      if (entry.visibleAt <= clock.now) found.push(entry);
      if (found.length === count) break;
    }
    return found;
  };
  /** `isStray`: the answer is another than was asked for, so it shows nothing beyond the page itself. */
  const pageAfter = (cursor: NextOps | undefined, isStray = false): AuditPage => {
    const from = cursor && given.get(keyOf(cursor));
    const part = listedAfter(from?.after, scenario.pageSize + 1);
    const isEnd = part.length <= scenario.pageSize;
    part.length = Math.min(part.length, scenario.pageSize);
    const bottom = part.at(-1);
    const depth = (from?.depth ?? 0) + 1;
    const goesOn = from && !isStray && from.chain.bottom === from.after && chains.includes(from.chain);
    const chain: Chain = goesOn
      ? from.chain
      : { top: isStray ? part[0] : (from?.after ?? part[0]), bottom: from?.after, isEnd: false };
    if (bottom) chain.bottom = bottom;
    isPaging ||= from !== undefined && !isStray;
    if (isEnd && !isStray && isPaging) chain.isEnd = true;
    if (!from && !isStray) topAt = clock.now;
    chains.push(chain);
    const isCapped = scenario.pageCap > 0 && depth >= scenario.pageCap;
    const nextOps = bottom && !isEnd && !isCapped && scenario.cursors !== 'none' ? bottom.cursor : null;
    if (nextOps && bottom) given.set(keyOf(nextOps), { after: bottom, depth, chain });
    return { events: part.map(({ event }) => event), nextOps };
  };
  const stray = (cursor: NextOps): Outcome<AuditPage> | undefined => {
    if (scenario.cursors === 'refused') return { ok: false, error: refusal };
    if (scenario.cursors === 'ignored') return { ok: true, value: pageAfter(undefined, true), exchange };
    if (isCalm || next() >= scenario.strayCursors) return undefined;
    const kind = Math.floor(next() * 3);
    if (kind === 0) return { ok: false, error: refusal };
    if (kind === 1) return { ok: true, value: pageAfter(undefined, true), exchange };
    const here = given.get(keyOf(cursor))?.after;
    const above = asked.filter((one) => here && compareEntries(one, here) <= 0);
    const there = above[Math.floor(next() * above.length)] ?? here;
    return { ok: true, value: pageAfter(there?.cursor, true), exchange };
  };

  return {
    clock,
    end,
    all: (): readonly Entry[] => all,
    entry: (of: number): Entry | undefined => bySerial.get(of),
    isCapped: scenario.pageCap > 0,
    topAt: () => topAt,
    /** The chains that answers since the last call are part of. */
    shown: (): readonly Chain[] => chains.splice(0),
    calm(): void {
      isCalm = true;
    },
    /** The newest page, as it is when following begins. */
    open: () => pageAfter(undefined),
    async fetch(cursor: NextOps | undefined): Promise<Outcome<AuditPage>> {
      clock.now += 5 + Math.floor(next() * 40);
      // With small pages, reading would make more events than it reads.
      if (scenario.audited && scenario.pageSize >= 40 && clock.now < end) {
        const own = entryAt(clock.now + offset, clock.now + Math.floor((next() * scenario.maxDelay) / 2));
        all.push(own);
        listing = [...listing, own].sort(compareEntries);
      }
      const error = failed();
      if (error) return { ok: false, error };
      const place = cursor && given.get(keyOf(cursor))?.after;
      if (place) asked.push(place);
      return (cursor && stray(cursor)) ?? { ok: true, value: pageAfter(cursor), exchange };
    },
  };
}
