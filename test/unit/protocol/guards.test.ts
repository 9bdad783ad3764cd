import assert from 'node:assert/strict';
import { createLoggableFailure } from '../../../src/protocol/failure.ts';
import type { Notice, ResultsHost, RowsDescription, RowsState } from '../../../src/protocol/results.ts';
import {
  isColumnStatistics,
  isFoundCell,
  isResultsState,
  isRowsResponse,
  resultsHostGuards,
  resultsToolGuards,
} from '../../../src/protocol/resultsGuards.ts';
import {
  createRpc,
  type FailureListener,
  type Methods,
  OutOfDate,
  type Port,
} from '../../../src/protocol/rpc.ts';
import { guardHandlers } from '../../../src/protocol/validate.ts';

const description: RowsDescription = {
  columns: [{ name: 'id', numeric: true }],
  rowCount: 1,
  firstRowNumber: 26,
  totalRows: -1,
  isMasked: false,
  scope: '',
  scopeInStatus: false,
  arrangement: { sorts: [], filters: [] },
  isAggregate: false,
};
const state: RowsState = {
  rev: 1,
  phase: 'rows',
  dataRev: 1,
  description,
  status: 'Rows 26–26',
  detail: '',
  can: { next: true, previous: true, first: true, cancel: false, showAudit: true },
};

/** Two ports joined back to back; messages arrive as structured copies, like in a webview. */
function ports(): [Port, Port] {
  const listeners: Set<(message: unknown) => void>[] = [new Set(), new Set()];
  const port = (own: number): Port => ({
    post: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      for (const listener of listeners[1 - own] ?? []) queueMicrotask(() => listener(copy));
    },
    listen: (listener) => {
      listeners[own]?.add(listener);
      return () => listeners[own]?.delete(listener);
    },
  });
  return [port(0), port(1)];
}

const notice: Notice = { title: 'a', text: 'b', buttons: [] };
const neverFails = (method: string): void => assert.fail(method);
const failures: string[] = [];
const noteFailure: FailureListener = (method, error, isAnswered) =>
  void failures.push(`${method} ${createLoggableFailure(error).name} ${isAnswered}`);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
beforeEach(() => {
  failures.length = 0;
});

describe('protocol guards', () => {
  const calls: unknown[] = [];
  const handlers: ResultsHost = {
    ready: () => state,
    fetchRows: ({ rev, seq, from }) => ({ rev, seq, from, rows: [] }),
    action: (params) => void calls.push(params),
    button: (params) => void calls.push(params),
    cellText: () => 'whole',
    copy: (params) => calls.push(params) > 0,
    focusEditor: () => undefined,
    setActiveCell: () => undefined,
    setSelectedCells: (params) => void calls.push(params),
    reportPaint: (params) => void calls.push(params),
  };

  beforeEach(() => calls.splice(0));

  it('lets well-formed calls through to the handler', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {}, neverFails);
    createRpc(b, guardHandlers(resultsHostGuards, handlers), noteFailure);
    assert.deepEqual(await client.call('ready', {}), state);
    assert.deepEqual(await client.call('fetchRows', { rev: 3, seq: 4, from: 5, to: 6 }), {
      rev: 3,
      seq: 4,
      from: 5,
      rows: [],
    });
    await client.call('action', { action: 'next' });
    assert.deepEqual(calls, [{ action: 'next' }]);
  });

  const hostile: readonly (readonly [keyof ResultsHost, unknown])[] = [
    ['ready', null],
    ['fetchRows', { rev: 1, seq: 1, from: -1, to: 5 }],
    ['setSelectedCells', { rev: 1, fromRow: 0, toRow: 1, columns: ['id'] }],
    ['fetchRows', { rev: 1, seq: 1, from: 0, to: 1.5 }],
    ['fetchRows', { rev: 1, seq: 1, from: 0, to: Number.POSITIVE_INFINITY }],
    ['fetchRows', { rev: '1', seq: 1, from: 0, to: 5 }],
    ['action', { action: 'drop' }],
    ['action', { action: { toString: 'next' } }],
    ['action', 'next'],
    ['button', { id: 7 }],
    ['button', { id: 'other' }],
    ['copy', { rev: 1, fromRow: 0, toRow: 2, columns: [0], format: 'exe' }],
    ['cellText', { rev: 1, row: 0 }],
    ['copy', { rev: 1, fromRow: 0, toRow: 1, columns: [2 ** 53], format: 'tsv' }],
    ['reportPaint', { rev: 1, at: 'now' }],
    ['reportPaint', [1, 2]],
  ];
  for (const [method, params] of hostile) {
    it(`refuses ${method} with ${JSON.stringify(params)}`, async () => {
      const [a, b] = ports();
      const client = createRpc<Methods>(a, {}, neverFails);
      createRpc(b, guardHandlers(resultsHostGuards, handlers), noteFailure);
      await assert.rejects(client.call(method, params as never), {
        message: `malformed params of ${method}`,
      });
      assert.deepEqual(calls, []);
    });
  }

  it('offers no method that has no guard, own or inherited', async () => {
    const [a, b] = ports();
    const client = createRpc<Methods>(a, {}, neverFails);
    createRpc(
      b,
      guardHandlers(resultsHostGuards, { ...handlers, secret: () => 'x' } as ResultsHost),
      noteFailure,
    );
    for (const name of ['secret', 'toString', '__proto__', 'constructor']) {
      await assert.rejects(client.call(name, {} as never), { message: `unknown method ${name}` });
    }
  });

  it('knows a state from something else', () => {
    assert.equal(isResultsState(state), true);
    assert.equal(isResultsState({ ...state, firstRows: [[{ k: 'text', t: 'a' }]] }), true);
    const { description: _, ...frame } = state;
    assert.equal(isResultsState({ ...frame, phase: 'loading' }), true);
    assert.equal(isResultsState({ ...frame, phase: 'none', notice }), true);
    const wrong: readonly unknown[] = [
      null,
      [],
      { ...state, rev: -1 },
      { ...state, phase: 'other' },
      frame,
      { ...frame, phase: 'none' },
      { ...state, dataRev: undefined },
      { ...state, description: { ...description, columns: [{ name: 1, numeric: true }] } },
      { ...state, description: { ...description, totalRows: -2 } },
      { ...state, can: { next: true } },
      { ...state, firstRows: [[{ k: 'html', t: 'a' }]] },
      { ...state, target: { label: 'a', environment: 'moon' } },
      { ...state, request: { id: 'r' } },
      { ...state, request: { time: '1 ms', id: 2 } },
      { ...state, notice: { ...notice, buttons: [{ id: 'retry' }] } },
      { ...state, notice: { ...notice, buttons: [{ id: 'other', label: 'x' }] } },
    ];
    for (const value of wrong) assert.equal(isResultsState(value), false, JSON.stringify(value));
  });

  it('knows an answer to fetchRows from something else', () => {
    assert.equal(isRowsResponse({ rev: 1, seq: 2, from: 0, rows: [[{ k: 'null', t: '' }]] }), true);
    for (const rows of [undefined, {}, [{}], [[1]], [[{ k: 'null' }]]]) {
      assert.equal(isRowsResponse({ rev: 1, seq: 2, from: 0, rows }), false);
    }
  });
});

