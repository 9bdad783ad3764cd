import * as vscode from 'vscode';
import type { PendingRedirects } from '../../../node/signIn/callbacks.ts';
import { sleep } from '../../../node/sleep.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { closeDocuments } from '../../platform/closeDocuments.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { pickConnection } from '../../targets/pick.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { endSessionsAtServers } from './endSessions.ts';
import { signInByBrowser } from './interactiveSignIn.ts';
import { cleanSecret, createSecretPrompt, findSecretProblem } from './secret.ts';
import { verifySavedToken } from './tryToken.ts';

type SignInDeps = Pick<
  Deps,
  | 'client'
  | 'commandApprovals'
  | 'connections'
  | 'context'
  | 'credentials'
  | 'forget'
  | 'help'
  | 'localVault'
  | 'log'
  | 'mayForget'
  | 'messages'
  | 'targets'
>;

/** Maximum time in milliseconds that Forget Everything waits for sign-in servers to end sessions. */
const MAX_SESSION_END_MS = 5000;

/**
 * Returns a sentence about where the connection's token comes from if the user can't enter or obtain one by Sign In.
 * Undefined if the user can.
 */
function describeTokenSource(connection: AnyConnection): string | undefined {
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

async function promptForSecret(deps: SignInDeps, connection: AnyConnection): Promise<boolean> {
  const pasted = await showInputBox({
    title: vscode.l10n.t('Sign in to {0}', connection.name),
    prompt: createSecretPrompt(connection),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => findSecretProblem(connection.auth.kind, value),
  });
  if (pasted === undefined) return false;
  const read = cleanSecret(connection.auth.kind, pasted);
  if (!read.ok) {
    await deps.messages.warn(read.problem);
    return false;
  }
  await deps.credentials.storeSecret(connection, read.secret);
  return true;
}

async function offerFirstConnection({
  messages,
  connections,
}: Pick<Deps, 'connections' | 'messages'>): Promise<void> {
  await messages.info(vscode.l10n.t('No connection configured.'), {
    label: vscode.l10n.t('Add Connection'),
    run: () => connections().add(),
  });
}

/**
 * Signs in to the connection that `argument` (a tree node or a connection's name) identifies, else to one that the user
 * may pick. Returns true if a token, a session or a client secret was stored.
 */
export async function signIn(
  deps: SignInDeps,
  callbacks: PendingRedirects,
  argument: unknown,
): Promise<boolean> {
  if (deps.targets.connections().length === 0) {
    await offerFirstConnection(deps);
    return false;
  }
  const connection = await pickConnection(
    deps,
    argument,
    vscode.l10n.t('Select the connection to sign in to'),
  );
  if (!connection) return false;
  if (connection.auth.kind === 'command' && !(await deps.commandApprovals.promptUnlessApproved(connection)))
    return false;
  const other = describeTokenSource(connection);
  if (other) {
    await deps.messages.info(other);
    return false;
  }
  const isSaved =
    connection.auth.kind === 'oauth' || connection.auth.kind === 'device'
      ? await signInByBrowser(deps, connection, callbacks)
      : await promptForSecret(deps, connection);
  // Not awaited: a notification stays as long as the user likes.
  if (isSaved) void verifySavedToken(deps, connection);
  return isSaved;
}

export function createSignInCommands(deps: SignInDeps, callbacks: PendingRedirects): CommandTable {
  return {
    'vaultsql.connection.signIn': async (argument) => (await signIn(deps, callbacks, argument)) || undefined,
    'vaultsql.connection.signOut': async (argument) => {
      if (deps.targets.connections().length === 0) return offerFirstConnection(deps);
      const connection = await pickConnection(
        deps,
        argument,
        vscode.l10n.t('Select the connection to sign out of'),
        (one) => !one.local,
      );
      if (!connection) return;
      // A token in memory, such as that of a command, is forgotten too.
      const sessions = await deps.credentials.removeSecrets(connection);
      // Not awaited: whether the sign-in server answers or not, the user is signed out here.
      void endSessionsAtServers(deps, sessions);
      const other = describeTokenSource(connection);
      if (other) await deps.messages.info(other);
    },
    'vaultsql.forgetEverything': async () => {
      const sure = await deps.messages.confirm(
        vscode.l10n.t('Forget everything Vault SQL stores?'),
        vscode.l10n.t(
          'This deletes all tokens, ends their sessions at the sign-in servers, stops the local vault, closes results, audit events, and their documents, and clears the network log, the selected vault, and your IDs in audit events. Settings and files stay.',
        ),
        vscode.l10n.t('Forget'),
      );
      if (!sure || !(await deps.mayForget())) return;
      await deps.localVault().stop();
      const { count: removed, sessions } = await deps.credentials.removeAll(deps.targets.connections());
      // Waits for these requests, up to a maximum time, so that they are in the network log when it is cleared.
      await Promise.race([endSessionsAtServers(deps, sessions), sleep(MAX_SESSION_END_MS)]);
      for (const key of deps.context.workspaceState.keys())
        await deps.context.workspaceState.update(key, undefined);
      for (const key of deps.context.globalState.keys())
        await deps.context.globalState.update(key, undefined);
      deps.forget();
      // Closes the read-only documents of this extension, such as audit events and comparisons.
      await closeDocuments(({ scheme }) => scheme.startsWith('vaultsql-'));
      await deps.messages.info(
        removed === 1
          ? vscode.l10n.t('Deleted: 1 token, results, audit events, and the selected vault.')
          : vscode.l10n.t('Deleted: {0} tokens, results, audit events, and the selected vault.', removed),
      );
    },
    'vaultsql.showLog': () => deps.log.show(),
  };
}
