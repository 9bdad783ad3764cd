/**
 * What the host and the audit table say to each other. The host owns the events; the view asks for windows of rows.
 * Rows and columns are 0-based indices into the host's own order; every `to…` is exclusive; times are milliseconds since
 * 1970 in the service's own clock.
 */
import type { Chart } from '../core/audit/charts/chart.ts';
import type { ShownZone } from '../core/audit/feed/zones.ts';
import type { TimePreset } from '../core/audit/filters/timePresets.ts';
import type { CodePiece } from '../core/sql/editor/highlight.ts';
import type { Cell, ResultColumn } from './results.ts';

export type { Chart } from '../core/audit/charts/chart.ts';
export type { CodePiece } from '../core/sql/editor/highlight.ts';

export interface ActionButton {
  readonly id: string;
  readonly label: string;
}

/** An action that is offered for an event or for one of its values. Its ID is that of a command. */
export interface AuditButton extends ActionButton {
  /** Its place in menus, `group@order`: a line separates groups. Actions that replace each other share a place. */
  readonly place: string;
  /** The name of a codicon, if the details of an event have a button for the action itself. */
  readonly icon?: string;
}

export interface AuditColumn extends ResultColumn {
  /** Its heading, where that is not its name: with the zone of its times. */
  readonly heading?: string;
  /** Whether it is shown before anybody chooses. */
  readonly shown: boolean;
  readonly sortable: boolean;
  /** `rest`: it takes the width that the others leave · `yields`: it becomes narrower where that is too little. */
  readonly width?: 'rest' | 'yields';
}

/** A filter in force. `service`: the service applied it · `local`: over the loaded events only. */
export interface AuditChip {
  readonly id: string;
  /** The field's name as the service spells it, e.g. `actor`. */
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
  /** Values beyond those listed. */
  readonly more: number;
}

export interface AuditHistogram {
  /** Where each bin begins, then where the last one ends. */
  readonly edges: readonly number[];
  /** How wide a bin is; one of days has some hours more or less where clocks are turned. */
  readonly step: number;
  /** Of each bin the events that succeeded, failed, and whose outcome is unknown. */
  readonly bins: readonly (readonly number[])[];
  /** Events without a time to place them by. */
  readonly undated: number;
  /** Events before and after the bins, counted like a bin; and the times of the first and the last event of all. */
  readonly outside?: {
    readonly before: readonly number[];
    readonly after: readonly number[];
    readonly first: number;
    readonly last: number;
  };
  readonly chosen?: { readonly from: number; readonly to: number };
}

/** `idle` nothing loaded · `loading` · `events` · `none` the service gave none · `error`. */
export type AuditPhase = 'idle' | 'loading' | 'events' | 'none' | 'error';
/** The events themselves, or who read what by them. */
export type AuditMode = 'events' | 'readers';

export interface AuditState {
  /** Grows with every change; rows asked for with an older one are dropped. */
  readonly rev: number;
  /** Grows when rows already handed out are no longer those rows. */
  readonly dataRev: number;
  /** Whether the new rows are the old ones with others among them, so that the place in them is worth keeping. */
  readonly keepPlace: boolean;
  /** Grows when values are shown or hidden that were not: details on screen are requested again. */
  readonly formatRev: number;
  readonly phase: AuditPhase;
  readonly mode: AuditMode;
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  /** Rows from index 0 on, so that the first paint needs no second message; at most 100. */
  readonly rows: readonly (readonly Cell[])[];
  readonly sort?: { readonly column: number; readonly descending: boolean };
  /** Rows above which other events may be missing, while the newest come first. */
  readonly breaks?: readonly number[];
  /** What is shown and what can be claimed about the rest. */
  readonly status: string;
  readonly detail: string;
  readonly target?: { readonly label: string; readonly environment: 'production' | 'test' | 'development' };
  /** Of the events: where their notes are, how many are marked, loaded or not, and whether only these are shown. */
  readonly marks?: { readonly column: number; readonly count: number; readonly only: boolean };
  /** All but the range of time and the text. */
  readonly chips: readonly AuditChip[];
  /** The zone that times are shown in. */
  readonly zone: ShownZone;
  /** The range of time over loaded events, in words. */
  readonly range?: string;
  readonly facets: readonly AuditFacet[];
  readonly histogram?: AuditHistogram;
  /** The text searched for. */
  readonly text: string;
  /**
   * `cover`: older events may lie in the range of time, and can be loaded · `tab`: it can be opened in a tab, where it is
   * wider.
   */
  readonly can: {
    readonly older: boolean;
    readonly cover: boolean;
    readonly export: boolean;
    readonly tab: boolean;
  };
  /** The table is in a tab: the panel shows the notice, and nothing beside it. */
  readonly isInTab?: boolean;
  /** Whether what is odd about these events is to be shown, once. */
  readonly odd?: boolean;
  readonly notice?: {
    readonly title: string;
    readonly text: string;
    readonly buttons: readonly ActionButton[];
    readonly severity: 'info' | 'warning' | 'error';
  };
}

