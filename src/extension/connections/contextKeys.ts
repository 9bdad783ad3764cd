/** The context keys by which the welcome of the views and the walkthrough know how far a person has come. */
import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { ContextKeys } from '../platform/contextKeys.ts';
import type { AnyConnection } from '../targets/targets.ts';

/** Of the connection that queries go to; `none` where there is none. */
type SignInState = 'none' | 'local' | 'out' | 'in';

/**
 * Keeps the keys true: `localVault.state`, `hasVault`, `hasConnection`, `hasVerified` (a token of one's own worked),
 * `signIn`.
 */
export function registerContextKeys({ targets, credentials, log }: Deps): vscode.Disposable {
  const keys = new ContextKeys(log);
  const signInState = async (current: AnyConnection | undefined): Promise<SignInState> => {
    if (!current) return 'none';
    if (current.local) return 'local';
    return (await credentials.signedIn(current)) ? 'in' : 'out';
  };
  /** The last of those asked for counts. */
  let asked = 0;
  const draw = async (): Promise<void> => {
    const own = ++asked;
    const configured = targets.connections().filter((connection) => !connection.local);
    keys.set('vaultsql.localVault.state', targets.localVault().kind);
    keys.set('vaultsql.hasVault', targets.all().length > 0);
    keys.set('vaultsql.hasConnection', configured.length > 0);
    keys.set(
      'vaultsql.hasVerified',
      configured.some((connection) => credentials.states.of(connection) === 'works'),
    );
    const state = await signInState(targets.currentConnection());
    if (own === asked) keys.set('vaultsql.signIn', state);
  };
  const redraw = (): void => void draw().catch((error: unknown) => log.defect('sign-in state', error));
  redraw();
  const changes = [targets.onDidChange, credentials.onDidChange, credentials.states.onDidChange];
  return vscode.Disposable.from(keys, ...changes.map((onDidChange) => onDidChange(redraw)));
}
