import assert from 'node:assert/strict';
import { createLoadAll, type LoadAll } from '../../src/core/results/loading/loadAll.ts';
import { createPager, type Pager } from '../../src/core/results/loading/pager.ts';
import type { ApiError } from '../../src/core/service/errors.ts';
import { prepareQuery } from '../../src/core/sql/execution/preparedQuery.ts';
import { afterTimer, eventually, waitMs } from '../run/waiting.ts';
import { shownRows } from '../unit/core/results/loading/records.ts';
import { whyOf } from '../unit/core/results/loading/simulation.ts';
import { type HostileServer, startHostileServer } from './hostileServer.ts';
import { clientFor, IMPATIENT_MS, note, query, sentenceOf, transports } from './support.ts';

const statement = 'SELECT id, name FROM persons';

/** One result of the fault's rows, read as the panel reads it. */
function open(server: HostileServer, fault: string, deps = {}) {
  const { client } = clientFor(server.url(fault), transports.undici, deps);
  const prepared = prepareQuery(statement);
  assert.equal(prepared.plan.kind, 'paged');
  let abort = new AbortController();
  let waiting: (() => void)[] = [];
  const fetch = (offset: number, limit: number, signal?: AbortSignal) => {
    const text = prepared.page({ offset, limit });
    abort = new AbortController();
    return client.executeQuery({ ...query, query: text }, signal ?? abort.signal);
  };
  const pager: Pager = createPager({
    pageSize: 25,
    fetch,
    onChange() {
      if (pager.state().phase === 'loading') return;
      const done = waiting;
      waiting = [];
      for (const resolve of done) resolve();
    },
  });
  const settled = async (): Promise<void> => {
    if (pager.state().phase === 'loading') await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const loadAll = (maxRows = 1000): LoadAll =>
    createLoadAll(
      {
        result: pager.result,
        concurrency: 4,
        maxRows,
        onChange: () => undefined,
        fetch: (offset, limit, signal) => fetch(offset, limit, signal as AbortSignal),
      },
      {
        now: () => performance.now(),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5))),
        random: () => 0,
        abortController: () => new AbortController(),
      },
    );
  return {
    pager,
    loadAll,
    ids: (): unknown[] => pager.result.rows.rows(0, 9999).map(([id]) => id),
    cancel: () => abort.abort(),
    async press(...what: readonly ('start' | 'next' | 'retry' | 'previous')[]): Promise<void> {
      for (const one of what) {
        pager[one]();
        await settled();
      }
    },
  };
}

const upTo = (end: number, from = 0): number[] => Array.from({ length: end - from }, (_, at) => from + at);

