/**
 * Keeps the gaps of a follower between runs, and the notices about them. Each gap gets a notice when it is found, and
 * another one when it is closed: when no gap is left that it was a part of.
 */
import type { AuditEvent } from '../../service/types.ts';
import { createGap, type Gap, getOrigins, isOpenEnded } from '../feed/listingGaps.ts';
import { RememberedEvent } from '../feed/rememberedEvent.ts';
import type { CollectorState, GapState, NoticeState } from './collectorState.ts';
import { rememberEvent } from './eventMemory.ts';
import type { GapRecord, Sha256 } from './records.ts';

/**
 * Maximum number of gaps whose closing is awaited, so that the state file stays small. Beyond it, the oldest ones are
 * given up: no notice says that they were closed.
 */
const MAX_NOTICES = 200;

/** A gap as it was found, and what was written about it. */
interface Notice extends Omit<NoticeState, 'above' | 'below'> {
  readonly gap: Gap;
}

export class GapLog {
  readonly #sha256: Sha256;
  readonly #now: () => number;
  readonly #maxNotices: number;
  #notices: readonly Notice[];
  /** The follower's gaps. Each of their origins has a notice or was given up. */
  #followed: readonly Gap[];
  readonly #givenUp = new WeakSet<Gap>();
  #foundCount: number;
  #closedCount: number;
  #lastNumber: number;

  /** `now` returns the current time in milliseconds since 1970. */
  constructor(state: CollectorState, sha256: Sha256, now: () => number, maxNotices = MAX_NOTICES) {
    this.#sha256 = sha256;
    this.#now = now;
    this.#maxNotices = maxNotices;
    this.#foundCount = state.counts.gaps;
    this.#closedCount = state.counts.closedGaps;
    this.#lastNumber = state.lastGapNumber ?? state.counts.gaps;
    this.#notices = state.notices.map(toNotice);
    this.#followed = state.gaps.map((gap) => toGap(gap, this.#notices));
  }

  /** Number of the gaps that were found and closed. A gap that was closed before its notice was written does not count. */
  get counts(): Pick<CollectorState['counts'], 'gaps' | 'closedGaps'> {
    return { gaps: this.#foundCount, closedGaps: this.#closedCount };
  }
  /** Number of gaps that were found and not closed, including those that were given up and those that never close. */
  get openCount(): number {
    return this.#foundCount - this.#closedCount;
  }
  /** Returns the gaps for a follower that continues with them, without those that were given up. */
  listFollowed(): readonly Gap[] {
    return this.#followed.filter((gap) => getOrigins(gap).some((origin) => !this.#givenUp.has(origin)));
  }

  /**
   * Records a gap below the events that are followed: the rest of a listing that could not be read further. No follower
   * can tell whether events in it were read, so that it is never closed.
   */
  addPermanent(gap: Gap): void {
    this.#setNotices([...this.#notices, { ...this.#createNotice(gap), isPermanent: true }]);
  }

  /**
   * Makes the gaps without a known lower end permanent. Call it before a follower begins that knows only the newest of
   * the events that were read: it can't tell where such a gap ends.
   */
  makeOpenEndedPermanent(): void {
    const ending = new Set(this.#followed.filter(isOpenEnded).flatMap(getOrigins));
    this.#followed = this.#followed.filter((gap) => !isOpenEnded(gap));
    this.#notices = this.#notices.flatMap((notice): Notice[] => {
      if (!ending.has(notice.gap)) return [notice];
      return isUnwritten(notice) ? [{ ...notice, isPermanent: true }] : [];
    });
  }

