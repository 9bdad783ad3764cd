/**
 * The calls between the extension host and the results webview. The host owns the rows; the webview requests ranges of
 * them. Rows and columns are 0-based indices into the host's own order; every `to…` is exclusive.
 */

import type { CopyFormat } from '../core/results/export/copy.ts';
import type { Cell } from '../core/results/view/cell.ts';

export type { Cell, CellKind } from '../core/results/view/cell.ts';

export interface ResultColumn {
  readonly name: string;
  readonly numeric: boolean;
}

/** The action of a button of a notice. */
export type NoticeAction =
  /** Sends the request again that failed, was cancelled, or returned the same page as another one. */
  | 'retry'
  /** Displays the result that the notice replaced. */
  | 'showResult'
  /** Shows the statement that was not sent, in its editor. */
  | 'showProblem'
  | 'loadAllStart'
  | 'loadAllCount'
  | 'loadAllDismiss'
  | 'loadAllSetting'
  /** Opens the first schema file that could not be read, whose masks may therefore be missing. */
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

/** A message in place of the rows or above them, with buttons for the next steps. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  /** Severity of a notice above rows; `info` if undefined. */
  readonly severity?: 'info' | 'warning' | 'error';
}

/**
 * Buttons that are displayed only if `can` has an entry for them, and enabled if that entry is true:
 * `toggleMask` masks or unmasks declared values · `pause` and `resume` Load All · `rerun` sends the query again ·
 * `copyRequestID` copies the ID of the request whose rows are on screen.
 */
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
/** Features other than buttons, offered if their entry in `can` is true. They work on loaded rows and send nothing. */
type ResultsFeature =
  | 'sort'
  | 'filter'
  | 'find'
  | 'statistics'
  | 'copyAs'
  | 'reveal'
  /** The `loadAll` button shows all loaded rows, without a request to the service. */
  | 'showLoaded';

export interface ColumnSort {
  readonly column: number;
  readonly descending: boolean;
}

export interface DisplayedFilter {
  readonly id: string;
  readonly label: string;
  /** Whether the user typed the text that the filter compares with, and so can edit it. */
  readonly editable: boolean;
}

/**
 * Describes the displayed rows. The rows themselves are sent separately: with `firstRows` or in response to
 * `fetchRows`.
 */
export interface RowsDescription {
  readonly columns: readonly ResultColumn[];
  /** Rows that can be requested, indices 0 … rowCount − 1. */
  readonly rowCount: number;
  /** Number displayed beside the first row (1-based, counted from the user's own OFFSET). */
  readonly firstRowNumber: number;
  /**
   * Number of the last row of the result, counted like `firstRowNumber`, or the number of rows that the filters keep,
   * for screen readers; -1 while it is unknown.
   */
  readonly totalRows: number;
  /** Whether values are masked: the state of the `toggleMask` button. */
  readonly isMasked: boolean;
  /** Text that says which rows sort, filter, find and statistics cover, e.g. `over the 75 rows loaded`. */
  readonly scope: string;
  /** Whether the status line already says which rows are covered, so that `scope` need not be displayed. */
  readonly scopeInStatus: boolean;
  /** The sorts and filters that are applied to the loaded rows. */
  readonly arrangement: {
    /** Sorts in order of precedence: rows that are equal by the first one are ordered by the next. */
    readonly sorts: readonly ColumnSort[];
    readonly filters: readonly DisplayedFilter[];
  };
  /** True if the statement is an aggregate, whose only row is displayed in large type above the grid. */
  readonly isAggregate: boolean;
}

/** The part of the state that depends on its `phase`. */
export type ResultsPhase =
  /**
   * `idle`: a notice in place of a result, for example because no query was run yet, a statement was not sent, or the
   * cause of an error was removed · `none`: the query returned no records.
   */
  | { readonly phase: 'idle' | 'none' | 'error' | 'cancelled'; readonly notice: Notice }
  /** A request is pending, or the local vault for it is starting. Rows that are displayed stay. */
  | { readonly phase: 'loading'; readonly description?: RowsDescription }
  | {
      readonly phase: 'rows';
      readonly description: RowsDescription;
      /**
       * The first rows, from index 0 on and at most 100, so that the first paint needs no second message. Present in a
       * state that may display other rows than the one before, and in the response to `ready`.
       */
      readonly firstRows?: readonly (readonly Cell[])[];
      /** The active cell before the webview was hidden, for a webview that is displayed again. */
      readonly activeCell?: { readonly row: number; readonly column: number };
      /** Progress of Load All, in rows. `total` is -1 while it is unknown. */
      readonly progress?: { readonly done: number; readonly total: number };
      /** A notice above the rows. */
      readonly notice?: Notice;
    };

