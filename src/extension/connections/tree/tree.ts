import * as vscode from 'vscode';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import type { NameSources } from '../../app/sqlLanguage.ts';
import { createConnectionItem, createProblemItem } from './connectionItems.ts';
import {
  createFailedStartItem,
  createNextStepItem,
  createStartingItem,
  listNextSteps,
} from './failedStart.ts';
import { type NameFound, pickKnownName } from './findTable.ts';
import {
  createNodeID,
  createTableNode,
  createUnconfiguredVaultNodes,
  createVaultNodes,
  findParent,
  type TableNode,
  type TreeNode,
  type VaultNode,
} from './nodes.ts';
import {
  createColumnItem,
  createNoTablesItem,
  createTableItem,
  createUnconfiguredVaultItem,
  createVaultItem,
} from './vaultItems.ts';

type TreeDeps = NameSources &
  Pick<
    Deps,
    'commands' | 'credentials' | 'language' | 'messages' | 'schemas' | 'serviceProfiles' | 'timeZone'
  >;

const REFRESH_DELAY_MS = 200;

export function registerVaultTree(deps: TreeDeps): vscode.Disposable {
  const store = createDisposableStore();
  const changes = store.add(new vscode.EventEmitter<TreeNode | undefined>());
  const refresh = (): void => {
    if (view.visible) changes.fire(undefined);
  };
  store.add(deps.targets.onDidChange(refresh));
  store.add(deps.credentials.onDidChange(refresh));
  store.add(deps.serviceProfiles.onDidChange(refresh));
  store.add(deps.credentials.onDidObtainToken(refresh));
  store.add(deps.credentials.tokenStates.onDidChange(refresh));
  const names = store.add(new KnownNamesWatcher(deps, () => view.visible, refresh));

  const getVaultChildren = async (vault: VaultNode): Promise<readonly TreeNode[]> => {
    names.startFollowingNames();
    const { target } = vault;
    const tables = await deps.language().findTables(deps, target);
    if (tables.length === 0) return [{ kind: 'noTables', vault }];
    return tables.map((table) => createTableNode(vault, table));
  };
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changes.event,
    getParent: findParent,
    async getChildren(node) {
      switch (node?.kind) {
        case undefined:
          return createTopNodes(deps);
        case 'connection':
          return [
            ...createVaultNodes(node.connection),
            ...createUnconfiguredVaultNodes(node.connection, await deps.auditNames.readNamesByConnection()),
          ];
        case 'vault':
          return [...(await getVaultChildren(node))];
        case 'failedStart':
          return listNextSteps(node.failed).map((step) => ({ kind: 'nextStep', failed: node.failed, step }));
        case 'table':
          return [...(await getColumnNodes(deps, node))];
        default:
          return [];
      }
    },
    async getTreeItem(node) {
      const item = await createTreeItem(deps, node);
      const id = createNodeID(node);
      if (id !== undefined) item.id = id;
      return item;
    },
  };
  const view: vscode.TreeView<TreeNode> = store.add(
    vscode.window.createTreeView('vaultsql.vaults', { treeDataProvider: provider, dragAndDropController }),
  );
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      // Changes are ignored while the view is hidden.
      if (visible) refresh();
    }),
  );
  deps.commands.add({
    'vaultsql.vaults.find': () => revealFoundName(deps, view),
  });
  return store;
}

async function revealFoundName(deps: TreeDeps, view: vscode.TreeView<TreeNode>): Promise<boolean> {
  const found = await pickKnownName(deps, { title: vscode.l10n.t('Find a vault, table, or column') });
  if (!found) return false;
  const node = await createNodeOfMatch(deps, found);
  await view.reveal(node, { select: true, focus: true, expand: true });
  return true;
}

/**
 * Returns the tree node of a match. If the column or table no longer exists, returns the node of its table or vault.
 */
