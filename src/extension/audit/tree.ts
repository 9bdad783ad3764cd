import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import { queryOf } from '../../core/audit/queryOf.ts';
import { eventLabel, eventTooltip, succeeded } from './labels.ts';
import type { AuditSession } from './state.ts';

export type AuditNode = { readonly kind: 'event'; readonly event: AuditEvent } | { readonly kind: 'older' };

export const isEventNode = (value: unknown): value is Extract<AuditNode, { kind: 'event' }> =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';

/** Newest first; the last node reads further events where the service can give them. */
export function createAuditTree(
  session: AuditSession,
  changes: vscode.Event<void>,
): vscode.TreeDataProvider<AuditNode> {
  let nodes: readonly AuditNode[] = [];
  const refresh = new vscode.EventEmitter<AuditNode | undefined>();
  changes(() => refresh.fire(undefined));
  return {
    onDidChangeTreeData: refresh.event,
    getChildren(node) {
      if (node) return [];
      const store = session.store();
      const events = store.events().map((event): AuditNode => ({ kind: 'event', event }));
      const older: AuditNode[] =
        events.length > 0 && store.provenance().more === 'yes' ? [{ kind: 'older' }] : [];
      nodes = [...events, ...older];
      return [...nodes];
    },
    getParent: () => undefined,
    getTreeItem: (node) => (node.kind === 'event' ? eventItem(node.event) : olderItem()),
  };
}

function eventItem(event: AuditEvent): vscode.TreeItem {
  const { label, description } = eventLabel(event);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  if (event.context.changeID) item.id = event.context.changeID;
  item.description = description;
  item.tooltip = eventTooltip(event);
  const outcome = succeeded(event);
  item.iconPath =
    outcome === false
      ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
      : new vscode.ThemeIcon(outcome ? 'pass' : 'circle-outline');
  item.contextValue = queryOf(event) ? 'eventWithQuery' : 'event';
  const said =
    outcome === undefined
      ? vscode.l10n.t('outcome unknown')
      : outcome
        ? vscode.l10n.t('succeeded')
        : vscode.l10n.t('failed with {0}', String(event.response.code));
  item.accessibilityInformation = {
    label: `${label}, ${event.context.actor ?? vscode.l10n.t('unknown actor')}, ${said}`,
  };
  item.command = {
    command: 'vaultsql.audit.openEvent',
    title: vscode.l10n.t('Open'),
    arguments: [{ kind: 'event', event }],
  };
  return item;
}

function olderItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load older events'), vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon('arrow-down');
  item.command = { command: 'vaultsql.audit.loadOlder', title: vscode.l10n.t('Load older events') };
  return item;
}
