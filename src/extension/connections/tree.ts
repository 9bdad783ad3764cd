import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import { publicKeyFileSentence } from '../../core/messages/signInProblems.ts';
import type { ConnectionProblem } from '../../core/service/connections/connections.ts';
import type { TokenState } from '../../node/credentials/tokenStates.ts';
import type { Deps } from '../app/deps.ts';
import { disposableStore } from '../app/disposables.ts';
import { timeText } from '../app/timeText.ts';
import { localized } from '../platform/messages.ts';
import { problemSentence } from './problems.ts';
import { type AnyConnection, type Target, targetLabel } from './targets.ts';

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
  store.add(deps.credentials.onDidRenew(refresh));
  store.add(deps.credentials.states.onDidChange(refresh));

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
        return connectionItem(
          node.connection,
          await signInState(deps, node.connection),
          tokenTexts(deps, node.connection),
        );
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

type SignInState = 'out' | TokenState;

async function signInState({ credentials }: Deps, connection: AnyConnection): Promise<SignInState> {
  // The local vault has made its token itself.
  if (connection.local) return 'works';
  return (await credentials.signedIn(connection)) ? credentials.states.of(connection) : 'out';
}

const stateNames = (): Readonly<Record<SignInState, string>> => ({
  out: vscode.l10n.t('signed out'),
  untried: vscode.l10n.t('token not verified'),
  works: vscode.l10n.t('token verified'),
  refused: vscode.l10n.t('token rejected'),
});
const stateColors: Readonly<Record<SignInState, string | undefined>> = {
  out: 'descriptionForeground',
  untried: undefined,
  works: undefined,
  refused: 'list.warningForeground',
};
/** What the menus of the tree go by. */
const stateContexts: Readonly<Record<SignInState, string>> = {
  out: 'out',
  untried: 'in',
  works: 'in',
  refused: 'refused.in',
};

/** When the token ends, and what is wrong with how it was obtained. */
interface TokenTexts {
  /** For the end of the line; empty where it is not known. */
  readonly until: string;
  /** In full, a line each. */
  readonly lines: readonly string[];
}

function tokenTexts(deps: Deps, connection: AnyConnection): TokenTexts {
  if (connection.local) return { until: '', lines: [] };
  const expiresAt = deps.credentials.expiresAt(connection);
  const notice = deps.credentials.notice(connection);
  return {
    until: expiresAt === undefined ? '' : vscode.l10n.t('until {0}', timeOfDay(timeText(deps, expiresAt))),
    lines: [
      ...(expiresAt === undefined ? [] : [expiryText(deps, expiresAt)]),
      ...(notice ? [localized(publicKeyFileSentence(notice.file))] : []),
    ],
  };
}

/** Hours and minutes, and what follows the seconds: the zone. */
const timeOfDay = (text: string): string => text.replace(/^\S+ (\d\d:\d\d):\d\d/, '$1');

const expiryText = (deps: Deps, expiresAt: number): string =>
  expiresAt > Date.now()
    ? vscode.l10n.t('Token expires {0}', timeText(deps, expiresAt))
    : vscode.l10n.t('Token expired {0}', timeText(deps, expiresAt));

function connectionItem(connection: AnyConnection, state: SignInState, token: TokenTexts): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(connection.name), vscode.TreeItemCollapsibleState.Expanded);
  const environment = environmentNames()[connection.environment];
  const stateName = stateNames()[state];
  const { host, pathname } = new URL(connection.baseUrl);
  // What matters most comes first: a narrow side bar cuts off the end.
  const until = state !== 'out' && token.until !== '' ? [token.until] : [];
  const words = [environment, ...until, host + pathname.replace(/\/$/, '')];
  if (!connection.local) words.splice(state === 'works' ? words.length : 0, 0, stateName);
  item.description = words.join(' · ');
  const color = stateColors[state];
  item.iconPath = new vscode.ThemeIcon(
    connection.local ? 'server-process' : connection.environment === 'production' ? 'shield' : 'server',
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
  item.contextValue = connection.local
    ? 'localConnection'
    : `connection.${connection.auth.kind}.${stateContexts[state]}`;
  item.tooltip = [connection.name, environment, connection.baseUrl, stateName, ...token.lines].join('\n');
  item.accessibilityInformation = {
    label: [
      vscode.l10n.t(
        'Connection {0}, {1}, {2}',
        connection.name,
        environment,
        state === 'out' ? stateName : vscode.l10n.t('signed in, {0}', stateName),
      ),
      ...token.lines,
    ].join(', '),
  };
  return item;
}

function vaultItem(target: Target, current: Target | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(target.vault.name), vscode.TreeItemCollapsibleState.None);
  const chosen = current !== undefined && targetLabel(current) === targetLabel(target);
  const id = target.vault.id === target.vault.name ? '' : oneLine(target.vault.id);
  item.description = [id, chosen ? vscode.l10n.t('selected') : ''].filter(Boolean).join(' · ');
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
    title: vscode.l10n.t('Select this vault'),
    arguments: [{ kind: 'vault', target }],
  };
  return item;
}

function problemItem(problem: ConnectionProblem): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(problemSentence(problem)), vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.tooltip = vscode.l10n.t('{0} Click to open the settings.', problemSentence(problem));
  item.command = {
    command: 'vaultsql.connection.edit',
    title: vscode.l10n.t('Open Settings'),
    arguments: [{ problem }],
  };
  item.contextValue = 'problem';
  return item;
}