export type AuditAction =
  | 'addFilter'
  /** Asks the person for a range of time. */
  | 'customTime'
  | 'clearLocal'
  | 'refresh'
  | 'older'
  | 'cover'
  | 'export'
  | 'tab'
  | 'events'
  | 'readers'
  /** Shows the marked events alone, or all again. */
  | 'marked';

/** What became of so many events. */
export interface AuditMarked {
  readonly done: 'marked' | 'unmarked' | 'nothing';
  readonly count: number;
}

/** Fields of an event that belong together, those that it has. */
export interface AuditFieldGroup {
  readonly label: string;
  readonly rows: readonly {
    readonly label: string;
    readonly text: string;
    /** Whether it says that the request failed. */
    readonly failed?: boolean;
  }[];
}

/** One event for the details: what it is about first. */
export interface AuditDetail {
  readonly title: string;
  readonly subtitle: string;
  /** Of a marked event, in lines; empty where it has no words. */
  readonly note?: string;
  /** The query, laid out, in pieces that follow each other; empty where there is none. */
  readonly code: readonly CodePiece[];
  readonly groups: readonly AuditFieldGroup[];
  /** All of it, as JSON text. */
  readonly json: string;
  /** What can be done with the event, in the order of the menus. */
  readonly buttons: readonly AuditButton[];
}

/** A value that the events compared have more often than the others. */
export interface AuditOddValue {
  /** What the field is called. */
  readonly field: string;
  readonly label: string;
  /** Of the events compared, and of all others, those that have it: percent, and the same in words. */
  readonly here: number;
  readonly rest: number;
  readonly hereText: string;
  readonly restText: string;
}
/** What is odd about the events shown, or about the rows selected of them. */
export interface AuditOdd {
  /** Names this answer; the values of an older one cannot be chosen any more. */
  readonly id: number;
  /** What was compared with what. */
  readonly lead: string;
  /** What the values are, or why there are none. */
  readonly text: string;
  /** The oddest first. */
  readonly values: readonly AuditOddValue[];
}

/** Called by the webview, answered by the host. A `rev` that is not the newest is refused. */
export type AuditHost = {
  ready(params: Record<string, never>): AuditState;
  /** Rows `from` … `to` − 1. The answer repeats `rev` and `seq`; a shorter list is what there is. */
  want(params: { rev: number; seq: number; from: number; to: number }): {
    rev: number;
    seq: number;
    from: number;
    rows: readonly (readonly Cell[])[];
  };
  detail(params: { rev: number; row: number }): AuditDetail;
  /** What can be done with the value in a cell, and then with its event; nothing if the rows are not events. */
  menu(params: { rev: number; row: number; column: number }): readonly AuditButton[];
  /** Runs an action on the event in a row; with `column`, on its value there. `events`: shows the events behind a row. */
  activate(params: { rev: number; row: number; id: string; column?: number }): void;
  /** Marks rows `fromRow` … `toRow` − 1, or takes their marks away; without `marked` marks them unless all are. */
  mark(params: { rev: number; fromRow: number; toRow: number; marked?: boolean }): AuditMarked;
  /** Lets the person write a note to the event in a row. */
  note(params: { rev: number; row: number }): void;
  /** What is shown as a chart for a report: the histogram, or who read what. */
  chart(params: { rev: number }): Chart;
  /** Writes the chart of that revision to a file: as SVG, or `png`, base64, as the view drew it. */
  saveChart(params: { rev: number; png?: string }): void;
  /** Compares the events shown, or of them rows `fromRow` … `toRow` − 1, with all other loaded ones. */
  odd(params: { rev: number; fromRow?: number; toRow?: number }): AuditOdd;
  /** Filters by the value in place `place` of the answer `id`. */
  chooseOdd(params: { id: number; place: number }): void;
  /** Chooses the value `value` of a facet as it was listed in revision `rev`, or takes the choice back. */
  choose(params: { rev: number; facet: string; value: number; choice: 'only' | 'not' | 'none' }): void;
  /** Lists further values of a facet. */
  moreValues(params: { facet: string }): void;
  /** Keeps a stretch of time; without limits all of it. */
  range(params: { from?: number; to?: number }): void;
  timePreset(params: { preset: TimePreset }): void;
  search(params: { text: string }): void;
  removeChip(params: { id: string }): void;
  action(params: { action: AuditAction }): void;
  /** A button of the notice. */
  button(params: { id: string }): void;
  /** Copies cells to the clipboard, in the order of `columns`. False if nothing was copied; the host has said why. */
  copy(params: { rev: number; fromRow: number; toRow: number; columns: readonly number[] }): boolean;
  /**
   * Sorts the events by a column, whose 0-based index is `column`. Without `column`, the newest event is first.
   * `descending` is false by default.
   */
  sort(params: { rev: number; column?: number; descending?: boolean }): void;
  /** How many rows the view draws at once: as many as come with a state, so that it need not ask and gets none for nothing. */
  fits(params: { rows: number }): void;
};

/** Called by the host, handled by the webview. */
export type AuditViewMethods = {
  state(params: AuditState): void;
  /** Moves the focus to the search box. */
  find(params: Record<string, never>): void;
};
