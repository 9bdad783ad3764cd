import * as vscode from 'vscode';
import { apiErrorSentences } from '../../core/messages/apiErrors.ts';
import type { ApiError } from '../../core/service/errors.ts';
import { type Choice, say } from '../platform/messages.ts';
import type { AnyConnection } from './targets.ts';

export interface ErrorSentences {
  readonly title: string;
  readonly text: string;
  /** The next step, where there is one beside trying again. */
  readonly action?: Choice & { readonly id: string };
}

/** An API error as a person reads it, with the next step as a button. */
export function errorSentences(
  error: ApiError,
  where: {
    readonly operation: 'query' | 'audit';
    readonly connection: AnyConnection;
    readonly vaultID?: string;
  },
): ErrorSentences {
  const { connection } = where;
  const ofVault = connection.vaults.find(({ id }) => id === where.vaultID)?.baseUrl;
  const { host, pathname } = new URL(ofVault ?? connection.baseUrl);
  const { title, text, action } = apiErrorSentences(error, {
    operation: where.operation,
    baseUrlHost: host,
    basePath: pathname.replace(/\/$/, ''),
    ...(where.vaultID === undefined ? {} : { vaultID: where.vaultID }),
  });
  // A local vault has no sign-in and no settings to edit, and one that answers need not be started.
  const isOfUse = !connection.local || action === 'startLocalVault' || action === 'showLog';
  const choice = isOfUse ? choices(connection)[action] : undefined;
  return { title: say(title), text: say(text), ...(choice ? { action: { id: action, ...choice } } : {}) };
}

/** Title and text as one line, where there is no room for two. */
export const joined = ({ title, text }: ErrorSentences): string => `${title}. ${text}`;

function choices(connection: AnyConnection): Readonly<Record<string, Choice | undefined>> {
  const run =
    (command: string, ...args: unknown[]) =>
    () =>
      vscode.commands.executeCommand(command, ...args);
  return {
    signIn: { label: vscode.l10n.t('Sign In'), run: run('vaultsql.connection.signIn', connection.name) },
    editConnection: { label: vscode.l10n.t('Edit Connection'), run: run('vaultsql.connection.edit') },
    addVault: { label: vscode.l10n.t('Edit Connection'), run: run('vaultsql.connection.edit') },
    setAccountID: { label: vscode.l10n.t('Set Account ID'), run: run('vaultsql.connection.edit') },
    setPassphrase: {
      label: vscode.l10n.t('Set Passphrase'),
      run: run('vaultsql.connection.setPassphrase', connection.name),
    },
    showLog: { label: vscode.l10n.t('Show Log'), run: run('vaultsql.showLog') },
    startLocalVault: { label: vscode.l10n.t('Start Local Vault'), run: run('vaultsql.localVault.start') },
  };
}