  /** Records which gaps the follower has now. Returns whether they have changed. */
  update(followed: readonly Gap[]): boolean {
    if (isSameList(followed, this.#followed)) return false;
    this.#followed = followed;
    const open = new Set(followed.flatMap(getOrigins));
    const closedAt = new Date(this.#now()).toISOString();
    const kept = this.#notices.flatMap((notice): Notice[] => {
      if (notice.isPermanent || notice.closedAt !== undefined || open.delete(notice.gap)) return [notice];
      if (!notice.isReported && !notice.isBeingWritten) {
        this.#foundCount--;
        return [];
      }
      this.#closedCount++;
      return [{ ...notice, closedAt }];
    });
    const found = [...open].filter((gap) => !this.#givenUp.has(gap)).map((gap) => this.#createNotice(gap));
    this.#setNotices([...kept, ...found]);
    return true;
  }

  /** Returns the notices that are to be written: of gaps that were found, and of gaps that were closed. */
  listUnwritten(): readonly GapRecord[] {
    return this.#notices.filter(isUnwritten).map(toRecord);
  }

  /**
   * Returns those notices of `listUnwritten` that are to be written when a run begins: all except that of a gap that the
   * next requests may close, if it was certainly not written.
   */
  listSettled(): readonly GapRecord[] {
    const readable = new Set(this.#followed.filter(({ resume }) => resume).flatMap(getOrigins));
    return this.#notices
      .filter((notice) => isUnwritten(notice) && (notice.isBeingWritten || !readable.has(notice.gap)))
      .map(toRecord);
  }

  /** Records that notices are about to be written. The state must be stored between this and the writing. */
  markBeingWritten(written: readonly GapRecord[]): void {
    const ids = new Set(written.map(({ gap }) => gap.id));
    this.#notices = this.#notices.map((notice) =>
      ids.has(notice.id) ? { ...notice, isBeingWritten: true } : notice,
    );
  }

  /** Records that notices were written. */
  markWritten(written: readonly GapRecord[]): void {
    const ids = new Set(written.map(({ gap }) => gap.id));
    this.#setNotices(
      this.#notices.flatMap((notice): Notice[] => {
        if (!ids.has(notice.id)) return [notice];
        const { isBeingWritten: _, ...rest } = notice;
        return rest.closedAt !== undefined || rest.isPermanent ? [] : [{ ...rest, isReported: true }];
      }),
    );
  }

  toState(): Pick<CollectorState, 'gaps' | 'notices' | 'lastGapNumber'> {
    const ids = new Map(this.#notices.map(({ gap, id }) => [gap, id]));
    return {
      lastGapNumber: this.#lastNumber,
      gaps: this.listFollowed().map((gap) => ({
        ...toRange(gap),
        ...(gap.resume ? { resume: gap.resume } : {}),
        ...(gap.newest === undefined ? {} : { newest: gap.newest }),
        ...(gap.isBelowFloor ? { isBelowFloor: true } : {}),
        notices: getOrigins(gap).flatMap((origin) => ids.get(origin) ?? []),
      })),
      notices: this.#notices.map(({ gap, ...notice }) => ({ ...toRange(gap), ...notice })),
    };
  }

  #setNotices(notices: readonly Notice[]): void {
    let surplus = notices.length - this.#maxNotices;
    this.#notices = notices.filter((notice) => isUnwritten(notice) || surplus-- <= 0);
    const kept = new Set(this.#notices);
    for (const notice of notices) if (!kept.has(notice)) this.#givenUp.add(notice.gap);
  }

  #createNotice(gap: Gap): Notice {
    this.#foundCount++;
    this.#lastNumber++;
    const end = rememberEvent(gap.below);
    const id = `${this.#lastNumber}-${this.#sha256(end.identity).slice(0, 12)}`;
    return { gap, id, foundAt: new Date(this.#now()).toISOString(), isReported: false };
  }
}

const isUnwritten = ({ closedAt, isReported }: Notice): boolean => closedAt !== undefined || !isReported;

const toRecord = (notice: Notice): GapRecord => ({ kind: 'gap', gap: describeGap(notice) });

const isSameList = (a: readonly Gap[], b: readonly Gap[]): boolean =>
  a.length === b.length && a.every((gap, index) => gap === b[index]);

const toRange = (gap: Gap): Pick<GapState, 'above' | 'below'> => ({
  above: rememberEvent(gap.above),
  ...(isOpenEnded(gap) ? {} : { below: rememberEvent(gap.below) }),
});

function fromRange({ above, below }: Pick<GapState, 'above' | 'below'>): Gap {
  const upper = new RememberedEvent(above);
  // A gap without a lower end has the same object at both ends.
  return createGap(upper, below ? new RememberedEvent(below) : upper, undefined);
}

const toNotice = ({ above, below, ...notice }: NoticeState): Notice => ({
  ...notice,
  gap: fromRange({ above, below }),
});

function toGap(state: GapState, notices: readonly Notice[]): Gap {
  return {
    ...fromRange(state),
    ...(state.resume ? { resume: state.resume } : {}),
    ...(state.newest === undefined ? {} : { newest: state.newest }),
    ...(state.isBelowFloor ? { isBelowFloor: true } : {}),
    origins: notices.filter(({ id }) => state.notices.includes(id)).map(({ gap }) => gap),
  };
}

const describeEnd = (event: AuditEvent): { readonly timestamp?: string; readonly changeID?: string } => {
  const timestamp = event.request.timestamp ?? event.response.timestamp;
  const { changeID } = event.context;
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(changeID === undefined ? {} : { changeID }),
  };
};

function describeGap({ gap, id, foundAt, closedAt }: Notice): GapRecord['gap'] {
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
