import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Connection } from '../../../core/service/connections/connections.ts';
import type { Deps } from '../../app/deps.ts';
import { type FormOutcome, promptForFormFields } from './form.ts';

export const getPassphraseLabel = (): string => vscode.l10n.t('Client certificate passphrase');

export const hasPassphrase = async (
  { credentials }: Pick<Deps, 'credentials'>,
  connection: Connection,
): Promise<boolean> =>
  connection.clientCertificate !== undefined &&
  (await credentials.getPassphrase(connection, new URL(connection.baseUrl).origin)) !== undefined;

/**
 * Prompts for the passphrase of the connection's client certificate and stores it. Empty input keeps a stored
 * passphrase.
 */
export async function promptForPassphrase(
  deps: Pick<Deps, 'credentials'>,
  connection: Connection,
): Promise<FormOutcome> {
  const isStored = await hasPassphrase(deps, connection);
  const filled = await promptForFormFields<'secret'>(
    {
      title: vscode.l10n.t('Edit {0}', oneLine(connection.name)),
      fields: () => ['secret'],
      question: () => ({
        kind: 'text',
        label: getPassphraseLabel(),
        prompt: vscode.l10n.t('Stored in the editor’s secret storage and sent nowhere.'),
        placeHolder: isStored ? vscode.l10n.t('Leave empty to keep the stored passphrase') : '',
        isSecret: true,
        check: () => undefined,
      }),
      canGoBack: true,
      saveDraft: () => undefined,
    },
    {},
  );
  if (filled.kind === 'done' && filled.last) await deps.credentials.storePassphrase(connection, filled.last);
  return filled;
}
