import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { createStepChoice, describeError, joinErrorSentences } from '../../targets/apiErrors.ts';
import type { AnyConnection } from '../../targets/targets.ts';

type TryTokenDeps = Pick<Deps, 'client' | 'connections' | 'help' | 'localVault' | 'log' | 'messages'>;

/** Lists one audit event with the connection's token. The request may itself create an audit event. */
async function listOneEventWithToken(deps: TryTokenDeps, connection: AnyConnection) {
  const outcome = await showProgress({ location: { viewId: 'vaultsql.vaults' } }, () =>
    deps
      .client(connection)
      .listAuditEvents({ filters: { accountID: connection.accountID }, limit: 1, isWithoutRetry: true }),
  );
  deps.log.writeExchange('audit', outcome.ok ? outcome.exchange : outcome.error);
  return outcome;
}

/** Verifies the token that was saved for a connection, and shows the result. Without an account ID, nothing is sent. */
export async function verifySavedToken(deps: TryTokenDeps, connection: AnyConnection): Promise<void> {
  const { name } = connection;
  if (!connection.accountID) {
    await deps.messages.info(
      vscode.l10n.t(
        'The sign-in for “{0}” is saved, not verified. Verification requires an account ID.',
        name,
      ),
      {
        label: vscode.l10n.t('Set Account ID'),
        run: () => deps.connections().edit(name, 'accountID'),
      },
    );
    return;
  }
  const outcome = await listOneEventWithToken(deps, connection);
  if (outcome.ok) {
    await deps.messages.info(vscode.l10n.t('Signed in to “{0}”. The token is verified.', name));
    return;
  }
  const said = describeError(outcome.error, { operation: 'audit', connection });
  // For these statuses, the sentences say what they mean for the token.
  const isAboutToken = outcome.error.kind === 'status' && [401, 403].includes(outcome.error.status);
  const text = isAboutToken
    ? joinErrorSentences(said)
    : vscode.l10n.t('The sign-in for “{0}” is saved, not verified. {1}', name, joinErrorSentences(said));
  const step = said.action ? [createStepChoice(said.action.id, connection, deps)] : [];
  await deps.messages.error(text, ...step, deps.help.createChoice('faults'));
}