describe('protocol guards of what a host may offer', () => {
  const good: { readonly [K in keyof typeof resultsToolGuards]: readonly unknown[] } = {
    tool: [{ tool: 'loadAll' }, { tool: 'toggleMask' }, { tool: 'copyRequestID' }],
    copyRequestID: [{}],
    sort: [
      { rev: 1, sorts: [] },
      { rev: 1, sorts: [{ column: 0, descending: true }] },
    ],
    filter: [{ rev: 1, row: 0, column: 0, exclude: false }],
    filterColumn: [
      { rev: 1, column: 0, test: 'contains' },
      { rev: 1, column: 2, test: 'empty' },
    ],
    filterByStatistic: [
      { rev: 1, column: 0, list: 'top', index: 0 },
      { rev: 1, column: 3, list: 'bins', index: 19 },
    ],
    editFilter: [{ id: 'a' }],
    clearFilter: [{}, { id: 'a' }],
    find: [{ rev: 1, text: 'x', row: 0, column: 0, columns: [0, 1], direction: 'here' }],
    statistics: [{ rev: 1, column: 3 }],
    reveal: [
      { rev: 1, column: 0 },
      { rev: 1, column: 0, row: 5 },
    ],
  };
  const bad: typeof good = {
    tool: [{}, { tool: 'deleteAll' }],
    copyRequestID: [null, 1],
    sort: [
      { rev: 1 },
      { rev: 1, sorts: [{ column: -1, descending: true }] },
      { rev: 1, sorts: [{ column: 0 }] },
    ],
    filter: [{ rev: 1, row: 0, column: 0 }],
    filterColumn: [
      { rev: 1, column: 0, test: 'like' },
      { rev: 1, test: 'empty' },
    ],
    filterByStatistic: [
      { rev: 1, column: 0, list: 'all', index: 0 },
      { rev: 1, column: 0, list: 'top', index: -1 },
    ],
    editFilter: [{}, { id: 5 }],
    clearFilter: [null, { id: 5 }],
    find: [{ rev: 1, text: 'x', row: 0, column: 0, columns: [-1], direction: 'here' }, { rev: 1 }],
    statistics: [{ rev: 1 }],
    reveal: [{ column: 0 }, { rev: 1, column: 0, row: 'all' }],
  };
  for (const [name, guard] of Object.entries(resultsToolGuards)) {
    it(`tells params of ${name} from others`, () => {
      for (const params of good[name as keyof typeof good]) assert.ok(guard(params), JSON.stringify(params));
      for (const params of bad[name as keyof typeof bad]) assert.ok(!guard(params), JSON.stringify(params));
    });
  }

  it('knows answers to find and statistics from something else', () => {
    assert.ok(isFoundCell({ row: 1, column: 2, position: 1, count: 9 }));
    for (const wrong of [null, undefined, {}, { row: -1, column: 0, position: 1, count: 1 }]) {
      assert.ok(!isFoundCell(wrong));
    }
    const known = { rows: 3, absent: 0, nulls: 1, empty: 0, distinct: 2, top: [] };
    assert.ok(isColumnStatistics(known));
    assert.ok(isColumnStatistics({ ...known, min: { k: 'number', t: '1' } }));
    assert.ok(!isColumnStatistics({ ...known, top: [{ cell: { k: 'html', t: '' }, count: 1 }] }));
    assert.ok(!isColumnStatistics({ ...known, rows: -1 }));
    const histogram = { bins: [{ from: '0', to: '0.1', count: 2 }], others: 1 };
    const others = { values: 3, rows: 4 };
    assert.ok(isColumnStatistics({ ...known, histogram, others, redacted: 2 }));
    assert.ok(
      !isColumnStatistics({ ...known, histogram: { bins: [{ from: 0, to: 1, count: 2 }], others: 1 } }),
    );
    assert.ok(!isColumnStatistics({ ...known, histogram: { bins: [] } }));
  });

  it('knows the further fields of a state', () => {
    const full: RowsState = {
      ...state,
      can: { ...state.can, loadAll: true, sort: false },
      progress: { done: 5, total: -1 },
      description: {
        ...description,
        isMasked: true,
        scope: 'over the 75 rows loaded',
        arrangement: {
          sorts: [{ column: 0, descending: true }],
          filters: [{ id: 'a', label: 'b', editable: true }],
        },
      },
      notice: { title: '', text: '', buttons: [], severity: 'warning' },
    };
    assert.ok(isResultsState(full));
    assert.ok(!isResultsState({ ...full, can: { ...full.can, loadAll: 'yes' } }));
    assert.ok(!isResultsState({ ...full, progress: { done: 5 } }));
    assert.ok(
      !isResultsState({
        ...full,
        description: { ...description, arrangement: { sorts: [], filters: [{ id: 1 }] } },
      }),
    );
  });
});

