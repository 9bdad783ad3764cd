import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { Deps } from '../../app/deps.ts';
import { createDisposableStore } from '../../app/disposables.ts';
import type { RunEnd } from '../../app/lastRuns.ts';
import { computeMsToMidnight, formatTime, shortenTimeToMinute } from '../../app/timeText.ts';
import { MIN_NAME_WIDTH, ROW_WIDTH, rowWidth, truncateMiddle } from '../../platform/narrowText.ts';
import { formatNumber } from '../../platform/number.ts';
import { formatTarget } from '../../targets/targets.ts';

type SavedQueriesDeps = Pick<Deps, 'knownNames' | 'lastRuns' | 'targets' | 'timeZone'>;

const REFRESH_DELAY_MS = 200;

interface SavedQuery {
  readonly kind: 'query';
  readonly uri: vscode.Uri;
}
interface QueryGroup {
  readonly kind: 'group';
  /** The vault that the files' directives name, as `connection/vault`; undefined for files without a directive. */
  readonly label: string | undefined;
  readonly isKnown: boolean;
  readonly queries: readonly SavedQuery[];
}
type QueryNode = QueryGroup | SavedQuery;

export function registerSavedQueries(deps: SavedQueriesDeps): vscode.Disposable {
  const store = createDisposableStore();
  const changes = store.add(new vscode.EventEmitter<QueryNode | undefined>());
  let timer: NodeJS.Timeout | undefined;
  const scheduleRefresh = (): void => {
    clearTimeout(timer);
    if (view.visible) timer = setTimeout(() => changes.fire(undefined), REFRESH_DELAY_MS);
  };
  let midnight: NodeJS.Timeout | undefined;
  /** Schedules a redraw of the view at midnight. From then on, the times of earlier runs need a date. */
  const scheduleMidnightRefresh = (): void => {
    clearTimeout(midnight);
    midnight = setTimeout(() => view.visible && changes.fire(undefined), computeMsToMidnight(deps));
  };
  store.add({
    dispose() {
      clearTimeout(timer);
      clearTimeout(midnight);
    },
  });
  let isFollowing = false;
  const follow = (): void => {
    if (isFollowing) return;
    isFollowing = true;
    store.add(deps.knownNames().documents.onDidChange(scheduleRefresh));
    store.add(deps.lastRuns.onDidChange(scheduleRefresh));
    store.add(deps.targets.onDidChange(scheduleRefresh));
    store.add(deps.timeZone.onDidChange(scheduleRefresh));
  };
  const provider: vscode.TreeDataProvider<QueryNode> = {
    onDidChangeTreeData: changes.event,
    async getChildren(node) {
      if (node) return node.kind === 'group' ? [...node.queries] : [];
      follow();
      return readQueryGroups(deps);
    },
    getTreeItem(node) {
      if (node.kind === 'group') return createGroupItem(node);
      if (deps.lastRuns.getLastRun(node.uri)) scheduleMidnightRefresh();
      return createQueryItem(node, deps);
    },
  };
  const view: vscode.TreeView<QueryNode> = store.add(
    vscode.window.createTreeView('vaultsql.queries', { treeDataProvider: provider }),
  );
  store.add(view.onDidChangeVisibility(({ visible }) => visible && isFollowing && changes.fire(undefined)));
  return store;
}

async function readQueryGroups(deps: SavedQueriesDeps): Promise<QueryGroup[]> {
  const { documents } = deps.knownNames();
  await documents.load();
  const groups = new Map<string | undefined, { readonly isKnown: boolean; readonly queries: SavedQuery[] }>();
  for (const { uri, target } of await documents.listDocumentNames()) {
    // Documents outside the workspace, such as untitled ones, are not listed.
    if (!vscode.workspace.getWorkspaceFolder(uri)) continue;
    const found = target && deps.targets.find(target.connection, target.vault);
    const label = found ? formatTarget(found) : target && `${target.connection}/${target.vault}`;
    const group = groups.get(label) ?? { isKnown: found !== undefined || !target, queries: [] };
    groups.set(label, group);
    group.queries.push({ kind: 'query', uri });
  }
  return Array.from(groups, ([label, { isKnown, queries }]) => ({
    kind: 'group' as const,
    label,
    isKnown,
    queries: queries.toSorted((a, b) => (a.uri.path < b.uri.path ? -1 : 1)),
  })).sort((a, b) => Number(a.label === undefined) - Number(b.label === undefined) || compareLabels(a, b));
}

