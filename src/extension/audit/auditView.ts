import * as vscode from 'vscode';
import { showProgress } from '../platform/dialogs.ts';

export const viewID = 'vaultsql.audit';

export const focusAuditView = (): Thenable<unknown> => vscode.commands.executeCommand(`${viewID}.focus`);

/** Shows progress in the Audit Events view until `work` ends. */
export const runWithAuditViewProgress = <T>(work: () => Promise<T>): Thenable<T> =>
  showProgress({ location: { viewId: viewID } }, work);
