/**
 * Runs a collector against a service of `followService.ts` in virtual time, kills it at the points where it waits for
 * something, starts it again from what it had stored, and judges what it wrote.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CollectorLimits, runCollector } from '../../../../../src/core/audit/handover/collector.ts';
import {
  type CollectorState,
  formatCollectorState,
  type MadeFor,
  parseCollectorState,
} from '../../../../../src/core/audit/handover/collectorState.ts';
import { rememberEvent, toStorableEvent } from '../../../../../src/core/audit/handover/eventMemory.ts';
import {
  type GapRecord,
  getRecordID,
  type OutputRecord,
} from '../../../../../src/core/audit/handover/records.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { scenarios } from '../feed/followJudge.ts';
import { createService, type Entry, random, type Scenario } from '../feed/followService.ts';

export interface Run {
  readonly scenario: Scenario;
  /** Probability that the collector is killed before, or after, it waited for something. */
  readonly kills: number;
  /** Whether the first run begins with the oldest event, rather than with those to come. */
  readonly isFromStart: boolean;
  /** Undefined for the limits of a real collector, which such small services don't reach. */
  readonly limits?: CollectorLimits | undefined;
}

/** Limits that are reached by a service with few events. */
const smallLimits: fc.Arbitrary<CollectorLimits> = fc.record({
  eventsPerSave: fc.integer({ min: 1, max: 40 }),
  maxKnown: fc.integer({ min: 60, max: 200 }),
  memory: fc.record({ minEvents: fc.constant(20), maxEvents: fc.constant(30) }),
});

export const runs: fc.Arbitrary<Run> = fc.record({
  scenario: scenarios,
  kills: fc.constantFrom(0, 0.01, 0.05, 0.2),
  isFromStart: fc.boolean(),
  limits: fc.option(smallLimits, { nil: undefined }),
});

export const madeFor: MadeFor = {
  service: 'https://vault.example',
  accountID: 'a1',
  format: 'raw',
  question: '',
  isMasked: false,
  target: 'memory',
};

class Killed extends Error {}

/** Any function that gives different texts for different ones will do. */
export const plainHash = (text: string): string => `hash of ${text}`;

const identify = (event: AuditEvent): string => rememberEvent(toStorableEvent(event, plainHash)).identity;

const serialOf = (event: AuditEvent): number => Number(event.raw.serial);

export interface CollectorVerdict {
  /** Serial numbers of events that are neither in the output nor within a gap that it names. */
  readonly lost: readonly number[];
  /**
   * Serial numbers of written events that were listed below the first page, and were too old to be late ones, when a run
   * began that writes only events to come.
   */
  readonly earlier: readonly number[];
  /** IDs of records that have different events. */
  readonly ambiguous: readonly string[];
  /** Gaps that were closed without having been found, by the records. */
  readonly unannounced: readonly string[];
  readonly starts: number;
  readonly written: number;
  readonly output: readonly OutputRecord[];
}

