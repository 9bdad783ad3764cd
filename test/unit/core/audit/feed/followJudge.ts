/**
 * Follows a service of `followService.ts` to the end, and judges after each round what was claimed: by what the service
 * held, and by what its answers have shown.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFollower, type Gap } from '../../../../../src/core/audit/feed/follow.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';
import { type Chain, compareEntries, createService, type Entry, type Scenario } from './followService.ts';

const OVERLAP = 30_000;
/** A probability, often 0. */
const rarely = (most: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: most * 100 }).map((percent) => percent / 100),
  );

/** Everything that has gone wrong with such services, alone and together; shrinks to the least of it. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(1_000_000),
  events: fc.integer({ min: 1, max: 300 }),
  pageSize: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 120 })),
  cursors: fc.constantFrom('honoured', 'honoured', 'honoured', 'ignored', 'refused', 'none'),
  step: fc.constantFrom(20, 300, 3000, 20_000),
  maxDelay: fc.constantFrom(0, 2000, OVERLAP),
  failures: rarely(0.4),
  strayCursors: rarely(0.3),
  pageCap: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 5 })),
  equalTimes: fc.constantFrom(0, 0.3, 0.95),
  noIDs: rarely(0.5),
  undated: rarely(0.3),
  repeated: rarely(0.3),
  reusedIDs: rarely(0.2),
  order: fc.constantFrom('time', 'arrival'),
  jumps: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.oneof(
        fc.constantFrom(-7_200_000, -200_000, -10_000, 10_000, 200_000, 7_200_000),
        fc.integer({ min: -3_600_000, max: -1000 }),
      ),
      { maxLength: 3 },
    ),
  ),
  ahead: fc.constantFrom(0, 0, 3_600_000, 31_536_000_000),
  clockError: fc.constantFrom(0, 0, -86_400_000 * 30, 86_400_000 * 30),
  audited: fc.boolean(),
  before: fc.integer({ min: 0, max: 60 }),
});

const serials = new WeakMap<AuditEvent, number>();
/** The service's own number of an event. */
function serialOf(event: AuditEvent): number {
  const serial = serials.get(event) ?? Number(event.raw.serial);
  serials.set(event, serial);
  return serial;
}

export interface Verdict {
  /** Events that were neither taken in nor within a gap. */
  readonly lost: readonly number[];
  readonly doubled: number;
  /** Gaps through which an answer has led. */
  readonly disproved: number;
  readonly gaps: number;
  readonly rounds: number;
}

/** Whether the service's order and its answers leave no room for a missing event in the gap. */
function isDisproved(
  gap: Gap,
  chains: readonly Chain[],
  entry: (serial: number) => Entry | undefined,
): boolean {
  const [above, below] = [gap.above, gap.below].map((event) => entry(serialOf(event)));
  assert.ok(above && below, 'a gap lies between events that the service has given');
  return chains.some(({ top, bottom, isEnd }) => {
    if (!top || !bottom || compareEntries(top, above) > 0) return false;
    return gap.above === gap.below ? isEnd : compareEntries(below, bottom) <= 0;
  });
}

type Service = ReturnType<typeof createService>;

/** Those of `entries` that came later than following promises to look for, less those that come in good time. */
function tooLate(entries: readonly Entry[]): Set<number> {
  const late = new Set<number>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const entry of [...entries].sort((a, b) => a.visibleAt - b.visibleAt)) {
    if (entry.place < newest - OVERLAP) late.add(entry.serial);
    // One alone that is dated ahead must not be taken for the service's time.
    if (!entry.isAhead) newest = Math.max(newest, entry.place);
  }
  return late;
}

/** What the service had listed when it last gave its newest page, and that is neither known nor within a gap. */
function missing(
  service: Service,
  known: ReadonlySet<number>,
  gaps: readonly Gap[],
  floor: Entry | undefined,
) {
  const placed = gaps.map(({ above, below }) => {
    const [top, bottom] = [above, below].map((event) => service.entry(serialOf(event))?.place ?? Number.NaN);
    return {
      top: top ?? Number.NaN,
      bottom: above === below ? Number.NEGATIVE_INFINITY : (bottom ?? Number.NaN),
    };
  });
  return service.all().filter(({ serial, visibleAt, place }) => {
    if (visibleAt > service.topAt() || known.has(serial)) return false;
    // A limit that looks like the end of the listing shows only where older events are known.
    if (floor ? place <= floor.place : service.isCapped) return false;
    return !placed.some(({ top, bottom }) => place <= top && place >= bottom);
  });
}

/** Follows `scenario` to its end, and goes on until all that is there can have been read. */
export async function follow(scenario: Scenario): Promise<Verdict> {
  const service = createService(scenario);
  const { clock } = service;
  const store = createLoaded();
  const first = service.open();
  store.addPage(first, 'newest');
  const firstSerials = new Set((first.events ?? []).map(serialOf));
  const loaded = service
    .all()
    .filter(({ serial }) => firstSerials.has(serial))
    .sort(compareEntries);
  const floor = loaded.findLast(({ isDated }) => isDated) ?? loaded.at(-1);
  const known = new Set(firstSerials);
  const follower = createFollower(
    { known: store.events(), pages: true, overlapMs: OVERLAP, minMs: 5000 },
    {
      fetch: service.fetch,
      addEvents(events) {
        const fresh = store.addPage({ events, nextOps: null }, 'newest');
        for (const event of fresh) known.add(serialOf(event));
        return fresh;
      },
      isNews: () => true,
      now: () => clock.now + scenario.clockError,
    },
  );
  service.shown();
  const lost = new Set<number>();
  const shown = [...firstSerials];
  const verdict = { disproved: 0, gaps: 0, rounds: 0 };
  // Where the one event of a page is given again, its cursor names itself: no answer leads on, and only what is above
  // and what each round looks for can be known.
  const isCircle = scenario.pageSize === 1 && scenario.repeated > 0;
  const isWhole =
    scenario.cursors === 'honoured' && scenario.pageCap === 0 && scenario.strayCursors === 0 && !isCircle;
  const quiet = isWhole ? Math.ceil((scenario.events * 2 + 200) / scenario.pageSize) + 40 : 5;
  for (let calm = 0; calm < quiet; verdict.rounds++) {
    assert.ok(verdict.rounds < 5000, 'an end');
    const round = await follower.round();
    shown.push(...round.added.map(serialOf));
    const gaps = follower.gaps();
    const chains = service.shown();
    // A page of nothing but new and newer events can be one that an ignored cursor led to: in a listing by arrival the
    // follower may need to see it twice.
    const isClear = scenario.order === 'time' || calm > 2;
    if (isClear) verdict.disproved += gaps.filter((gap) => isDisproved(gap, chains, service.entry)).length;
    verdict.gaps = Math.max(verdict.gaps, gaps.length);
    const left = missing(service, known, gaps, floor);
    const late = left.length > 0 ? tooLate(service.all()) : new Set();
    for (const { serial } of left) if (!late.has(serial)) lost.add(serial);
    clock.now += Math.min(follower.getDelayMs(), 60_000);
    if (clock.now < service.end) continue;
    service.calm();
    calm++;
  }
  // A service that pages gives what came too late as well, once there is time to look for it.
  if (isWhole) for (const { serial } of missing(service, known, follower.gaps(), floor)) lost.add(serial);
  return { lost: [...lost], doubled: shown.length - new Set(shown).size, ...verdict };
}
