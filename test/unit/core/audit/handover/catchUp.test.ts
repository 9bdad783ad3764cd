import assert from 'node:assert/strict';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { type CollectorLimits, runCollector } from '../../../../../src/core/audit/handover/collector.ts';
import {
  type CollectorCounts,
  formatCollectorState,
  parseCollectorState,
} from '../../../../../src/core/audit/handover/collectorState.ts';
import type { GapRecord } from '../../../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../../../../src/core/service/types.ts';
import { madeFor, plainHash } from './collectorJudge.ts';

const START = Date.UTC(2026, 0, 1);
const PAGE_SIZE = 50;
const exchange = { status: 200, milliseconds: 1, bytes: 1 };

class Killed extends Error {}

/** A service in whose listing each request for a page is an event, and its collector. */
class Trail {
  readonly #isByTime: boolean;
  readonly #limits: CollectorLimits | undefined;
  readonly #events: AuditEvent[] = [];
  readonly written = new Set<number>();
  readonly gaps: GapRecord['gap'][] = [];
  now = START;
  requests = 0;
  /** What the last run that was not killed returned. */
  counts: CollectorCounts | undefined;
  maxRecords = Number.POSITIVE_INFINITY;
  #records = 0;
  #state: string | undefined;

  /** By default, the listing is in order of arrival, and the limits are those of a real collector. */
  constructor(isByTime = false, limits?: CollectorLimits) {
    this.#isByTime = isByTime;
    this.#limits = limits;
  }

  /** Adds an event that is listed now, `lateMs` milliseconds after its time. */
  add(lateMs = 0): void {
    const serial = this.#events.length;
    const timestamp = msToTimestamp(this.now - lateMs);
    const event = toAuditEvent({ serial, context: { changeID: `c${serial}` }, request: { timestamp } });
    const before = this.#isByTime
      ? this.#events.findLastIndex(({ request }) => (request.timestamp ?? '') <= timestamp)
      : serial - 1;
    this.#events.splice(before + 1, 0, event);
  }

  get size(): number {
    return this.#events.length;
  }

  /** Number of records that were written, including those that were written again. */
  get records(): number {
    return this.#records;
  }

  /** Serial numbers of the first `count` events that were not written. */
  listMissing(count: number): readonly number[] {
    return Array.from({ length: count }, (_, serial) => serial).filter((serial) => !this.written.has(serial));
  }

  /** Runs the collector until it has read everything, or is killed after its write with the number `killAt`, from 1. */
  async collect(killAt = Number.POSITIVE_INFINITY): Promise<'once' | 'killed'> {
    this.requests = 0;
    let writes = 0;
    const limits = this.#limits && { limits: this.#limits };
    const start = { madeFor, since: msToTimestamp(0), isOnce: true, minMs: 1, pages: true, ...limits };
    try {
      const { end, counts } = await runCollector(
        start,
        {
          fetch: async (cursor) => {
            this.requests++;
            const value = this.#getPage(cursor);
            this.now += 3;
            this.add();
            return { ok: true, value, exchange };
          },
          sink: {
            write: async (records) => {
              for (const record of records) {
                if (record.kind === 'gap') this.gaps.push(record.gap);
                else this.written.add(Number(record.event.raw.serial));
              }
              this.#records += records.length;
              assert.ok(this.#records < this.maxRecords, 'the same events are written again and again');
              if (++writes === killAt) throw new Killed();
            },
            close: async () => undefined,
          },
          store: {
            load: async () => {
              const parsed = this.#state === undefined ? undefined : parseCollectorState(this.#state);
              return parsed?.ok ? parsed.state : undefined;
            },
            save: async (state) => {
              this.#state = formatCollectorState(state);
            },
          },
          toRecords: async (events) => events.map((event) => ({ kind: 'event', event, isMasked: false })),
          isNews: () => true,
          sha256: plainHash,
          now: () => this.now,
          wait: async () => undefined,
        },
        new AbortController().signal,
      );
      assert.equal(end, 'once');
      this.counts = counts;
      return 'once';
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return 'killed';
    }
  }

  #getPage(cursor: NextOps | undefined): AuditPage {
    const end = cursor ? Number(cursor.changeID) : this.size;
    const begin = Math.max(0, end - PAGE_SIZE);
    return {
      events: this.#events.slice(begin, end).reverse(),
      nextOps: begin > 0 ? { changeID: String(begin) } : null,
    };
  }
}

