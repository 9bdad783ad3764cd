import type * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import type { Exported } from './export/exportFile.ts';

/** What views of the feed ask the person for and show progress of, as the commands do. */
export interface FeedActions {
  /** As the feed's, but asks for the account ID where none is known. False also where nothing could be asked. */
  load(filters?: AuditFilters): Promise<boolean>;
  /** Does once more what failed last; false as above. */
  retry(): Promise<boolean>;
  /** Writes something made of the events to a file, with a manifest; false where that did not come about. */
  export(what: Exported, to?: vscode.Uri): Promise<boolean>;
}
