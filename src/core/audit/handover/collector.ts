/**
 * Hands the audit trail on to a sink, each event at least once. The order is always the same: the sink has stored the
 * records, then the state is stored, then the next events are requested. After a crash, events that were written since
 * the state was stored are written again with the same IDs.
 */
import { type ApiError, getRequestedWaitMs, type Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { compareEvents, sortKeyOf } from '../feed/eventOrder.ts';
import {
  createFollower,
  type Follower,
  isTransient,
  MAX_PAGES_PER_ROUND,
  type PagingFacts,
  type Round,
} from '../feed/follow.ts';
import { createGap } from '../feed/listingGaps.ts';
import { createListingReader, type ReadOutcome, validTimeOf } from '../feed/listingReader.ts';
import { isUsableCursor } from '../feed/paging.ts';
import { type RememberedData, RememberedEvent } from '../feed/rememberedEvent.ts';
import { laterTimestamp, timestampToMs } from '../feed/timestamps.ts';
import {
  type CollectorCounts,
  type CollectorState,
  createCollectorState,
  type MadeFor,
} from './collectorState.ts';
import { findOldestTime, findReferenceTime, hasValidTime, subtractLateness } from './collectorTimes.ts';
import {
  EventMemory,
  type ListingFacts,
  MEMORY_LIMITS,
  type MemoryLimits,
  rememberEvent,
  toStorableEvent,
} from './eventMemory.ts';
import { GapLog } from './gapLog.ts';
import type { EventRecord, GapRecord, Sha256 } from './records.ts';
import type { Sink } from './sink.ts';

interface CollectorStart {
  readonly madeFor: MadeFor;
  /**
   * Where the first run starts: the earliest time of events to write, as a timestamp of the service. By default, only
   * events that arrive after the start are written. Later runs use the time of the first run.
   */
  readonly since?: string;
  /** The latest time of events to write, as a timestamp of the service. The run ends some time after it. */
  readonly until?: string;
  /** Whether the run ends as soon as everything that is there was read. */
  readonly isOnce: boolean;
  /** Milliseconds between two requests while new events arrive. */
  readonly minMs: number;
  /** False if the service is known not to page. */
  readonly pages: boolean;
  /** Limits of reading and remembering events, in place of `DEFAULT_LIMITS`. */
  readonly limits?: CollectorLimits;
}

export interface CollectorLimits {
  /**
   * Number of new events after which the state is stored at the latest, so that a collector that is killed again and
   * again still progresses. A single page may exceed it.
   */
  readonly eventsPerSave: number;
  /** Number of events that are remembered while following, above which only the newest half is kept. */
  readonly maxKnown: number;
  /** How many events are remembered between runs. */
  readonly memory: MemoryLimits;
}

interface CollectorDeps {
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  readonly sink: Sink;
  readonly store: CollectorStore;
  /** Selects the events that answer the question, and returns their records. */
  readonly toRecords: (events: readonly AuditEvent[]) => Promise<readonly EventRecord[]>;
  /** Whether an event counts as news, as in `FollowDeps`. */
  readonly isNews: (event: AuditEvent) => boolean;
  readonly sha256: Sha256;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignalLike) => Promise<void>;
  readonly onProgress?: (progress: CollectorProgress) => void;
  /** Called if the first run can't read down to `since`, because the service returned no cursor that leads further. */
  readonly onListingCut?: () => void;
}

export interface CollectorStore {
  /** Resolves to the stored state; undefined before the first run. */
  load(): Promise<CollectorState | undefined>;
  /** Resolves once the state is stored so that a crash does not lose it. */
  save(state: CollectorState): Promise<void>;
}

export interface CollectorProgress {
  readonly counts: CollectorCounts;
  readonly openGaps: number;
  /** Time of the last event that was written, as the service sent it; undefined if none was written. */
  readonly lastTime: string | undefined;
  readonly isBackfilling: boolean;
  /** The error after which the next request is delayed; absent if the last request succeeded. */
  readonly error?: ApiError;
  /** Milliseconds until the next request. */
  readonly waitMs: number;
}

/**
 * How a run ended. `stopped`: the signal was aborted. `endless`: the listing seems to have no end. `failed`: a request
 * failed, and the same request is not expected to succeed later.
 */