/** The part of the state that every phase has. */
export interface ResultsFrame {
  /** Text of the status line, e.g. `Rows 26–50 · more available`. */
  readonly status: string;
  /** Text that only the status line's tooltip displays; empty if there is none. */
  readonly detail: string;
  /**
   * The duration, e.g. `12 ms`, and the ID of a successful request: the one for the displayed page if known, else the
   * latest. While the rows of Load All are displayed, `time` may be the duration of Load All instead, as `detail` then
   * explains. Undefined before a response.
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
  /** Reasons why paging buttons are disabled, for their tooltips. */
  readonly reasons?: { readonly [K in Paging]?: string };
}

/** The buttons that display other rows. */
export type Paging = 'next' | 'previous' | 'first' | 'loadAll';

/** Revision numbers, which tell which of two states is newer and whether rows already sent may be out of date. */
export interface Revisions {
  /** Revision of the state, which increases whenever the host redraws the view. */
  readonly rev: number;
  /**
   * Increases when rows that were already sent may be out of date, for example after a new query, on another page, or
   * in another order. Rows that Load All appends do not change it.
   */
  readonly dataRev: number;
}

export type ResultsState = Revisions & ResultsFrame & ResultsPhase;

export type RowsState = Extract<ResultsState, { readonly phase: 'rows' }>;

/** Returns the description of the rows that a state displays; undefined if it displays none. */
export const getRowsDescription = (state: ResultsPhase): RowsDescription | undefined =>
  state.phase === 'rows' || state.phase === 'loading' ? state.description : undefined;

/** Selected cells: rows `fromRow` … `toRow` − 1, and the columns' indices in display order. */
export interface SelectedCells {
  readonly fromRow: number;
  readonly toRow: number;
  readonly columns: readonly number[];
}

export type ResultsAction = 'next' | 'previous' | 'first' | 'cancel' | 'showAudit';

/**
 * The methods of the host that the webview calls. A call with a `rev` whose rows are no longer displayed is rejected
 * with `OutOfDate` if it requests data, and otherwise does nothing; `copy` then notifies the user.
 */
