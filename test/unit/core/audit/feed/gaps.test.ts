import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortKeyOf } from '../../../../../src/core/audit/feed/eventOrder.ts';
import { createFollower } from '../../../../../src/core/audit/feed/follow.ts';
import {
  computeGapPositions,
  type GapPosition,
  gapEndsOf,
} from '../../../../../src/core/audit/feed/gapPositions.ts';
import type { Gap } from '../../../../../src/core/audit/feed/listingGaps.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import type { TimeRange } from '../../../../../src/core/audit/table/filter.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';

const event = (ms: number | string, id?: string): AuditEvent =>
  toAuditEvent({
    context: id === undefined ? {} : { changeID: id },
    request: { timestamp: typeof ms === 'number' ? msToTimestamp(ms) : ms },
  });

const gapsAmong = (
  events: readonly AuditEvent[],
  gaps: readonly Gap[],
  range?: TimeRange,
): readonly GapPosition[] =>
  computeGapPositions(
    events.length,
    (at) => sortKeyOf(events[at] ?? assert.fail()),
    gaps.map(gapEndsOf),
    range,
  );

describe('gaps among the events shown', () => {
  it('are below all that came after the break and above all from before it, under any filter', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 30 }),
        fc.nat(),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        (times, cut, kept, named) => {
          const store = createLoaded();
          const events = times.map((ms) => event(ms, named ? `c${ms}` : undefined));
          store.addPage({ events, nextOps: null }, 'newest');
          const all = store.events();
          const at = 1 + (cut % (all.length - 1));
          const [above, below] = [all[at - 1], all[at]];
          assert.ok(above && below);
          // As they were received, not as the store keeps them.
          const received = events.find((one) => one.request.timestamp === above.request.timestamp) ?? above;
          const shown = all.filter((_, index) => kept[index]);
          const [found] = gapsAmong(shown, [{ above: received, below }]);
          const expected = all.slice(0, at).filter((_, index) => kept[index]).length;
          assert.equal(found?.at, shown.length === 0 ? undefined : expected);
        },
      ),
    );
  });

  it('are counted by those exported: none where nothing is, none outside the range', () => {
    const [a, b, c] = [event(3000, 'a'), event(2000, 'b'), event(1000, 'c')];
    const gaps = [
      { above: a, below: b },
      { above: b, below: c },
    ];
    assert.equal(gapsAmong([a, b, c], gaps).length, 2);
    assert.equal(gapsAmong([], gaps).length, 0);
    assert.equal(gapsAmong([a, b], gaps, { from: 2001, to: 9000 }).length, 1);
    assert.deepEqual(
      gapsAmong([a, b, c], gaps.toReversed()).map(({ at }) => at),
      [1, 2],
    );
  });

  it('without a lower end reach down to any earlier time', () => {
    const [a, b, c] = [event(3000, 'a'), event(2000, 'b'), event(1000, 'c')];
    const open = [{ above: b, below: b }];
    assert.equal(gapsAmong([c], open, { from: 500, to: 1500 }).length, 1);
    assert.equal(gapsAmong([a], open, { from: 2500, to: 3500 }).length, 0);
  });

  it('are not placed by an event of odd time at the end of a page', async () => {
    const page = [event(9000, 'new'), event('some day', 'odd')];
    const follower = createFollower(
      { known: [event(1000, 'old')], pages: false, minMs: 1 },
      {
        fetch: () =>
          Promise.resolve({
            ok: true,
            value: { events: page, nextOps: { changeID: 'odd' } },
            exchange: { status: 200, attempts: 1, requestID: undefined, durationMs: 0 } as never,
          }),
        addEvents: (events) => events,
        isNews: () => true,
        now: () => 10_000,
      },
    );
    const round = await follower.round();
    assert.ok(round.ok);
    assert.equal(round.gap?.above.context.changeID, 'new');
  });
});
