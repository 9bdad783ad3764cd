import type * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { FormatFor } from '../../core/results/export/formats.ts';
import type { AuditActions } from './actions/auditActions.ts';
import type { Exported } from './export/eventsFile.ts';

/**
 * The functions that the audit table calls for what the user starts there but other parts of the extension do. They may
 * prompt the user first.
 */
export interface TableActions {
  /** Loads the newest events for these service filters, by default for the ones requested last. */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Repeats the last failed request. */
  retry(): Promise<boolean>;
  /** Loads the newest events, or what was added to the displayed files. */
  refresh(): Promise<unknown>;
  /** Displays the events again that were displayed before, without a request. */
  goBack(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  loadAllOlder(): Promise<unknown>;
  /** Loads older events back to `time`, a timestamp in the service's format. */
  loadSince(time: string): Promise<unknown>;
  /** Lets the user choose filters. */
  chooseFilter(): Promise<unknown>;
  /** Lets the user enter a time range for the loaded events. */
  chooseRange(): Promise<unknown>;
  /** Loads the events that the service finds for the part of the question that it can evaluate. */
  askServer(): Promise<unknown>;
  /** Exports the displayed events to `to`; if it is undefined, to a file that the user chooses. */
  exportEvents(to?: vscode.Uri): Promise<boolean>;
  /**
   * Exports what was computed from the displayed events to a file with a manifest; if `to` is undefined, to a file
   * that the user chooses.
   */
  export(what: Exported<FormatFor<'readers'>>, to?: vscode.Uri): Promise<boolean>;
  /** The actions on events and their values, for the buttons and menus of the table. */
  readonly auditActions: Pick<
    AuditActions,
    'forEvent' | 'forValue' | 'runOnEvent' | 'runOnValue' | 'promptsUser'
  >;
}
