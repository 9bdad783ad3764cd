import assert from 'node:assert/strict';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { EventMemory } from '../../../../../src/core/audit/handover/eventMemory.ts';

const now = Date.UTC(2026, 0, 1);
const eventAt = (id: string, ms: number | undefined) => ({
  identity: id,
  changeID: id,
  timestamp: ms === undefined ? undefined : msToTimestamp(ms),
});
/** Twelve events of the last minute with three between them that have no time, and forty older ones below. */
const listed = [
  ...Array.from({ length: 12 }, (_, n) => [
    eventAt(`new ${n}`, now - 1_000 * n),
    ...(n % 5 === 0 ? [eventAt(`undated ${n}`, undefined)] : []),
  ]).flat(),
  ...Array.from({ length: 40 }, (_, n) => eventAt(`old ${n}`, now - 3_600_000 - 1_000 * n)),
];
const facts = { isByTime: false, pageSize: 1, gaps: [] };
const limits = { minEvents: 1, maxEvents: 1 };
const idsOf = (events: readonly { readonly identity: string }[]) => events.map(({ identity }) => identity);

describe('what is remembered of a listing in order of arrival', () => {
  const lastMinute = idsOf(listed.slice(0, 15));

  it('has all events of the last minute, also where events without a time are between them', () => {
    assert.deepEqual(idsOf(new EventMemory(listed, limits).listAll(1, facts)), lastMinute);
    assert.deepEqual(idsOf(new EventMemory(listed, limits).listNewest(facts).followed), lastMinute);
  });

  it('has as many of the highest events as are wanted, if those are more', () => {
    assert.deepEqual(idsOf(new EventMemory(listed, limits).listAll(30, facts)), idsOf(listed.slice(0, 30)));
  });
});
