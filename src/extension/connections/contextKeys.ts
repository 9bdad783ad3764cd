/** The context keys that choose the welcome text of the views, and the steps of the walkthrough about connections. */
import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { ContextKeys } from '../platform/contextKeys.ts';
import type { AnyConnection } from '../targets/targets.ts';

/** Sign-in state of the connection that queries use. `none` if there is no connection. */
type SignInState = 'none' | 'local' | 'out' | 'in';

/**
 * Keeps the context keys `localVault.state`, `hasVault`, and `signIn` up to date. Marks the walkthrough's steps as done
 * once the local vault runs, a connection is configured, and the service has accepted a token of a connection.
 */
export function registerContextKeys({
  targets,
  credentials,
  walkthrough,
  log,
}: Pick<Deps, 'credentials' | 'log' | 'targets' | 'walkthrough'>): vscode.Disposable {
  const keys = new ContextKeys(log);
  const signInState = async (current: AnyConnection | undefined): Promise<SignInState> => {
    if (!current) return 'none';
    if (current.local) return 'local';
    return (await credentials.signedIn(current)) ? 'in' : 'out';
  };
  /** Number of calls of `draw`. A call that finishes after a later one started does not set the sign-in state. */
  let asked = 0;
  const draw = async (): Promise<void> => {
    const own = ++asked;
    const configured = targets.connections().filter((connection) => !connection.local);
    const localVault = targets.localVault().kind;
    keys.set('vaultsql.localVault.state', localVault);
    keys.set('vaultsql.hasVault', targets.all().length > 0);
    if (localVault === 'running') walkthrough.markDone('localVault');
    if (configured.length > 0) walkthrough.markDone('connect');
    if (configured.some((connection) => credentials.states.of(connection) === 'works'))
      walkthrough.markDone('signIn');
    const state = await signInState(targets.currentConnection());
    if (own === asked) keys.set('vaultsql.signIn', state);
  };
  const redraw = (): void => void draw().catch((error: unknown) => log.defect('sign-in state', error));
  redraw();
  const changes = [targets.onDidChange, credentials.onDidChange, credentials.states.onDidChange];
  return vscode.Disposable.from(keys, ...changes.map((onDidChange) => onDidChange(redraw)));
}
