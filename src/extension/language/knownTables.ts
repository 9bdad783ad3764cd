import type * as vscode from 'vscode';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources } from '../app/sqlLanguage.ts';
import { findTablesForDocument } from './vaultTables.ts';

export interface KnownTables {
  /** The known tables with all facts that the tree of vaults displays, by the key that `createNameKey` makes of a name. */
  readonly tables: ReadonlyMap<string, KnownTable>;
  readonly index: SchemaIndex;
  /** False if tables may be missing because a source took too long to read. */
  readonly isComplete: boolean;
}

/**
 * Returns the known tables of the vault that a document's statements go to, or of several vaults if that vault is not
 * known. `offset` is the position of a caret in UTF-16 code units, and the name that touches it is left out; -1 if
 * there is no caret.
 */
export type FindKnownTables = (document: vscode.TextDocument, offset: number) => Promise<KnownTables>;

/** Maximum wait in milliseconds for sources of names that are still being read, because the user is typing. */
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
