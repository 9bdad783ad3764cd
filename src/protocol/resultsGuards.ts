import { pageViewGuards } from './page.ts';
import type {
  Cell,
  ColumnSort,
  ColumnStatistics,
  ColumnTest,
  CopyFormatOrCondition,
  DisplayedFilter,
  FoundCell,
  Histogram,
  Notice,
  NoticeAction,
  NoticeButton,
  ResultColumn,
  ResultsAction,
  ResultsFrame,
  ResultsHost,
  ResultsState,
  ResultsTool,
  ResultsTools,
  ResultsView,
  Revisions,
  RowsDescription,
  RowsState,
} from './results.ts';
import type { GuardsOf } from './validate.ts';
import {
  isBoolean,
  isNonNegativeSafeInteger,
  isRecord,
  isText,
  listOf,
  oneOf,
  optional,
  shapeOf,
} from './validate.ts';

type Params<K extends keyof ResultsHost> = Parameters<ResultsHost[K]>[0];
type ToolParams<K extends keyof ResultsTools> = Parameters<ResultsTools[K]>[0];
type RowsResponse = Awaited<ReturnType<ResultsHost['fetchRows']>>;
const isIndexOrMinusOne = (value: unknown): value is number =>
  value === -1 || isNonNegativeSafeInteger(value);
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

const isCellKind = oneOf<Cell['k']>({
  absent: true,
  null: true,
  empty: true,
  text: true,
  number: true,
  boolean: true,
  date: true,
  object: true,
  redacted: true,
  masked: true,
});
export const isCell = (value: unknown): value is Cell =>
  isRecord(value) && isCellKind(value.k) && isText(value.t);
const isRows = listOf(listOf(isCell));
export const isColumnSort = shapeOf<ColumnSort>({ column: isNonNegativeSafeInteger, descending: isBoolean });

const REQUIRED_FLAGS = ['next', 'previous', 'first', 'cancel', 'showAudit'] as const;
const isActionFlags = (value: unknown): boolean =>
  isRecord(value) &&
  REQUIRED_FLAGS.every((flag) => isBoolean(value[flag])) &&
  Object.values(value).every((flag) => flag === undefined || isBoolean(flag));

const isNoticeAction = oneOf<NoticeAction>({
  retry: true,
  showResult: true,
  showProblem: true,
  loadAllStart: true,
  loadAllCount: true,
  loadAllDismiss: true,
  loadAllSetting: true,
  openSchema: true,
  newQuery: true,
  selectVault: true,
  addConnection: true,
  editConnection: true,
  addVault: true,
  setAccountID: true,
  setPassphrase: true,
  startLocalVault: true,
  openSample: true,
  helpFaults: true,
  helpDialect: true,
  signIn: true,
  showLog: true,
});

export const resultsHostGuards: GuardsOf<ResultsHost> = {
  ready: (value): value is Record<string, never> => isRecord(value),
  fetchRows: shapeOf<Params<'fetchRows'>>({
    rev: isNonNegativeSafeInteger,
    seq: isNonNegativeSafeInteger,
    from: isNonNegativeSafeInteger,
    to: isNonNegativeSafeInteger,
  }),
  action: shapeOf<Params<'action'>>({
    action: oneOf<ResultsAction>({
      next: true,
      previous: true,
      first: true,
      cancel: true,
      showAudit: true,
    }),
  }),
  button: shapeOf<Params<'button'>>({ id: isNoticeAction }),
  cellText: shapeOf<Params<'cellText'>>({
    rev: isNonNegativeSafeInteger,
    row: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
  }),
  copy: shapeOf<Params<'copy'>>({
    rev: isNonNegativeSafeInteger,
    fromRow: isNonNegativeSafeInteger,
    toRow: isNonNegativeSafeInteger,
    columns: listOf(isNonNegativeSafeInteger),
    format: oneOf<CopyFormatOrCondition>({
      tsv: true,
      tsvWithoutHeaders: true,
      csv: true,
      json: true,
      markdown: true,
      condition: true,
    }),
  }),
  focusEditor: (value): value is Record<string, never> => isRecord(value),
  setActiveCell: shapeOf<Params<'setActiveCell'>>({
    rev: isNonNegativeSafeInteger,
    row: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
  }),
  setSelectedCells: shapeOf<Params<'setSelectedCells'>>({
    rev: isNonNegativeSafeInteger,
    fromRow: isNonNegativeSafeInteger,
    toRow: isNonNegativeSafeInteger,
    columns: listOf(isNonNegativeSafeInteger),
  }),
  reportPaint: shapeOf<Params<'reportPaint'>>({ rev: isNonNegativeSafeInteger, at: isFiniteNumber }),
};

