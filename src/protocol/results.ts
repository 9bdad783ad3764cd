/**
 * What the host and the results webview say to each other. The host owns the data; the view asks for windows of it.
 * Rows and columns are 0-based indices into the host's own order; every `to…` is exclusive.
 */

import type { CopyFormat } from '../core/results/export/copy.ts';
import type { Cell } from '../core/results/view/cell.ts';

export type { Cell, CellKind } from '../core/results/view/cell.ts';

export interface ResultColumn {
  readonly name: string;
  readonly numeric: boolean;
}

/** What a button of a notice does; `src/extension/results/noticeActions.ts` does it. */
export type NoticeAction =
  /** The request that failed, was cancelled, or repeated a page is sent again. */
  | 'retry'
  /** Displays the result that the notice replaced. */
  | 'showResult'
  /** The statement that was refused, in its editor. */
  | 'showProblem'
  | 'loadAllStart'
  | 'loadAllCount'
  | 'loadAllDismiss'
  | 'loadAllSetting'
  /** The first schema file whose masks may be missing. */
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

/** What is said in place of rows or above them, with its next steps. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  /** For a notice above rows; `info` where left out. */
  readonly severity?: 'info' | 'warning' | 'error';
}

/**
 * Further buttons of the view. Each is shown only where `can` has it, and enabled where that is true:
 * `toggleMask` masks or unmasks declared values · `pause` and `resume` a Load all · `rerun` asks the service again ·
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
/** What the view offers beyond buttons, where `can` says true. All of it is about the rows loaded, never the vault. */
type ResultsAbility =
  | 'sort'
  | 'filter'
  | 'find'
  | 'statistics'
  | 'copyAs'
  | 'reveal'
  /** What `loadAll` does now: it shows every row loaded, and sends nothing. */
  | 'showLoaded';

export interface ColumnSort {
  readonly column: number;
  readonly descending: boolean;
}

export interface ShownFilter {
  readonly id: string;
  readonly label: string;
  /** Whether what it compares with was typed, and can be changed. */
  readonly editable: boolean;
}

/** Rows on screen: what there is, not the rows themselves, which travel once, as windows. */
export interface RowsShown {
  readonly columns: readonly ResultColumn[];
  /** Rows that can be requested, indices 0 … rowCount − 1. */
  readonly rowCount: number;
  /** Number shown at the first row (1-based, counted from the user's own OFFSET). */
  readonly firstRowNumber: number;
  /** Rows of the whole result counted like `firstRowNumber`, for screen readers; -1 while the end is unknown. */
  readonly totalRows: number;
  /** Whether values are masked: the state of the `toggleMask` button. */
  readonly masked: boolean;
  /** What sort, filter, find and statistics go over, e.g. `over the 75 rows loaded`. */
  readonly scope: string;
  /** Whether the state line says as much. */
  readonly scopeInStatus: boolean;
  /** How the loaded rows are arranged. */
  readonly arranged: {
    /** Rows equal by the first one are ordered by the next. */
    readonly sorts: readonly ColumnSort[];
    readonly filters: readonly ShownFilter[];
  };
  /** The one row is what an aggregate gave: shown as figures, with the grid beneath. */
  readonly figures: boolean;
}

/** What the view shows, by its `phase`. */
export type ResultsPhase =
  /** Nothing run yet, or a statement was not sent · the query gave no record · it failed, or was cancelled. */
  | { readonly phase: 'idle' | 'none' | 'error' | 'cancelled'; readonly notice: Notice }
  /** A request is pending, or its local vault is starting. The rows on screen, if any, stay. */
  | { readonly phase: 'loading'; readonly shown?: RowsShown }
  | {
      readonly phase: 'rows';
      readonly shown: RowsShown;
      /**
       * Rows from index 0 on, at most 100, in the one state that brings others on screen and in the answer to `ready`: so
       * the first paint needs no second message.
       */
      readonly firstRows?: readonly (readonly Cell[])[];
      /** The cell that the person was on, where the view has been hidden meanwhile. */
      readonly place?: { readonly row: number; readonly column: number };
      /** Of a Load all; `total` is -1 while unknown. In rows. */
      readonly progress?: { readonly done: number; readonly total: number };
      /** Above the rows. */
      readonly notice?: Notice;
    };

