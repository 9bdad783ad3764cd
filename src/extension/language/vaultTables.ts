import * as vscode from 'vscode';
import {
  type KnownTable,
  mergeTables,
  type Origin,
  sourceTablesOfIndex,
  sourceTablesOfPolicies,
  sourceTablesOfVault,
  type TableSource,
} from '../../core/schema/catalogue.ts';
import { getNamesOfConnection, type NamesByConnection } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources, TargetToSearch } from '../app/sqlLanguage.ts';
import { findDocumentTarget } from '../targets/documentTarget.ts';
import { formatTarget, type Target } from '../targets/targets.ts';
import type { CaretPosition, DocumentNames } from './workspaceNames.ts';

const LOCAL_VAULT_ORIGIN: Origin = { kind: 'localVault' };
const SETTINGS_ORIGIN: Origin = { kind: 'settings' };
const RESULT_ORIGIN: Origin = { kind: 'result' };
const AUDIT_ORIGIN: Origin = { kind: 'audit' };

/**
 * Returns the known tables of a vault, without tables and columns that only documents name: the vault may have refused
 * the statements in them. Waits until the workspace's `.vaultsql` files, its schema files and the names in audit events
 * have been read.
 */
export async function findTables(sources: NameSources, target: Target): Promise<readonly KnownTable[]> {
  const { documents } = sources.knownNames();
  const [met, all] = await Promise.all([
    loadSchemasAndAuditNames(sources),
    documents.load().then(() => documents.listDocumentNames()),
  ]);
  const tables = mergeTables(listSources(sources, target, { documents: excludeOwnDocuments(all), met }));
  return tables
    .filter(isConfirmed)
    .map((table) => ({ ...table, columns: table.columns.filter(isConfirmed) }));
}

/** Whether a source other than documents names a table or column. */
const isConfirmed = ({ origins }: Pick<KnownTable, 'origins'>): boolean =>
  origins.some(({ kind }) => kind !== 'document');

interface FoundTables {
  readonly tables: readonly KnownTable[];
  /** False if tables may be missing because a source was not read in time. */
  readonly isComplete: boolean;
}

/**
 * Returns the known tables for a document. If the document's vault is known, only sources that apply to that vault are
 * used. Names that have not been read when `deadline` resolves may be missing.
 */
export async function findTablesForDocument(
  deps: NameSources & Pick<Deps, 'language'>,
  caret: CaretPosition,
  deadline: Promise<unknown>,
): Promise<FoundTables> {
  const { schemas, knownNames, auditNames } = deps;
  const { documents } = knownNames();
  const loading = Promise.all([auditNames.readNamesByConnection(), schemas.load(), documents.load()]);
  const loaded = await Promise.race([loading, deadline.then(() => undefined)]);
  const read = { documents: excludeOwnDocuments(await documents.listDocumentNames(caret)), met: loaded?.[0] };
  const found = findDocumentTarget(caret.document, deps);
  const sources = found.kind === 'found' ? listSources(deps, found.target, read) : listAllSources(deps, read);
  return { tables: mergeTables(sources), isComplete: loaded !== undefined };
}

/** Returns all vaults, each with the sources of its table and column names. Documents are not among the sources. */
export async function listVaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]> {
  const met = await loadSchemasAndAuditNames(sources);
  return sources.targets.all().map((target) => ({
    target,
    label: formatTarget(target),
    sources: () => listSources(sources, target, { documents: [], met }),
  }));
}

/**
 * Names in documents and in audit events. `met`: the names in audit events; undefined if a deadline passed while these
 * names, the schema files or the workspace's files were still being read.
 */
interface LoadedSources {
  readonly documents: readonly DocumentNames[];
  readonly met: NamesByConnection | undefined;
}

/** Waits until the schema files have been read, and returns the names in audit events. */
async function loadSchemasAndAuditNames({
  schemas,
  auditNames,
}: Pick<NameSources, 'schemas' | 'auditNames'>): Promise<LoadedSources['met']> {
  await schemas.load();
  return auditNames.readNamesByConnection();
}

/**
 * Leaves out documents that this extension itself provides, as their URI scheme shows. Their names usually come from
 * another source.
 */
const excludeOwnDocuments = (documents: readonly DocumentNames[]): readonly DocumentNames[] =>
  documents.filter(({ uri }) => !uri.scheme.startsWith('vaultsql-'));

function* listSchemaSources(
  { schemas }: Pick<NameSources, 'schemas'>,
  vault: string | undefined,
): Generator<TableSource> {
  for (const { name, tables } of schemas.sources(vault))
    yield { origin: { kind: 'schemaFile', name }, tables, areNamesUnquoted: true };
}

function* listSources(
  deps: NameSources,
  target: Target,
  { documents, met }: LoadedSources,
): Generator<TableSource> {
  const { settings } = deps;
  const label = formatTarget(target);
  yield { origin: RESULT_ORIGIN, tables: deps.knownNames().seen.tables(label) };
  yield* listSchemaSources(deps, label);
  for (const document of documents)
    if (isDocumentForVault(deps, document, label)) yield createDocumentSource(document);
  for (const { vaultID, tables } of getNamesOfConnection(met, target.connection))
    if (vaultID === target.vault.id) yield { origin: AUDIT_ORIGIN, tables };
  yield* listLocalSources(target);
  yield {
    origin: SETTINGS_ORIGIN,
    tables: sourceTablesOfPolicies(settings.columnPolicies()),
    areNamesUnquoted: true,
  };
}

function* listLocalSources({ connection: { local } }: Target): Generator<TableSource> {
  if (!local) return;
  yield { origin: LOCAL_VAULT_ORIGIN, tables: sourceTablesOfVault(local.tables) };
  yield { origin: LOCAL_VAULT_ORIGIN, tables: sourceTablesOfPolicies(local.columns), areNamesUnquoted: true };
}

function* listAllSources(deps: NameSources, { documents }: LoadedSources): Generator<TableSource> {
  const { settings, targets } = deps;
  for (const target of targets.all())
    yield { origin: RESULT_ORIGIN, tables: deps.knownNames().seen.tables(formatTarget(target)) };
  yield* listSchemaSources(deps, undefined);
  for (const document of documents) yield createDocumentSource(document);
  yield {
    origin: SETTINGS_ORIGIN,
    tables: sourceTablesOfPolicies(settings.columnPolicies()),
    areNamesUnquoted: true,
  };
}

const createDocumentSource = ({ uri, index }: DocumentNames): TableSource => ({
  origin: { kind: 'document', name: getDisplayPath(uri) },
  tables: sourceTablesOfIndex(index),
});

function isDocumentForVault(
  { targets }: Pick<Deps, 'targets'>,
  { target }: DocumentNames,
  label: string,
): boolean {
  const found = target ? targets.find(target.connection, target.vault) : targets.current();
  return found !== undefined && formatTarget(found) === label;
}

/**
 * Returns a file's path relative to the workspace. For a file outside the workspace, returns only the file's name,
 * because the full path may contain a person's name.
 */
const getDisplayPath = (uri: vscode.Uri): string =>
  vscode.workspace.getWorkspaceFolder(uri)
    ? vscode.workspace.asRelativePath(uri)
    : (uri.path.split('/').at(-1) ?? '');
