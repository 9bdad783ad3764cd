/**
 * The calls between the extension host and the audit table's webview. Rows and columns are 0-based indices in the
 * host's order, `toRow` is exclusive, and times are milliseconds since 1970.
 */
import type { Chart } from '../core/audit/charts/chart.ts';
import type { DisplayZone } from '../core/audit/feed/zones.ts';
import type { TimePreset } from '../core/audit/filters/timePresets.ts';
import type { HighlightedSpan } from '../core/sql/editor/highlight.ts';
import type { SavedLayout } from './columnLayout.ts';
import type { PageView } from './page.ts';
import type { Cell, ColumnSort, ResultColumn } from './results.ts';

export type { Chart } from '../core/audit/charts/chart.ts';
export type { HighlightedSpan } from '../core/sql/editor/highlight.ts';

export interface ActionButton {
  readonly id: string;
  readonly label: string;
}

export interface AuditButton extends ActionButton {
  /** Position in menus as `group@order`. */
  readonly place: string;
  /** Name of the codicon for a button in the details of an event. Undefined if the action is only in menus. */
  readonly icon?: string;
}

/**
 * `modes`: a button that selects the table's mode · `tools`: a button of the toolbar, which becomes an entry of its
 * menu in a small view · `menu`: always an entry of that menu.
 */
export type BarGroup = 'modes' | 'tools' | 'menu';

export interface AuditBarButton extends ActionButton {
  readonly group: BarGroup;
  /** Sort key within the group; the button with the lowest one is the first. */
  readonly order: number;
  /** Name of the codicon. Undefined for the group `menu`. */
  readonly icon?: string;
  /** Short text beside the icon. Undefined if the button displays only the icon. The tooltip is always the label. */
  readonly text?: string;
  readonly pressed?: boolean;
  readonly enabled: boolean;
  readonly visible: boolean;
  /** `unusualValues`: the webview itself shows the unusual values · `tab`: the button opens the table in a tab. */
  readonly opens?: 'unusualValues' | 'tab';
}

export interface AuditColumn extends ResultColumn {
  /** Heading of a column of times: the name with the time zone. If undefined, the heading is the name. */
  readonly heading?: string;
  readonly visible: boolean;
  readonly sortable: boolean;
  /**
   * `rest`: the column that gets the width left by the others · `yields`: a column that becomes narrower if the `rest`
   * column gets too little width · `lessNeeded`: a column that the user may have to scroll to, because
   * no other column becomes narrower to make room for it.
   */
  readonly width?: 'rest' | 'yields' | 'lessNeeded';
  /** Whether texts without enough room lose their middle, not their end, so that two of them don't look the same. */
  readonly shortensMiddle?: boolean;
}

/**
 * An active filter that is not part of the question. `service`: applied by the service · `local`: applied to the loaded
 * events only.
 */
export interface AuditChip {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly kind: 'service' | 'local';
  /** Display name of the place where the filter is evaluated, e.g. “server”. */
  readonly place: string;
}

export interface AuditFacetValue {
  readonly label: string;
  readonly count: number;
  readonly choice?: 'only' | 'not';
}
export interface AuditFacet {
  readonly id: string;
  readonly label: string;
  readonly values: readonly AuditFacetValue[];
  /** Number of further values that are not in `values`. During a search, only values that match it are counted. */
  readonly more: number;
}

export interface AuditHistogram {
  /** Start time of each bin, followed by the end time of the last bin; one entry more than `bins`. */
  readonly edges: readonly number[];
  /** Nominal width of a bin in milliseconds. */
  readonly step: number;
  /**
   * For each bin, four numbers of events: succeeded, failed, of unknown outcome, and folded. Folded events are unmarked
   * events of requests that this window sent. They are not among the other three.
   */
  readonly bins: readonly (readonly number[])[];
  /** Number of events that pass all filters except the time range but are in no bin because they have no valid time. */
  readonly undated: number;
  /**
   * Counts of the events before and after the bins, each in the form of a bin. `first` and `last` are the times of the
   * first and last loaded event with a valid time. Undefined if the bins cover the times of all loaded events.
   */
  readonly outside?: {
    readonly before: readonly number[];
    readonly after: readonly number[];
    readonly first: number;
    readonly last: number;
  };
  readonly selectedRange?: { readonly from: number; readonly to: number };
}

/** `idle`: no listing is displayed · `none`: the listing has no events. */
export type AuditPhase = 'idle' | 'loading' | 'events' | 'none' | 'error';
export type AuditMode = 'events' | 'readers';

/** The order of events. The original order, newest first, is a single sort by time. */
export interface AuditOrder {
  /** The sorts, the most significant one first. */
  readonly sorts: readonly ColumnSort[];
  readonly isOriginalOrder: boolean;
}

export interface AuditPanelWidths {
  readonly facets?: number;
  readonly details?: number;
}

/** The active row. `column` is that of its active cell, or the first visible one if the whole row is active. */
export interface ActiveRow {
  readonly row: number;
  readonly column: number;
  readonly isDetailOpen: boolean;
}

