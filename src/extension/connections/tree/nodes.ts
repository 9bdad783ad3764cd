import type { KnownColumn, KnownTable } from '../../../core/schema/catalogue.ts';
import type { ConnectionProblem } from '../../../core/service/connections/connections.ts';
import { getNamesOfConnection, type NamesByConnection } from '../../app/auditNames.ts';
import type { AnyConnection, Target } from '../../targets/targets.ts';
import type { FailedStart, NextStep } from './failedStart.ts';

interface ConnectionNode {
  readonly kind: 'connection';
  readonly connection: AnyConnection;
}
export interface VaultNode {
  readonly kind: 'vault';
  readonly target: Target;
  /** Number of earlier vaults in the connection's list that have the same ID. It makes the node's ID unique. */
  readonly duplicateIndex: number;
}
/** A table without its columns. To save memory, they are looked up when the node is expanded. */
interface ShownTable extends Omit<KnownTable, 'columns'> {
  readonly columnCount: number;
}
export interface TableNode {
  readonly kind: 'table';
  readonly target: Target;
  readonly vault: VaultNode;
  readonly table: ShownTable;
}
export interface ColumnNode {
  readonly kind: 'column';
  readonly target: Target;
  readonly parent: TableNode;
  readonly column: KnownColumn;
}
export interface UnconfiguredVaultNode {
  readonly kind: 'unconfiguredVault';
  readonly connection: AnyConnection;
  readonly vaultID: string;
  readonly eventCount: number;
}
export type TreeNode =
  | ConnectionNode
  | VaultNode
  | TableNode
  | ColumnNode
  | UnconfiguredVaultNode
  | { readonly kind: 'problem'; readonly problem: ConnectionProblem }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failedStart'; readonly failed: FailedStart }
  | { readonly kind: 'nextStep'; readonly failed: FailedStart; readonly step: NextStep }
  | { readonly kind: 'noTables'; readonly vault: VaultNode };

/**
 * Returns the ID by which the editor keeps a node expanded and selected when the tree is refreshed; undefined for kinds
 * of nodes without one.
 */
export function createNodeID(node: TreeNode): string | undefined {
  const path = getNodePath(node);
  return path && JSON.stringify(path);
}

function getNodePath(node: TreeNode): readonly (string | number)[] | undefined {
  switch (node.kind) {
    case 'connection':
      return [node.connection.name];
    case 'vault':
      return [node.target.connection.name, node.target.vault.id, node.duplicateIndex];
    case 'unconfiguredVault':
      return [node.connection.name, node.vaultID, 'met'];
    case 'table':
      return [...(getNodePath(node.vault) ?? []), node.table.key];
    case 'column':
      return [...(getNodePath(node.parent) ?? []), node.column.key];
    case 'problem':
    case 'noTables':
    case 'starting':
    case 'failedStart':
    case 'nextStep':
      return undefined;
  }
}

export function findParent(node: TreeNode): TreeNode | undefined {
  switch (node.kind) {
    case 'connection':
    case 'problem':
    case 'starting':
    case 'failedStart':
      return undefined;
    case 'nextStep':
      return { kind: 'failedStart', failed: node.failed };
    case 'vault':
      return { kind: 'connection', connection: node.target.connection };
    case 'unconfiguredVault':
      return { kind: 'connection', connection: node.connection };
    case 'table':
    case 'noTables':
      return node.vault;
    case 'column':
      return node.parent;
  }
}

export function createVaultNodes(connection: AnyConnection): readonly VaultNode[] {
  const idCounts = new Map<string, number>();
  return connection.vaults.map((vault) => {
    const duplicateIndex = idCounts.get(vault.id) ?? 0;
    idCounts.set(vault.id, duplicateIndex + 1);
    return { kind: 'vault', target: { connection, vault }, duplicateIndex };
  });
}

/**
 * Returns the nodes of vaults that appear in audit events of a connection but are not configured in it, those with the
 * most events first. Empty for the local vault.
 */
export function createUnconfiguredVaultNodes(
  connection: AnyConnection,
  names: NamesByConnection | undefined,
): readonly UnconfiguredVaultNode[] {
  if (connection.local) return [];
  const known = new Set(connection.vaults.map(({ id }) => id));
  return getNamesOfConnection(names, connection)
    .filter(({ vaultID }) => vaultID.trim() !== '' && !known.has(vaultID))
    .toSorted((a, b) => b.events - a.events)
    .map(({ vaultID, events }) => ({ kind: 'unconfiguredVault', connection, vaultID, eventCount: events }));
}

export function createTableNode(vault: VaultNode, { columns, ...table }: KnownTable): TableNode {
  return { kind: 'table', target: vault.target, vault, table: { ...table, columnCount: columns.length } };
}
