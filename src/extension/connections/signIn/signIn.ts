import * as vscode from 'vscode';
import { cleanClientSecret, cleanToken } from '../../../core/service/client.ts';
import { logRevocation } from '../../../node/credentials/endedSession.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { pickConnection } from '../pick.ts';
import type { AnyConnection } from '../targets.ts';
import { registerSignInLinks, signInByBrowser } from './interactiveSignIn.ts';
import { verifySavedToken } from './tryToken.ts';

function tokenProblem(reason: string): string {
  switch (reason) {
    case 'empty':
      return vscode.l10n.t('Paste the access token.');
    case 'too-long':
      return vscode.l10n.t('Too long for an access token (maximum 16 KB).');
    default:
      return vscode.l10n.t(
        'An access token has no whitespace, control, or non-ASCII characters. Copy it again.',
      );
  }
}

function clientSecretProblem(reason: string): string {
  switch (reason) {
    case 'empty':
      return vscode.l10n.t('Paste the client secret.');
    case 'too-long':
      return vscode.l10n.t('Too long for a client secret (maximum 16 KB).');
    default:
      return vscode.l10n.t('A client secret has no control or non-ASCII characters. Copy it again.');
  }
}

/** What was pasted, fit to be kept for the connection; or why it can't be. */
function readSecret(
  { auth }: AnyConnection,
  pasted: string,
): { readonly ok: true; readonly secret: string } | { readonly ok: false; readonly problem: string } {
  if (auth.kind === 'clientCredentials') {
    const cleaned = cleanClientSecret(pasted);
    return cleaned.ok ? cleaned : { ok: false, problem: clientSecretProblem(cleaned.reason) };
  }
  const cleaned = cleanToken(pasted);
  return cleaned.ok
    ? { ok: true, secret: cleaned.token }
    : { ok: false, problem: tokenProblem(cleaned.reason) };
}

/** Why a connection's kind of sign-in has no box to paste into. */
function otherKinds(connection: AnyConnection): string | undefined {
  const { auth } = connection;
  switch (auth.kind) {
    case 'token':
      return connection.local ? vscode.l10n.t('The local vault signs you in automatically.') : undefined;
    case 'environment':
      return vscode.l10n.t(
        'The token of “{0}” comes from the environment variable {1}. Set it and restart the editor.',
        connection.name,
        auth.variable,
      );
    case 'command':
      return vscode.l10n.t(
        'The token of “{0}” comes from a command in your settings. It runs when a request needs it.',
        connection.name,
      );
    case 'serviceAccount':
      return vscode.l10n.t(
        'The token of “{0}” comes from the key file {1}. It is obtained when a request needs it.',
        connection.name,
        auth.keyFile,
      );
    case 'oauth':
    case 'device':
    case 'clientCredentials':
      return undefined;
  }
}

/** Says before it is done what signing in sends: the request may be recorded. */
function tokenPrompt({ auth, baseUrl, accountID }: AnyConnection): string {
  const { origin } = new URL(baseUrl);
  if (auth.kind === 'clientCredentials')
    return vscode.l10n.t(
      'Secret of the client {0}. Stored in the editor’s secret storage and sent only to its sign-in server.',
      auth.clientID,
    );
  return accountID
    ? vscode.l10n.t(
        'Access token for {0}. Stored in the editor’s secret storage and sent only to this address. Verification lists one audit event and may create another.',
        origin,
      )
    : vscode.l10n.t(
        'Access token for {0}. Stored in the editor’s secret storage and sent only to this address.',
        origin,
      );
}

/** Asks for the token, or the client's secret, and keeps it. False where the person leaves, or it can't be one. */
async function askForSecret(deps: Deps, connection: AnyConnection): Promise<boolean> {
  const pasted = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sign in to {0}', connection.name),
    prompt: tokenPrompt(connection),
    password: true,
    ignoreFocusOut: true,
    validateInput(value) {
      if (value.trim() === '') return vscode.l10n.t('Required.');
      const read = readSecret(connection, value);
      return read.ok ? undefined : read.problem;
    },
  });
  if (pasted === undefined) return false;
  const read = readSecret(connection, pasted);
  if (!read.ok) {
    await deps.messages.warn(read.problem);
    return false;
  }
  await deps.credentials.store(connection, read.secret);
  return true;
}

export function signInCommands(deps: Deps): CommandTable {
  const callbacks = registerSignInLinks(deps);
  const noneConfigured = async (): Promise<undefined> => {
    await deps.messages.info(vscode.l10n.t('No connection configured.'), {
      label: vscode.l10n.t('Add Connection'),
      run: () => vscode.commands.executeCommand('vaultsql.connection.add'),
    });
    return undefined;
  };
  return {
    /** Answers true once a token is kept. */
    'vaultsql.connection.signIn': async (argument) => {
      if (deps.targets.connections().length === 0) return noneConfigured();
      const connection = await pickConnection(deps, argument, vscode.l10n.t('Sign in to which connection?'));
      if (!connection) return undefined;
      const other = otherKinds(connection);
      if (other) {
        await deps.messages.info(other);
        return undefined;
      }
      const isSaved =
        connection.auth.kind === 'oauth' || connection.auth.kind === 'device'
          ? await signInByBrowser(deps, connection, callbacks)
          : await askForSecret(deps, connection);
      if (!isSaved) return undefined;
      // Not awaited: a notification stays as long as the person likes.
      void verifySavedToken(deps, connection);
      return true;
    },
    'vaultsql.connection.signOut': async (argument) => {
      if (deps.targets.connections().length === 0) return noneConfigured();
      const connection = await pickConnection(
        deps,
        argument,
        vscode.l10n.t('Sign out of which connection?'),
        (one) => !one.local,
      );
      if (!connection) return;
      // A token that was obtained by itself is forgotten too, where nothing is kept.
      const revoke = await deps.credentials.remove(connection);
      // Not awaited: whether the sign-in server answers or not, the person is signed out here.
      void logRevocation(deps.log, revoke);
      const other = otherKinds(connection);
      if (other) await deps.messages.info(other);
    },
    'vaultsql.forgetEverything': async () => {
      const sure = await deps.messages.confirm(
        vscode.l10n.t('Forget everything Vault SQL stores?'),
        vscode.l10n.t(
          'This deletes all tokens, closes results, audit events, and their documents, and clears the selected vault. Settings and files stay.',
        ),
        vscode.l10n.t('Forget'),
      );
      if (!sure) return;
      await vscode.commands.executeCommand('vaultsql.localVault.stop');
      const removed = await deps.credentials.removeAll();
      for (const key of deps.context.workspaceState.keys())
        await deps.context.workspaceState.update(key, undefined);
      for (const key of deps.context.globalState.keys())
        await deps.context.globalState.update(key, undefined);
      deps.forget();
      await closeOwnDocuments();
      await deps.messages.info(
        removed === 1
          ? vscode.l10n.t('Deleted: 1 token, results, audit events, and the selected vault.')
          : vscode.l10n.t('Deleted: {0} tokens, results, audit events, and the selected vault.', removed),
      );
    },
    'vaultsql.showLog': () => deps.log.show(),
  };
}

/** Closes the read-only documents that show audit events, their queries and comparisons. */
async function closeOwnDocuments(): Promise<void> {
  const isOurs = ({ input }: vscode.Tab): boolean => {
    const uris =
      input instanceof vscode.TabInputText
        ? [input.uri]
        : input instanceof vscode.TabInputTextDiff
          ? [input.original, input.modified]
          : [];
    return uris.some(({ scheme }) => scheme.startsWith('vaultsql-'));
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isOurs));
  await vscode.window.tabGroups.close(tabs);
}
