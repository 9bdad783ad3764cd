import type * as vscode from 'vscode';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources } from '../app/sqlLanguage.ts';
import { findTablesForDocument } from './vaultTables.ts';

export interface KnownTables {
  readonly tables: ReadonlyMap<string, KnownTable>;
  readonly index: SchemaIndex;
  readonly isComplete: boolean;
}

/**
 * Returns the known tables for a document. `offset` is that of the caret in UTF-16 code units, or -1 if there is no
 * caret. The name at the caret is ignored, because the user is still typing it.
 */
export type FindKnownTables = (document: vscode.TextDocument, offset: number) => Promise<KnownTables>;

/**
 * Maximum time in milliseconds to wait until files and the names in audit events have been read. It is short because
 * the user may be typing.
 */
const MAX_WAIT_MS = 150;

export const createTableFinder =
  (deps: NameSources & Pick<Deps, 'language'>): FindKnownTables =>
  async (document, offset) => {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    const { tables, isComplete } = await findTablesForDocument(deps, { document, offset }, patience);
    clearTimeout(timer);
    return {
      tables: new Map(tables.map((table) => [table.key, table])),
      index: createIndex(tables),
      isComplete,
    };
  };

const createIndex = (tables: readonly KnownTable[]): SchemaIndex =>
  new Map(
    tables.map(({ key, name, columns }) => [
      key,
      { name, columns: new Map(columns.map((column) => [column.key, column.name])) },
    ]),
  );