export interface AuditState {
  readonly rev: number;
  /** Increases when rows that were already sent may be out of date. */
  readonly dataRev: number;
  readonly keepsPosition: boolean;
  readonly formatRev: number;
  readonly phase: AuditPhase;
  readonly mode: AuditMode;
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  /**
   * The first rows, from index 0, so that the first paint usually needs no second message. Can be fewer than
   * `rowCount`.
   */
  readonly rows: readonly (readonly Cell[])[];
  /** Undefined if the rows are not events, as in “who read what”. */
  readonly order?: AuditOrder;
  /** Indices (0-based) of the rows above which events may be missing because they were not loaded. */
  readonly breaks?: readonly number[];
  readonly status: string;
  readonly detail: string;
  readonly target?: { readonly label: string; readonly environment: 'production' | 'test' | 'development' };
  /**
   * `column`: 0-based index of the note column · `count`: number of marked events, including those that are not loaded
   * · `only`: whether only marked events are displayed. Undefined if marks are not displayed, as in “who read what”.
   */
  readonly marks?: { readonly column: number; readonly count: number; readonly only: boolean };
  readonly chips: readonly AuditChip[];
  readonly zone: DisplayZone;
  readonly range?: string;
  readonly facets: readonly AuditFacet[];
  /** The search text of the facets, or empty. Only values that contain it, ignoring case, are listed in `facets`. */
  readonly facetSearch: string;
  readonly histogram?: AuditHistogram;
  readonly text: string;
  readonly searchedTexts: readonly string[];
  readonly buttons: readonly AuditBarButton[];
  /**
   * Description of the request that the action `askServer` sends: the filters that the service applies, and those that
   * are applied only to the loaded events. Undefined if the question is empty, if the displayed events come from a
   * file, or if no connection is selected.
   */
  readonly askServer?: string;
  /**
   * Cost of the action `cover`, such as “about 3 requests”. The action loads the older events of the selected time
   * range. Undefined if the action is not offered.
   */
  readonly cover?: string;
  /**
   * Layout of a saved view, with the changes that the user has made since: the visible columns from left to right, and
   * whether the histogram is displayed. The webview applies the layout once for each `rev`.
   */
  readonly layout?: {
    readonly rev: number;
    readonly columns?: readonly number[];
    readonly isHistogramShown?: boolean;
  };
  /**
   * Widths of the panels beside the rows, in pixels, as the user last set them in any webview of the table. Undefined
   * except in the response to `ready`.
   */
  readonly panelWidths?: AuditPanelWidths;
  /** The column layouts that the user chose last in any webview of the table. Undefined except in the response to `ready`. */
  readonly columnLayouts?: readonly SavedLayout[];
  /** Whether the rows are those of an earlier question, because the source is still computing. Absent means false. */
  readonly isReading?: boolean;
  /**
   * Where the row `from` of the previous state is in this state. Both are 0-based. Undefined except for the active row of
   * the previous state if other rows were drawn.
   */
  readonly movedRow?: { readonly from: number; readonly to: number };
  readonly isInTab?: boolean;
  readonly opensUnusualValues?: boolean;
  /** The row to make active, because it was so before the webview was hidden. Only in the response to `ready`. */
  readonly activeRow?: ActiveRow;
  readonly notice?: {
    readonly title: string;
    readonly text: string;
    readonly buttons: readonly ActionButton[];
    readonly severity: 'info' | 'warning' | 'error';
  };
}

