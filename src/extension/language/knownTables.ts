import type * as vscode from 'vscode';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources } from '../app/sqlLanguage.ts';
import { tablesAt } from './vaultTables.ts';

export interface KnownTables {
  /** The tables as the tree of vaults displays them, by key. */
  readonly tables: ReadonlyMap<string, KnownTable>;
  /** The names of the same tables and their columns, without other facts. */
  readonly index: SchemaIndex;
  /** False if tables may be missing because a source took too long to read. */
  readonly isWhole: boolean;
}

/**
 * The tables that are known where a document's statements go; `offset` is that of a caret whose name is being typed, -1
 * for none.
 */
export type KnownTablesOf = (document: vscode.TextDocument, offset: number) => Promise<KnownTables>;

/**
 * Maximum wait in milliseconds, because the user is typing. Sources that take longer are used from a later call on.
 */
const patienceMs = 150;

export const createKnownTables =
  (deps: NameSources & Pick<Deps, 'language'>): KnownTablesOf =>
  async (document, offset) => {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    const { tables, isWhole } = await tablesAt(deps, { document, offset }, patience);
    clearTimeout(timer);
    return { tables: new Map(tables.map((table) => [table.key, table])), index: indexOf(tables), isWhole };
  };

const indexOf = (tables: readonly KnownTable[]): SchemaIndex =>
  new Map(
    tables.map(({ key, name, columns }) => [
      key,
      { name, columns: new Map(columns.map((column) => [column.key, column.name])) },
    ]),
  );