export type CollectorResult =
  | { readonly end: 'stopped' | 'once' | 'until' | 'endless'; readonly counts: CollectorCounts }
  | { readonly end: 'failed'; readonly error: ApiError; readonly counts: CollectorCounts };

const RECORDS_PER_WRITE = 1_000;
/** Maximum number of pages that are read before they are written, while older events are read. */
const PAGES_PER_CHUNK = 50;
/** Number of events up to which a round requests further pages, so that the events of a round fit in memory. */
const EVENTS_PER_ROUND = 50_000;
/** Number of consecutive full rounds without a new event after which the listing counts as endless. */
const MAX_FULL_ROUNDS = 10;
const MAX_DELAY_MS = 60_000;
const DEFAULT_LIMITS: CollectorLimits = {
  eventsPerSave: RECORDS_PER_WRITE,
  maxKnown: 100_000,
  memory: MEMORY_LIMITS,
};
/** Milliseconds after the time `until` in which late events are still awaited. */
const UNTIL_MARGIN_MS = 60_000;

/** What a chunk of a backfill must know of the chunks before it. */
interface BackfillMemory {
  events: EventMemory;
  /** Identities of the events that were read. Beyond `maxKnown` events, only those of the last chunk. */
  keys: Set<string>;
  /** Keys of the cursors that were used. */
  readonly cursors: Set<string>;
}

type Ending =
  | Omit<Exclude<CollectorResult, { end: 'failed' }>, 'counts'>
  | { end: 'failed'; error: ApiError };

/** Runs the collector until it ends. Rejects if the sink or the store rejects. */
export async function runCollector(
  start: CollectorStart,
  deps: CollectorDeps,
  signal: AbortSignalLike,
): Promise<CollectorResult> {
  const loaded = await deps.store.load();
  return new Collector(start, deps, loaded ?? createCollectorState(start.madeFor, start.since)).run(
    signal,
    loaded === undefined,
  );
}

class Collector {
  readonly #start: CollectorStart;
  readonly #deps: CollectorDeps;
  readonly #limits: CollectorLimits;
  readonly #gaps: GapLog;
  #state: CollectorState;
  #memory: EventMemory;
  #lastTime: string | undefined;
  #paging: PagingFacts;
  /** Number of events in the largest page so far. */
  #pageSize = 1;

  constructor(start: CollectorStart, deps: CollectorDeps, state: CollectorState) {
    this.#start = start;
    this.#deps = deps;
    this.#state = withCrash(state);
    this.#limits = start.limits ?? DEFAULT_LIMITS;
    this.#gaps = new GapLog(state, deps.sha256, deps.now);
    this.#memory = this.#createMemory(listRemembered(state));
    const { paged, isByTime } = state.paging;
    // Each run tries the cursors again, because the service may have been changed.
    this.#paging = { pages: start.pages, paged, isByTime };
  }

