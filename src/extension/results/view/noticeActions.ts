/** Performs the actions of the buttons of notices. */
import * as vscode from 'vscode';
import type { NoticeAction } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { type Problem, showProblem } from '../../query/refusals.ts';
import type { RetryStep } from './notices.ts';
import type { Viewer } from './viewer.ts';

/** The viewer that displays a notice, and the services that the actions of the notice's buttons use. */
interface NoticeContext {
  readonly deps: Pick<Deps, 'connections' | 'localVault' | 'help' | 'log'>;
  readonly viewer: Viewer;
  /** The error in the text of the statement that was most recently refused; undefined if there is none. */
  readonly problem: Problem | undefined;
}

/** Performs the action of a notice's button. Resolves or rejects as the action does. */
export async function performNoticeAction(action: NoticeAction, context: NoticeContext): Promise<unknown> {
  const { viewer, problem, deps } = context;
  const { connections, localVault, help, log } = deps;
  const session = viewer.sessionOfNotice();
  const connection = session?.run.target.connection.name;
  switch (action) {
    case 'retry':
      return session?.retry();
    case 'showResult':
      return viewer.restoreResult();
    case 'showProblem':
      return problem && showProblem(problem);
    case 'loadAllStart':
      return session?.loadAll();
    case 'loadAllCount':
      return session?.loading.countRows();
    case 'loadAllDismiss':
      return session?.loading.dismissNotice();
    case 'loadAllSetting':
      return vscode.commands.executeCommand('workbench.action.openSettings', 'vaultsql.results.maxRows');
    case 'openSchema':
      return vscode.commands.executeCommand('vscode.open', session?.run.unreadSchemas[0]?.uri);
    case 'newQuery':
      return connections().newQuery();
    case 'selectVault':
      return connections().selectVault();
    case 'addConnection':
      return connections().add();
    case 'editConnection':
    case 'addVault':
      return connections().edit(connection);
    case 'setAccountID':
      return connections().edit(connection, 'accountID');
    case 'setPassphrase':
      return retryAfter(action, context, connections().setPassphrase);
    case 'startLocalVault':
      return localVault().start();
    case 'openSample':
      return localVault().openSampleQueries();
    case 'helpFaults':
      return help.open('faults');
    case 'helpDialect':
      return help.open('dialect');
    case 'signIn':
      return retryAfter(action, context, connections().signIn);
    case 'showLog':
      return log.show();
  }
}

/**
 * Calls `performStep` with the name of the connection that the notice is about; `performStep` performs `step`. If
 * `performStep` resolves to true, sends the failed query again. Does not send it if the viewer's notice is about
 * another query by then, or if the query's notice no longer has a button for `step`.
 */
async function retryAfter(
  step: RetryStep,
  { viewer }: NoticeContext,
  performStep: (connection?: string) => Promise<boolean>,
): Promise<void> {
  const session = viewer.sessionOfNotice();
  const isDone = await performStep(session?.run.target.connection.name);
  if (isDone && viewer.sessionOfNotice() === session) session?.retryAfter(step);
}
