/** Keeps the gaps of a follower with their IDs, and the notices about them that are still to be written. */
import type { AuditEvent } from '../../service/types.ts';
import { type Gap, isOpenEnded } from '../feed/listingGaps.ts';
import { createEventIdentity, validTimeOf } from '../feed/listingReader.ts';
import { type RememberedData, RememberedEvent } from '../feed/rememberedEvent.ts';
import type { CollectorState, GapState } from './collectorState.ts';
import { rememberEvent } from './eventMemory.ts';
import type { GapRecord, Sha256 } from './records.ts';

/** Maximum number of gaps that are followed. Beyond it, the oldest ones whose notice was written are given up. */
const MAX_GAPS = 200;

interface LoggedGap {
  readonly gap: Gap;
  readonly id: string;
  readonly foundAt: string;
  readonly closedAt?: string;
  readonly isReported: boolean;
  readonly isPermanent?: true;
}

export class GapLog {
  readonly #sha256: Sha256;
  readonly #now: () => number;
  #gaps: readonly LoggedGap[];
  #foundCount: number;
  /** Gaps that a follower still has, but that are no longer recorded, because there are too many. */
  readonly #givenUp = new WeakSet<Gap>();

  constructor(state: CollectorState, sha256: Sha256, now: () => number) {
    this.#sha256 = sha256;
    this.#now = now;
    this.#foundCount = state.counts.gaps;
    this.#gaps = state.gaps.map(toLoggedGap);
  }

  /** Number of gaps that were found, including closed ones. */
  get foundCount(): number {
    return this.#foundCount;
  }
  get openCount(): number {
    return this.#gaps.filter(({ closedAt }) => closedAt === undefined).length;
  }
  /** Returns the open gaps, for a follower that continues with them, without the permanent ones. */
  listOpen(): readonly Gap[] {
    return this.#gaps.filter(isFollowed).map(({ gap }) => gap);
  }

  /**
   * Records a gap below the events that are followed: the rest of a listing that could not be read further. No follower
   * can tell whether events in it were read, so that it is never closed.
   */
  addPermanent(gap: Gap): void {
    this.#setGaps([...this.#gaps, { ...this.#createLoggedGap(gap), isPermanent: true }]);
  }

  /**
   * Records which gaps are open now. A gap that has become smaller keeps its ID. One that is missing in `open` was
   * closed, or is a part of another one; if no notice says that it was found, it is forgotten. `isByTime` is false if the
   * listing is known not to be sorted by time. Returns whether anything has changed.
   */
  update(all: readonly Gap[], isByTime: boolean): boolean {
    const open = all.filter((gap) => !this.#givenUp.has(gap));
    const known = this.listOpen();
    if (open.length === known.length && open.every((gap) => known.includes(gap))) return false;
    const before = this.#gaps.filter(isFollowed);
    const rest = new Set(before.filter(({ gap }) => !open.includes(gap)));
    const next = open.map((gap): LoggedGap => {
      const same = before.find((one) => one.gap === gap);
      if (same) return same;
      const smaller = [...rest].find((one) => isRestOf(gap, one.gap, isByTime));
      if (!smaller) return this.#createLoggedGap(gap);
      rest.delete(smaller);
      return { ...smaller, gap };
    });
    const closedAt = new Date(this.#now()).toISOString();
    const closed = [...rest].filter((one) => one.isReported).map((one) => ({ ...one, closedAt }));
    const pending = this.#gaps.filter((one) => !isFollowed(one));
    this.#setGaps([...pending, ...closed, ...next]);
    return true;
  }

  /** Returns the notices that are to be written: of gaps that were closed, and of open ones that were not reported. */
  listNotices(): readonly GapRecord[] {
    return this.#gaps.filter(needsNotice).map((one) => ({ kind: 'gap', gap: describeGap(one) }));
  }

  /** Records that the notices that `listNotices` returned were written. */
  markReported(): void {
    this.#gaps = this.#gaps
      .filter(({ closedAt }) => closedAt === undefined)
      .map((one) => (one.isReported ? one : { ...one, isReported: true }));
  }

  toState(): GapState[] {
    return this.#gaps.map((one) => ({
      id: one.id,
      above: rememberEvent(one.gap.above),
      ...(isOpenEnded(one.gap) ? {} : { below: rememberEvent(one.gap.below) }),
      ...(one.gap.resume ? { resume: one.gap.resume } : {}),
      ...(one.gap.isBelowFloor ? { isBelowFloor: true } : {}),
      foundAt: one.foundAt,
      ...(one.closedAt === undefined ? {} : { closedAt: one.closedAt }),
      isReported: one.isReported,
      ...(one.isPermanent ? { isPermanent: true } : {}),
    }));
  }

  #setGaps(gaps: readonly LoggedGap[]): void {
    this.#gaps = limitGaps(gaps);
    for (const { gap } of gaps) if (!this.#gaps.some((one) => one.gap === gap)) this.#givenUp.add(gap);
  }

  #createLoggedGap(gap: Gap): LoggedGap {
    this.#foundCount++;
    const end = rememberEvent(gap.below);
    const id = `${this.#foundCount}-${this.#sha256(end.identity).slice(0, 12)}`;
    return { gap, id, foundAt: new Date(this.#now()).toISOString(), isReported: false };
  }
}

