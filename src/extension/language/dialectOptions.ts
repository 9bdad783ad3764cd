import type * as vscode from 'vscode';
import type { ServiceProfile } from '../../core/conformance/profile.ts';
import { policiesOfTables } from '../../core/schema/schemaFile.ts';
import { mergePolicies } from '../../core/sql/dialect/schema.ts';
import type { CheckOptions, ServiceDialect } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import type { CheckSources } from '../app/sqlLanguage.ts';
import { findDocumentTarget } from '../targets/documentTarget.ts';
import { formatTarget, type Target } from '../targets/targets.ts';

export type DialectDeps = Pick<Deps, 'settings' | 'schemas' | 'serviceProfiles' | 'targets' | 'language'>;

/**
 * Returns the check options for a document's statements, from the settings, the schema files, and what is known of the
 * vault.
 */
export function createCheckOptionsForDocument(
  document: vscode.TextDocument,
  deps: DialectDeps,
): CheckOptions {
  const found = findDocumentTarget(document, deps);
  return createCheckOptions(found.kind === 'found' ? found.target : undefined, deps);
}

/** Returns the check options for statements that are sent to `target`; undefined stands for an unknown vault. */
export function createCheckOptions(
  target: Target | undefined,
  { settings, schemas, serviceProfiles }: CheckSources,
): CheckOptions {
  const vault = target && formatTarget(target);
  const written = schemas.tables(vault);
  const local = target?.connection.local;
  return {
    allow: settings.allowedConstructs(),
    service: target && createServiceDialect(serviceProfiles.getUncontradictedProfile(target.connection)),
    columns: mergePolicies([
      ...settings.columnPolicies(),
      ...(local?.columns ?? []),
      ...policiesOfTables(written),
    ]),
    // The local vault reports its own tables; a schema file may be of another vault, or outdated.
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
