import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ListingRun,
  toListedEvent,
  validTimeOf,
} from '../../../../../src/core/audit/feed/listingReader.ts';
import { hasEnoughToFollow, ReadDepth } from '../../../../../src/core/audit/feed/readDepth.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { START, written } from './followSimulation.ts';

const timeAt = (seconds: number): string => msToTimestamp(START + seconds * 1000);

/** A run of new events dated so many seconds after the start, newest first. */
const runOf = (seconds: readonly number[], isKnownBelow = false): ListingRun =>
  runThrough(
    seconds.map((one) => written(one, START + one * 1000, 0).event),
    isKnownBelow,
  );

/** A run through these events, newest first: all of them new, or none. */
function runThrough(all: readonly AuditEvent[], isKnownBelow: boolean): ListingRun {
  const events = all.map(toListedEvent);
  const bottom = events.at(-1);
  return {
    keys: new Set(events.map(({ key }) => key)),
    events,
    newKeys: new Set(isKnownBelow ? [] : events.map(({ key }) => key)),
    added: [],
    first: events[0]?.key,
    bottom: bottom?.event,
    time: bottom?.time,
    newest: events[0]?.time,
    lowestNewTime: isKnownBelow ? undefined : bottom?.time,
    endsAtKnownEvent: isKnownBelow,
    unrelatedPages: [],
    next: undefined,
    isEnd: false,
    isSorted: true,
    isFromTop: true,
  };
}

describe('how far a round of following reads', () => {
  /** Whether a round that found nothing new may end at an event of that second. */
  const front = (): {
    readonly take: (run: ListingRun) => void;
    readonly mayEndAt: (seconds: number) => boolean;
  } => {
    const known = [100, 95].map((seconds) => written(seconds, START + seconds * 1000, 0).event);
    const made = new ReadDepth({ known }, () => START + 86_400_000);
    return {
      take: (run) => made.advance(run, () => false),
      mayEndAt: (seconds) => made.isGapUnlikelyAfterRun({ ...runOf([seconds], true), time: timeAt(seconds) }),
    };
  };

  it('is the overlap below the newest events, though older ones were known before', () => {
    const { take, mayEndAt } = front();
    take(runOf([2_000, 1_995]));
    assert.deepEqual([mayEndAt(1_980), mayEndAt(1_960)], [false, true]);
  });

  it('is lower where a later reading found older events: the newest are dated ahead', () => {
    const { take, mayEndAt } = front();
    take(runOf([2_000, 1_995]));
    take(runOf([110]));
    assert.deepEqual([mayEndAt(1_960), mayEndAt(60)], [false, true]);
  });
});

describe('the known events that a follower needs', () => {
  /** Seconds before the start; a few are more than a day ahead of it. */
  const ages = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 120 }) },
      { weight: 1, arbitrary: fc.integer({ min: -200_000, max: 200_000 }) },
    ),
    { minLength: 20, maxLength: 80 },
  );
  const now = (): number => START;

  it('are enough with the oldest one as soon as the others change nothing', () => {
    const enough = { yes: 0, no: 0 };
    fc.assert(
      fc.property(ages, fc.array(fc.integer({ min: -300, max: 10 }), { maxLength: 5 }), (known, later) => {
        const all = [...known]
          .sort((a, b) => a - b)
          .map((age, n) => written(10_000 - n, START - age * 1_000, 0).event);
        const times = all.flatMap((event) => validTimeOf(event) ?? []);
        const size = all.findIndex((_event, index) => hasEnoughToFollow(times.slice(0, index), START));
        enough[size < 0 ? 'no' : 'yes']++;
        if (size < 0) return;
        const some = [...all.slice(0, size), ...all.slice(-1)];
        const fronts = [new ReadDepth({ known: all }, now), new ReadDepth({ known: some }, now)];
        const compare = (): void => {
          for (const length of all.keys()) {
            const run = runThrough(all.slice(0, length + 1), true);
            const [whole, part] = fronts.map((front) => [
              front.isAtFloor(run),
              front.canStopRun(run),
              front.isGapUnlikelyAfterRun(run),
              front.findKnownEventBelow(run)?.context.changeID,
            ]);
            assert.deepEqual(part, whole, `${length + 1} events`);
          }
        };
        compare();
        for (const front of fronts) front.advance(runOf([...later].sort((a, b) => b - a)), () => false);
        compare();
      }),
    );
    assert.ok(enough.yes > enough.no, JSON.stringify(enough));
  });
});
