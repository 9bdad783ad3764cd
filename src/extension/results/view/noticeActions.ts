/** What the buttons of notices do: the one place that all of them come to. */
import * as vscode from 'vscode';
import type { NoticeAction } from '../../../protocol/results.ts';
import { type Problem, showProblem } from '../../query/refusals.ts';
import type { Viewer } from './viewer.ts';

/** What a notice is about. */
export interface NoticePlace {
  /** Where it is shown. */
  readonly viewer: Viewer;
  /** Of the statement that was refused last. */
  readonly problem: Problem | undefined;
}

const run = async (command: string, ...args: readonly unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(command, ...args);
};

/** Does what a button of a notice says; resolves once it is done, and rejects where it fails. */
export async function pressButton(action: NoticeAction, { viewer, problem }: NoticePlace): Promise<void> {
  const session = viewer.noticed();
  switch (action) {
    case 'retry':
      return session?.retry();
    case 'showResult':
      return viewer.showResult();
    case 'showProblem':
      return problem && showProblem(problem);
    case 'loadAllStart':
      return session?.loadAll();
    case 'loadAllCount':
      return session?.loading.count();
    case 'loadAllDismiss':
      return session?.loading.dismiss();
    case 'loadAllSetting':
      return run('workbench.action.openSettings', 'vaultsql.results.maxRows');
    case 'openSchema':
      return run('vscode.open', session?.run.unreadSchemas[0]?.uri);
    case 'newQuery':
      return run('vaultsql.query.new');
    case 'selectVault':
      return run('vaultsql.query.selectVault');
    case 'addConnection':
      return run('vaultsql.connection.add');
    case 'editConnection':
    case 'addVault':
    case 'setAccountID':
      return run('vaultsql.connection.edit', session?.run.target.connection.name);
    case 'setPassphrase':
      return run('vaultsql.connection.setPassphrase', session?.run.target.connection.name);
    case 'startLocalVault':
      return run('vaultsql.localVault.start');
    case 'openSample':
      return run('vaultsql.localVault.openSample');
    case 'helpFaults':
      return run('vaultsql.openHelp', 'faults');
    case 'helpDialect':
      return run('vaultsql.openHelp', 'dialect');
    case 'signIn':
      return signInFor(viewer);
    case 'showLog':
      return run('vaultsql.showLog');
  }
}

/** Signs in for the query that failed, and sends it again: unless another one is shown by then. */
async function signInFor(viewer: Viewer): Promise<void> {
  const session = viewer.noticed();
  const name = session?.run.target.connection.name;
  const isSignedIn = await vscode.commands.executeCommand('vaultsql.connection.signIn', name);
  if (isSignedIn === true && viewer.noticed() === session) session?.retryAfterSignIn();
}
