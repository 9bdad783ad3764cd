/** The tree of vaults without an editor: vaults with the tables that a schema file and settings describe. */
import type { DeclaredTable } from '../../../../src/core/schema/schemaFile.ts';
import type { Connection } from '../../../../src/core/service/connections/connections.ts';
import { createNameKey } from '../../../../src/core/sql/dialect/identifier.ts';
import type { ColumnPolicy } from '../../../../src/core/sql/dialect/schema.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { TreeNode } from '../../../../src/extension/connections/tree/nodes.ts';
import { EventEmitter, trees } from '../fakeVscode.ts';

const { findNames } = await import('../../../../src/core/schema/findNames.ts');
const { findTables, listVaultsToSearch } = await import('../../../../src/extension/language/vaultTables.ts');
const { createTargets } = await import('../../../../src/extension/targets/targets.ts');
const { registerVaultTree } = await import('../../../../src/extension/connections/tree/tree.ts');

export interface ShownItem {
  readonly label: string;
  readonly id?: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly contextValue?: string;
  readonly collapsibleState?: number;
  readonly command?: unknown;
  readonly accessibilityInformation?: { readonly label: string };
}
interface Tree {
  getChildren(node?: TreeNode): Promise<readonly TreeNode[]>;
  getTreeItem(node: TreeNode): Promise<ShownItem>;
  getParent(node: TreeNode): TreeNode | undefined;
}

export interface ManyVaults {
  readonly deps: Deps;
  readonly tree: Tree;
  /** The nodes below one, with their items. */
  open(node?: TreeNode): Promise<readonly { readonly node: TreeNode; readonly item: ShownItem }[]>;
}

export const connectionWith = (name: string, vaults: Connection['vaults']): Connection => ({
  name,
  environment: 'test',
  baseUrl: 'https://a.test',
  accountID: 'a',
  vaults,
  auth: { kind: 'token' },
});

/** `tables`: what is written of the vault, `<connection>/<vault>`. */
export function manyVaults(
  connections: readonly Connection[],
  tables: (vault: string | undefined) => readonly DeclaredTable[],
  policies: readonly ColumnPolicy[] = [],
): ManyVaults {
  const onDidChange = new EventEmitter<unknown>().event;
  const settings = { connections: () => connections, columnPolicies: () => policies, onDidChange };
  const memento = { get: () => undefined, update: async () => undefined };
  const deps = {
    settings,
    targets: createTargets(settings as never, memento as never),
    credentials: {
      onDidChange,
      onDidObtainToken: onDidChange,
      tokenStates: { onDidChange, getState: () => 'works' },
      isSignedIn: async () => true,
      getExpiry: () => undefined,
      getNotice: () => undefined,
    },
    serviceProfiles: { onDidChange, getCheckedService: () => undefined },
    auditNames: { onDidChange, readNamesByConnection: async () => undefined },
    onForget: onDidChange,
    commands: { add: () => undefined },
    context: { subscriptions: [] },
    schemas: {
      load: async () => undefined,
      sources: (vault?: string) => [{ name: '.vaultsql/schema.json', tables: tables(vault) }],
      onDidChange,
    },
    knownNames: () => ({
      documents: { load: async () => undefined, listDocumentNames: async () => [], onDidChange },
      seen: { tables: () => [], onDidChange },
    }),
    language: () => ({ findTables, listVaultsToSearch, createNameKey, findNames }),
  } as unknown as Deps;
  registerVaultTree(deps);
  const tree = trees.get('vaultsql.vaults') as Tree;
  return {
    deps,
    tree,
    async open(node) {
      const nodes = await tree.getChildren(node);
      return Promise.all(nodes.map(async (one) => ({ node: one, item: await tree.getTreeItem(one) })));
    },
  };
}
