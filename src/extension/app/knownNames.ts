import type { DocumentReader } from '../language/reading/reader.ts';
import type { SeenNames } from '../language/seenNames.ts';
import type { WorkspaceNames } from '../language/workspaceNames.ts';

export interface KnownNames {
  readonly reader: DocumentReader;
  readonly documents: Pick<WorkspaceNames, 'load' | 'listDocumentNames' | 'onDidChange'>;
  readonly seen: Pick<SeenNames, 'addNamesOfStatement' | 'tables' | 'onDidChange'>;
}
