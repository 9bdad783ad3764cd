import assert from 'node:assert/strict';
import type { ResultsHost, ResultsState } from '../../../src/protocol/results.ts';
import { isResultsState, isWindow, resultsHostGuards } from '../../../src/protocol/resultsGuards.ts';
import type { Methods, Port } from '../../../src/protocol/rpc.ts';
import { createRpc } from '../../../src/protocol/rpc.ts';
import { guarded } from '../../../src/protocol/validate.ts';

const state: ResultsState = {
  rev: 1,
  phase: 'rows',
  columns: [{ name: 'id', numeric: true }],
  rowCount: 1,
  firstRowNumber: 26,
  totalRows: -1,
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

describe('protocol guards', () => {
  const calls: unknown[] = [];
  const handlers: ResultsHost = {
    ready: () => state,
    want: ({ rev, seq, from }) => ({ rev, seq, from, rows: [] }),
    action: (params) => void calls.push(params),
    button: (params) => void calls.push(params),
    cell: () => 'whole',
    copy: (params) => void calls.push(params),
    painted: (params) => void calls.push(params),
  };

  beforeEach(() => calls.splice(0));

  it('lets well-formed calls through to the handler', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {});
    createRpc(b, guarded(resultsHostGuards, handlers));
    assert.deepEqual(await client.call('ready', {}), state);
    assert.deepEqual(await client.call('want', { rev: 3, seq: 4, from: 5, to: 6 }), {
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
    ['want', { rev: 1, seq: 1, from: -1, to: 5 }],
    ['want', { rev: 1, seq: 1, from: 0, to: 1.5 }],
    ['want', { rev: 1, seq: 1, from: 0, to: Number.POSITIVE_INFINITY }],
    ['want', { rev: '1', seq: 1, from: 0, to: 5 }],
    ['action', { action: 'drop' }],
    ['action', { action: { toString: 'next' } }],
    ['action', 'next'],
    ['button', { id: 7 }],
    ['cell', { rev: 1, row: 0 }],
    ['copy', { rev: 1, fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 2 ** 53 }],
    ['painted', { rev: 1, at: 'now' }],
    ['painted', [1, 2]],
  ];
  for (const [method, params] of hostile) {
    it(`refuses ${method} with ${JSON.stringify(params)}`, async () => {
      const [a, b] = ports();
      const client = createRpc<Methods>(a, {});
      createRpc(b, guarded(resultsHostGuards, handlers));
      await assert.rejects(client.call(method, params as never), {
        message: `malformed params of ${method}`,
      });
      assert.deepEqual(calls, []);
    });
  }

  it('offers no method that has no guard, own or inherited', async () => {
    const [a, b] = ports();
    const client = createRpc<Methods>(a, {});
    createRpc(b, guarded(resultsHostGuards, { ...handlers, secret: () => 'x' } as ResultsHost));
    for (const name of ['secret', 'toString', '__proto__', 'constructor']) {
      await assert.rejects(client.call(name, {} as never), { message: `unknown method ${name}` });
    }
  });

  it('knows a state from something else', () => {
    assert.equal(isResultsState(state), true);
    assert.equal(isResultsState({ ...state, dataRev: 1, rows: [[{ k: 'text', t: 'a' }]] }), true);
    const wrong: readonly unknown[] = [
      null,
      [],
      { ...state, rev: -1 },
      { ...state, phase: 'other' },
      { ...state, columns: [{ name: 1, numeric: true }] },
      { ...state, totalRows: -2 },
      { ...state, can: { next: true } },
      { ...state, rows: [[{ k: 'html', t: 'a' }]] },
      { ...state, target: { label: 'a', environment: 'moon' } },
      { ...state, notice: { title: 'a', text: 'b', buttons: [{ id: 'x' }] } },
    ];
    for (const value of wrong) assert.equal(isResultsState(value), false, JSON.stringify(value));
  });

  it('knows an answer to want from something else', () => {
    assert.equal(isWindow({ rev: 1, seq: 2, from: 0, rows: [[{ k: 'null', t: '' }]] }), true);
    for (const rows of [undefined, {}, [{}], [[1]], [[{ k: 'null' }]]]) {
      assert.equal(isWindow({ rev: 1, seq: 2, from: 0, rows }), false);
    }
  });
});

describe('rpc', () => {
  it('rejects every open call on dispose and stops listening', async () => {
    const [a, b] = ports();
    const client = createRpc<ResultsHost>(a, {});
    const server = createRpc(b, { cell: () => new Promise(() => undefined) });
    const open = client.call('cell', { rev: 1, row: 0, column: 0 });
    client.dispose();
    await assert.rejects(open, { message: 'closed' });
    await assert.rejects(client.call('ready', {}), { message: 'closed' });
    server.dispose();
  });

  it('survives messages that are no envelope', async () => {
    const [a, b] = ports();
    createRpc(b, { ready: () => 'here' });
    for (const message of [null, 1, 'x', [], {}, { id: 'a' }, { method: 5 }, { id: 1, error: 'stray' }])
      a.post(message);
    const client = createRpc<Methods>(a, {});
    assert.equal(await client.call('ready', {} as never), 'here');
  });
});