/** What is shown in every phase. */
export interface ResultsFrame {
  /** Sentence of the state line, e.g. `Rows 26–50 · more available`. */
  readonly status: string;
  /** Text for the status line's tooltip that the status line leaves out; usually empty. */
  readonly detail: string;
  /**
   * The request whose rows are on screen, where it was answered: how long that took, e.g. `12 ms`, and its ID. Where it is
   * the last one of many: the time of all of them, and `detail` says so.
   */
  readonly request?: { readonly time: string; readonly id?: string; readonly detail?: string };
  readonly target?: { readonly label: string; readonly environment: 'production' | 'test' | 'development' };
  readonly can: {
    readonly next: boolean;
    readonly previous: boolean;
    readonly first: boolean;
    readonly cancel: boolean;
    readonly showAudit: boolean;
  } & { readonly [K in ResultsTool | ResultsAbility]?: boolean };
  /** Why a button can't be pressed, for its tooltip. */
  readonly reasons?: { readonly [K in Paging]?: string };
}

/** The buttons that bring other rows on screen. */
export type Paging = 'next' | 'previous' | 'first' | 'loadAll';

/** Which of two states is newer, and whether the rows are those of before. */
export interface Revisions {
  /** Grows with every change; rows asked for with an older one are dropped. */
  readonly rev: number;
  /**
   * Grows only when rows already handed out are no longer those rows (a new query, another page, another sort). Rows
   * appended by Load all keep it.
   */
  readonly dataRev: number;
}

export type ResultsState = Revisions & ResultsFrame & ResultsPhase;

/** A state with rows. */
export type RowsState = Extract<ResultsState, { readonly phase: 'rows' }>;

/** The rows that are on screen in a state; undefined where none are. */
export const shownIn = (state: ResultsPhase): RowsShown | undefined =>
  state.phase === 'rows' || state.phase === 'loading' ? state.shown : undefined;

/** Cells of the rows on screen: rows `fromRow` … `toRow` − 1, and columns in the order shown. */
export interface Selected {
  readonly fromRow: number;
  readonly toRow: number;
  readonly columns: readonly number[];
}

export type ResultsAction = 'next' | 'previous' | 'first' | 'cancel' | 'showAudit';