function toLoggedGap(state: GapState): LoggedGap {
  const above = new RememberedEvent(state.above);
  const gap: Gap = {
    above,
    // A gap without a lower end has the same object at both ends.
    below: state.below ? new RememberedEvent(state.below) : above,
    ...(state.resume ? { resume: state.resume } : {}),
    ...(state.isBelowFloor ? { isBelowFloor: true } : {}),
  };
  const { id, foundAt, closedAt, isReported, isPermanent } = state;
  return {
    gap,
    id,
    foundAt,
    isReported,
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(isPermanent ? { isPermanent } : {}),
  };
}

const isFollowed = ({ closedAt, isPermanent }: LoggedGap): boolean => closedAt === undefined && !isPermanent;

const needsNotice = ({ closedAt, isReported }: LoggedGap): boolean => closedAt !== undefined || !isReported;

/** Whether `rest` is certainly a part of `gap`, or `gap` itself. */
function isRestOf(rest: Gap, gap: Gap, isByTime: boolean): boolean {
  if (gap.isBelowFloor || rest.isBelowFloor || isOpenEnded(gap) !== isOpenEnded(rest)) return false;
  const isSame = (a: AuditEvent, b: AuditEvent): boolean => createEventIdentity(a) === createEventIdentity(b);
  if (!isOpenEnded(gap) && !isSame(gap.below, rest.below)) return false;
  if (isSame(gap.above, rest.above)) return true;
  const [time, than] = [validTimeOf(rest.above), validTimeOf(gap.above)];
  return isByTime && time !== undefined && than !== undefined && time < than;
}

function limitGaps(gaps: readonly LoggedGap[]): readonly LoggedGap[] {
  let surplus = gaps.length - MAX_GAPS;
  if (surplus <= 0) return gaps;
  return gaps.filter((one) => needsNotice(one) || one.gap.resume !== undefined || surplus-- <= 0);
}

const describeEnd = (event: AuditEvent): { readonly timestamp?: string; readonly changeID?: string } => {
  const timestamp = event.request.timestamp ?? event.response.timestamp;
  const { changeID } = event.context;
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(changeID === undefined ? {} : { changeID }),
  };
};

function describeGap({ gap, id, foundAt, closedAt }: LoggedGap): GapRecord['gap'] {
  // Events that are missing below the floor are older than its event, and nothing older is known.
  const isOpen = isOpenEnded(gap);
  return {
    id,
    above: describeEnd(gap.above),
    ...(isOpen ? {} : { below: describeEnd(gap.below) }),
    isOpenEnded: isOpen,
    foundAt,
    ...(closedAt === undefined ? {} : { closedAt }),
  };
}

/** Returns the remembered events as events, for a follower. */
export const toRememberedEvents = (events: readonly RememberedData[]): readonly AuditEvent[] =>
  events.map((event) => new RememberedEvent(event));
