import * as vscode from 'vscode';
import { showProgress } from '../platform/dialogs.ts';

/** ID of the Audit Events view in the side panel. */
export const viewID = 'vaultsql.audit';

/** Shows the Audit Events view and moves the keyboard focus to it. */
export const focusAuditView = (): Thenable<unknown> => vscode.commands.executeCommand(`${viewID}.focus`);

/** Shows progress in the Audit Events view until `work` ends. */
export const withProgress = <T>(work: () => Promise<T>): Thenable<T> =>
  showProgress({ location: { viewId: viewID } }, work);
