import * as vscode from 'vscode';
import { resultsAssets } from '../../protocol/html.ts';
import type { ResultsHost, ResultsTools, ResultsView } from '../../protocol/results.ts';
import { resultsHostGuards, resultsToolGuards } from '../../protocol/resultsGuards.ts';
import type { Handlers, Rpc } from '../../protocol/rpc.ts';
import { guarded } from '../../protocol/validate.ts';
import { attachWebview } from '../platform/webview.ts';

export type ViewHandlers = Handlers<ResultsHost> & Handlers<ResultsTools>;

/** Puts the results view into a webview, of the panel or of a tab, and answers it. */
export const attachResults = (
  place: vscode.WebviewView | vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  handlers: ViewHandlers,
): Rpc<ResultsView> =>
  attachWebview(place, extensionUri, resultsAssets, vscode.l10n.t('Results'), {
    ...guarded(resultsHostGuards, handlers),
    ...guarded(resultsToolGuards, handlers),
  });
