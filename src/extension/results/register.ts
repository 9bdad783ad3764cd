import * as vscode from 'vscode';
import type { Deps } from '../deps.ts';
import { createResults } from './controller.ts';

/** Running a query and reading its pages in the panel. */
export function registerResults(deps: Deps): vscode.Disposable {
  const results = createResults(deps);
  deps.commands.add({
    'vaultsql.query.run': (uri, offset) => results.run(uri, offset),
    'vaultsql.query.countRows': (uri, offset) => results.run(uri, offset, true),
    'vaultsql.query.cancel': () => results.action('cancel'),
    'vaultsql.results.nextPage': () => results.action('next'),
    'vaultsql.results.previousPage': () => results.action('previous'),
    'vaultsql.results.firstPage': () => results.action('first'),
    'vaultsql.results.cancel': () => results.action('cancel'),
    'vaultsql.results.copy': async () => {
      if (!(await results.copyPage()))
        await deps.messages.info(vscode.l10n.t('There are no rows to copy yet.'));
    },
    'vaultsql.results.clear': () => results.clear(),
  });
  return results;
}
