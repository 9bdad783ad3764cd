import assert from 'node:assert/strict';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { runCollector } from '../../../../../src/core/audit/handover/collector.ts';
import type { CollectorState } from '../../../../../src/core/audit/handover/collectorState.ts';
import type { OutputRecord } from '../../../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { UnreadableError } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage } from '../../../../../src/core/service/types.ts';
import { madeFor, plainHash } from './collectorJudge.ts';

const START = Date.UTC(2026, 0, 1);
const PAGES = 120;
const PAGE_SIZE = 4;
const exchange = { status: 200, milliseconds: 1, bytes: 1 };

/** An event without a change ID. */
const event = (serial: number, ms: number): AuditEvent =>
  toAuditEvent({ serial, context: {}, request: { timestamp: msToTimestamp(ms) } });

/**
 * Collects everything that a service lists. `getPage` is called with the text of the cursor, `0` for the first page.
 * `states` are those that the collector stores; the last one in it is that of the run before.
 */
async function collectAll(
  getPage: (cursor: string) => AuditPage | UnreadableError,
  states: CollectorState[] = [],
) {
  const output: OutputRecord[] = [];
  let requests = 0;
  const { end } = await runCollector(
    { madeFor, since: msToTimestamp(0), isOnce: true, minMs: 1, pages: true },
    {
      async fetch(cursor) {
        assert.ok(++requests < 20 * PAGES, 'an end');
        const page = getPage(cursor?.changeID ?? '0');
        return 'kind' in page ? { ok: false, error: page } : { ok: true, value: page, exchange };
      },
      sink: { write: async (records) => void output.push(...records), close: async () => undefined },
      store: {
        load: async () => states.at(-1),
        save: async (state) => void states.push(structuredClone(state)),
      },
      toRecords: async (events) => events.map((one) => ({ kind: 'event', event: one, isMasked: false })),
      isNews: () => true,
      sha256: plainHash,
      now: () => START,
      wait: async () => undefined,
    },
    new AbortController().signal,
  );
  const serials = output.flatMap((one) => (one.kind === 'event' ? [Number(one.event.raw.serial)] : []));
  const gaps = output.flatMap((one) => (one.kind === 'gap' ? [one.gap] : []));
  return { end, serials, gaps };
}

const range = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
const all = range(0, PAGES * PAGE_SIZE);
/** Events in an order of arrival that is not that of their times. */
const arrivedAt = (serial: number): number =>
  START - Math.floor(serial / 2) * 60_000 - (serial % 2) * 600_000;

const isNewer = (a: AuditEvent, b: AuditEvent): number =>
  (a.request.timestamp ?? '') > (b.request.timestamp ?? '') ? -1 : 1;

