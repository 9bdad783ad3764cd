/** All that is known of the tables of a vault: for the tree of vaults, the commands on it, and the language. */
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
import { type MetNames, vaultsMet } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import type { NameSources, TargetToSearch } from '../app/sqlLanguage.ts';
import { documentTarget } from '../targets/documentTarget.ts';
import { type Target, targetLabel } from '../targets/targets.ts';
import type { NamedDocument, TypedPlace } from './workspaceNames.ts';

const localVault: Origin = { kind: 'localVault' };
const settingsOrigin: Origin = { kind: 'settings' };
const result: Origin = { kind: 'result' };
const audit: Origin = { kind: 'audit' };

/** The tables that are known of a vault, by name. Reads the workspace's files at the first call. */
export async function tablesOf(sources: NameSources, target: Target): Promise<readonly KnownTable[]> {
  return tablesFrom(sourcesOf(sources, target, await readAll(sources)));
}

/** What is known at a place of a document. */
interface TablesAt {
  readonly tables: readonly KnownTable[];
  /** Whether all that could be read was read in time; the rest comes with the next question. */
  readonly isWhole: boolean;
}

/**
 * The tables that are known where the statements of a document go: of that vault, or of all where there is none. What has
 * been read already counts at once; for anything else `patience` is waited, and no request is sent.
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
  const found = documentTarget(typed.document, deps);
  const sources = found.kind === 'found' ? sourcesOf(deps, found.target, read) : everySource(deps, read);
  return { tables: tablesFrom(sources), isWhole: loaded !== undefined };
}

/** All vaults, to find names in. */
export async function vaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]> {
  const read = await readAll(sources);
  return sources.targets.all().map((target) => ({
    ...{ target, label: targetLabel(target) },
    sources: () => sourcesOf(sources, target, read),
  }));
}

/** What has to be waited for. */
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

/** Those of a person: ours have what audit events and the tree have named already. */
const written = (documents: readonly NamedDocument[]): readonly NamedDocument[] =>
  documents.filter(({ uri }) => !uri.scheme.startsWith('vaultsql-'));

function* schemaSources(
  { schemas }: Pick<NameSources, 'schemas'>,
  vault: string | undefined,
): Generator<TableSource> {
  for (const { name, tables } of schemas.sources(vault))
    yield { origin: { kind: 'schemaFile', name }, tables, areBare: true };
}

/** What names tables of a vault; the first one gives the spelling, and the order of columns. */
function* sourcesOf(
  deps: NameSources,
  target: Target,
  { documents, met }: ReadNames,
): Generator<TableSource> {
  const { settings } = deps;
  const label = targetLabel(target);
  yield { origin: result, tables: deps.knownNames().seen.tables(label) };
  yield* schemaSources(deps, label);
  for (const document of documents) if (isFor(deps, document, label)) yield sourceOf(document);
  for (const { vaultID, tables } of vaultsMet(met, target.connection))
    if (vaultID === target.vault.id) yield { origin: audit, tables };
  yield* localSources(target);
  yield { origin: settingsOrigin, tables: policyTables(settings.columnPolicies()), areBare: true };
}

function* localSources({ connection: { local } }: Target): Generator<TableSource> {
  if (!local) return;
  yield { origin: localVault, tables: listedTables(local.tables) };
  yield { origin: localVault, tables: policyTables(local.columns), areBare: true };
}

/** What names tables of any vault: for a document of which it is unknown where its statements go. */
function* everySource(deps: NameSources, { documents }: ReadNames): Generator<TableSource> {
  const { settings, targets } = deps;
  for (const target of targets.all())
    yield { origin: result, tables: deps.knownNames().seen.tables(targetLabel(target)) };
  yield* schemaSources(deps, undefined);
  for (const document of documents) yield sourceOf(document);
  yield { origin: settingsOrigin, tables: policyTables(settings.columnPolicies()), areBare: true };
}

const sourceOf = ({ uri, index }: NamedDocument): TableSource => ({
  ...{ origin: { kind: 'document', name: nameOf(uri) }, tables: indexedTables(index) },
});

/** Whether the statements of a document go to that vault: where it names none, those of the window do. */
function isFor({ targets }: Pick<Deps, 'targets'>, { target }: NamedDocument, label: string): boolean {
  const found = target ? targets.find(target.connection, target.vault) : targets.current();
  return found !== undefined && targetLabel(found) === label;
}

/** Of a file in the workspace its path there; of another its name alone, since the path may name a person. */
const nameOf = (uri: vscode.Uri): string =>
  vscode.workspace.getWorkspaceFolder(uri)
    ? vscode.workspace.asRelativePath(uri)
    : (uri.path.split('/').at(-1) ?? '');