async function createNodeOfMatch(
  deps: TreeDeps,
  { vault: { target }, table, column }: NameFound,
): Promise<TreeNode> {
  const vaults = createVaultNodes(target.connection);
  const vault = vaults.find((one) => one.target.vault === target.vault) ?? {
    kind: 'vault',
    target,
    duplicateIndex: 0,
  };
  const { findTables, createNameKey } = deps.language();
  const known =
    table && (await findTables(deps, target)).find(({ key }) => key === createNameKey(table.name));
  if (!known) return vault;
  const parent = createTableNode(vault, known);
  const found = column && known.columns.find(({ key }) => key === createNameKey(column.name));
  return found ? { kind: 'column', target, parent, column: found } : parent;
}

async function getColumnNodes(deps: TreeDeps, parent: TableNode): Promise<readonly TreeNode[]> {
  const { target, table } = parent;
  const tables = await deps.language().findTables(deps, target);
  const columns = tables.find(({ key }) => key === table.key)?.columns ?? [];
  return columns.map((column) => ({ kind: 'column', target, parent, column }));
}

function createTopNodes({ targets }: Pick<Deps, 'targets'>): TreeNode[] {
  const local = targets.getLocalVaultState();
  const connections = targets
    .connections()
    .map((connection) => ({ kind: 'connection', connection }) as const);
  const problems = targets.problems().map((problem) => ({ kind: 'problem', problem }) as const);
  const hasOthers = connections.length + problems.length > 0;
  return [
    ...(local.kind === 'failed' ? [{ kind: 'failedStart', failed: local } as const] : []),
    ...connections,
    // If the tree is otherwise empty, the view's welcome text says that the local vault is starting.
    ...(local.kind === 'starting' && hasOthers ? [{ kind: 'starting' } as const] : []),
    ...problems,
  ];
}

function createTreeItem(deps: TreeDeps, node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
  switch (node.kind) {
    case 'connection':
      return createConnectionItem(deps, node.connection);
    case 'vault':
      return createVaultItem(node, deps);
    case 'table':
      return createTableItem(node);
    case 'column':
      return createColumnItem(node);
    case 'unconfiguredVault':
      return createUnconfiguredVaultItem(node);
    case 'noTables':
      return createNoTablesItem();
    case 'starting':
      return createStartingItem();
    case 'failedStart':
      return createFailedStartItem(node.failed);
    case 'nextStep':
      return createNextStepItem(node.step);
    case 'problem':
      return createProblemItem(node.problem);
  }
}

const dragAndDropController: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag(nodes, transfer) {
    const names = nodes.flatMap((node) => {
      if (node.kind === 'table') return [node.table.name];
      return node.kind === 'column' ? [node.column.name] : [];
    });
    if (names.length > 0) transfer.set('text/plain', new vscode.DataTransferItem(names.join(', ')));
  },
};

/**
 * Calls `onChange` after a delay when known names change while the tree is visible. Before `startFollowingNames` is
 * called, only names in audit events count.
 */
class KnownNamesWatcher implements vscode.Disposable {
  readonly #deps: TreeDeps;
  readonly #isShown: () => boolean;
  readonly #onChange: () => void;
  readonly #listening: vscode.Disposable[];
  #isFollowing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: TreeDeps, isShown: () => boolean, onChange: () => void) {
    this.#deps = deps;
    this.#isShown = isShown;
    this.#onChange = onChange;
    this.#listening = [deps.auditNames.onDidChange(() => this.#scheduleRefresh())];
  }
  startFollowingNames(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { schemas, settings } = this.#deps;
    const { documents, seen } = this.#deps.knownNames();
    for (const event of [schemas.onDidChange, documents.onDidChange, seen.onDidChange])
      this.#listening.push(event(() => this.#scheduleRefresh()));
    this.#listening.push(
      settings.onDidChange((isOf) => isOf('vaultsql.dialect.columns') && this.#scheduleRefresh()),
    );
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of this.#listening) one.dispose();
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#timer);
    if (this.#isShown()) this.#timer = setTimeout(this.#onChange, REFRESH_DELAY_MS);
  }
}