/** Called by the webview, answered by the host. */
export type ResultsHost = {
  /** The view is (again) there: answers the state to draw. */
  ready(params: Record<string, never>): ResultsState;
  /**
   * Returns rows `from` … `to` − 1, or fewer if fewer are loaded. The response repeats `rev` and `seq`, so that the
   * webview can ignore outdated ones.
   */
  want(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  action(params: { action: ResultsAction }): void;
  /** A button of the notice. */
  button(params: { id: NoticeAction }): void;
  /** The whole text of one cell. */
  cell(params: { rev: number; row: number; column: number }): string;
  /**
   * To the clipboard, by the host; columns in the order shown. Formats other than `tsv` where `can` has `copyAs`. Whether it
   * is there now: where it is not, the host has said why, or another copy took its place.
   */
  copy(params: { rev: number; format: CopyAs } & Selected): boolean;
  /** The question is left; the keyboard was elsewhere in the window before it. */
  leave(params: Record<string, never>): void;
  /** The cell that the person is on, for when the view is hidden and shown again. */
  place(params: { rev: number; row: number; column: number }): void;
  /** The cells selected: what an export may be of. */
  selected(params: { rev: number } & Selected): void;
  /** First row of revision `rev` is on screen; `at` is in milliseconds since the Unix epoch, with fractions. */
  painted(params: { rev: number; at: number }): void;
};

/** What a copy puts on the clipboard: cells in a format, or a condition for WHERE that matches the rows. */
export type CopyAs = CopyFormat | 'condition';

/** Statistics of one column over the loaded rows. Equal numbers are one value, however they are written (`1.10` is `1.1`). */
export interface ColumnStatistics {
  readonly rows: number;
  readonly absent: number;
  readonly nulls: number;
  readonly empty: number;
  /** Of the texts, those that look redacted by the service. */
  readonly redacted?: number;
  /** Values that the mask hides: counted here, and in nothing else. */
  readonly hidden?: number;
  /** Number of distinct values, not counting NULL, absent values, and values that the mask hides. */
  readonly distinct: number;
  readonly min?: Cell;
  readonly max?: Cell;
  /** The most frequent values, most frequent first. */
  readonly top: readonly { readonly cell: Cell; readonly count: number }[];
  /** What `top` leaves out: how many different values, absent and NULL among them, on how many rows. */
  readonly others?: { readonly values: number; readonly rows: number };
  /** Of numbers or times, where there are many: how many are from one edge on and below the next one. */
  readonly histogram?: Histogram;
}

export interface Histogram {
  /** In their order, without a gap; edges are written exactly. */
  readonly bins: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  /** Rows whose value is of another kind, and so in no bin; absent, NULL and masked ones are not among them. */
  readonly others: number;
}

export type ColumnTest = 'contains' | 'equals' | 'greater' | 'less' | 'empty';

export interface Found {
  readonly row: number;
  readonly column: number;
  /** 1-based place of this cell among `count` cells that match. */
  readonly place: number;
  readonly count: number;
}

/**
 * Also called by the webview and answered by the host, but only what `can` offers. After `sort`, `filter`,
 * `filterColumn`, `filterCounted`, `editFilter`, `clearFilter` and `reveal` the host sends a new state with a new `dataRev`.
 */
export type ResultsTools = {
  tool(params: { tool: ResultsTool }): void;
  /** As the tool of that name. Whether it is on the clipboard now; where it is not, the host has said why. */
  copyRequestID(params: Record<string, never>): boolean;
  /** An empty list: back to the order of arrival. */
  sort(params: { rev: number; sorts: readonly ColumnSort[] }): void;
  /** Keeps the rows whose value in `column` is that of `row`; with `exclude` the others. */
  filter(params: { rev: number; row: number; column: number; exclude: boolean }): void;
  /** Keeps the rows whose value in `column` meets a test; what it compares with is asked for by the host. */
  filterColumn(params: { rev: number; column: number; test: ColumnTest }): void;
  /** Keeps the rows that an entry of the column's statistics counts, as they were answered last. */
  filterCounted(params: { rev: number; column: number; list: 'top' | 'bins'; index: number }): void;
  /** Asks for what a filter compares with once more. */
  editFilter(params: { id: string }): void;
  /** No `id`: all of them. */
  clearFilter(params: { id?: string }): void;
  /**
   * The next cell that contains `text` in upper or lower case, in the order of rows then `columns`: from the given cell on
   * (`here`), after it (`next`) or before it (`previous`). It continues at the other end. Null where there is none.
   */
  find(params: {
    rev: number;
    text: string;
    row: number;
    column: number;
    columns: readonly number[];
    direction: 'here' | 'next' | 'previous';
  }): Found | null;
  statistics(params: { rev: number; column: number }): ColumnStatistics;
  /** Shows masked values of one cell, or of a column where `row` is left out. */
  reveal(params: { rev: number; column: number; row?: number }): void;
};

/** Called by the host, handled by the webview. */
export type ResultsView = {
  state(params: ResultsState): void;
  /**
   * Opens the find bar, where there are rows, and takes the keyboard there. `byKey`: because of a key pressed in the view,
   * which may have been there before this.
   */
  find(params: { byKey: boolean }): void;
  /** Takes the keyboard to the question above the rows, which the state sent before has. */
  ask(params: Record<string, never>): void;
};
