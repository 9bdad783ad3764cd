/**
 * The calls between the extension host and the audit table's webview. The host owns the events; the webview requests
 * ranges of rows. Rows and columns are 0-based indices into the host's own order; every `to…` is exclusive; times are
 * milliseconds since 1970 in the service's own clock.
 */
import type { Chart } from '../core/audit/charts/chart.ts';
import type { DisplayZone } from '../core/audit/feed/zones.ts';
import type { TimePreset } from '../core/audit/filters/timePresets.ts';
import type { HighlightedSpan } from '../core/sql/editor/highlight.ts';
import type { Cell, ResultColumn } from './results.ts';

export type { Chart } from '../core/audit/charts/chart.ts';
export type { HighlightedSpan } from '../core/sql/editor/highlight.ts';

export interface ActionButton {
  readonly id: string;
  readonly label: string;
}

/** An action that is offered for an event or for one of its values. Its `id` is the ID of an editor command. */
export interface AuditButton extends ActionButton {
  /**
   * The action's position in menus as `group@order`. Menus draw a separator between groups. Actions that replace each
   * other, such as mark and unmark, have the same position, by which the webview recognizes their button.
   */
  readonly place: string;
  /**
   * Name of the codicon of the action's button in the details of an event. Undefined if only menus offer the action.
   */
  readonly icon?: string;
}

/** A button in the bar above the table for an action on the whole trail. Its `id` is the ID of an editor command. */
export interface AuditBarButton extends ActionButton {
  /**
   * The button's position as `group@order`. The group `modes` is left of the search box. `display` and `trail` are
   * right of it, before and after the button for columns.
   */
  readonly place: string;
  /** Name of the button's codicon. */
  readonly icon: string;
  /** True if the label is displayed beside the icon, false if it is only the tooltip. */
  readonly hasText: boolean;
  /** Whether a button that switches something is on; undefined for other buttons. */
  readonly pressed?: boolean;
  readonly enabled: boolean;
  readonly visible: boolean;
  /**
   * `unusualValues`: the webview itself shows the unusual values · `tab`: the button opens the table in a tab, and is
   * hidden in that tab. Undefined for other buttons.
   */
  readonly opens?: 'unusualValues' | 'tab';
}

export interface AuditColumn extends ResultColumn {
  /** Heading of a column of times: the name with the time zone. If undefined, the heading is the name. */
  readonly heading?: string;
  /** Whether the column is visible until the user shows or hides columns. */
  readonly visible: boolean;
  readonly sortable: boolean;
  /**
   * `rest`: the flexible column, which gets the width that the other columns leave · `yields`: a column that becomes
   * narrower if the flexible column gets too little. If undefined, the column keeps its width.
   */
  readonly width?: 'rest' | 'yields';
}

/** An active filter. `service`: applied by the service · `local`: applied to the loaded events only. */
export interface AuditChip {
  readonly id: string;
  /**
   * The name of the filter's field as the service spells it, e.g. `actor`; for a local filter `events`, the events
   * chosen in “who read what”.
   */
  readonly name: string;
  readonly label: string;
  readonly kind: 'service' | 'local';
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
  /** Number of values that are not in `values`. */
  readonly more: number;
}

export interface AuditHistogram {
  /** Start time of each bin, followed by the end time of the last bin; one entry more than `bins`. */
  readonly edges: readonly number[];
  /**
   * Width of a bin in milliseconds. Bins of whole days are some hours longer or shorter if the zone's clocks change.
   */
  readonly step: number;
  /** For each bin three counts: events that succeeded, that failed, and whose outcome is unknown. */
  readonly bins: readonly (readonly number[])[];
  /**
   * Number of events that pass the filters other than the time range, but are in no bin because they have no valid
   * time.
   */
  readonly undated: number;
  /**
   * Counts of the events before the first and after the last bin, in the form of a bin, and the times of the first and
   * the last loaded event, whether or not they pass the filters. Undefined if the bins cover the times of all loaded
   * events.
   */
  readonly outside?: {
    readonly before: readonly number[];
    readonly after: readonly number[];
    readonly first: number;
    readonly last: number;
  };
  readonly selectedRange?: { readonly from: number; readonly to: number };
}

