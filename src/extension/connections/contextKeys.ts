/** The context keys by which the welcome of the views and the walkthrough know how far a person has come. */
import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { AnyConnection } from './targets.ts';

/** Of the connection that queries go to; `none` where there is none. */
type SignInState = 'none' | 'local' | 'out' | 'in';

/**
 * Keeps the keys true: `localVault.state`, `hasVault`, `hasConnection`, `hasVerified` (a token of one's own worked),
 * `signIn`.
 */
export function registerContextKeys({ targets, credentials }: Deps): vscode.Disposable {
  const made = new Map<string, unknown>();
  const set = (key: string, value: unknown): void => {
    // The editor looks at all its menus again for each.
    if (made.get(key) === value) return;
    made.set(key, value);
    void vscode.commands.executeCommand('setContext', `vaultsql.${key}`, value);
  };
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
    set('localVault.state', targets.localVault().kind);
    set('hasVault', targets.all().length > 0);
    set('hasConnection', configured.length > 0);
    set(
      'hasVerified',
      configured.some((connection) => credentials.states.of(connection) === 'works'),
    );
    const state = await signInState(targets.currentConnection());
    if (own === asked) set('signIn', state);
  };
  const redraw = (): void => void draw();
  redraw();
  const changes = [targets.onDidChange, credentials.onDidChange, credentials.states.onDidChange];
  return vscode.Disposable.from(...changes.map((onDidChange) => onDidChange(redraw)));
}