describe('a result read page by page', () => {
  let server: HostileServer;
  beforeEach(async () => {
    server = await startHostileServer();
  });
  afterEach(() => server.close());

  const failing: readonly (readonly [string, string])[] = [
    ['odd-while-paging', 'unreadable'],
    ['missing-while-paging', 'unreadable'],
    ['401-while-paging', 'status'],
    ['403-while-paging', 'status'],
    ['500-while-paging', 'status'],
    ['unreadable-wait-while-paging', 'status'],
    ['html-while-paging', 'unreadable'],
    ['truncated-while-paging', 'unreadable'],
    ['reset-while-paging', 'network'],
    ['stalled-while-paging', 'timeout'],
    ['redirect-while-paging', 'redirect'],
  ];
  for (const [fault, kind] of failing) {
    it(`${fault}: the rows stay, it is said, and the same page comes when asked again`, async () => {
      const isStalled = (): boolean => fault.startsWith('stalled') && server.seen.length === 1;
      const impatient = { timeoutMs: () => (isStalled() ? IMPATIENT_MS : waitMs) };
      const { pager, press, ids } = open(server, fault, impatient);
      await press('start', 'next');
      const state = pager.state();
      assert.ok(state.phase === 'error');
      const { error, rowCount, firstRow } = state;
      assert.deepEqual([error.kind, rowCount, firstRow], [kind, 25, 1]);
      note(`page 2: ${fault}`, { ok: false, error });
      assert.equal(server.seen.length, 2, 'not sent again by itself');
      await press('retry', 'next', 'next');
      assert.deepEqual(ids(), upTo(100));
      assert.equal(pager.state().firstRow, 76);
    });
  }

  it('401 while everything is loaded: nothing more is sent, and after signing in it goes on', async () => {
    const { loadAll, ids, press } = open(server, '401-while-paging');
    await press('start');
    const all = loadAll();
    const done = all.start();
    await eventually('the end', () => all.state().phase !== 'running');
    const paused = all.state();
    assert.deepEqual([paused.phase, whyOf(paused).pausedBy], ['paused', 'signIn']);
    assert.ok(paused.rows >= 25);
    void all.start();
    assert.equal((await done).phase, 'done');
    assert.deepEqual(ids(), upTo(100));
    note('load all: 401-while-paging');
  });

  for (const fault of ['reset-while-paging', '500-while-paging']) {
    it(`${fault} while everything is loaded: the page is asked for again, no row is missing`, async () => {
      const { loadAll, ids } = open(server, fault);
      const done = await loadAll().start();
      assert.deepEqual([done.phase, done.failed, whyOf(done).stoppedBy], ['done', 1, 'end']);
      assert.deepEqual(ids(), upTo(100));
    });
  }

  it('a wait that can’t be read pauses Load all, which sends nothing before the user resumes it', async () => {
    const { loadAll, ids, press } = open(server, 'unreadable-wait-while-paging');
    await press('start');
    const all = loadAll();
    const done = all.start();
    await eventually('the pause', () => all.state().phase === 'paused' && all.state().pendingRequests === 0);
    const paused = all.state();
    assert.equal(whyOf(paused).pausedBy, 'error');
    assert.match(sentenceOf(whyOf(paused).error as ApiError), /could not be read/);
    const sent = server.seen.length;
    // Longer than any wait of Load all takes here.
    await afterTimer(100);
    assert.equal(server.seen.length, sent);
    void all.start();
    assert.equal((await done).phase, 'done');
    assert.deepEqual(ids(), upTo(100));
  });

  for (const fault of ['null-while-paging', 'empty-while-paging']) {
    it(`${fault} is the end, on the page’s edge; the rows stay`, async () => {
      const { pager, press, ids } = open(server, fault);
      await press('start', 'next');
      const { phase, totalRowCount: end, hasNext, rowCount } = pager.state();
      assert.deepEqual([phase, end, hasNext, rowCount], ['page', 25, false, 25]);
      assert.deepEqual(ids(), upTo(25));
      note(`page 2: ${fault}`);
    });
  }

  it('offset-ignored: one page, said, no loop, in Next and in Load all', async () => {
    const { pager, press, ids, loadAll } = open(server, 'offset-ignored');
    await press('start', 'next', 'next', 'next');
    assert.deepEqual([pager.state().offsetIgnored, ids(), server.seen.length], [true, upTo(25), 2]);
    const fresh = open(server, 'offset-ignored');
    const done = await fresh.loadAll().start();
    const { requests } = done;
    assert.deepEqual([done.phase, whyOf(done).stoppedBy], ['done', 'offsetIgnored']);
    assert.ok(requests <= 5, String(requests));
    assert.deepEqual(fresh.ids(), upTo(25));
    assert.equal((await loadAll().start()).rows, 25);
    note('offset-ignored');
  });

  it('pages-overlapping: every row as it came, the repeated ones counted', async () => {
    const { pager, press, ids } = open(server, 'pages-overlapping');
    await press('start', 'next');
    assert.equal(pager.state().repeatedRows, 12);
    assert.deepEqual(ids(), [...upTo(25), ...upTo(38, 13)]);
    note('pages-overlapping');
  });

  it('pages-reordered: shown as they came, no row twice on one place', async () => {
    const { loadAll, pager, ids } = open(server, 'pages-reordered');
    await loadAll().start();
    assert.deepEqual(ids(), [...upTo(25), ...upTo(100, 75), ...upTo(75, 50), ...upTo(50, 25)]);
    assert.equal(pager.state().repeatedRows, 0);
    note('pages-reordered');
  });

  it('pages-26: what is over the limit asked for is dropped, so no row is there twice', async () => {
    const { press, ids, pager } = open(server, 'pages-26');
    await press('start', 'next', 'next', 'next');
    assert.deepEqual(ids(), upTo(100));
    assert.equal(pager.state().repeatedRows, 0);
    note('pages-26');
  });

  it('pages-endless: Load all stops at its most rows and says so', async () => {
    const { loadAll, ids } = open(server, 'pages-endless');
    const done = await loadAll(250).start();
    assert.deepEqual([done.phase, whyOf(done).stoppedBy], ['done', 'maxRows']);
    assert.deepEqual(ids(), upTo(250));
    assert.equal(server.seen.length, 10);
    note('pages-endless');
  });

  it('columns-changing: the columns are the union, and values are under their own', async () => {
    const { loadAll, pager } = open(server, 'columns-changing');
    await loadAll().start();
    const { rows } = pager.result;
    assert.deepEqual([...rows.columns].sort(), ['c0', 'c25', 'c50', 'c75', 'id']);
    for (let row = 0; row < 100; row++) {
      const own = `c${row - (row % 25)}`;
      for (const [column, heading] of rows.columns.entries()) {
        const expected = heading === 'id' || heading === own ? row : undefined;
        assert.equal(rows.value(row, column), expected);
      }
    }
    note('columns-changing');
  });

  it('fifty quick Nexts: one request at a time, the last position wins', async () => {
    const { pager, press } = open(server, 'paged-slowly');
    await press('start');
    for (let at = 0; at < 49; at++) pager.next();
    await press('next');
    const { phase, firstRow } = pager.state();
    const rows = shownRows(pager);
    assert.deepEqual([phase, server.mostAtOnce()], ['page', 1]);
    assert.deepEqual([firstRow, rows[0]?.[0]], [1251, 1250]);
    assert.equal(server.seen.length, 3, 'the first page, the one under way, the last wanted');
    note('50 quick Nexts');
  });

  it('fifty quick Nexts past the end: rows are shown, the end is not guessed, nothing is asked in a circle', async () => {
    const { pager, press, ids } = open(server, 'paged-100');
    await press('start');
    for (let at = 0; at < 49; at++) pager.next();
    await press('next');
    assert.deepEqual([pager.state().phase, pager.state().firstRow, server.seen.length], ['page', 26, 3]);
    await press('next', 'next');
    assert.deepEqual([ids(), pager.state().firstRow], [upTo(100), 76]);
  });

  it('cancelled while a page stalls: the rows stay, and it can be asked for again', async () => {
    const { pager, press, cancel, ids } = open(server, 'stalled-while-paging');
    await press('start');
    const next = press('next');
    await eventually('two requests', () => server.seen.length >= 2);
    cancel();
    await next;
    assert.deepEqual([pager.state().phase, ids()], ['cancelled', upTo(25)]);
    await press('retry');
    assert.deepEqual(ids(), upTo(50));
  });

  it('a server restarted between two pages: the rows stay, and the page comes from the new one', async () => {
    const { pager, press, ids } = open(server, 'paged-100');
    await press('start');
    await server.close();
    await press('next');
    assert.deepEqual([pager.state().phase, ids()], ['error', upTo(25)]);
    server = await startHostileServer(server.port);
    await press('retry');
    assert.deepEqual([pager.state().phase, ids()], ['page', upTo(50)]);
  });
});
