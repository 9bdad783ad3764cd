import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createGap, type Gap, getOrigins } from '../../../../../src/core/audit/feed/listingGaps.ts';
import {
  type CollectorState,
  createCollectorState,
  formatCollectorState,
  parseCollectorState,
} from '../../../../../src/core/audit/handover/collectorState.ts';
import { GapLog } from '../../../../../src/core/audit/handover/gapLog.ts';
import type { GapRecord } from '../../../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { madeFor, plainHash } from './collectorJudge.ts';

const event = (id: string): AuditEvent => toAuditEvent({ context: { changeID: id }, request: {} });

/** The name of a gap in the model: the change ID of its upper end when it was found. */
type Name = string;
const nameOf = ({ above }: Gap): Name => above.context.changeID ?? assert.fail();

/** A gap of the model's follower: the gaps that it was made from. */
interface ModelGap {
  readonly gap: Gap;
  readonly names: readonly Name[];
}

interface Saved {
  readonly text: string;
  readonly gaps: readonly ModelGap[];
  readonly permanent: readonly Name[];
}

const empty = formatCollectorState(createCollectorState(madeFor, undefined));

/** A log, the follower whose gaps it is given, and what was written; the expectations are computed from names alone. */
class Simulation {
  readonly #max: number;
  readonly #written = new Map<string, { readonly name: Name; isClosed: boolean }>();
  #log: GapLog;
  #gaps: readonly ModelGap[] = [];
  #permanent: readonly Name[] = [];
  #saved: Saved = { text: empty, gaps: [], permanent: [] };
  #count = 0;

  constructor(max: number) {
    this.#max = max;
    this.#log = this.#load();
  }

  find(isOpenEnded: boolean): void {
    const above = event(this.#nextName());
    const gap = createGap(
      above,
      isOpenEnded ? above : event(`${nameOf({ above, below: above })}-end`),
      undefined,
    );
    this.#update([...this.#gaps, { gap, names: [nameOf(gap)] }]);
  }

  addPermanent(): void {
    const above = event(this.#nextName());
    this.#permanent = [...this.#permanent, nameOf({ above, below: above })];
    this.#log.addPermanent(createGap(above, above, undefined));
  }

  shrink(at: number): void {
    this.#change(at, ({ gap, names }) => {
      const above = event(`${this.#nextName()}-inside`);
      const below = gap.below === gap.above ? above : gap.below;
      return { gap: createGap(above, below, { next: { changeID: 'next' } }, getOrigins(gap)), names };
    });
  }

  close(at: number): void {
    this.#update(this.#gaps.toSpliced(at % Math.max(1, this.#gaps.length), 1));
  }

  merge(at: number): void {
    if (this.#gaps.length < 2) return;
    const index = at % (this.#gaps.length - 1);
    const [upper, lower] = this.#gaps.slice(index, index + 2);
    assert.ok(upper && lower);
    const origins = [...getOrigins(upper.gap), ...getOrigins(lower.gap)];
    const merged = {
      gap: createGap(upper.gap.above, lower.gap.below, undefined, origins),
      names: [...upper.names, ...lower.names],
    };
    this.#update(this.#gaps.toSpliced(index, 2, merged));
  }

  /** Writes the notices as the collector does. The process is killed after `steps` steps of it, 0 to 2. */
  write(steps: number): void {
    const notices = this.#log.listUnwritten();
    this.#write(notices, steps);
    if (steps > 1) {
      assert.deepEqual(this.#log.listUnwritten(), []);
      this.#checkWritten();
    }
    if (steps < 3) this.restart();
  }

  #write(notices: readonly GapRecord[], steps: number): void {
    this.#log.markBeingWritten(notices);
    this.#save();
    if (steps > 0) for (const notice of notices) this.#take(notice);
    if (steps > 1) {
      this.#log.markWritten(notices);
      this.#save();
    }
  }

  restart(): void {
    this.#log = this.#load();
    this.#permanent = this.#saved.permanent;
    const followed = this.#log.listFollowed();
    // Gaps that were given up are not followed after a restart.
    this.#gaps = followed.map((gap) => {
      const same = this.#saved.gaps.find((one) => nameOf(one.gap) === nameOf(gap));
      return { gap, names: same?.names ?? assert.fail('a gap that was saved') };
    });
    if (this.#max > 100) assert.equal(followed.length, this.#saved.gaps.length);
    // A collector begins with what may have been written, and waits with gaps that it may be able to close.
    this.#write(this.#log.listSettled(), 9);
  }

  makeOpenEndedPermanent(): void {
    const isOpenEnded = ({ gap }: ModelGap): boolean => gap.above === gap.below;
    this.#log.makeOpenEndedPermanent();
    this.#permanent = [...this.#permanent, ...this.#gaps.filter(isOpenEnded).flatMap(({ names }) => names)];
    this.#gaps = this.#gaps.filter((gap) => !isOpenEnded(gap));
  }

  #nextName(): Name {
    return `gap-${++this.#count}`;
  }