describe('reading the events from before the first run', () => {
  it('writes events once that two pages contain, however many pages there are', async () => {
    const { serials, gaps } = await collectAll((cursor) => {
      const page = Number(cursor);
      const from = Math.max(0, page * PAGE_SIZE - 2);
      const events = range(from, (page + 1) * PAGE_SIZE - from).map((n) => event(n, START - n * 60_000));
      return { events, nextOps: page + 1 < PAGES ? { changeID: String(page + 1) } : null };
    });
    assert.deepEqual(
      serials.toSorted((a, b) => a - b),
      all,
    );
    assert.deepEqual(gaps, []);
  });

  it('writes events once where the page with the oldest event that is followed has older ones, too', async () => {
    // More events in a page than are followed of events as rare as these.
    const pageSize = 150;
    const getPageUpTo =
      (newest: number) =>
      (cursor: string): AuditPage => {
        const page = Number(cursor);
        const from = page * pageSize - newest;
        const events = range(from, pageSize).map((n) => event(n, START - n * 60_000));
        return { events, nextOps: page < 2 ? { changeID: String(page + 1) } : null };
      };
    const states: CollectorState[] = [];
    const first = await collectAll(getPageUpTo(0), states);
    assert.deepEqual(
      first.serials.toSorted((a, b) => a - b),
      range(0, 3 * pageSize),
    );
    assert.deepEqual(first.gaps, []);
    for (const newest of [3, 80]) {
      const known = states.at(-1)?.known.length;
      const { serials, gaps } = await collectAll(getPageUpTo(newest), states);
      const before = newest === 3 ? 0 : 3;
      assert.deepEqual(
        serials.toSorted((a, b) => a - b),
        range(-newest, newest - before),
        `after a restart with ${known} events that are followed`,
      );
      assert.deepEqual(gaps, []);
    }
  });

  it('reads what arrived below a page that was returned in place of another one', async () => {
    const pageSize = 4;
    const before = range(0, 400).map((n) => event(n, START - n * 60_000));
    // They arrive late, two of them after the others: each is older than the event with the number 100.
    const arriving = range(-12, 12).map((n) =>
      event(n, START - 100 * 60_000 - (n < -10 ? 1 : 50 + n) * 1000),
    );
    let listed: readonly AuditEvent[] = before;
    const { serials } = await collectAll((cursor) => {
      const from = Number(cursor);
      const isStray = from === 200 && listed === before;
      if (isStray) listed = [...arriving.slice(2), ...before];
      else if (listed !== before) listed = [...arriving, ...before];
      const events = isStray ? listed.slice(0, pageSize) : listed.slice(from, from + pageSize);
      return { events, nextOps: { changeID: String(from + pageSize) } };
    });
    assert.deepEqual(
      range(-12, 212).filter((serial) => !serials.includes(serial)),
      [],
    );
  });

  for (const malformed of [1, 0])
    it(`ends with the error if page ${malformed} has an unexpected shape, after what was read before`, async () => {
      const pages = [...Array(malformed).keys()];
      const shape: UnreadableError = {
        kind: 'unreadable',
        status: 200,
        what: 'shape',
        path: 'event[0]',
        retry: false,
      };
      const { end, serials } = await collectAll((cursor) => {
        const page = Number(cursor);
        const events = range(page * PAGE_SIZE, PAGE_SIZE).map((n) => event(n, START - n * 60_000));
        return page === malformed ? shape : { events, nextOps: { changeID: String(page + 1) } };
      });
      assert.equal(end, 'failed');
      assert.deepEqual(
        serials,
        pages.flatMap((page) => range(page * PAGE_SIZE, PAGE_SIZE)),
      );
    });

  for (const [title, cursorAfter] of [
    ['cursors that lead in a circle', (count: number) => count % PAGES],
    ['new cursors to the same pages', (count: number) => count],
  ] as const)
    it(`ends with a gap after ${title}`, async () => {
      const { end, serials, gaps } = await collectAll((cursor) => {
        const page = Number(cursor) % PAGES;
        const events = range(page * PAGE_SIZE, PAGE_SIZE).map((n) => event(n, arrivedAt(n)));
        // The circle leaves out the newest page.
        const next = cursorAfter(Number(cursor) + 1);
        return { events, nextOps: { changeID: String(next % PAGES === 0 ? next + 1 : next) } };
      });
      assert.equal(end, 'once');
      assert.deepEqual(
        serials.toSorted((a, b) => a - b),
        all,
      );
      assert.deepEqual(
        gaps.map(({ isOpenEnded, closedAt }) => ({ isOpenEnded, closedAt })),
        [{ isOpenEnded: true, closedAt: undefined }],
      );
    });
});

describe('a first run that writes the events to come', () => {
  /**
   * Returns the serial numbers of the events that a run writes in three rounds, and the number of gaps that it names.
   * `list` returns each page; its cursor is undefined for the first one.
   */
  async function follow(
    list: (round: number, cursor: string | undefined) => AuditPage,
  ): Promise<{ readonly written: readonly number[]; readonly gapCount: number }> {
    const written: number[] = [];
    let gapCount = 0;
    const stop = new AbortController();
    let round = 0;
    await runCollector(
      { madeFor, isOnce: false, minMs: 1, pages: true },
      {
        fetch: async (cursor) => ({ ok: true, value: list(round, cursor?.changeID), exchange }),
        sink: {
          async write(records) {
            for (const one of records) {
              if (one.kind === 'event') written.push(Number(one.event.raw.serial));
              else gapCount++;
            }
          },
          close: async () => undefined,
        },
        store: { load: async () => undefined, save: async () => undefined },
        toRecords: async (events) => events.map((one) => ({ kind: 'event', event: one, isMasked: false })),
        isNews: () => true,
        sha256: plainHash,
        now: () => START,
        async wait() {
          if (++round === 3) stop.abort();
        },
      },
      stop.signal,
    );
    return { written, gapCount };
  }

  it('writes an event that arrives late, although all those listed before are newer', async () => {
    const known = event(0, START);
    const late = event(1, START - 2_000);
    const { written } = await follow((round) => ({
      events: round === 0 ? [known] : [known, late],
      nextOps: null,
    }));
    assert.deepEqual(written, [1]);
  });

  it('writes an event that arrives some seconds late, but none of the page below from long before', async () => {
    const known = event(0, START);
    const late = event(1, START - 2_000);
    const old = event(2, START - 60_000);
    const { written } = await follow((round) => ({
      events: round === 0 ? [known] : [known, late, old],
      nextOps: { changeID: 'x' },
    }));
    assert.deepEqual(written, [1]);
  });

  it('writes late events that are older than those of the first page, and names no gap', async () => {
    const before = range(0, 400).map((n) => event(n, START - n * 100));
    const late = [event(1000, START - 2_050), event(1001, START - 29_050)];
    const { written, gapCount } = await follow((round, cursor = '0') => {
      const listed = round === 0 ? before : [...before, ...late].sort(isNewer);
      const from = Number(cursor);
      return { events: listed.slice(from, from + 10), nextOps: { changeID: String(from + 10) } };
    });
    assert.deepEqual([written.toSorted((a, b) => a - b), gapCount], [[1000, 1001], 0]);
  });
});
