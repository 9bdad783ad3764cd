import type * as vscode from 'vscode';
import type { ServiceProfile } from '../../core/conformance/profile.ts';
import { policiesOfTables } from '../../core/schema/schemaFile.ts';
import { joinPolicies } from '../../core/sql/dialect/schema.ts';
import type { CheckOptions, ServiceDialect } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import type { CheckSources } from '../app/sqlLanguage.ts';
import { findDocumentTarget } from '../targets/documentTarget.ts';
import { formatTarget, type Target } from '../targets/targets.ts';

/** The services from which a document's check options are derived. */
export type DialectDeps = Pick<Deps, 'settings' | 'schemas' | 'serviceProfiles' | 'targets' | 'language'>;

/**
 * Returns the options of the check for a document: constructs that the settings allow, rules of columns, and known
 * tables. They come from the settings, from the last check of the service, from the local vault if the document's
 * statements go there, and from the workspace's schema files as far as they have been read.
 */
export function createDialectOptions(document: vscode.TextDocument, deps: DialectDeps): CheckOptions {
  const found = findDocumentTarget(document, deps);
  return createCheckOptions(found.kind === 'found' ? found.target : undefined, deps);
}

/**
 * Returns the options of the check for statements that go to `target`; `target` is undefined if their vault is not
 * known.
 */
export function createCheckOptions(
  target: Target | undefined,
  { settings, schemas, serviceProfiles }: CheckSources,
): CheckOptions {
  const vault = target && formatTarget(target);
  const written = schemas.tables(vault);
  const local = target?.connection.local;
  return {
    allow: settings.allowedConstructs(),
    service: target && createServiceDialect(serviceProfiles.get(target.connection)),
    columns: joinPolicies([
      ...settings.columnPolicies(),
      ...(local?.columns ?? []),
      ...policiesOfTables(written),
    ]),
    // The local vault says itself what it has; a file may be of another vault, or older.
    tables: local ? local.tables : schemas.allTables(vault),
    literalHints: settings.literalHints(),
  };
}

const createServiceDialect = (profile: ServiceProfile | undefined): ServiceDialect | undefined =>
  profile && {
    acceptedConstructs: profile.query.acceptedConstructs,
    refusedConstructs: profile.query.refusedConstructs,
    refusedLevels: profile.query.refusedLevels,
  };