const compareLabels = ({ label: a = '' }: QueryGroup, { label: b = '' }: QueryGroup): number =>
  a < b ? -1 : 1;

/**
 * Shortens a `connection/vault` so that a side bar 300 px wide displays it with the text `beside` it. A long name of a
 * connection or a vault loses its middle, because such names often differ only at their end.
 */
function shortenTargetName(name: string, beside: string): string {
  const width = ROW_WIDTH - rowWidth('', ` ${beside}`);
  if (rowWidth(name, '') <= width) return name;
  const [connection = '', vault] = name.split(/(?<=^[^/]*)\//);
  if (vault === undefined) return truncateMiddle(name, width);
  const forBoth = width - rowWidth('/', '');
  const forVault = Math.max(forBoth / 2, forBoth - rowWidth(connection, ''));
  const shortVault = truncateMiddle(vault, forVault);
  return `${truncateMiddle(connection, Math.max(MIN_NAME_WIDTH, forBoth - rowWidth(shortVault, '')))}/${shortVault}`;
}

function createGroupItem({ label, isKnown, queries }: QueryGroup): vscode.TreeItem {
  const name = label === undefined ? vscode.l10n.t('Selected vault') : oneLine(label);
  const beside = isKnown ? String(queries.length) : vscode.l10n.t('unknown vault');
  const item = new vscode.TreeItem(shortenTargetName(name, beside), vscode.TreeItemCollapsibleState.Expanded);
  item.id = JSON.stringify(['group', label ?? null]);
  item.iconPath = new vscode.ThemeIcon(isKnown ? 'database' : 'warning');
  item.description = beside;
  item.tooltip =
    label === undefined
      ? vscode.l10n.t('Files that name no vault: their queries go to the selected one.')
      : isKnown
        ? vscode.l10n.t('Files whose first lines name {0}', name)
        : vscode.l10n.t('Files whose first lines name {0}, which is not among your connections', name);
  const { length } = queries;
  const files = length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', formatNumber(length));
  item.accessibilityInformation = {
    label: [name, ...(isKnown ? [] : [vscode.l10n.t('unknown vault')]), files].join(', '),
  };
  return item;
}

function createQueryItem({ uri }: SavedQuery, deps: SavedQueriesDeps): vscode.TreeItem {
  const item = new vscode.TreeItem(uri, vscode.TreeItemCollapsibleState.None);
  item.id = uri.toString();
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = 'query';
  const run = deps.lastRuns.getLastRun(uri);
  const path = vscode.workspace.asRelativePath(uri);
  const folder = path.split('/').slice(0, -1).join('/');
  if (run) {
    const time = formatTime(deps, run.startedAt);
    const whole = describeRun(time, run.end);
    // The folder is displayed too, because files of several folders may have the same name.
    const glance = shortenTimeToMinute(time, formatTime(deps, Date.now()));
    item.description = [describeRun(glance, run.end), folder].filter(Boolean).join(' · ');
    item.tooltip = [path, vscode.l10n.t('Last run in this window: {0}', whole)].join('\n');
    item.accessibilityInformation = { label: [path, vscode.l10n.t('last run {0}', whole)].join(', ') };
  } else {
    item.description = folder;
    item.tooltip = [path, vscode.l10n.t('Not run in this window')].join('\n');
    item.accessibilityInformation = { label: [path, vscode.l10n.t('not run in this window')].join(', ') };
  }
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  return item;
}

function describeRun(time: string, ended: RunEnd): string {
  if (ended === 'failed') return vscode.l10n.t('{0} · failed', time);
  if (ended === 'cancelled') return vscode.l10n.t('{0} · cancelled', time);
  return ended === 1
    ? vscode.l10n.t('{0} · 1 row', time)
    : vscode.l10n.t('{0} · {1} rows', time, formatNumber(ended));
}
