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
import { isIndex, isRecord, isShape, isText, listOf, oneOf, optional } from './validate.ts';

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
const isSort = isShape<ColumnSort>({ column: isIndex, descending: isBoolean });

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
  fetchRows: isShape<Params<'fetchRows'>>({ rev: isIndex, seq: isIndex, from: isIndex, to: isIndex }),
  action: isShape<Params<'action'>>({
    action: oneOf<ResultsAction>({ next: true, previous: true, first: true, cancel: true, showAudit: true }),
  }),
  button: isShape<Params<'button'>>({ id: isNoticeAction }),
  cellText: isShape<Params<'cellText'>>({ rev: isIndex, row: isIndex, column: isIndex }),
  copy: isShape<Params<'copy'>>({
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
  setActiveCell: isShape<Params<'setActiveCell'>>({ rev: isIndex, row: isIndex, column: isIndex }),
  setSelectedCells: isShape<Params<'setSelectedCells'>>({
    rev: isIndex,
    fromRow: isIndex,
    toRow: isIndex,
    columns: listOf(isIndex),
  }),
  reportPaint: isShape<Params<'reportPaint'>>({ rev: isIndex, at: isTime }),
};

export const resultsToolGuards: GuardsOf<ResultsTools> = {
  tool: isShape<ToolParams<'tool'>>({
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
  sort: isShape<ToolParams<'sort'>>({ rev: isIndex, sorts: listOf(isSort) }),
  filter: isShape<ToolParams<'filter'>>({ rev: isIndex, row: isIndex, column: isIndex, exclude: isBoolean }),
  filterColumn: isShape<ToolParams<'filterColumn'>>({
    rev: isIndex,
    column: isIndex,
    test: oneOf<ColumnTest>({ contains: true, equals: true, greater: true, less: true, empty: true }),
  }),
  filterByStatistic: isShape<ToolParams<'filterByStatistic'>>({
    rev: isIndex,
    column: isIndex,
    list: oneOf<ToolParams<'filterByStatistic'>['list']>({ top: true, bins: true }),
    index: isIndex,
  }),
  editFilter: isShape<ToolParams<'editFilter'>>({ id: isText }),
  clearFilter: isShape<ToolParams<'clearFilter'>>({ id: optional(isText) }),
  find: isShape<ToolParams<'find'>>({
    rev: isIndex,
    text: isText,
    row: isIndex,
    column: isIndex,
    columns: listOf(isIndex),
    direction: oneOf<ToolParams<'find'>['direction']>({ here: true, next: true, previous: true }),
  }),
  statistics: isShape<ToolParams<'statistics'>>({ rev: isIndex, column: isIndex }),
  reveal: isShape<ToolParams<'reveal'>>({ rev: isIndex, column: isIndex, row: optional(isIndex) }),
};

const isRowsDescription = isShape<RowsDescription>({
  columns: listOf(isShape<ResultColumn>({ name: isText, numeric: isBoolean })),
  rowCount: isIndex,
  firstRowNumber: isIndex,
  totalRows: isRowTotal,
  isMasked: isBoolean,
  maskedColumns: optional(listOf(isIndex)),
  scope: isText,
  scopeInStatus: isBoolean,
  arrangement: isShape<RowsDescription['arrangement']>({
    sorts: listOf(isSort),
    filters: listOf(isShape<DisplayedFilter>({ id: isText, label: isText, editable: isBoolean })),
  }),
  isAggregate: isBoolean,
});

const isNotice = isShape<Notice>({
  title: isText,
  text: isText,
  buttons: listOf(isShape<NoticeButton>({ id: isNoticeAction, label: isText })),
  severity: optional(oneOf<NonNullable<Notice['severity']>>({ info: true, warning: true, error: true })),
});

const isFrame = isShape<ResultsFrame & Revisions>({
  rev: isIndex,
  dataRev: isIndex,
  status: isText,
  detail: isText,
  request: optional(
    isShape<NonNullable<ResultsState['request']>>({
      time: isText,
      id: optional(isText),
      detail: optional(isText),
    }),
  ),
  target: optional(
    isShape({
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
    isShape<NonNullable<ResultsState['reasons']>>({
      next: optional(isText),
      previous: optional(isText),
      first: optional(isText),
      loadAll: optional(isText),
    }),
  ),
});

const isNoticeState = isShape<{ notice: Notice }>({ notice: isNotice });
const guardsByPhase: Readonly<Record<ResultsState['phase'], (value: unknown) => boolean>> = {
  idle: isNoticeState,
  none: isNoticeState,
  error: isNoticeState,
  cancelled: isNoticeState,
  loading: isShape<Pick<Extract<ResultsState, { phase: 'loading' }>, 'description'>>({
    description: optional(isRowsDescription),
  }),
  rows: isShape<Omit<RowsState, keyof ResultsFrame | keyof Revisions | 'phase'>>({
    description: isRowsDescription,
    firstRows: optional(isRows),
    activeCell: optional(isShape({ row: isIndex, column: isIndex })),
    progress: optional(isShape({ done: isIndex, total: isRowTotal })),
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

export const isRowsResponse = isShape<RowsResponse>({
  rev: isIndex,
  seq: isIndex,
  from: isIndex,
  rows: isRows,
});

export const isFoundCell = isShape<FoundCell>({
  row: isIndex,
  column: isIndex,
  position: isIndex,
  count: isIndex,
});
export const isStatistics = isShape<ColumnStatistics>({
  rows: isIndex,
  absent: isIndex,
  nulls: isIndex,
  empty: isIndex,
  redacted: optional(isIndex),
  hidden: optional(isIndex),
  distinct: isIndex,
  min: optional(isCell),
  max: optional(isCell),
  top: listOf(isShape({ cell: isCell, count: isIndex })),
  others: optional(isShape({ values: isIndex, rows: isIndex })),
  histogram: optional(
    isShape<Histogram>({
      bins: listOf(isShape({ from: isText, to: isText, count: isIndex })),
      others: isIndex,
    }),
  ),
});

export const resultsViewGuards: GuardsOf<ResultsView> = {
  state: isResultsState,
  find: isShape<{ byKey: boolean }>({ byKey: isBoolean }),
  focusQuestion: (value): value is Record<string, never> => isRecord(value),
};
