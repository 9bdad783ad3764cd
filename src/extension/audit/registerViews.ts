import * as vscode from 'vscode';
import type { SetAuditNamesSource } from '../app/auditNames.ts';
import type { Deps } from '../app/deps.ts';
import { createDisposableStore } from '../app/disposables.ts';
import type { AuditEventsApi, RegisteredFeature } from '../app/featureApis.ts';
import { loadAudit } from './load.ts';
import type { AuditFeature } from './register.ts';
import { registerEventsSqlFiles } from './sql/questionFiles.ts';
import { registerTableView } from './views/table/register.ts';
import type { AuditTableView } from './views/table/view.ts';
import type { AuditNode } from './views/tree/auditNode.ts';

/**
 * Registers the Audit Events view and the audit table. The code behind them is loaded when it is
 * first needed.
 */
export function registerAuditViews(
  deps: Deps,
  setAuditNames: SetAuditNamesSource,
): RegisteredFeature<AuditEventsApi> {
  const store = createDisposableStore();
  const refresh = store.add(new vscode.EventEmitter<AuditNode | undefined>());
  let feature: AuditFeature | undefined;
  const start = (): AuditFeature => {
    if (feature) return feature;
    feature = store.add(loadAudit().registerAudit(deps, view, table));
    store.add(setAuditNames(feature.names));
    store.add(feature.onDidChangeTree((node) => refresh.fire(node)));
    return feature;
  };
  const view = store.add(
    vscode.window.createTreeView<AuditNode>('vaultsql.audit', {
      treeDataProvider: {
        onDidChangeTreeData: refresh.event,
        getChildren: (node) => start().tree.getChildren(node),
        getTreeItem: (node) => start().tree.getTreeItem(node),
        getParent: (node) => start().tree.getParent?.(node),
        resolveTreeItem: (item, node, token) => start().tree.resolveTreeItem?.(item, node, token),
      },
    }),
  );
  let tableView: AuditTableView | undefined;
  const openTable = (): AuditTableView => {
    tableView ??= start().createTable();
    return tableView;
  };
  const table = store.add(registerTableView(deps.commands, { open: openTable, current: () => tableView }));
  store.add(
    registerEventsSqlFiles(
      deps,
      () => loadAudit().createSampleText(),
      () => void start(),
    ),
  );
  deps.commands.addFeatureLoader(() => void start());
  return {
    api: {
      showEventsOfDisplayedQuery: () => start().api.showEventsOfDisplayedQuery(),
      showEventsOfVault: (target, text) => start().api.showEventsOfVault(target, text),
      testTrail: (name, signal) => start().api.testTrail(name, signal),
      openTrail: async (name) => (await start().api.openTrail(name)) && table.show('events'),
      showWhoReadWhat: () => table.show('readers'),
    },
    dispose: () => store.dispose(),
  };
}