export async function collect({ scenario, kills, isFromStart, limits }: Run): Promise<CollectorVerdict> {
  const service = createService(scenario);
  const { clock } = service;
  const next = random(scenario.seed + 1);
  const output: OutputRecord[] = [];
  let stored: string | undefined;
  let floor: Entry | undefined;
  let firstKnownAt = Number.POSITIVE_INFINITY;
  /** Whether no state was stored yet after the events from before the first run were read. */
  let isBeginning = true;
  let isCalm = false;
  let calm = 0;
  let starts = 0;
  const stop = new AbortController();
  const mayDie = (): void => {
    // With small pages, a round that is killed again and again would never end.
    if (!isCalm && starts < 300 && next() < kills) throw new Killed();
  };
  const parse = (text: string): CollectorState => {
    const parsed = parseCollectorState(text);
    assert.ok(parsed.ok, 'what was stored can be read');
    return parsed.state;
  };
  const findFloor = ({ known }: CollectorState): Entry | undefined => {
    const identities = new Set(known.map(({ identity }) => identity));
    const places = service
      .all()
      .filter(({ event, visibleAt }) => visibleAt <= clock.now && identities.has(identify(event)));
    const lowestFirst = places.sort((a, b) => a.place - b.place);
    return lowestFirst.find(({ isDated }) => isDated) ?? lowestFirst[0];
  };
  const isWhole =
    scenario.cursors === 'honoured' &&
    scenario.pageCap === 0 &&
    scenario.strayCursors === 0 &&
    !(scenario.pageSize === 1 && scenario.repeated > 0);
  const quiet = isWhole ? Math.ceil((scenario.events * 2 + 200) / scenario.pageSize) + 40 : 8;
  const start = (): ReturnType<typeof runCollector> =>
    runCollector(
      {
        madeFor,
        ...(isFromStart ? { since: '0000-01-01 00:00:00.000000000' } : {}),
        isOnce: false,
        minMs: 5000,
        pages: true,
        ...(limits && { limits }),
      },
      {
        async fetch(cursor) {
          mayDie();
          const page = await service.fetch(cursor);
          service.shown();
          mayDie();
          return page;
        },
        sink: {
          async write(records) {
            mayDie();
            assert.ok(records.length <= 1000);
            for (const record of records) {
              output.push(record);
              assert.ok(output.length < MAX_OUTPUT, 'the same events are written again and again');
              if (kills > 0 && next() < 0.05) mayDie();
            }
            mayDie();
          },
          close: async () => undefined,
        },
        store: {
          load: async () => (stored === undefined ? undefined : parse(stored)),
          async save(state) {
            mayDie();
            stored = formatCollectorState(state);
            if (isBeginning && state.backfill === undefined) {
              isBeginning = false;
              floor = findFloor(parse(stored));
              firstKnownAt = clock.now;
            }
            mayDie();
          },
        },
        toRecords: async (events) => events.map((event) => ({ kind: 'event', event, isMasked: false })),
        isNews: () => true,
        sha256: plainHash,
        now: () => clock.now + scenario.clockError,
        async wait(ms) {
          mayDie();
          clock.now += Math.min(ms, 60_000);
          if (clock.now < service.end) return;
          service.calm();
          isCalm = true;
          if (++calm > quiet) stop.abort();
        },
      },
      stop.signal,
    );
  for (let end: string | undefined; end === undefined; starts++) {
    assert.ok(starts < 10_000, 'an end');
    try {
      const result = await start();
      end = result.end;
      assert.equal(end, 'stopped');
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      clock.now += Math.floor(next() * 20_000);
    }
  }
  const written = new Set(
    output.flatMap((record) => (record.kind === 'event' ? [serialOf(record.event)] : [])),
  );
  const gaps = output.flatMap((record) => (record.kind === 'gap' ? [record] : []));
  const late = tooLate(service.all());
  const lost = service.all().filter(({ serial, visibleAt, place }) => {
    if (visibleAt > service.topAt() || written.has(serial) || late.has(serial)) return false;
    const isAtStart = floor !== undefined && place <= floor.place;
    // A limit of the service looks like the end of its listing.
    if (isAtStart && (!isFromStart || visibleAt > firstKnownAt || service.isCapped)) return false;
    // What was listed before the first run is remembered, and not written.
    if (!isFromStart && visibleAt <= firstKnownAt) return false;
    if (service.isCapped && floor === undefined) return false;
    return !isInGap(service.all(), gaps, place);
  });
  return {
    lost: lost.map(({ serial }) => serial),
    earlier: service
      .all()
      .filter(
        ({ visibleAt, place }) =>
          !isFromStart && visibleAt <= firstKnownAt && floor && place < floor.place - OVERLAP,
      )
      .map(({ serial }) => serial)
      .filter((serial) => written.has(serial)),
    ambiguous: findAmbiguous(output),
    unannounced: gaps
      .filter(({ gap }) => gap.closedAt !== undefined)
      .map(({ gap }) => gap.id)
      .filter((id) => !gaps.some(({ gap }) => gap.id === id && gap.closedAt === undefined)),
    starts,
    written: written.size,
    output,
  };
}

function entriesAt(
  all: readonly Entry[],
  {
    changeID,
    timestamp,
  }: { readonly changeID?: string | undefined; readonly timestamp?: string | undefined },
): readonly Entry[] {
  return all.filter(
    ({ event }) => event.context.changeID === changeID && event.request.timestamp === timestamp,
  );
}

/** Whether a record names a gap that may hold an event at this place, and none that it was closed. */
function isInGap(all: readonly Entry[], records: readonly GapRecord[], place: number): boolean {
  const closed = new Set(records.filter(({ gap }) => gap.closedAt).map(({ gap }) => gap.id));
  return records.some(({ gap }) => {
    if (closed.has(gap.id) || !gap.above) return false;
    const top = Math.max(...entriesAt(all, gap.above).map((entry) => entry.place));
    const bottom = gap.below
      ? Math.min(...entriesAt(all, gap.below).map((entry) => entry.place))
      : Number.NEGATIVE_INFINITY;
    return place <= top && place >= bottom;
  });
}

function findAmbiguous(output: readonly OutputRecord[]): readonly string[] {
  const serials = new Map<string, number>();
  return output.flatMap((record) => {
    if (record.kind === 'gap') return [];
    const id = getRecordID(record, plainHash);
    const serial = serialOf(record.event);
    const first = serials.get(id) ?? serial;
    serials.set(id, first);
    return first === serial ? [] : [id];
  });
}

/** More records than any run writes that comes to an end, however often it is killed. */
const MAX_OUTPUT = 100_000;
const OVERLAP = 30_000;

/** Those of `entries` that came later than following promises to look for. */
function tooLate(entries: readonly Entry[]): Set<number> {
  const late = new Set<number>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const entry of [...entries].sort((a, b) => a.visibleAt - b.visibleAt)) {
    if (entry.place < newest - OVERLAP) late.add(entry.serial);
    if (!entry.isAhead) newest = Math.max(newest, entry.place);
  }
  return late;
}