/** A problem in a question. `start` and `end` are offsets in UTF-16 code units. */
export interface QuestionProblem {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface QuestionCompletion {
  readonly text: string;
  readonly label: string;
  readonly detail: string;
}
/** Suggestions that replace the question's text between `from` and `to`, offsets in UTF-16 code units. */
export interface QuestionCompletions {
  readonly from: number;
  readonly to: number;
  readonly items: readonly QuestionCompletion[];
}

export type AuditAction = 'addFilter' | 'customTime' | 'clearLocal' | 'cover' | 'askServer';

export interface AuditMarked {
  readonly done: 'marked' | 'unmarked' | 'nothing';
  readonly count: number;
}

export interface AuditFieldGroup {
  readonly label: string;
  readonly rows: readonly {
    readonly label: string;
    readonly text: string;
    readonly failed?: boolean;
  }[];
}

export interface AuditDetail {
  readonly title: string;
  readonly subtitle: string;
  /** The note of a marked event; empty if the mark has no note. Undefined if the event is not marked. */
  readonly note?: string;
  /** The content of the request, usually a query, with syntax highlighting. Empty if there is no content. */
  readonly code: readonly HighlightedSpan[];
  readonly groups: readonly AuditFieldGroup[];
  readonly json: string;
  readonly buttons: readonly AuditButton[];
}

export interface AuditUnusualValue {
  readonly field: string;
  readonly label: string;
  /** Percentage of events with the value: of the selected or displayed events (`here`), and of the others (`rest`). */
  readonly here: number;
  readonly rest: number;
  readonly hereText: string;
  readonly restText: string;
}
/** Values that are unusually frequent among the selected or displayed events. */
export interface AuditUnusual {
  /** ID of this response for `filterByUnusualValue`. */
  readonly id: number;
  readonly lead: string;
  readonly text: string;
  readonly values: readonly AuditUnusualValue[];
}

/**
 * The methods of the host that the webview calls. A call with the `rev` of rows that are no longer displayed may reject
 * with `OutOfDate`.
 */
export type AuditHost = {
  ready(params: Record<string, never>): AuditState;
  /** Returns rows `from` … `to` − 1 as far as they exist, at most 1000. Repeats `rev` and `seq`. */
  fetchRows(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  detail(params: { rev: number; row: number }): AuditDetail;
  /** Returns the actions for a cell's value and for its event; empty if the row is not an event. */
  menu(params: { rev: number; row: number; column: number }): readonly AuditButton[];
  /**
   * Runs the action `id` on the event in a row, or on the event's value in `column`. In “who read what”, the action
   * `events` displays the events behind a row.
   */
  activate(params: { rev: number; row: number; id: string; column?: number }): void;
  /**
   * Marks the events in rows `fromRow` … `toRow` − 1, or removes their marks if `marked` is false. Without `marked`,
   * removes the marks if all these events are marked, and marks them otherwise. Changes nothing if there are too many
   * rows, or if the user declines to remove notes.
   */
  mark(params: { rev: number; fromRow: number; toRow: number; marked?: boolean }): AuditMarked;
  /**
   * Expands or collapses a row that stands for several events. The first cell of such a row has `expanded`. Returns
   * after the state with the new rows was sent.
   */
  expand(params: { rev: number; row: number; isExpanded: boolean }): void;
  note(params: { rev: number; row: number }): void;
  chart(params: { rev: number }): Chart;
  /**
   * Saves the chart to a file that the user chooses: the PNG image `png`, in base64, or an SVG if `png` is undefined.
   */
  saveChart(params: { rev: number; png?: string }): void;
  /**
   * Compares the displayed events, or those in rows `fromRow` … `toRow` − 1, with the other loaded events. Events of
   * requests that this window sent are left out, unless the rows contain no others.
   */
  findUnusualValues(params: { rev: number; fromRow?: number; toRow?: number }): AuditUnusual;
  /** Filters the loaded events by the value at `index` (0-based) of the `findUnusualValues` response `id`. */
  filterByUnusualValue(params: { id: number; index: number }): void;
  /**
   * Adds a facet's value to the filter of the loaded events: as one of the values that events must have (`only`) or as
   * one that they must not have (`not`). `none` removes the value from the filter. `value` is the 0-based index of the
   * value in the facet.
   */
  filterByFacet(params: { rev: number; facet: string; value: number; choice: 'only' | 'not' | 'none' }): void;
  moreValues(params: { facet: string }): void;
  /** Lists only the facets' values that contain a text, ignoring case. An empty text ends the search. */
  searchFacets(params: { text: string }): void;
  /** Filters the loaded events by time, or removes that filter if `from` or `to` is undefined. */
  range(params: { from?: number; to?: number }): void;
  timePreset(params: { preset: TimePreset }): void;
  /**
   * Filters the loaded events by a question, and returns null after their rows were sent. If the question can't be
   * parsed, changes nothing and returns the problem.
   */
  search(params: { text: string }): QuestionProblem | null;
  /** Returns suggestions for a question at `offset`, in UTF-16 code units. */
  complete(params: { text: string; offset: number }): QuestionCompletions;
  /** Records the width in pixels that the user gave to a panel, for later webviews. */
  panelWidth(params: { panel: keyof AuditPanelWidths; width: number }): void;
  /** Records the column layout that the user chose, for later webviews. */
  columnLayout(params: { layout: SavedLayout }): void;
  layout(params: { columns: readonly number[]; isHistogramShown: boolean }): void;
  removeChip(params: { id: string }): void;
  action(params: { action: AuditAction }): void;
  /** Runs the action of a button of `AuditState.buttons`. */
  trailAction(params: { id: string }): void;
  button(params: { id: string }): void;
  /** Copies cells to the clipboard, in the order of `columns`. Returns whether they were copied. */
  copy(params: { rev: number; fromRow: number; toRow: number; columns: readonly number[] }): boolean;
  /**
   * Sorts the events by the fields in some columns, the most significant sort first. Sorts by columns that are not a
   * field are left out. If none remains, sorts the events newest first. Does nothing in “who read what”.
   */
  sort(params: { rev: number; sorts: readonly ColumnSort[] }): void;
  setVisibleRowCount(params: { rows: number }): void;
  /** Remembers the active row for the next call of `ready`. `activeRow` is undefined if no row is active. */
  setActiveRow(params: { rev: number; activeRow?: ActiveRow }): void;
};

export type AuditViewMethods = PageView & {
  state(params: AuditState): void;
  find(params: Record<string, never>): void;
};