export const resultsToolGuards: GuardsOf<ResultsTools> = {
  tool: shapeOf<ToolParams<'tool'>>({
    tool: oneOf<ResultsTool>({
      loadAll: true,
      pause: true,
      resume: true,
      export: true,
      toggleMask: true,
      openInTab: true,
      compare: true,
      rerun: true,
      copyRequestID: true,
    }),
  }),
  copyRequestID: (value): value is Record<string, never> => isRecord(value),
  sort: shapeOf<ToolParams<'sort'>>({ rev: isNonNegativeSafeInteger, sorts: listOf(isColumnSort) }),
  filter: shapeOf<ToolParams<'filter'>>({
    rev: isNonNegativeSafeInteger,
    row: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
    exclude: isBoolean,
  }),
  filterColumn: shapeOf<ToolParams<'filterColumn'>>({
    rev: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
    test: oneOf<ColumnTest>({
      contains: true,
      equals: true,
      greater: true,
      less: true,
      empty: true,
    }),
  }),
  filterByStatistic: shapeOf<ToolParams<'filterByStatistic'>>({
    rev: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
    list: oneOf<ToolParams<'filterByStatistic'>['list']>({ top: true, bins: true }),
    index: isNonNegativeSafeInteger,
  }),
  editFilter: shapeOf<ToolParams<'editFilter'>>({ id: isText }),
  clearFilter: shapeOf<ToolParams<'clearFilter'>>({ id: optional(isText) }),
  find: shapeOf<ToolParams<'find'>>({
    rev: isNonNegativeSafeInteger,
    text: isText,
    row: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
    columns: listOf(isNonNegativeSafeInteger),
    direction: oneOf<ToolParams<'find'>['direction']>({ here: true, next: true, previous: true }),
  }),
  statistics: shapeOf<ToolParams<'statistics'>>({
    rev: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
  }),
  reveal: shapeOf<ToolParams<'reveal'>>({
    rev: isNonNegativeSafeInteger,
    column: isNonNegativeSafeInteger,
    row: optional(isNonNegativeSafeInteger),
  }),
};

const isRowsDescription = shapeOf<RowsDescription>({
  columns: listOf(shapeOf<ResultColumn>({ name: isText, numeric: isBoolean })),
  rowCount: isNonNegativeSafeInteger,
  firstRowNumber: isNonNegativeSafeInteger,
  totalRows: isIndexOrMinusOne,
  isMasked: isBoolean,
  maskedColumns: optional(listOf(isNonNegativeSafeInteger)),
  scope: isText,
  scopeInStatus: isBoolean,
  arrangement: shapeOf<RowsDescription['arrangement']>({
    sorts: listOf(isColumnSort),
    filters: listOf(shapeOf<DisplayedFilter>({ id: isText, label: isText, editable: isBoolean })),
  }),
  isAggregate: isBoolean,
});

const isNotice = shapeOf<Notice>({
  title: isText,
  text: isText,
  buttons: listOf(shapeOf<NoticeButton>({ id: isNoticeAction, label: isText })),
  severity: optional(oneOf<NonNullable<Notice['severity']>>({ info: true, warning: true, error: true })),
});

