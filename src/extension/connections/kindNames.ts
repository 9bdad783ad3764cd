import * as vscode from 'vscode';
import type { Auth } from '../../core/service/connections/auth.ts';

/** The kinds of sign-in, as lists name them. */
export const kindNames = (): Readonly<Record<Auth['kind'], string>> => ({
  token: vscode.l10n.t('Access token'),
  environment: vscode.l10n.t('Environment variable'),
  command: vscode.l10n.t('Command'),
  serviceAccount: vscode.l10n.t('Service account key file'),
  oauth: vscode.l10n.t('OAuth in the browser'),
  device: vscode.l10n.t('OAuth with a device code'),
  clientCredentials: vscode.l10n.t('OAuth client credentials'),
});