  #change(at: number, change: (gap: ModelGap) => ModelGap): void {
    this.#update(this.#gaps.map((gap, index) => (index === at % this.#gaps.length ? change(gap) : gap)));
  }

  #update(gaps: readonly ModelGap[]): void {
    this.#gaps = gaps;
    this.#log.update(gaps.map(({ gap }) => gap));
    assert.equal(this.#log.update(gaps.map(({ gap }) => gap)), false);
  }

  #load(): GapLog {
    const parsed = parseCollectorState(this.#saved.text);
    assert.ok(parsed.ok);
    return new GapLog(parsed.state, plainHash, () => 0, this.#max);
  }

  #save(): void {
    const state: CollectorState = {
      ...createCollectorState(madeFor, undefined),
      ...this.#log.toState(),
      counts: { events: 0, maskedEvents: 0, ...this.#log.counts },
    };
    assert.ok(state.notices.length <= this.#max + this.#log.listUnwritten().length);
    this.#saved = { text: formatCollectorState(state), gaps: this.#gaps, permanent: this.#permanent };
  }

  #take({ gap: { id, above, closedAt } }: GapRecord): void {
    const name = above?.changeID ?? assert.fail();
    const before = this.#written.get(id);
    assert.equal(before?.name ?? name, name, 'an ID names one gap');
    assert.ok(closedAt === undefined || before, 'a gap is found before it is closed');
    this.#written.set(id, { name, isClosed: before?.isClosed || closedAt !== undefined });
  }

  #checkWritten(): void {
    const written = [...this.#written.values()];
    const closed = new Set(written.filter(({ isClosed }) => isClosed).map(({ name }) => name));
    const found = new Set(written.map(({ name }) => name));
    const open = [...this.#gaps.flatMap(({ names }) => names), ...this.#permanent];
    assert.deepEqual(
      open.filter((name) => !found.has(name) || closed.has(name)),
      [],
      'a gap that is open was reported, and not as closed',
    );
    assert.equal(this.#log.openCount, found.size - closed.size);
    // With a low maximum, gaps are given up, which are never reported as closed.
    if (this.#max > 100) assert.equal(this.#log.openCount, open.length);
  }
}

type Step = (simulation: Simulation) => void;
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.boolean().map(
      (isOpen): Step =>
        (one) =>
          one.find(isOpen),
    ),
    fc.constant<Step>((one) => one.addPermanent()),
    fc.nat(9).map(
      (at): Step =>
        (one) =>
          one.shrink(at),
    ),
    fc.nat(9).map(
      (at): Step =>
        (one) =>
          one.close(at),
    ),
    fc.nat(9).map(
      (at): Step =>
        (one) =>
          one.merge(at),
    ),
    fc.nat(5).map(
      (kill): Step =>
        (one) =>
          one.write(kill),
    ),
    fc.constant<Step>((one) => one.restart()),
    fc.constant<Step>((one) => one.makeOpenEndedPermanent()),
  ),
  { maxLength: 40 },
);

describe('the log of gaps', () => {
  for (const [title, max] of [
    ['reports each gap once it is found, and as closed once nothing of it is left', 1000],
    ['never reports a gap as closed that it gave up because there were too many', 3],
  ] as const)
    it(title, () => {
      fc.assert(
        fc.property(steps, (all) => {
          const simulation = new Simulation(max);
          for (const step of all) step(simulation);
          simulation.write(9);
        }),
        { numRuns: process.env.VAULTSQL_LONG ? 20_000 : 500 },
      );
    });
});
