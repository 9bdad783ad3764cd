import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { Origin } from '../../core/schema/catalogue.ts';

const MAX_DOCUMENTS = 5;

/** Returns a line that says where a name was found, such as `From: the local vault, query.vaultsql`. */
export function formatOrigins(origins: readonly Origin[]): string {
  const documents = origins.flatMap((origin) => (origin.kind === 'document' ? [oneLine(origin.name)] : []));
  const others = new Set(
    origins.flatMap((origin) => (origin.kind === 'document' ? [] : [formatOriginName(origin)])),
  );
  const more = documents.length - MAX_DOCUMENTS;
  return vscode.l10n.t(
    'From: {0}',
    [
      ...others,
      ...documents.slice(0, MAX_DOCUMENTS),
      ...(more > 0 ? [vscode.l10n.t('{0} more files', more)] : []),
    ].join(', '),
  );
}

function formatOriginName(origin: Exclude<Origin, { readonly kind: 'document' }>): string {
  switch (origin.kind) {
    case 'schemaFile':
      return oneLine(origin.name);
    case 'settings':
      return vscode.l10n.t('your settings (vaultsql.dialect.columns)');
    case 'localVault':
      return vscode.l10n.t('the local vault');
    case 'result':
      return vscode.l10n.t('results of this window');
    case 'audit':
      return vscode.l10n.t('audit events of this window');
  }
}