/** Adds two pages of events to a trail, and returns it after they were written. */
async function startTrail(trail = new Trail()): Promise<Trail> {
  for (let count = 0; count < 2 * PAGE_SIZE; count++) trail.add();
  await trail.collect();
  assert.deepEqual(trail.gaps, []);
  return trail;
}

describe('a collector that catches up', () => {
  it('sends few requests, each of which is an event, however often it is killed before it stores its state', async () => {
    const trail = await startTrail();
    for (let kills = 0; kills < 300; kills++) {
      trail.now += 1000;
      trail.add();
      assert.equal(await trail.collect(1), 'killed');
      assert.ok(trail.requests <= 50, `${trail.requests} requests after ${kills} kills`);
    }
    const { size } = trail;
    await trail.collect();
    assert.deepEqual([trail.listMissing(size), trail.gaps], [[], []]);
  });

  it('counts once what it writes again after it was killed, and each such run', async () => {
    const trail = await startTrail();
    assert.equal(trail.counts?.crashes, undefined);
    for (let kills = 0; kills < 3; kills++) {
      trail.now += 1000;
      trail.add();
      assert.equal(await trail.collect(1), 'killed');
    }
    await trail.collect();
    const { events, crashes } = trail.counts ?? {};
    assert.deepEqual([events, crashes], [trail.written.size, 3]);
    assert.ok(trail.records > trail.written.size);
    await trail.collect();
    assert.equal(trail.counts?.crashes, 3);
  });

  it('gets on each time it is killed, and names no gap that it can close', async () => {
    const trail = await startTrail();
    for (let count = 0; count < 20_000; count++) {
      trail.now += 1000;
      trail.add();
    }
    let kills = 0;
    while ((await trail.collect(2)) === 'killed') assert.ok(++kills < 30, 'an end');
    assert.ok(kills > 15, `${kills} kills`);
    assert.deepEqual([trail.listMissing(20_000), trail.gaps], [[], []]);
  });

  it('reads no further than to the events that it had written, although it has forgotten them', async () => {
    const trail = await startTrail();
    for (let count = 0; count < 5000; count++) {
      trail.now += 1000;
      trail.add();
    }
    await trail.collect();
    for (let count = 0; count < 3000; count++) {
      trail.now += 1000;
      trail.add();
    }
    const { size, records } = trail;
    assert.equal(await trail.collect(2), 'killed');
    await trail.collect();
    assert.deepEqual([trail.listMissing(size), trail.gaps], [[], []]);
    const again = trail.records - records - (trail.written.size - size);
    assert.ok(again < 5000, `${again} records`);
  });

  it('finds an event that is some seconds late after a restart, however many events arrive in that time', async () => {
    const limits = { eventsPerSave: 1000, maxKnown: 100_000, memory: { minEvents: 100, maxEvents: 500 } };
    const trail = await startTrail(new Trail(true, limits));
    for (let count = 0; count < 3000; count++) {
      trail.now += 10;
      trail.add();
    }
    await trail.collect();
    const { size } = trail;
    trail.add(28_000);
    await trail.collect();
    assert.deepEqual([trail.listMissing(size + 1), trail.gaps], [[], []]);
  });

  const smallLimits = { eventsPerSave: 100, maxKnown: 400, memory: { minEvents: 100, maxEvents: 200 } };
  for (const [title, lateMs] of [
    ['after an event that is dated a year ahead', 0],
    ['after the clock of the service was set back', 7_200_000],
  ] as const)
    it(`writes few events twice ${title} in a listing in order of arrival`, async () => {
      const trail = await startTrail(new Trail(false, smallLimits));
      trail.maxRecords = 20_000;
      trail.add(-31_536_000_000);
      for (let count = 0; count < 30; count++) trail.add();
      await trail.collect();
      for (let time = 0; time < 20; time++) {
        for (let count = 0; count < 300; count++) {
          trail.now += 1000;
          trail.add(lateMs);
        }
        const { size } = trail;
        await trail.collect();
        assert.deepEqual([trail.listMissing(size), trail.gaps], [[], []]);
      }
      const again = trail.records - trail.written.size;
      assert.ok(again < 10 * PAGE_SIZE, `${again} records`);
    });
});
