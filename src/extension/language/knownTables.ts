import type * as vscode from 'vscode';
import {
  indexPolicies,
  indexTables,
  mergeIndexes,
  type SchemaIndex,
} from '../../core/sql/editor/schemaIndex.ts';
import type { Deps } from '../app/deps.ts';
import { documentTarget } from '../connections/documentTarget.ts';
import { targetLabel } from '../connections/targets.ts';
import { dialectOptions } from './dialectOptions.ts';
import type { KnownNames } from './knownNames.ts';

/**
 * The tables and columns that the workspace has written down, and that documents, settings and results have shown; `offset`
 * is that of a caret whose name is being typed, -1 for none.
 */
export type KnownTablesOf = (document: vscode.TextDocument, offset: number) => Promise<SchemaIndex>;

export const createKnownTables =
  (deps: Deps, { documents, seen }: KnownNames): KnownTablesOf =>
  async (document, offset) => {
    const found = documentTarget(document, deps);
    const written = deps.schemas.tables(found.kind === 'found' ? targetLabel(found.target) : undefined);
    return mergeIndexes([
      indexTables(written),
      ...(await documents.indexes(document, offset)),
      indexPolicies(dialectOptions(document, deps).columns ?? []),
      ...seen.indexes(),
    ]);
  };