export type ResultsHost = {
  /** Returns the state to draw, for a webview that was created or is displayed again. */
  ready(params: Record<string, never>): ResultsState;
  /**
   * Returns rows `from` … `to` − 1, or fewer if fewer are loaded. The response repeats `rev` and `seq`, so that the
   * webview can ignore outdated ones.
   */
  fetchRows(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  action(params: { action: ResultsAction }): void;
  /** Runs the button of the notice with this action. */
  button(params: { id: NoticeAction }): void;
  /**
   * Returns the whole text of a cell, of which the grid may have only the beginning. Returns the placeholder for masked
   * values if the value is hidden, and an empty text if there is no such cell.
   */
  cellText(params: { rev: number; row: number; column: number }): string;
  /**
   * Copies cells to the clipboard in a format. The webview offers formats other than `tsv` only if `can.copyAs` is
   * true. Returns false if the cells were not copied: the rows are no longer displayed or another reason, which the
   * host reports, or another copy replaced this one.
   */
  copy(params: { rev: number; format: CopyAs } & SelectedCells): boolean;
  /** Moves the focus to the active editor. */
  focusEditor(params: Record<string, never>): void;
  /** Stores the active cell, so that it is active again after the webview was hidden and displayed again. */
  setActiveCell(params: { rev: number; row: number; column: number }): void;
  /** Stores which cells are selected, so that they can be exported. */
  setSelectedCells(params: { rev: number } & SelectedCells): void;
  /** Reports when the first row of revision `rev` was painted: `at` is in milliseconds since 1970, with fractions. */
  reportPaint(params: { rev: number; at: number }): void;
};

/** The format of copied cells, or `condition` for a WHERE condition that matches the rows. */
export type CopyAs = CopyFormat | 'condition';

/**
 * Statistics of one column over the loaded rows that the filters keep. Equal numbers are one value, however they are
 * written (`1.10` is `1.1`).
 */
export interface ColumnStatistics {
  readonly rows: number;
  readonly absent: number;
  readonly nulls: number;
  readonly empty: number;
  /** Number of rows whose text looks redacted by the service; undefined if there are none. */
  readonly redacted?: number;
  /**
   * Number of rows whose value the mask hides. They count in `rows` but in no other number. Undefined if there are
   * none.
   */
  readonly hidden?: number;
  /** Number of distinct values, not counting NULL, absent values, and values that the mask hides. */
  readonly distinct: number;
  readonly min?: Cell;
  readonly max?: Cell;
  /** The most frequent values, most frequent first. */
  readonly top: readonly { readonly cell: Cell; readonly count: number }[];
  /** Number of distinct values that are not in `top`, absent and NULL included, and the number of their rows. */
  readonly others?: { readonly values: number; readonly rows: number };
  /**
   * Distribution of numbers or times. Undefined if at most as many different ones as `top` can list occur, if they are
   * fewer than half of the values, or if they are too close together to be divided into bins.
   */
  readonly histogram?: Histogram;
}

export interface Histogram {
  /** Adjacent bins in ascending order. `from` and `to` are the exact edges as text. */
  readonly bins: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  /**
   * Number of rows in no bin because their value is of another kind. Absent, NULL and masked values are not counted.
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

/**
 * The methods of the host that the webview calls only if `can` offers them. If `sort`, `filter`, `filterColumn`,
 * `filterByStatistic`, `editFilter`, `clearFilter` or `reveal` changes the rows, the host sends a new state with a new
 * `dataRev`. Sorts and filters on a masked column are refused, which the host reports.
 */
export type ResultsTools = {
  tool(params: { tool: ResultsTool }): void;
  /**
   * Copies the ID of the request that returned the displayed rows. Returns false if that failed, which the host
   * reports.
   */
  copyRequestID(params: Record<string, never>): boolean;
  /** Sorts the loaded rows. An empty list restores the original order. */
  sort(params: { rev: number; sorts: readonly ColumnSort[] }): void;
  /**
   * Filters to the rows with the same value in `column` as the row `row`, or to the other rows if `exclude` is true.
   */
  filter(params: { rev: number; row: number; column: number; exclude: boolean }): void;
  /**
   * Filters to the rows whose value in `column` passes a test. The host prompts for the value to compare with, if any.
   */
  filterColumn(params: { rev: number; column: number; test: ColumnTest }): void;
  /**
   * Filters to the rows that an entry of the statistics counts. Only the statistics that were returned last are valid.
   */
  filterByStatistic(params: { rev: number; column: number; list: 'top' | 'bins'; index: number }): void;
  /** Prompts for another value that a filter compares with. */
  editFilter(params: { id: string }): void;
  /** Removes the filter with this ID, or all filters if `id` is undefined. */
  clearFilter(params: { id?: string }): void;
  /**
   * Returns the nearest cell that contains `text`, ignoring case, in the order of rows and then of `columns`: from the
   * given cell on (`here`), after it (`next`), or before it (`previous`). The search wraps around. If the cell is on
   * another loaded page, that page is displayed. Returns null if no cell matches.
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
  /** Reveals the masked value of a cell, or all masked values of a column if `row` is undefined. */
  reveal(params: { rev: number; column: number; row?: number }): void;
};

/** The methods of the webview that the host calls. */
export type ResultsView = {
  state(params: ResultsState): void;
  /**
   * Opens the find bar if there are rows, and moves the focus there. `byKey` is true if a key was pressed in the
   * webview, which may have handled that key already.
   */
  find(params: { byKey: boolean }): void;
  /** Moves the focus to the question above the rows, such as the one about the cost of Load All. */
  focusQuestion(params: Record<string, never>): void;
};
