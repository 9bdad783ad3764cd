import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import type { SetDisplayedQuery } from '../app/displayedQuery.ts';
import { createDisposableStore } from '../app/disposables.ts';
import type { QueriesApi, RegisteredFeature } from '../app/featureApis.ts';
import type { ResultsController } from './controller.ts';
import { loadResults } from './load.ts';
import type { PanelView } from './view/viewerLocations.ts';

/**
 * Registers the results view and the commands that run queries and use their results. Their implementation is loaded on
 * first use.
 */
export function registerResults(
  deps: Deps,
  setDisplayedQuery: SetDisplayedQuery,
): RegisteredFeature<QueriesApi> {
  const store = createDisposableStore();
  let controller: ResultsController | undefined;
  let viewListener: ((view: vscode.WebviewView) => void) | undefined;
  const panel: PanelView = {
    onResolve(listener) {
      viewListener = listener;
    },
  };
  const results = (): ResultsController => {
    controller ??= store.add(loadResults().createResults(deps, panel, setDisplayedQuery));
    return controller;
  };
  store.add(
    vscode.window.registerWebviewViewProvider('vaultsql.results', {
      resolveWebviewView(view) {
        // Creates the controller if no query was run before the view is displayed. The controller sets `viewListener`.
        results();
        viewListener?.(view);
      },
    }),
  );
  deps.commands.add({
    'vaultsql.query.run': (uri, offset) => results().prepareAndRunStatement(uri, offset),
    'vaultsql.query.runInNewTab': (uri, offset) =>
      results().prepareAndRunStatement(uri, offset, { inTab: true }),
    'vaultsql.query.countRows': (uri, offset) =>
      results().prepareAndRunStatement(uri, offset, { count: true }),
    'vaultsql.query.copyAsCurl': (uri, offset) => results().copyAsCurl(uri, offset),
    'vaultsql.query.cancel': () => results().performAction('cancel'),
    'vaultsql.results.nextPage': () => results().performAction('next'),
    'vaultsql.results.previousPage': () => results().performAction('previous'),
    'vaultsql.results.firstPage': () => results().performAction('first'),
    'vaultsql.results.cancel': () => results().performAction('cancel'),
    'vaultsql.results.loadAll': (argument) => results().performTool('loadAll', argument),
    'vaultsql.results.find': (where) => results().openFind(where),
    'vaultsql.results.export': (argument) => results().exportActiveResult(argument),
    'vaultsql.results.toggleMask': () => results().performTool('toggleMask'),
    'vaultsql.results.openInTab': () => results().performTool('openInTab'),
    'vaultsql.results.compare': (argument) => results().compareActiveResult(argument),
    'vaultsql.results.rerun': () => results().performTool('rerun'),
    'vaultsql.results.copy': async () => {
      const copied = await results().copyDisplayedRows();
      if (!copied) void deps.messages.info(vscode.l10n.t('No rows to copy.'));
      return copied;
    },
    'vaultsql.results.copyRequestID': () => results().copyRequestID(),
    'vaultsql.results.clear': () => results().clearResults(),
  });
  store.add(deps.eventAnswers.onAnswer((answer) => void results().displayEventsResult(answer)));
  store.add(deps.eventAnswers.onWithdraw(() => controller?.removeEventsResults()));
  store.add(deps.onForget(() => controller?.clearResults(true)));
  return {
    api: {
      run: (document, offset) => results().prepareAndRunStatement(document, offset),
      countRows: (document, offset) => results().prepareAndRunStatement(document, offset, { count: true }),
    },
    dispose: () => store.dispose(),
  };
}
