/**
 * The calls between the extension host and the results webview. Rows and columns are 0-based indices in the host's
 * order, and `toRow` is exclusive.
 */

import type { CopyFormat } from '../core/results/export/copy.ts';
import type { Cell } from '../core/results/view/cell.ts';
import type { PageView } from './page.ts';

export type { Cell, CellKind } from '../core/results/view/cell.ts';

export interface ResultColumn {
  readonly name: string;
  readonly numeric: boolean;
}

export type NoticeAction =
  | 'retry'
  | 'showResult'
  | 'showProblem'
  | 'loadAllStart'
  | 'loadAllCount'
  | 'loadAllDismiss'
  | 'loadAllSetting'
  | 'openSchema'
  | 'newQuery'
  | 'selectVault'
  | 'addConnection'
  | 'editConnection'
  | 'addVault'
  | 'setAccountID'
  | 'setPassphrase'
  | 'startLocalVault'
  | 'openSample'
  | 'helpFaults'
  | 'helpDialect'
  | 'signIn'
  | 'showLog';

export interface NoticeButton {
  readonly id: NoticeAction;
  readonly label: string;
}

/** A message in place of the rows or above them. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  /** Severity of a notice above rows; `info` if undefined. */
  readonly severity?: 'info' | 'warning' | 'error';
}

export type ResultsTool =
  | 'loadAll'
  | 'pause'
  | 'resume'
  | 'export'
  | 'toggleMask'
  | 'openInTab'
  | 'compare'
  | 'rerun'
  | 'copyRequestID';
type ResultsFeature =
  | 'sort'
  | 'filter'
  | 'find'
  | 'statistics'
  | 'copyAs'
  | 'reveal'
  /** The button `loadAll` displays all loaded rows, without a request to the service. */
  | 'showLoaded';

export interface ColumnSort {
  readonly column: number;
  readonly descending: boolean;
}

export interface DisplayedFilter {
  readonly id: string;
  readonly label: string;
  readonly editable: boolean;
}

export interface RowsDescription {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly firstRowNumber: number;
  /** Row count for screen readers: all rows of the result, or those that the filters keep. -1 while it is unknown. */
  readonly totalRows: number;
  readonly isMasked: boolean;
  /** Indices (0-based) of the columns whose values are masked now; undefined if there are none. */
  readonly maskedColumns?: readonly number[];
  /**
   * Text that names the rows that sorting, filtering, finding, and statistics apply to, such as “in 200 loaded rows”.
   */
  readonly scope: string;
  readonly scopeInStatus: boolean;
  readonly arrangement: {
    readonly sorts: readonly ColumnSort[];
    readonly filters: readonly DisplayedFilter[];
  };
  readonly isAggregate: boolean;
}

export type ResultsPhase =
  /** A notice in place of rows. `none`: the query returned no records. */
  | { readonly phase: 'idle' | 'none' | 'error' | 'cancelled'; readonly notice: Notice }
  | { readonly phase: 'loading'; readonly description?: RowsDescription }
  | {
      readonly phase: 'rows';
      readonly description: RowsDescription;
      /** The first rows, from index 0, so that the first paint usually needs no second message. */
      readonly firstRows?: readonly (readonly Cell[])[];
      readonly activeCell?: { readonly row: number; readonly column: number };
      /**
       * Progress of Load All, in rows. `total` is the size of the result or the query's LIMIT; -1 if both are unknown.
       */
      readonly progress?: { readonly done: number; readonly total: number };
      readonly notice?: Notice;
    };

export interface ResultsFrame {
  readonly status: string;
  readonly detail: string;
  /**
   * The request that returned the displayed page, or else the latest successful one. `time` is its duration, e.g.
   * `12 ms`. If all loaded rows are displayed after Load All has sent requests, `time` is the duration of Load All, and
   * `detail` describes its requests.
   */
  readonly request?: { readonly time: string; readonly id?: string; readonly detail?: string };
  readonly target?: { readonly label: string; readonly environment: 'production' | 'test' | 'development' };
  readonly can: {
    readonly next: boolean;
    readonly previous: boolean;
    readonly first: boolean;
    readonly cancel: boolean;
    readonly showAudit: boolean;
  } & { readonly [K in ResultsTool | ResultsFeature]?: boolean };
  readonly reasons?: { readonly [K in PagingAction]?: string };
}

export type PagingAction = 'next' | 'previous' | 'first' | 'loadAll';

export interface Revisions {
  readonly rev: number;
  /** The value of `rev` when the displayed rows last changed. */
  readonly dataRev: number;
}

export type ResultsState = Revisions & ResultsFrame & ResultsPhase;

export type RowsState = Extract<ResultsState, { readonly phase: 'rows' }>;