/**
 * `idle`: nothing was loaded yet, no vault is selected, or the table is displayed in a tab instead · `none`: the loaded
 * listing has no events.
 */
export type AuditPhase = 'idle' | 'loading' | 'events' | 'none' | 'error';
/** What the rows are: `events`, or `readers`, the summary “who read what” of these events. */
export type AuditMode = 'events' | 'readers';

export interface AuditState {
  /** Revision of the table's rows and filters, which increases whenever the host redraws the table. */
  readonly rev: number;
  /**
   * Increases when rows that were already sent may be out of date: their order, values, or presentation may have
   * changed.
   */
  readonly dataRev: number;
  /**
   * True if the webview keeps its scroll position and selection: rows of the previous state are expected to be still
   * there, possibly with others among them.
   */
  readonly keepsPosition: boolean;
  /**
   * Increases when values are formatted differently, for example in another time zone or masked: the webview then
   * requests open details again.
   */
  readonly formatRev: number;
  readonly phase: AuditPhase;
  readonly mode: AuditMode;
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  /**
   * The first rows, from index 0 on and at most 100, so that the first paint needs no second message. May be fewer than
   * there are.
   */
  readonly rows: readonly (readonly Cell[])[];
  readonly sort?: { readonly column: number; readonly descending: boolean };
  /**
   * Indices of the rows above which events may be missing, because they were not loaded. Undefined if no gaps are
   * known, or the rows are not events with the newest first.
   */
  readonly breaks?: readonly number[];
  /** Text of the status line, such as how many events are displayed and whether more may exist. May be empty. */
  readonly status: string;
  readonly detail: string;
  readonly target?: { readonly label: string; readonly environment: 'production' | 'test' | 'development' };
  /**
   * Marks of events: the 0-based index of the column with their notes, the number of marked events, loaded or not, and
   * whether only marked events are displayed. Undefined for “who read what”, and in the panel while the table is in a
   * tab.
   */
  readonly marks?: { readonly column: number; readonly count: number; readonly only: boolean };
  /** The filters of the service, and the events chosen in “who read what”. */
  readonly chips: readonly AuditChip[];
  /** The time zone in which times are displayed. */
  readonly zone: DisplayZone;
  /** The time range by which the loaded events are filtered, as text; undefined for all times. */
  readonly range?: string;
  readonly facets: readonly AuditFacet[];
  readonly histogram?: AuditHistogram;
  /** The text of the question by which the loaded events are filtered; empty if there is none. */
  readonly text: string;
  /** The texts for which the question searches, without negated ones. They are highlighted. */
  readonly searchedTexts: readonly string[];
  /** The buttons in the bar for actions on the whole trail, in their order, including those that are not visible. */
  readonly buttons: readonly AuditBarButton[];
  /**
   * Which terms of the question the service can evaluate, as the tooltip of the button that sends them. Undefined if
   * there is no question, or no service, for example because the events come from a file.
   */
  readonly askServer?: string;
  /**
   * The cost of loading older events until the selected time range is covered, as text. Undefined if the loaded events
   * cover the range as far as is known, or if older events can't be requested at present.
   */
  readonly cover?: string;
  /**
   * The visible columns, from left to right, and whether the histogram is displayed, as a saved view sets them. The
   * webview applies them when it first sees a `rev`. Undefined if no view was applied.
   */
  readonly layout?: {
    readonly rev: number;
    readonly columns?: readonly number[];
    readonly isHistogramShown?: boolean;
  };
  /** True in the panel while the table is open in an editor tab: the panel then displays only the notice. */
  readonly isInTab?: boolean;
  /** If true, the webview opens the list of unusual values, once. */
  readonly opensUnusualValues?: boolean;
  readonly notice?: {
    readonly title: string;
    readonly text: string;
    readonly buttons: readonly ActionButton[];
    readonly severity: 'info' | 'warning' | 'error';
  };
}

