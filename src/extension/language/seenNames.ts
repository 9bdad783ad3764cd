import * as vscode from 'vscode';
import { Catalogue, type KnownTable, type Origin } from '../../core/schema/catalogue.ts';
import { getQueriedTables } from '../../core/schema/queriedTables.ts';
import type { QueryRecord } from '../../core/service/types.ts';
import type { SqlDocument } from '../../core/sql/syntax/document/sqlDocument.ts';

const RESULT_ORIGIN: Origin = { kind: 'result' };

/**
 * The names of tables and columns that successful queries revealed, with facts such as the kinds of a column's values,
 * by vault. Kept in memory only; contains no values.
 */
export class SeenNames implements vscode.Disposable {
  readonly #vaults = new Map<string, Catalogue>();
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  /**
   * Adds the names in a successful statement, and what its result `records` reveal about the columns. `vault` is the
   * vault's label (`formatTarget`).
   */
  addNamesOfStatement(vault: string, statement: SqlDocument, records: readonly QueryRecord[]): void {
    const catalogue = this.#vaults.get(vault) ?? new Catalogue();
    this.#vaults.set(vault, catalogue);
    if (catalogue.add({ origin: RESULT_ORIGIN, tables: getQueriedTables(statement, records) }))
      this.#changes.fire();
  }
  tables(vault: string): readonly KnownTable[] {
    return this.#vaults.get(vault)?.tables() ?? [];
  }
  clearSeenNames(): void {
    this.#vaults.clear();
    this.#changes.fire();
  }
  dispose(): void {
    this.#changes.dispose();
  }
}
