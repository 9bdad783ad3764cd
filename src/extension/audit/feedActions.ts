import type * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { Exported } from './export/exportFile.ts';

/** What the audit table starts that may ask the user for something and shows progress, as the commands do. */
export interface FeedActions {
  /** Loads the newest events as `AuditRequests.load` does, but asks for the account ID if none is known. Also false if nothing could be requested. */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Does once more what failed last; false as above. */
  retry(): Promise<boolean>;
  /** Writes something made of the events to a file, with a manifest; false where that did not come about. */
  export(what: Exported, to?: vscode.Uri): Promise<boolean>;
}
