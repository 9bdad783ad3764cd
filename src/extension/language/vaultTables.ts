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
 * Returns the known tables of a vault, without columns that only documents name: the vault may have refused the
 * statements in them. Waits until the workspace's `.vaultsql` files, its schema files and the names in audit events
 * have been read.
 */
export async function findTables(sources: NameSources, target: Target): Promise<readonly KnownTable[]> {
  const tables = mergeTables(listSources(sources, target, await loadDocumentAndAuditNames(sources)));
  return tables.map((table) => ({
    ...table,
    columns: table.columns.filter(({ origins }) => origins.some(({ kind }) => kind !== 'document')),
  }));
}

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

/**
 * Returns all vaults, each with the sources of its table and column names. As in `findTables`, documents are not sources
 * of columns.
 */
export async function listVaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]> {
  const read = await loadDocumentAndAuditNames(sources);
  return sources.targets.all().map((target) => ({
    target,
    label: formatTarget(target),
    sources: () => Array.from(listSources(sources, target, read), removeColumnsOfDocument),
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

async function loadDocumentAndAuditNames({
  schemas,
  knownNames,
  auditNames,
}: NameSources): Promise<LoadedSources> {
  const { documents } = knownNames();
  await Promise.all([schemas.load(), documents.load()]);
  const [all, met] = await Promise.all([documents.listDocumentNames(), auditNames.readNamesByConnection()]);
  return { documents: excludeOwnDocuments(all), met };
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

const removeColumnsOfDocument = (source: TableSource): TableSource =>
  source.origin.kind === 'document'
    ? { ...source, tables: Array.from(source.tables, ({ name }) => ({ name, columns: [] })) }
    : source;

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
