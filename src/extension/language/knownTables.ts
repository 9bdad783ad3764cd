import type * as vscode from 'vscode';
import { indexPolicies, mergeIndexes, type SchemaIndex } from '../../core/sql/editor/schemaIndex.ts';
import type { Deps } from '../app/deps.ts';
import { dialectOptions } from './dialectOptions.ts';
import type { SeenNames } from './seenNames.ts';
import type { WorkspaceNames } from './workspaceNames.ts';

/**
 * The tables and columns that documents, settings and results have shown; `offset` is that of a caret whose name is
 * being typed, -1 for none.
 */
export type KnownTablesOf = (document: vscode.TextDocument, offset: number) => Promise<SchemaIndex>;

export const createKnownTables =
  (deps: Deps, names: WorkspaceNames, seen: SeenNames): KnownTablesOf =>
  async (document, offset) =>
    mergeIndexes([
      ...(await names.indexes(document, offset)),
      indexPolicies(dialectOptions(document, deps).columns ?? []),
      seen.index(),
    ]);
