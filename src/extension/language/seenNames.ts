import { indexResult, mergeIndexes, type SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import type { SqlText } from '../../core/sql/syntax/document/sqlDocument.ts';

/** Names of tables and columns that answered queries have shown. In memory only; no values. */
export interface SeenNames {
  /** A statement that the service has answered, and the names of its result's columns. */
  remember(statement: SqlText, columns: readonly string[]): void;
  forget(): void;
  index(): SchemaIndex;
}

export function createSeenNames(): SeenNames {
  let seen: SchemaIndex = new Map();
  return {
    remember(statement, columns) {
      seen = mergeIndexes([seen, indexResult(statement, columns)]);
    },
    forget() {
      seen = new Map();
    },
    index: () => seen,
  };
}

/** Those of this window: what queries show, completion offers. */
export const seenNames = createSeenNames();
