import type * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { FormatFor } from '../../core/results/export/formats.ts';
import type { AuditActions } from './actions/auditActions.ts';
import type { Exported } from './export/eventsFile.ts';

/**
 * What the user starts in the audit table beyond the table itself. The user may be asked for something first; then each
 * method resolves to false, or to undefined, if they leave.
 */
export interface TableActions {
  /** Loads the newest events for these filters, by default for the requested ones. */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Repeats what failed last. */
  retry(): Promise<boolean>;
  /** Loads the newest events, or what was added to the displayed files. */
  refresh(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  /** Loads older events back to a time, a timestamp as the service writes it. */
  loadSince(time: string): Promise<unknown>;
  /** Lets the user choose filters. */
  chooseFilter(): Promise<unknown>;
  /** Lets the user type a range of time for the loaded events. */
  chooseRange(): Promise<unknown>;
  /** Exports the displayed events to `to`, or where the user chooses. */
  exportEvents(to?: vscode.Uri): Promise<boolean>;
  /** Writes something made from the displayed events to a file, with a manifest. */
  export(what: Exported<FormatFor<'readers'>>, to?: vscode.Uri): Promise<boolean>;
  /** What can be done with an event or a value: for the buttons and menus of the table. */
  readonly auditActions: Pick<AuditActions, 'forEvent' | 'forValue' | 'runOnEvent' | 'runOnValue' | 'asks'>;
}
