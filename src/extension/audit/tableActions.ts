import type * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { FormatFor } from '../../core/results/export/formats.ts';
import type { AuditActions } from './actions/auditActions.ts';
import type { AuditExport } from './export/eventsFile.ts';

export interface TableActions {
  load(filters?: AuditFilters): Promise<boolean>;
  retry(): Promise<boolean>;
  refresh(): Promise<unknown>;
  goBack(): Promise<unknown>;
  loadOlder(): Promise<unknown>;
  loadAllOlder(): Promise<unknown>;
  /** Loads older events back to `time`, a timestamp in the service's format. */
  loadSince(time: string): Promise<unknown>;
  chooseFilter(): Promise<unknown>;
  chooseRange(): Promise<unknown>;
  askServer(): Promise<unknown>;
  exportEvents(to?: vscode.Uri): Promise<boolean>;
  export(what: AuditExport<FormatFor<'readers'>>, to?: vscode.Uri): Promise<boolean>;
  readonly auditActions: Pick<
    AuditActions,
    | 'listButtonsForEvent'
    | 'listTableButtonsForValue'
    | 'runActionOnEvent'
    | 'runActionOnValue'
    | 'doesActionPromptUser'
  >;
}
