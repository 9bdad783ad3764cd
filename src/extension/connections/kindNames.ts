import * as vscode from 'vscode';
import type { Auth } from '../../core/service/connections/auth.ts';

export const getKindNames = (): Readonly<Record<Auth['kind'], string>> => ({
  token: vscode.l10n.t('Access token or API key'),
  environment: vscode.l10n.t('Environment variable'),
  command: vscode.l10n.t('Command'),
  serviceAccount: vscode.l10n.t('Service account key file'),
  oauth: vscode.l10n.t('OAuth in the browser'),
  device: vscode.l10n.t('OAuth with a device code'),
  clientCredentials: vscode.l10n.t('OAuth client credentials'),
});

export const getKindHints = (): Readonly<Record<Auth['kind'], string>> => ({
  token: vscode.l10n.t('you paste it at sign-in'),
  environment: vscode.l10n.t('set where the editor starts'),
  command: vscode.l10n.t('a program prints the token'),
  serviceAccount: vscode.l10n.t('credentials file of the service'),
  oauth: vscode.l10n.t('sign-in server, browser of this machine'),
  device: vscode.l10n.t('sign-in server, browser of any machine'),
  clientCredentials: vscode.l10n.t('sign-in server, client secret of an application'),
});
