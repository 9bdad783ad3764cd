import type { DocumentReader } from '../language/reading/reader.ts';
import type { SeenNames } from '../language/seenNames.ts';
import type { WorkspaceNames } from '../language/workspaceNames.ts';

/**
 * Names of tables and columns found in `.vaultsql` documents (`documents`) and revealed by successful queries of this
 * window (`seen`). `reader` analyzes documents, long ones in a worker thread.
 */
export interface KnownNames {
  readonly reader: DocumentReader;
  readonly documents: Pick<WorkspaceNames, 'load' | 'documents' | 'onDidChange'>;
  readonly seen: Pick<SeenNames, 'remember' | 'tables' | 'onDidChange'>;
}
