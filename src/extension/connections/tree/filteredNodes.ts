/** What is drawn of the tree of vaults while it is filtered: the names found, and what they are in. */
import type { NameMatch } from '../../../core/schema/findNames.ts';
import type { VaultRef } from '../../../core/service/connections/connections.ts';
import type { Deps } from '../../app/deps.ts';
import type { TargetToSearch } from '../../app/sqlLanguage.ts';
import { metVaultNodes, type TreeNode, tableNode, type VaultNode, vaultNodes } from './nodes.ts';

/** Of vaults, tables, and columns each; more letters bring the others. */
export const SHOWN_MATCHES = 100;

export interface FilteredNodes {
  readonly top: readonly TreeNode[];
  /** What of a node is drawn where that is not all of it. */
  readonly below: ReadonlyMap<TreeNode, readonly TreeNode[]>;
  /** The first row that was found; undefined where nothing was. */
  readonly first: TreeNode | undefined;
}

export async function filteredNodes(deps: Deps, text: string): Promise<FilteredNodes> {
  const { vaultsToSearch, findNames, searchWords, hasWords } = deps.language();
  const [vaults, met] = await Promise.all([vaultsToSearch(deps), deps.auditNames.read()]);
  const matches = findNames(vaults, text, { limit: SHOWN_MATCHES + 1 });
  const shown = shownOf(matches);
  const nodes = new FoundNodes(deps, foundIn(deps, shown));
  const words = searchWords(text);
  for (const connection of deps.targets.connections()) {
    const others = metVaultNodes(connection, met).filter(({ vaultID }) =>
      hasWords(`${connection.name}/${vaultID}`, words),
    );
    nodes.add(connection, others, hasWords(connection.name, words));
  }
  const isCut = shown.length < matches.length;
  return {
    below: nodes.below,
    top: [
      { kind: 'filter', text },
      ...(nodes.top.length === 0 ? [{ kind: 'noMatch' } as const] : nodes.top),
      ...(isCut ? [{ kind: 'moreMatches' } as const] : []),
    ],
    first: nodes.first(),
  };
}

type Match = NameMatch<TargetToSearch>;

function shownOf(matches: readonly Match[]): readonly Match[] {
  const counts = { vault: 0, table: 0, column: 0 };
  return matches.filter(({ table, column }) => {
    const kind = column ? 'column' : table ? 'table' : 'vault';
    return ++counts[kind] <= SHOWN_MATCHES;
  });
}

interface Found {
  readonly searched: TargetToSearch;
  /** The keys of tables, with those of the columns found in each. */
  readonly tables: Map<string, Set<string>>;
}

function foundIn(deps: Deps, matches: readonly Match[]): ReadonlyMap<VaultRef, Found> {
  const { nameKey } = deps.language();
  const found = new Map<VaultRef, Found>();
  for (const { vault: searched, table, column } of matches) {
    const { vault } = searched.target;
    const { tables } = found.get(vault) ?? { tables: new Map<string, Set<string>>() };
    found.set(vault, { searched, tables });
    if (!table) continue;
    const key = nameKey(table.name);
    const columns = tables.get(key) ?? new Set();
    tables.set(key, columns);
    if (column) columns.add(nameKey(column.name));
  }
  return found;
}

class FoundNodes {
  readonly top: TreeNode[] = [];
  readonly below = new Map<TreeNode, readonly TreeNode[]>();
  readonly #deps: Deps;
  readonly #found: ReadonlyMap<VaultRef, Found>;

  constructor(deps: Deps, found: ReadonlyMap<VaultRef, Found>) {
    this.#deps = deps;
    this.#found = found;
  }

  /** `others`: what of the connection was found beside its vaults. */
  add(connection: Parameters<typeof vaultNodes>[0], others: readonly TreeNode[], isNamed: boolean): void {
    const node: TreeNode = { kind: 'connection', connection };
    const vaults = vaultNodes(connection).filter(({ target }) => this.#found.has(target.vault));
    for (const vault of vaults) this.#addTables(vault);
    const inside = [...vaults, ...others];
    if (inside.length > 0) this.below.set(node, inside);
    if (inside.length > 0 || isNamed) this.top.push(node);
  }
  first(): TreeNode | undefined {
    let [node] = this.top;
    for (let inside = node; inside; [inside] = this.below.get(inside) ?? []) node = inside;
    return node;
  }

  #addTables(vault: VaultNode): void {
    const found = this.#found.get(vault.target.vault);
    if (!found || found.tables.size === 0) return;
    const { searched, tables } = found;
    const nodes = this.#deps
      .language()
      .tablesWith(searched, new Set(tables.keys()))
      .map((known) => {
        const parent = tableNode(vault, known);
        const keys = tables.get(known.key);
        const columns = known.columns.filter(({ key }) => keys?.has(key));
        const { target } = vault;
        if (columns.length > 0)
          this.below.set(
            parent,
            columns.map((column) => ({ kind: 'column', target, parent, column })),
          );
        return parent;
      });
    this.below.set(vault, nodes);
  }
}
