import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { ContextKeys } from '../platform/contextKeys.ts';
import type { AnyConnection } from '../targets/targets.ts';

/**
 * Value of the context key `vaultsql.signIn`. `none`: there is no current connection. `local`: the current connection
 * is that of the local vault. `out`, `in`: the user is signed out of or signed in to the current connection.
 */
type SignInState = 'none' | 'local' | 'out' | 'in';

export function registerContextKeys({
  targets,
  credentials,
  walkthrough,
  log,
}: Pick<Deps, 'credentials' | 'log' | 'targets' | 'walkthrough'>): vscode.Disposable {
  const keys = new ContextKeys(log);
  const getSignInState = async (current: AnyConnection | undefined): Promise<SignInState> => {
    if (!current) return 'none';
    if (current.local) return 'local';
    return (await credentials.isSignedIn(current)) ? 'in' : 'out';
  };
  /** Number of calls of `updateKeys`, so that an earlier call does not overwrite the sign-in state of a later one. */
  let updateCount = 0;
  const updateKeys = async (): Promise<void> => {
    const own = ++updateCount;
    const configured = targets.connections().filter((connection) => !connection.local);
    const localVault = targets.getLocalVaultState().kind;
    keys.scheduleContextKey('vaultsql.localVault.state', localVault);
    keys.scheduleContextKey('vaultsql.hasVault', targets.all().length > 0);
    if (localVault === 'running') walkthrough.markDone('localVault');
    if (configured.length > 0) walkthrough.markDone('connect');
    if (configured.some((connection) => credentials.tokenStates.getState(connection) === 'works'))
      walkthrough.markDone('signIn');
    const state = await getSignInState(targets.currentConnection());
    if (own === updateCount) keys.scheduleContextKey('vaultsql.signIn', state);
  };
  const updateKeysInBackground = (): void =>
    void updateKeys().catch((error: unknown) => log.defect('sign-in state', error));
  updateKeysInBackground();
  const changes = [targets.onDidChange, credentials.onDidChange, credentials.tokenStates.onDidChange];
  return vscode.Disposable.from(keys, ...changes.map((onDidChange) => onDidChange(updateKeysInBackground)));
}
