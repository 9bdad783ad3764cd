import * as vscode from 'vscode';
import type { ConnectionProblem } from '../../core/api/connections.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { Deps } from '../deps.ts';
import { disposableStore } from '../disposables.ts';
import { type AnyConnection, type Target, targetLabel } from '../targets.ts';
import { problemSentence } from './problems.ts';

type VaultNode =
  | { readonly kind: 'connection'; readonly connection: AnyConnection }
  | { readonly kind: 'vault'; readonly target: Target }
  | { readonly kind: 'problem'; readonly problem: ConnectionProblem };

const environmentNames = (): Readonly<Record<AnyConnection['environment'], string>> => ({
  production: vscode.l10n.t('production'),
  test: vscode.l10n.t('test'),
  development: vscode.l10n.t('development'),
});

/** Connections and their vaults; entries of the setting that cannot be used stand among them, with what is wrong. */
export function registerVaultTree(deps: Deps): vscode.Disposable {
  const store = disposableStore();
  const changes = store.add(new vscode.EventEmitter<VaultNode | undefined>());
  const refresh = (): void => changes.fire(undefined);
  store.add(deps.targets.onDidChange(refresh));
  store.add(deps.credentials.onDidChange(refresh));

  const provider: vscode.TreeDataProvider<VaultNode> = {
    onDidChangeTreeData: changes.event,
    getChildren(node) {
      if (!node) {
        return [
          ...deps.targets.connections().map((connection) => ({ kind: 'connection', connection }) as const),
          ...deps.targets.problems().map((problem) => ({ kind: 'problem', problem }) as const),
        ];
      }
      if (node.kind !== 'connection') return [];
      return node.connection.vaults.map((vault) => ({
        kind: 'vault',
        target: { connection: node.connection, vault },
      }));
    },
    async getTreeItem(node) {
      if (node.kind === 'connection')
        return connectionItem(node.connection, await deps.credentials.signedIn(node.connection));
      if (node.kind === 'vault') return vaultItem(node.target, deps.targets.current());
      return problemItem(node.problem);
    },
  };
  const view = store.add(vscode.window.createTreeView('vaultsql.vaults', { treeDataProvider: provider }));
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      // An environment variable may have been set since.
      if (visible) refresh();
    }),
  );
  return store;
}

function connectionItem(connection: AnyConnection, signedIn: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(connection.name), vscode.TreeItemCollapsibleState.Expanded);
  const environment = environmentNames()[connection.environment];
  const { host, pathname } = new URL(connection.baseUrl);
  // What matters most comes first: a narrow side bar cuts off the end.
  const words = [environment, host + pathname.replace(/\/$/, '')];
  item.description = (signedIn ? words : [vscode.l10n.t('signed out'), ...words]).join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    connection.local ? 'server-process' : connection.environment === 'production' ? 'shield' : 'server',
    signedIn ? undefined : new vscode.ThemeColor('descriptionForeground'),
  );
  item.contextValue = connection.local
    ? 'localConnection'
    : `connection.${connection.auth.kind}.${signedIn ? 'in' : 'out'}`;
  item.tooltip = `${connection.name}\n${environment}\n${connection.baseUrl}`;
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      'Connection {0}, {1}, {2}',
      connection.name,
      environment,
      signedIn ? vscode.l10n.t('signed in') : vscode.l10n.t('signed out'),
    ),
  };
  return item;
}

function vaultItem(target: Target, current: Target | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(target.vault.name), vscode.TreeItemCollapsibleState.None);
  const chosen = current !== undefined && targetLabel(current) === targetLabel(target);
  const id = target.vault.id === target.vault.name ? '' : oneLine(target.vault.id);
  item.description = [id, chosen ? vscode.l10n.t('queries go here') : ''].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(chosen ? 'pass-filled' : 'database');
  item.contextValue = 'vault';
  item.accessibilityInformation = {
    label: [
      target.vault.name,
      vscode.l10n.t('vault of connection {0}', target.connection.name),
      item.description,
    ]
      .filter(Boolean)
      .join(', '),
  };
  item.tooltip = vscode.l10n.t('Vault {0} of connection {1}', target.vault.id, target.connection.name);
  item.command = {
    command: 'vaultsql.query.selectVault',
    title: vscode.l10n.t('Choose this vault'),
    arguments: [{ kind: 'vault', target }],
  };
  return item;
}

function problemItem(problem: ConnectionProblem): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(problemSentence(problem)), vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.tooltip = vscode.l10n.t('{0} Click to open the settings.', problemSentence(problem));
  item.command = { command: 'vaultsql.connection.edit', title: vscode.l10n.t('Open Settings') };
  item.contextValue = 'problem';
  return item;
}