/** What is wrong with a question, and where: `start` and `end` are offsets in UTF-16 code units. */
export interface QuestionProblem {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A text that can be inserted into a question, the filter that the user types. */
export interface QuestionCompletion {
  readonly text: string;
  readonly label: string;
  /** More about the text, such as how many loaded events have a value. May be empty. */
  readonly detail: string;
}
/** The texts by which the part of a question between two offsets, in UTF-16 code units, can be replaced. */
export interface QuestionCompletions {
  readonly from: number;
  readonly to: number;
  readonly items: readonly QuestionCompletion[];
}

export type AuditAction =
  | 'addFilter'
  /** Prompts the user for a time range. */
  | 'customTime'
  | 'clearLocal'
  | 'cover'
  /** Loads the events that the service finds for the part of the question that it can evaluate. */
  | 'askServer';

/**
 * What was done with the events of the selected rows, and their number. `nothing`: the user did not confirm, or more
 * than 1000 rows were selected, in which case the count is 0.
 */
export interface AuditMarked {
  readonly done: 'marked' | 'unmarked' | 'nothing';
  readonly count: number;
}

/** A group of related fields of an event. Fields that the event does not have are left out. */
export interface AuditFieldGroup {
  readonly label: string;
  readonly rows: readonly {
    readonly label: string;
    readonly text: string;
    /** True if the field reports that the request failed. */
    readonly failed?: boolean;
  }[];
}

/** The details of one event, in the form in which the webview displays them. */
export interface AuditDetail {
  readonly title: string;
  readonly subtitle: string;
  /**
   * The note of a marked event, which may have several lines; empty if it has no text. Undefined if it is not marked.
   */
  readonly note?: string;
  /**
   * The query with syntax highlighting, or other content of the request as plain text, in consecutive pieces of text.
   * Empty if the request has no content.
   */
  readonly code: readonly HighlightedSpan[];
  readonly groups: readonly AuditFieldGroup[];
  /** The whole event as JSON text, in which masked values stay masked. */
  readonly json: string;
  /** The actions that are offered for the event. */
  readonly buttons: readonly AuditButton[];
}

/** A value that is more frequent among the compared events than among all other loaded events. */
export interface AuditUnusualValue {
  /** Label of the field that has the value. */
  readonly field: string;
  readonly label: string;
  /** Share of the compared events (`here`) and of all others (`rest`) that have the value, in percent and as text. */
  readonly here: number;
  readonly rest: number;
  readonly hereText: string;
  readonly restText: string;
}
/**
 * Values that are unusually frequent among the displayed events, compared with the other loaded events. If rows are
 * selected, only their events are compared with the others.
 */
export interface AuditUnusual {
  /** ID of this response for `filterByUnusualValue`. The host accepts the IDs of the last few responses. */
  readonly id: number;
  /** Sentence that says which events were compared with which others. */
  readonly lead: string;
  /** Sentence that explains the values, or why there are none. */
  readonly text: string;
  /** The most unusual value first. */
  readonly values: readonly AuditUnusualValue[];
}

/**
 * The methods of the host that the webview calls. Methods with a `rev` reject with `OutOfDate` if they would use rows
 * that are no longer displayed; but `copy` returns false, and `filterByFacet` also accepts the facets of recent states.
 * If the events can't be read, `fetchRows`, `detail`, `menu`, `activate`, `mark`, `note`, `copy` and
 * `findUnusualValues` reject with `OutOfDate`, too, and the host reports the reason to the user.
 */
export type AuditHost = {
  ready(params: Record<string, never>): AuditState;
  /** Returns rows `from` … `to` − 1, at most 1000 and only those that exist. The response repeats `rev` and `seq`. */
  fetchRows(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  detail(params: { rev: number; row: number }): AuditDetail;
  /** Returns the actions for the value in a cell, then those for its event. Empty if the rows are not events. */
  menu(params: { rev: number; row: number; column: number }): readonly AuditButton[];
  /**
   * Runs the action `id` on the event in a row or, if it is an action on values, on the value in `column`. In “who read
   * what”, `id` is `events`, which shows the events that the row counts.
   */
  activate(params: { rev: number; row: number; id: string; column?: number }): void;
  /**
   * Marks the events in rows `fromRow` … `toRow` − 1, or removes their marks if `marked` is false. Without `marked`,
   * marks them unless all are marked. Does nothing for more than 1000 rows.
   */
  mark(params: { rev: number; fromRow: number; toRow: number; marked?: boolean }): AuditMarked;
  /** Prompts the user for a note on the event in a row. Does nothing in “who read what”. */
  note(params: { rev: number; row: number }): void;
  /**
   * Returns a chart for a report: the histogram of the events, or “who read what”. Rejects with a RangeError if there
   * is nothing to draw.
   */
  chart(params: { rev: number }): Chart;
  /**
   * Saves the chart to a file that the user chooses: as PNG if `png` is the image in base64, as SVG if `png` is
   * undefined. Rejects with a RangeError if there is nothing to draw.
   */
  saveChart(params: { rev: number; png?: string }): void;
  /**
   * Compares the displayed events, or those in rows `fromRow` … `toRow` − 1, with the other loaded events. Rejects with
   * `OutOfDate` in “who read what”.
   */
  findUnusualValues(params: { rev: number; fromRow?: number; toRow?: number }): AuditUnusual;
  /**
   * Filters the loaded events by a value of the `findUnusualValues` response `id`. `index` is the 0-based index of the
   * value.
   */
  filterByUnusualValue(params: { id: number; index: number }): void;
  /**
   * Filters the loaded events to those with a facet's value (`only`) or without it (`not`), or removes that filter
   * (`none`). `value` is the 0-based index of the value in the facet of revision `rev`.
   */
  filterByFacet(params: { rev: number; facet: string; value: number; choice: 'only' | 'not' | 'none' }): void;
  /** Lists more values of a facet in the following states. A new state follows if there is such a facet. */
  moreValues(params: { facet: string }): void;
  /** Filters the loaded events by time. If `from` or `to` is undefined, removes that filter. */
  range(params: { from?: number; to?: number }): void;
  timePreset(params: { preset: TimePreset }): void;
  /**
   * Filters the loaded events by the question in the question bar. Returns null, or what is wrong with a question that
   * can't be read; the filters then stay as they are.
   */
  search(params: { text: string }): QuestionProblem | null;
  /** Returns what can be written in a question where the cursor is; `offset` is in UTF-16 code units. */
  complete(params: { text: string; offset: number }): QuestionCompletions;
  /** Tells the host which columns are visible, from left to right, and whether the histogram is displayed. */
  layout(params: { columns: readonly number[]; isHistogramShown: boolean }): void;
  removeChip(params: { id: string }): void;
  action(params: { action: AuditAction }): void;
  /** Does what a button of `AuditState.buttons` is for. */
  trailAction(params: { id: string }): void;
  /** Runs the button of the notice with this ID. */
  button(params: { id: string }): void;
  /**
   * Copies cells to the clipboard, in the order of `columns`. Returns false if the rows are no longer displayed or
   * copying failed, which the host reports.
   */
  copy(params: { rev: number; fromRow: number; toRow: number; columns: readonly number[] }): boolean;
  /**
   * Sorts the events by a column, whose 0-based index is `column`. Without `column`, or if the column is no field of
   * events, the newest event is first. `descending` is false by default. Does nothing in “who read what”.
   */
  sort(params: { rev: number; column?: number; descending?: boolean }): void;
  /** Reports how many rows the webview can display, so that later states contain as many first rows, up to 100. */
  setVisibleRowCount(params: { rows: number }): void;
};

/** The methods of the webview that the host calls. */
export type AuditViewMethods = {
  state(params: AuditState): void;
  /** Moves the focus to the question bar. */
  find(params: Record<string, never>): void;
};
