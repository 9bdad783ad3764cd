/** Runs before the built webview: a host in the page that owns the rows, reached by messages as in the editor. */
import type { Cell, ResultsHost, ResultsView } from '../../../src/protocol/results.ts';
import { resultsHostGuards } from '../../../src/protocol/resultsGuards.ts';
import { createRpc, type Handlers } from '../../../src/protocol/rpc.ts';
import { guardHandlers } from '../../../src/protocol/validate.ts';
import { benchOf, columnNames, value } from './measure.ts';

const frame = {
  status: '',
  detail: '',
  can: { next: false, previous: false, first: false, cancel: false, showAudit: false },
};
const row = (index: number): Cell[] =>
  columnNames.map((_, column) => ({ k: 'text', t: value(index, column) }));
const toHost = new MessageChannel();
const handlers: Handlers<ResultsHost> = {
  ready: () => ({
    ...frame,
    rev: 1,
    dataRev: 1,
    phase: 'idle',
    notice: { title: 'idle', text: '', buttons: [] },
  }),
  fetchRows: ({ rev, seq, from, to }) => ({
    rev,
    seq,
    from,
    rows: Array.from({ length: to - from }, (_, offset) => row(from + offset)),
  }),
  action: () => undefined,
  button: () => undefined,
  cellText: ({ row: at, column }) => value(at, column),
  copy: () => true,
  setSelectedCells: () => undefined,
  focusEditor: () => undefined,
  setActiveCell: () => undefined,
  reportPaint: () => undefined,
};
const rpc = createRpc<ResultsView>(
  {
    post: (message) => window.postMessage(message, window.location.origin),
    listen: (listener) => {
      toHost.port2.onmessage = (event: MessageEvent<unknown>) => listener(event.data);
      return () => toHost.port2.close();
    },
  },
  guardHandlers(resultsHostGuards, handlers),
  (method, error) => console.error(method, error),
);
Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => toHost.port1.postMessage(message),
    getState: () => undefined,
    setState: () => undefined,
  }),
});
window.gridBench = benchOf({
  show: (rowCount) => {
    const columns = columnNames.map((name) => ({ name, numeric: false }));
    const description = {
      columns,
      rowCount,
      totalRows: rowCount,
      firstRowNumber: 1,
      isMasked: false,
      scope: '',
      scopeInStatus: false,
      arrangement: { sorts: [], filters: [] },
      isAggregate: false,
    };
    rpc.notify('state', { ...frame, rev: 2, dataRev: 2, phase: 'rows', description });
  },
  scroller: () => {
    const grid = document.querySelector<HTMLElement>('.grid');
    if (!grid) throw new Error('no grid');
    return grid;
  },
  cells: '.body .cell',
});
