import type {
  Cell,
  ColumnSort,
  ColumnStatistics,
  ColumnTest,
  CopyAs,
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
import { isIndex, isRecord, isText, listOf, oneOf, optional, shapeOf } from './validate.ts';

type Params<K extends keyof ResultsHost> = Parameters<ResultsHost[K]>[0];
type ToolParams<K extends keyof ResultsTools> = Parameters<ResultsTools[K]>[0];
type RowsResponse = Awaited<ReturnType<ResultsHost['fetchRows']>>;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isRowTotal = (value: unknown): value is number => value === -1 || isIndex(value);
const isTime = (value: unknown): value is number => Number.isFinite(value);

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
const isSort = shapeOf<ColumnSort>({ column: isIndex, descending: isBoolean });

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
  fetchRows: shapeOf<Params<'fetchRows'>>({ rev: isIndex, seq: isIndex, from: isIndex, to: isIndex }),
  action: shapeOf<Params<'action'>>({
    action: oneOf<ResultsAction>({ next: true, previous: true, first: true, cancel: true, showAudit: true }),
  }),
  button: shapeOf<Params<'button'>>({ id: isNoticeAction }),
  cellText: shapeOf<Params<'cellText'>>({ rev: isIndex, row: isIndex, column: isIndex }),
  copy: shapeOf<Params<'copy'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    columns: listOf(isIndex),
    format: oneOf<CopyAs>({
      tsv: true,
      tsvWithoutHeaders: true,
      csv: true,
      json: true,
      markdown: true,
      condition: true,
    }),
  }),
  focusEditor: (value): value is Record<string, never> => isRecord(value),
  setActiveCell: shapeOf<Params<'setActiveCell'>>({ rev: isIndex, row: isIndex, column: isIndex }),
  setSelectedCells: shapeOf<Params<'setSelectedCells'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    columns: listOf(isIndex),
  }),
  reportPaint: shapeOf<Params<'reportPaint'>>({ rev: isIndex, at: isTime }),
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
  sort: shapeOf<ToolParams<'sort'>>({ rev: isIndex, sorts: listOf(isSort) }),
  filter: shapeOf<ToolParams<'filter'>>({ rev: isIndex, row: isIndex, column: isIndex, exclude: isBoolean }),
  filterColumn: shapeOf<ToolParams<'filterColumn'>>({
    rev: isIndex,
    column: isIndex,
    test: oneOf<ColumnTest>({ contains: true, equals: true, greater: true, less: true, empty: true }),
  }),
  filterByStatistic: shapeOf<ToolParams<'filterByStatistic'>>({
    rev: isIndex,
    column: isIndex,
    list: oneOf<ToolParams<'filterByStatistic'>['list']>({ top: true, bins: true }),
    index: isIndex,
  }),
  editFilter: shapeOf<ToolParams<'editFilter'>>({ id: isText }),
  clearFilter: shapeOf<ToolParams<'clearFilter'>>({ id: optional(isText) }),
  find: shapeOf<ToolParams<'find'>>({
    rev: isIndex,
    text: isText,
    row: isIndex,
    column: isIndex,
    columns: listOf(isIndex),
    direction: oneOf<ToolParams<'find'>['direction']>({ here: true, next: true, previous: true }),
  }),
  statistics: shapeOf<ToolParams<'statistics'>>({ rev: isIndex, column: isIndex }),
  reveal: shapeOf<ToolParams<'reveal'>>({ rev: isIndex, column: isIndex, row: optional(isIndex) }),
};

const isRowsDescription = shapeOf<RowsDescription>({
  columns: listOf(shapeOf<ResultColumn>({ name: isText, numeric: isBoolean })),
  rowCount: isIndex,
  firstRowNumber: isIndex,
  totalRows: isRowTotal,
  isMasked: isBoolean,
  maskedColumns: optional(listOf(isIndex)),
  scope: isText,
  scopeInStatus: isBoolean,
  arrangement: shapeOf<RowsDescription['arrangement']>({
    sorts: listOf(isSort),
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

const isFrame = shapeOf<ResultsFrame & Revisions>({
  rev: isIndex,
  dataRev: isIndex,
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
    activeCell: optional(shapeOf({ row: isIndex, column: isIndex })),
    progress: optional(shapeOf({ done: isIndex, total: isRowTotal })),
    notice: optional(isNotice),
  }),
};
const isPhase = (phase: unknown): phase is ResultsState['phase'] =>
  isText(phase) && Object.hasOwn(guardsByPhase, phase);

export const isResultsState = (value: unknown): value is ResultsState =>
  isRecord(value) &&
  isFrame(value) &&
  'phase' in value &&
  isPhase(value.phase) &&
  guardsByPhase[value.phase](value);

export const isRowsResponse = shapeOf<RowsResponse>({
  rev: isIndex,
  seq: isIndex,
  from: isIndex,
  rows: isRows,
});

export const isFoundCell = shapeOf<FoundCell>({
  row: isIndex,
  column: isIndex,
  position: isIndex,
  count: isIndex,
});
export const isStatistics = shapeOf<ColumnStatistics>({
  rows: isIndex,
  absent: isIndex,
  nulls: isIndex,
  empty: isIndex,
  redacted: optional(isIndex),
  hidden: optional(isIndex),
  distinct: isIndex,
  min: optional(isCell),
  max: optional(isCell),
  top: listOf(shapeOf({ cell: isCell, count: isIndex })),
  others: optional(shapeOf({ values: isIndex, rows: isIndex })),
  histogram: optional(
    shapeOf<Histogram>({
      bins: listOf(shapeOf({ from: isText, to: isText, count: isIndex })),
      others: isIndex,
    }),
  ),
});

export const resultsViewGuards: GuardsOf<ResultsView> = {
  state: isResultsState,
  find: shapeOf<{ byKey: boolean }>({ byKey: isBoolean }),
  focusQuestion: (value): value is Record<string, never> => isRecord(value),
};