  async run(signal: AbortSignalLike, isFirst: boolean): Promise<CollectorResult> {
    // A gap that was left when the last run was killed may be closed before anyone needs to know of it.
    await this.#writeNotices(this.#gaps.listSettled());
    if (isFirst) this.#state = { ...this.#state, backfill: {} };
    const ending = (await this.#backfill(signal)) ?? (await this.#follow(signal));
    await this.#writeNotices();
    if (this.#state.isRunning) await this.#save({ isRunning: undefined });
    return { ...ending, counts: this.#state.counts };
  }

  /**
   * Reads the events from before the first run. Without `since`, only remembers the newest page and, in a listing by time,
   * those below it in which a late event can still appear.
   */
  async #backfill(signal: AbortSignalLike): Promise<Ending | undefined> {
    let delayMs = this.#start.minMs;
    const { known } = this.#state;
    const read: BackfillMemory = {
      events: this.#createMemory(listRemembered(this.#state)),
      keys: new Set(known.map(({ identity }) => identity)),
      cursors: new Set(),
    };
    while (this.#state.backfill) {
      if (signal.aborted) return { end: 'stopped' };
      const outcome = await this.#readChunk(this.#state.backfill, read, signal);
      if (signal.aborted) return { end: 'stopped' };
      if (outcome.end !== 'failed') {
        delayMs = this.#start.minMs;
        continue;
      }
      const { error } = outcome;
      if (!isTransient(error, this.#start.isOnce)) return { end: 'failed', error };
      delayMs = Math.max(getRequestedWaitMs(error), Math.min(MAX_DELAY_MS, delayMs * 2));
      this.#report({ isBackfilling: true, waitMs: delayMs, error });
      await this.#deps.wait(delayMs, signal);
    }
    return undefined;
  }

  async #readChunk(
    { cursor, time, newest, bottom, first, end }: NonNullable<CollectorState['backfill']>,
    read: BackfillMemory,
    signal: AbortSignalLike,
  ): Promise<ReadOutcome> {
    const { since } = this.#state;
    let isWhole = false;
    const reader = createListingReader(this.#paging, {
      fetch: async (place) => {
        const page = await this.#fetch(place, signal);
        isWhole = page.ok && !isUsableCursor(page.value.nextOps);
        return page;
      },
      addEvents: (events) => read.events.add(events),
      isByTime: () => this.#paging.isByTime,
    });
    const endOf = (run: ReadOutcome['run']): string | undefined =>
      since ?? end ?? subtractLateness(findReferenceTime(run));
    const isBelowEnd = (run: ReadOutcome['run']): boolean =>
      this.#paging.isByTime && run.isSorted && run.time !== undefined && run.time < (endOf(run) ?? '');
    // In a listing in order of arrival, late events are at the top.
    const hasReadFarEnough = (run: ReadOutcome['run']): boolean =>
      isBelowEnd(run) ||
      (since === undefined && (!this.#paging.isByTime || !run.isSorted || endOf(run) === undefined));
    const outcome = await reader.read({
      ...(cursor ? { cursor } : {}),
      time,
      // In a listing by time, events that are later than the last one show that the service ignored the cursor.
      newest: this.#paging.isByTime ? undefined : newest,
      first,
      until: hasReadFarEnough,
      budget: { pages: PAGES_PER_CHUNK, maxEvents: this.#limits.eventsPerSave },
      used: read.cursors,
      keys: read.keys,
    });
    const { run } = outcome;
    // A full chunk without a new event shows that the cursors lead in a circle.
    const isCut = outcome.end === 'cut' || (outcome.end === 'full' && run.added.length === 0);
    const isByTime = this.#paging.isByTime && run.isSorted;
    this.#paging = { pages: reader.pages(), paged: reader.hasPaged(), isByTime };
    if (since !== undefined) await this.#writeEvents(run.added);
    // If no event was read, the next attempt begins with the same page.
    const isGoingOn = !isCut && (outcome.end === 'full' || outcome.end === 'failed');
    const lowest = run.bottom ?? (bottom && new RememberedEvent(bottom));
    if (isCut && lowest && since !== undefined) {
      this.#gaps.addPermanent(createGap(lowest, lowest, undefined));
      this.#deps.onListingCut?.();
    }
    const next = run.next ?? cursor;
    read.events.place(run, cursor && bottom && new RememberedEvent(bottom));
    const { followed: known, older } = read.events.listNewest(this.#describeListing());
    const oldest = findOldestTime(known);
    const floorTime = isBelowEnd(run) ? oldest : subtractLateness(oldest);
    await this.#save({
      known: [...known],
      older: [...older],
      ...(isGoingOn || known.some(hasValidTime) ? {} : { undatedFloor: [...known] }),
      floorTime: since === undefined && !isWhole ? floorTime : undefined,
      backfill: isGoingOn
        ? {
            ...(next ? { cursor: next } : {}),
            time: run.time ?? time,
            newest: laterTimestamp(newest, run.newest),
            bottom: lowest && rememberEvent(lowest),
            first: run.first,
            end: since === undefined ? endOf(run) : undefined,
          }
        : undefined,
    });
    await this.#writeNotices();
    // Only the newest events are followed later. A page can repeat those of the page before.
    if (read.events.size > this.#limits.maxKnown) {
      const last = run.events.map(({ event }) => rememberEvent(event));
      read.events = this.#createMemory([...known, ...older, ...last]);
      read.keys = new Set(last.map(({ identity }) => identity));
    }
    if (outcome.end !== 'failed') this.#report({ isBackfilling: isGoingOn, waitMs: 0 });
    return outcome;
  }

  async #follow(signal: AbortSignalLike): Promise<Ending> {
    this.#memory = this.#createMemory(listRemembered(this.#state));
    let follower = this.#createFollower(this.#state.known);
    let { maxKnown } = this.#limits;
    let full = 0;
    while (!signal.aborted) {
      const begun = this.#deps.now();
      const round = await follower.round(signal);
      await this.#takeRound(round, follower);
      if (signal.aborted) break;
      if (!round.ok && !isTransient(round.error, this.#start.isOnce))
        return { end: 'failed', error: round.error };
      const isFull = round.ok && round.isFull;
      if (round.ok) full = isFull && round.added.length === 0 ? full + 1 : 0;
      if (full >= MAX_FULL_ROUNDS) return { end: 'endless' };
      if (round.ok && !isFull) {
        await this.#writeNotices();
        if (this.#start.isOnce) return { end: 'once' };
        if (this.#isAfterUntil(begun)) return { end: 'until' };
      }
      if (this.#memory.size > maxKnown) {
        // At least a page, or the events of a page that are forgotten would be written again in each round.
        const count = Math.max(this.#limits.maxKnown / 2, this.#pageSize);
        const kept = this.#memory.listAll(count, this.#describeListing());
        maxKnown = Math.max(maxKnown, 2 * kept.length);
        this.#memory = this.#createMemory(kept);
        follower = this.#createFollower(kept);
      }
      const waitMs = isFull ? 0 : follower.getDelayMs();
      this.#report({ isBackfilling: false, waitMs, ...(round.ok ? {} : { error: round.error }) });
      if (waitMs > 0) await this.#deps.wait(waitMs, signal);
    }
    return { end: 'stopped' };
  }

  #describeListing(): ListingFacts {
    return {
      isByTime: this.#paging.isByTime,
      pageSize: this.#pageSize,
      gaps: this.#gaps.listFollowed(),
    };
  }

  #createMemory(known: readonly RememberedData[]): EventMemory {
    return new EventMemory(known, this.#limits.memory);
  }

  #createFollower(known: readonly RememberedData[]): Follower {
    const undatedFloor = this.#state.undatedFloor?.map((event) => new RememberedEvent(event));
    if (!undatedFloor) this.#gaps.makeOpenEndedPermanent();
    return createFollower(
      {
        known: known.map((event) => new RememberedEvent(event)),
        ...(undatedFloor && { undatedFloor }),
        ...this.#paging,
        gaps: this.#gaps.listFollowed(),
        minMs: this.#start.minMs,
        maxMs: Math.max(this.#start.minMs, MAX_DELAY_MS),
        getMaxPagesPerRound: () =>
          Math.min(MAX_PAGES_PER_ROUND, Math.ceil(EVENTS_PER_ROUND / this.#pageSize)),
        maxEventsPerRound: this.#limits.eventsPerSave,
      },
      {
        fetch: (cursor, signal) => this.#fetch(cursor, signal),
        addEvents: (events) => this.#memory.add(events),
        place: (run, from) => this.#memory.place(run, from),
        findHighestKnown: (read) => this.#memory.findHighest(read),
        isNews: this.#deps.isNews,
        now: this.#deps.now,
      },
    );
  }

  /** Fetches a page unless the run is to end. A page that was requested before is still read. */
  async #fetch(
    cursor: NextOps | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<Outcome<AuditPage>> {
    if (signal?.aborted) return { ok: false, error: { kind: 'cancelled', retry: true } };
    const outcome = await this.#deps.fetch(cursor, signal);
    if (!outcome.ok) return outcome;
    const events = outcome.value.events ?? [];
    this.#pageSize = Math.max(this.#pageSize, events.length);
    const storable = events.map((event) => toStorableEvent(event, this.#deps.sha256));
    return { ...outcome, value: { events: storable, nextOps: outcome.value.nextOps } };
  }

  async #takeRound(round: Round, follower: Follower): Promise<void> {
    const oldestFirst = round.added.toSorted((a, b) => compareEvents(sortKeyOf(b), sortKeyOf(a)));
    const before = this.#paging;
    this.#paging = follower.getPaging();
    await this.#writeEvents(oldestFirst);
    const hasOtherGaps = this.#gaps.update(follower.gaps());
    const isUnchanged =
      round.added.length === 0 && !hasOtherGaps && JSON.stringify(before) === JSON.stringify(this.#paging);
    if (isUnchanged) return;
    const { followed, older } = this.#memory.listNewest(this.#describeListing());
    const isComplete = followed.length === this.#memory.placedCount;
    await this.#save({
      known: [...followed],
      older: [...older],
      undatedFloor: isComplete ? this.#state.undatedFloor : undefined,
    });
  }

  async #writeEvents(events: readonly AuditEvent[]): Promise<void> {
    const wanted = events.filter((event) => this.#isInTimeRange(event));
    for (let at = 0; at < wanted.length; at += RECORDS_PER_WRITE) {
      const records = await this.#deps.toRecords(wanted.slice(at, at + RECORDS_PER_WRITE));
      if (records.length === 0) continue;
      if (!this.#state.isRunning) await this.#save({ isRunning: true });
      await this.#deps.sink.write(records);
      const last = records.at(-1)?.event;
      this.#lastTime = (last && validTimeOf(last)) ?? this.#lastTime;
      const { counts } = this.#state;
      const masked = records.filter(({ isMasked }) => isMasked).length;
      this.#state = {
        ...this.#state,
        counts: {
          ...counts,
          events: counts.events + records.length,
          maskedEvents: counts.maskedEvents + masked,
        },
      };
    }
  }

  /**
   * Returns whether an event is to be written, judged by its time. A page can have events that are older than all those
   * that are followed. In a listing by time, they arrived before the first run. In a listing in order of arrival, such an
   * event may be new.
   */
  #isInTimeRange(event: AuditEvent): boolean {
    const time = validTimeOf(event);
    const { since, floorTime } = this.#state;
    const { until } = this.#start;
    const from = since ?? (this.#paging.isByTime ? floorTime : undefined);
    return (
      time === undefined || ((from === undefined || time >= from) && (until === undefined || time <= until))
    );
  }

  #isAfterUntil(ms: number): boolean {
    const { until } = this.#start;
    const end = until === undefined ? undefined : timestampToMs(until);
    return end !== undefined && ms > end + UNTIL_MARGIN_MS;
  }

  /**
   * Writes the notices about gaps. The stored state names them until they are written, so that after a crash they are
   * written again, with the same IDs and times.
   */
  async #writeNotices(notices: readonly GapRecord[] = this.#gaps.listUnwritten()): Promise<void> {
    if (notices.length === 0) return;
    this.#gaps.markBeingWritten(notices);
    await this.#save({});
    await this.#deps.sink.write(notices);
    this.#gaps.markWritten(notices);
    await this.#save({});
  }

  async #save(changes: Partial<CollectorState>): Promise<void> {
    const { counts } = this.#state;
    this.#state = {
      ...this.#state,
      ...changes,
      paging: { paged: this.#paging.paged, isByTime: this.#paging.isByTime },
      ...this.#gaps.toState(),
      counts: { ...counts, ...this.#gaps.counts },
    };
    await this.#deps.store.save(this.#state);
  }

  #report(progress: Pick<CollectorProgress, 'isBackfilling' | 'waitMs' | 'error'>): void {
    this.#deps.onProgress?.({
      ...progress,
      counts: this.#state.counts,
      openGaps: this.#gaps.openCount,
      lastTime: this.#lastTime,
    });
  }
}

/** Returns the events that a run must not write again: those that are followed, and some older ones. */
const listRemembered = ({ known, older = [] }: CollectorState): readonly RememberedData[] => [
  ...known,
  ...older,
];

/** Returns the state with which a run begins. Counts a crash if the state is that of a run that has not ended. */
function withCrash({ isRunning, ...state }: CollectorState): CollectorState {
  if (!isRunning) return state;
  const { counts } = state;
  return { ...state, counts: { ...counts, crashes: (counts.crashes ?? 0) + 1 } };
}
