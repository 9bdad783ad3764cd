import assert from 'node:assert/strict';
import { createFront } from '../../../../../src/core/audit/feed/front.ts';
import { type Run, readOf } from '../../../../../src/core/audit/feed/reading.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { START, written } from './followSimulation.ts';

const timeAt = (seconds: number): string => msToTimestamp(START + seconds * 1000);

/** A run of new events dated so many seconds after the start, newest first. */
function runOf(seconds: readonly number[], isKnownBelow = false): Run {
  const events = seconds.map((one) => readOf(written(one, START + one * 1000, 0).event));
  const bottom = events.at(-1);
  return {
    seen: new Set(events.map(({ key }) => key)),
    events,
    fresh: new Set(isKnownBelow ? [] : events.map(({ key }) => key)),
    added: [],
    first: events[0]?.key,
    bottom: bottom?.event,
    time: bottom?.time,
    newest: events[0]?.time,
    lowestFresh: isKnownBelow ? undefined : bottom?.time,
    isKnownBelow,
    elsewhere: [],
    next: undefined,
    isEnd: false,
    isSorted: true,
    isFromTop: true,
  };
}

describe('how far a round of following reads', () => {
  /** Whether a round that found nothing new may end at an event of that second. */
  const front = (): {
    readonly take: (run: Run) => void;
    readonly mayEndAt: (seconds: number) => boolean;
  } => {
    const known = [100, 95].map((seconds) => written(seconds, START + seconds * 1000, 0).event);
    const made = createFront({ known }, () => START + 86_400_000);
    return {
      take: (run) => made.advance(run, () => false),
      mayEndAt: (seconds) => made.isEnough({ ...runOf([seconds], true), time: timeAt(seconds) }),
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
