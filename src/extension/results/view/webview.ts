import * as vscode from 'vscode';
import { resultsAssets } from '../../../protocol/html.ts';
import type { ResultsHost, ResultsTools, ResultsView } from '../../../protocol/results.ts';
import { resultsHostGuards, resultsToolGuards } from '../../../protocol/resultsGuards.ts';
import type { Handlers, Rpc } from '../../../protocol/rpc.ts';
import { guardHandlers } from '../../../protocol/validate.ts';
import type { WebviewContainer, Webviews } from '../../platform/webview.ts';

export type ViewHandlers = Handlers<ResultsHost> & Handlers<ResultsTools>;

export const attachResults = (
  webviews: Webviews,
  container: WebviewContainer,
  handlers: ViewHandlers,
): Rpc<ResultsView> =>
  webviews.attach(container, resultsAssets, vscode.l10n.t('Results'), {
    ...guardHandlers(resultsHostGuards, handlers),
    ...guardHandlers(resultsToolGuards, handlers),
  });