export const getRowsDescription = (state: ResultsPhase): RowsDescription | undefined =>
  state.phase === 'rows' || state.phase === 'loading' ? state.description : undefined;

/** The cells in rows `fromRow` … `toRow` − 1 of `columns`. The column indices are listed in display order. */
export interface SelectedCells {
  readonly fromRow: number;
  readonly toRow: number;
  readonly columns: readonly number[];
}

export type ResultsAction = 'next' | 'previous' | 'first' | 'cancel' | 'showAudit';

/**
 * The methods of the host that the webview calls. A call about rows that are no longer displayed may reject with
 * `OutOfDate`.
 */
export type ResultsHost = {
  ready(params: Record<string, never>): ResultsState;
  /** Returns rows `from` … `to` − 1, possibly fewer. Repeats `rev` and `seq`. */
  fetchRows(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  action(params: { action: ResultsAction }): void;
  button(params: { id: NoticeAction }): void;
  cellText(params: { rev: number; row: number; column: number }): string;
  copy(params: { rev: number; format: CopyFormatOrCondition } & SelectedCells): boolean;
  focusEditor(params: Record<string, never>): void;
  setActiveCell(params: { rev: number; row: number; column: number }): void;
  setSelectedCells(params: { rev: number } & SelectedCells): void;
  /** Reports when rows of revision `rev` were painted. `at` is in milliseconds since 1970. */
  reportPaint(params: { rev: number; at: number }): void;
};

/** The format of copied cells, or `condition` for a WHERE condition made from their values. */
export type CopyFormatOrCondition = CopyFormat | 'condition';

/** Statistics of one column over the loaded rows that the filters keep. */
export interface ColumnStatistics {
  readonly rows: number;
  readonly absent: number;
  readonly nulls: number;
  readonly empty: number;
  readonly redacted?: number;
  readonly hidden?: number;
  /** Number of distinct values, not counting NULL, absent and hidden values. */
  readonly distinct: number;
  readonly min?: Cell;
  readonly max?: Cell;
  readonly top: readonly { readonly cell: Cell; readonly count: number }[];
  /**
   * What `top` leaves out: the number of distinct values, with NULL and an absent value as one each, and the number of
   * their rows. Undefined if `top` leaves out nothing.
   */
  readonly others?: { readonly values: number; readonly rows: number };
  /** Distribution of the column's numbers or times. Undefined if there is none, e.g. because too few of them differ. */
  readonly histogram?: Histogram;
}

export interface Histogram {
  readonly bins: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  /**
   * Number of rows in no bin because their value is of another kind. Rows with NULL or without a value are not counted.
   */
  readonly others: number;
}

export type ColumnTest = 'contains' | 'equals' | 'greater' | 'less' | 'empty';

export interface FoundCell {
  readonly row: number;
  readonly column: number;
  /** 1-based position of this cell among the `count` cells that match. */
  readonly position: number;
  readonly count: number;
}

/** The methods of the host that depend on what `can` offers. */
export type ResultsTools = {
  tool(params: { tool: ResultsTool }): void;
  copyRequestID(params: Record<string, never>): boolean;
  /** Sorts the loaded rows, unless a column to sort by is masked. An empty list restores the original order. */
  sort(params: { rev: number; sorts: readonly ColumnSort[] }): void;
  /**
   * Adds a filter that keeps the rows whose value in `column` is that of the row `row`, or only the other rows if
   * `exclude` is true. Adds no filter if the column is masked.
   */
  filter(params: { rev: number; row: number; column: number; exclude: boolean }): void;
  filterColumn(params: { rev: number; column: number; test: ColumnTest }): void;
  filterByStatistic(params: { rev: number; column: number; list: 'top' | 'bins'; index: number }): void;
  editFilter(params: { id: string }): void;
  clearFilter(params: { id?: string }): void;
  /**
   * Returns the nearest cell in `columns` whose value contains `text`, ignoring case; null if there is none or `text`
   * is empty. Masked values are skipped. Searches forward from the given cell (`here`), after it (`next`), or backward
   * before it (`previous`), and wraps around. If the cell is on another loaded page, displays that page.
   */
  find(params: {
    rev: number;
    text: string;
    row: number;
    column: number;
    columns: readonly number[];
    direction: 'here' | 'next' | 'previous';
  }): FoundCell | null;
  statistics(params: { rev: number; column: number }): ColumnStatistics;
  /** Reveals the masked value of a cell, or all values of a column if `row` is undefined. */
  reveal(params: { rev: number; column: number; row?: number }): void;
};

export type ResultsView = PageView & {
  state(params: ResultsState): void;
  /** Opens the find bar. `byKey` is true if a key pressed in the webview caused this. */
  find(params: { byKey: boolean }): void;
  focusQuestion(params: Record<string, never>): void;
};
