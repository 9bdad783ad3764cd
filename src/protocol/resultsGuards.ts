/** The checks of every message of results.ts, both ways. */
import type { ActionButton, Cell, ResultColumn, ResultsHost, ResultsState, ResultsView } from './results.ts';
import type { GuardsOf } from './validate.ts';
import { isIndex, isRecord, isShape, isText, listOf, oneOf, optional } from './validate.ts';

type Params<K extends keyof ResultsHost> = Parameters<ResultsHost[K]>[0];
type Window = Awaited<ReturnType<ResultsHost['want']>>;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isTotal = (value: unknown): value is number => value === -1 || isIndex(value);
const isTime = (value: unknown): value is number => Number.isFinite(value);

const cellKinds = oneOf([
  'absent',
  'null',
  'empty',
  'text',
  'number',
  'boolean',
  'date',
  'object',
  'redacted',
  'masked',
] satisfies Cell['k'][]);
export const isCell = (value: unknown): value is Cell =>
  isRecord(value) && cellKinds(value.k) && isText(value.t);
const isRows = listOf(listOf(isCell));

/** What the webview may ask of the host: `createRpc<ResultsView>(port, guarded(resultsHostGuards, handlers))`. */
export const resultsHostGuards: GuardsOf<ResultsHost> = {
  ready: (value): value is Record<string, never> => isRecord(value),
  want: isShape<Params<'want'>>({ rev: isIndex, seq: isIndex, from: isIndex, to: isIndex }),
  action: isShape<Params<'action'>>({ action: oneOf(['next', 'previous', 'first', 'cancel', 'showAudit']) }),
  button: isShape<Params<'button'>>({ id: isText }),
  cell: isShape<Params<'cell'>>({ rev: isIndex, row: isIndex, column: isIndex }),
  copy: isShape<Params<'copy'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    fromColumn: isIndex,
    toColumn: isIndex,
    columns: optional(listOf(isIndex)),
  }),
  painted: isShape<Params<'painted'>>({ rev: isIndex, at: isTime }),
};

/** The state that the host sends. Rows asked for later are checked by `isWindow`. */
export const isResultsState = isShape<ResultsState>({
  rev: isIndex,
  dataRev: optional(isIndex),
  phase: oneOf(['idle', 'loading', 'rows', 'none', 'error', 'cancelled']),
  columns: listOf(isShape<ResultColumn>({ name: isText, numeric: isBoolean })),
  rowCount: isIndex,
  firstRowNumber: isIndex,
  rows: optional(isRows),
  totalRows: isTotal,
  status: isText,
  detail: isText,
  target: optional(isShape({ label: isText, environment: oneOf(['production', 'test', 'development']) })),
  can: isShape<ResultsState['can']>({
    next: isBoolean,
    previous: isBoolean,
    first: isBoolean,
    cancel: isBoolean,
    showAudit: isBoolean,
  }),
  notice: optional(
    isShape({
      title: isText,
      text: isText,
      buttons: listOf(isShape<ActionButton>({ id: isText, label: isText })),
    }),
  ),
});

/** The answer to `want`. */
export const isWindow = isShape<Window>({ rev: isIndex, seq: isIndex, from: isIndex, rows: isRows });

/** What the host may ask of the webview. */
export const resultsViewGuards: GuardsOf<ResultsView> = { state: isResultsState };
