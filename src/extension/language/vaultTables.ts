/**
 * Collects the known tables of a vault from all sources, for the tree of vaults, its commands and the language
 * features.
 */
import * as vscode from 'vscode';
import {
  indexedTables,
  type KnownTable,
  listedTables,
  type Origin,
  policyTables,
  type TableSource,
  tablesFrom,
} from '../../core/schema/catalogue.ts';
import { getMetVaults, type MetNames } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources, TargetToSearch } from '../app/sqlLanguage.ts';
import { findDocumentTarget } from '../targets/documentTarget.ts';
import { formatTarget, type Target } from '../targets/targets.ts';
import type { NamedDocument, TypedPlace } from './workspaceNames.ts';

const localVault: Origin = { kind: 'localVault' };
const settingsOrigin: Origin = { kind: 'settings' };
const result: Origin = { kind: 'result' };
const audit: Origin = { kind: 'audit' };

/**
 * Returns the known tables of a vault, sorted by name. The first call reads the workspace's `.vaultsql` and schema
 * files.
 */
export async function tablesOf(sources: NameSources, target: Target): Promise<readonly KnownTable[]> {
  return tablesFrom(sourcesOf(sources, target, await readAll(sources)));
}

/** The known tables for the statements of a document. */
interface TablesAt {
  readonly tables: readonly KnownTable[];
  /** False if tables may be missing because a source was not read in time. A later call includes them. */
  readonly isWhole: boolean;
}

/**
 * Returns the known tables of the vault that a document's statements go to, or of all vaults if that vault is not
 * known. Sources that are not yet read are waited for until `patience` resolves, and are otherwise left out. No
 * request is sent.
 */
export async function tablesAt(
  deps: NameSources & Pick<Deps, 'language'>,
  typed: TypedPlace,
  patience: Promise<unknown>,
): Promise<TablesAt> {
  const { schemas, knownNames, auditNames } = deps;
  const { documents } = knownNames();
  const loading = Promise.all([auditNames.read(), schemas.load(), documents.load()]);
  const loaded = await Promise.race([loading, patience.then(() => undefined)]);
  const read = { documents: written(await documents.documents(typed)), met: loaded?.[0] };
  const found = findDocumentTarget(typed.document, deps);
  const sources = found.kind === 'found' ? sourcesOf(deps, found.target, read) : everySource(deps, read);
  return { tables: tablesFrom(sources), isWhole: loaded !== undefined };
}

/** Returns all vaults, each with the sources of its table and column names, for a search by name. */
export async function vaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]> {
  const read = await readAll(sources);
  return sources.targets.all().map((target) => ({
    target,
    label: formatTarget(target),
    sources: () => sourcesOf(sources, target, read),
  }));
}

/**
 * Names from the sources that must be read asynchronously. `met` contains the names in audit events; undefined if not
 * yet read.
 */
interface ReadNames {
  readonly documents: readonly NamedDocument[];
  readonly met: MetNames | undefined;
}

async function readAll({ schemas, knownNames, auditNames }: NameSources): Promise<ReadNames> {
  const { documents } = knownNames();
  await Promise.all([schemas.load(), documents.load()]);
  const [all, met] = await Promise.all([documents.documents(), auditNames.read()]);
  return { documents: written(all), met };
}

/**
 * Returns only the documents that the user wrote. Documents with a URI scheme of this extension only repeat names
 * from other sources.
 */
const written = (documents: readonly NamedDocument[]): readonly NamedDocument[] =>
  documents.filter(({ uri }) => !uri.scheme.startsWith('vaultsql-'));

function* schemaSources(
  { schemas }: Pick<NameSources, 'schemas'>,
  vault: string | undefined,
): Generator<TableSource> {
  for (const { name, tables } of schemas.sources(vault))
    yield { origin: { kind: 'schemaFile', name }, tables, areBare: true };
}

/**
 * Yields the sources that mention tables of a vault. Earlier ones determine the spelling and the order of columns.
 */
function* sourcesOf(
  deps: NameSources,
  target: Target,
  { documents, met }: ReadNames,
): Generator<TableSource> {
  const { settings } = deps;
  const label = formatTarget(target);
  yield { origin: result, tables: deps.knownNames().seen.tables(label) };
  yield* schemaSources(deps, label);
  for (const document of documents) if (isFor(deps, document, label)) yield sourceOf(document);
  for (const { vaultID, tables } of getMetVaults(met, target.connection))
    if (vaultID === target.vault.id) yield { origin: audit, tables };
  yield* localSources(target);
  yield { origin: settingsOrigin, tables: policyTables(settings.columnPolicies()), areBare: true };
}

function* localSources({ connection: { local } }: Target): Generator<TableSource> {
  if (!local) return;
  yield { origin: localVault, tables: listedTables(local.tables) };
  yield { origin: localVault, tables: policyTables(local.columns), areBare: true };
}

/** Yields the sources that mention tables of any vault, for a document whose target vault is unknown. */
function* everySource(deps: NameSources, { documents }: ReadNames): Generator<TableSource> {
  const { settings, targets } = deps;
  for (const target of targets.all())
    yield { origin: result, tables: deps.knownNames().seen.tables(formatTarget(target)) };
  yield* schemaSources(deps, undefined);
  for (const document of documents) yield sourceOf(document);
  yield { origin: settingsOrigin, tables: policyTables(settings.columnPolicies()), areBare: true };
}

const sourceOf = ({ uri, index }: NamedDocument): TableSource => ({
  origin: { kind: 'document', name: nameOf(uri) },
  tables: indexedTables(index),
});

/**
 * Whether the statements of a document go to the vault with the label `label`. A document without a directive uses
 * the selected vault.
 */
function isFor({ targets }: Pick<Deps, 'targets'>, { target }: NamedDocument, label: string): boolean {
  const found = target ? targets.find(target.connection, target.vault) : targets.current();
  return found !== undefined && formatTarget(found) === label;
}

/**
 * Returns a file's path relative to the workspace; only its name if it is outside, because its full path may contain
 * a person's name.
 */
const nameOf = (uri: vscode.Uri): string =>
  vscode.workspace.getWorkspaceFolder(uri)
    ? vscode.workspace.asRelativePath(uri)
    : (uri.path.split('/').at(-1) ?? '');