const isResultsFrame = shapeOf<ResultsFrame & Revisions>({
  rev: isNonNegativeSafeInteger,
  dataRev: isNonNegativeSafeInteger,
  status: isText,
  detail: isText,
  request: optional(
    shapeOf<NonNullable<ResultsState['request']>>({
      time: isText,
      id: optional(isText),
      detail: optional(isText),
    }),
  ),
  target: optional(
    shapeOf({
      label: isText,
      environment: oneOf<NonNullable<ResultsState['target']>['environment']>({
        production: true,
        test: true,
        development: true,
      }),
    }),
  ),
  can: isActionFlags,
  reasons: optional(
    shapeOf<NonNullable<ResultsState['reasons']>>({
      next: optional(isText),
      previous: optional(isText),
      first: optional(isText),
      loadAll: optional(isText),
    }),
  ),
});

const isNoticeState = shapeOf<{ notice: Notice }>({ notice: isNotice });
const guardsByPhase: Readonly<Record<ResultsState['phase'], (value: unknown) => boolean>> = {
  idle: isNoticeState,
  none: isNoticeState,
  error: isNoticeState,
  cancelled: isNoticeState,
  loading: shapeOf<Pick<Extract<ResultsState, { phase: 'loading' }>, 'description'>>({
    description: optional(isRowsDescription),
  }),
  rows: shapeOf<Omit<RowsState, keyof ResultsFrame | keyof Revisions | 'phase'>>({
    description: isRowsDescription,
    firstRows: optional(isRows),
    activeCell: optional(shapeOf({ row: isNonNegativeSafeInteger, column: isNonNegativeSafeInteger })),
    progress: optional(shapeOf({ done: isNonNegativeSafeInteger, total: isIndexOrMinusOne })),
    notice: optional(isNotice),
  }),
};
const isPhase = (phase: unknown): phase is ResultsState['phase'] =>
  isText(phase) && Object.hasOwn(guardsByPhase, phase);

export const isResultsState = (value: unknown): value is ResultsState =>
  isRecord(value) &&
  isResultsFrame(value) &&
  'phase' in value &&
  isPhase(value.phase) &&
  guardsByPhase[value.phase](value);

export const isRowsResponse = shapeOf<RowsResponse>({
  rev: isNonNegativeSafeInteger,
  seq: isNonNegativeSafeInteger,
  from: isNonNegativeSafeInteger,
  rows: isRows,
});

export const isFoundCell = shapeOf<FoundCell>({
  row: isNonNegativeSafeInteger,
  column: isNonNegativeSafeInteger,
  position: isNonNegativeSafeInteger,
  count: isNonNegativeSafeInteger,
});
export const isColumnStatistics = shapeOf<ColumnStatistics>({
  rows: isNonNegativeSafeInteger,
  absent: isNonNegativeSafeInteger,
  nulls: isNonNegativeSafeInteger,
  empty: isNonNegativeSafeInteger,
  redacted: optional(isNonNegativeSafeInteger),
  hidden: optional(isNonNegativeSafeInteger),
  distinct: isNonNegativeSafeInteger,
  min: optional(isCell),
  max: optional(isCell),
  top: listOf(shapeOf({ cell: isCell, count: isNonNegativeSafeInteger })),
  others: optional(shapeOf({ values: isNonNegativeSafeInteger, rows: isNonNegativeSafeInteger })),
  histogram: optional(
    shapeOf<Histogram>({
      bins: listOf(shapeOf({ from: isText, to: isText, count: isNonNegativeSafeInteger })),
      others: isNonNegativeSafeInteger,
    }),
  ),
});

export const resultsViewGuards: GuardsOf<ResultsView> = {
  ...pageViewGuards,
  state: isResultsState,
  find: shapeOf<{ byKey: boolean }>({ byKey: isBoolean }),
  focusQuestion: (value): value is Record<string, never> => isRecord(value),
};