describe('rpc', () => {
  it('knows a question that is out of date by its name: the features are bundles with a class each', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {}, neverFails);
    class OutOfDateElsewhere extends Error {
      override readonly name = new OutOfDate('').name;
    }
    const fetchRows = () => Promise.reject(new OutOfDateElsewhere('other rows are shown now'));
    createRpc(b, { fetchRows }, neverFails);
    const stale = { message: 'other rows are shown now' };
    await assert.rejects(client.call('fetchRows', { rev: 1, seq: 1, from: 0, to: 1 }), stale);
  });

  it('tells of every failure, and whether its caller learns of it; not of questions that are out of date', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {}, neverFails);
    const handlers = {
      setActiveCell: () => Promise.reject(new RangeError('secret')),
      cellText() {
        throw new TypeError('secret');
      },
      fetchRows() {
        throw new OutOfDate('other rows are shown now');
      },
    };
    createRpc(b, handlers, noteFailure);
    client.notify('setActiveCell', { rev: 1, row: 0, column: 0 });
    await assert.rejects(client.call('cellText', { rev: 1, row: 0, column: 0 }), { message: 'secret' });
    const stale = { message: 'other rows are shown now' };
    await assert.rejects(client.call('fetchRows', { rev: 1, seq: 1, from: 0, to: 1 }), stale);
    client.notify('button', { id: 'retry' });
    await settled();
    assert.deepEqual(failures.sort(), [
      'cellText TypeError true',
      'setActiveCell RangeError false',
      'unknown method Error false',
    ]);
  });

  it('rejects every open call on dispose and stops listening', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {}, neverFails);
    const server = createRpc(b, { cellText: () => new Promise(() => undefined) }, neverFails);
    const open = client.call('cellText', { rev: 1, row: 0, column: 0 });
    client.dispose();
    await assert.rejects(open, { message: 'closed' });
    await assert.rejects(client.call('ready', {}), { message: 'closed' });
    server.dispose();
  });

  it('survives messages that are no envelope', async () => {
    const [a, b] = ports();
    createRpc(b, { ready: () => 'here' }, neverFails);
    for (const message of [
      null,
      1,
      'x',
      [],
      {},
      { id: 'a' },
      { method: 5 },
      { id: 1, error: 'stray' },
      { id: 1, error: { name: 'stray' } },
    ])
      a.post(message);
    const client = createRpc<Methods>(a, {}, neverFails);
    assert.equal(await client.call('ready', {} as never), 'here');
  });
});
