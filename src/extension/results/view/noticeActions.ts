import * as vscode from 'vscode';
import type { NoticeAction } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { type RefusedStatement, showProblem } from '../../query/refusals.ts';
import type { RetryStep } from './notices.ts';
import type { Viewer } from './viewer.ts';

interface NoticeContext {
  readonly deps: Pick<Deps, 'connections' | 'localVault' | 'help' | 'log'>;
  readonly viewer: Viewer;
  readonly problem: RefusedStatement | undefined;
}

export async function performNoticeAction(action: NoticeAction, context: NoticeContext): Promise<unknown> {
  const { viewer, problem, deps } = context;
  const { connections, localVault, help, log } = deps;
  const session = viewer.sessionOfNotice();
  const connection = session?.run.target.connection.name;
  switch (action) {
    case 'retry':
      return session?.retryPagerRequest();
    case 'showResult':
      return viewer.restoreResult();
    case 'showProblem':
      return problem && showProblem(problem);
    case 'loadAllStart':
      return session?.displayAndLoadAllRows();
    case 'loadAllCount':
      return session?.loading.countRows();
    case 'loadAllDismiss':
      return session?.loading.dismissLoadAllNotice();
    case 'loadAllSetting':
      return vscode.commands.executeCommand('workbench.action.openSettings', 'vaultsql.results.maxRows');
    case 'openSchema':
      return vscode.commands.executeCommand('vscode.open', session?.run.unreadSchemas[0]?.uri);
    case 'newQuery':
      return connections().newQuery();
    case 'selectVault':
      return connections().selectVaultOfActiveDocument();
    case 'addConnection':
      return connections().add();
    case 'editConnection':
    case 'addVault':
      return connections().edit(connection);
    case 'setAccountID':
      return connections().edit(connection, 'accountID');
    case 'setPassphrase':
      return performStepAndRetry(action, context, connections().setPassphrase);
    case 'startLocalVault':
      return localVault().start();
    case 'openSample':
      return localVault().openSampleQueries();
    case 'helpFaults':
      return help.open('faults');
    case 'helpDialect':
      return help.open('dialect');
    case 'signIn':
      return performStepAndRetry(action, context, connections().signIn);
    case 'showLog':
      return log.show();
  }
}

/**
 * Performs a step such as signing in. If it succeeds, sends the failed request again, provided that the notice still
 * belongs to the same result and offers the step.
 */
async function performStepAndRetry(
  step: RetryStep,
  { viewer }: NoticeContext,
  performStep: (connection?: string) => Promise<boolean>,
): Promise<void> {
  const session = viewer.sessionOfNotice();
  const isDone = await performStep(session?.run.target.connection.name);
  if (isDone && viewer.sessionOfNotice() === session) session?.retryIfStepOffered(step);
}
