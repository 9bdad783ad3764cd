import { createHmac, randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import { eventTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { outcomeOfEvent } from '../../../core/audit/table/eventIndex.ts';
import { auditField, fieldValues } from '../../../core/audit/table/fields.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { number } from '../../platform/number.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { fieldLabels, valueLabel } from '../labels.ts';
import { eventLabel, eventTooltip, isTimeField, outcomeText } from './eventLabels.ts';
import { type AuditNode, besideList, childNodes, rootNodes } from './nodes.ts';
import type { TreeOptions } from './treeOptions.ts';

export interface AuditTree extends vscode.TreeDataProvider<AuditNode>, vscode.Disposable {
  /** Redraws all of it. */
  refresh(): void;
  /** The node of an event, for revealing it. */
  nodeOf(event: AuditEvent): AuditNode;
  /**
   * Draws the event, and what it is in, without anything that was read from it while `reveal` lasts: the editor writes
   * the items that it is asked to reveal to its own log.
   */
  whileBare(event: AuditEvent, reveal: () => Thenable<void>): Promise<void>;
}

/** Items are made for so many milliseconds at a time. */
const sliceMs = 10;

/** Newest first, flat or in groups; the last node reads further events where the service can give them. */
export function createAuditTree(feed: AuditFeed, options: TreeOptions, onChange: () => void): AuditTree {
  let parents = new Map<AuditNode, AuditNode>();
  let byEvent = new Map<AuditEvent, AuditNode>();
  let roots: readonly AuditNode[] | undefined;
  const idOf = createNodeIDs();
  /** Being revealed just now. */
  const revealing = new Set<AuditEvent>();
  const isBare = (node: AuditNode): boolean =>
    revealing.size > 0 && eventsOf(node).some((event) => revealing.has(event));

  const isOwn = (event: AuditEvent): boolean => feed.isOwn(event);
  const children = (node: AuditNode): AuditNode[] => {
    const nodes = childNodes(node, isOwn);
    for (const child of nodes) {
      parents.set(child, node);
      if (child.kind === 'event') byEvent.set(child.event, child);
    }
    return [...nodes];
  };
  const root = (): AuditNode[] => {
    if (!roots) {
      roots = rootNodes(feed.snapshot(), options.grouping(), isOwn);
      for (const node of roots) if (node.kind === 'event') byEvent.set(node.event, node);
    }
    return [...roots];
  };
  const refresh = (): void => {
    roots = undefined;
    parents = new Map();
    byEvent = new Map();
    onChange();
  };
  return {
    getChildren: (node) => (node ? children(node) : root()),
    getParent: (node) => parents.get(node),
    getTreeItem: (node) =>
      inTurn(() => {
        const item = isBare(node) ? bareItem(node) : itemOf(node, options);
        const id = idOf(node);
        if (id) item.id = id;
        return item;
      }),
    // Not before it is looked at: most tooltips never are, and what is revealed later must not have one.
    resolveTreeItem(item, node) {
      const tooltip = tooltipOf(node, options);
      if (tooltip !== undefined) item.tooltip = tooltip;
      return item;
    },
    refresh,
    async whileBare(event, reveal) {
      revealing.add(event);
      refresh();
      try {
        await reveal();
      } finally {
        revealing.delete(event);
        refresh();
      }
    },
    nodeOf(event) {
      // Children of groups are made when the group is opened; for one that is closed they are made here.
      const makeIn = (nodes: readonly AuditNode[]): void => {
        const holds = nodes.find(
          (node) => (node.kind === 'group' || node.kind === 'own') && node.events.includes(event),
        );
        if (holds && !byEvent.has(event)) makeIn(children(holds));
      };
      if (!byEvent.has(event)) makeIn(root());
      return byEvent.get(event) ?? { kind: 'event', event };
    },
    dispose() {
      roots = undefined;
    },
  };
}

/** The editor asks for the items of thousands of nodes at once: they are made in parts, others have their turn in between. */
function inTurn(make: () => vscode.TreeItem): Promise<vscode.TreeItem> {
  return new Promise((resolve, reject) => {
    asked.push(() => {
      try {
        resolve(make());
      } catch (error) {
        reject(error);
      }
    });
    if (asked.length === 1) queueMicrotask(makeSome);
  });
}
const asked: (() => void)[] = [];
function makeSome(): void {
  const until = performance.now() + sliceMs;
  let count = 0;
  while (count < asked.length && performance.now() < until) asked[count++]?.();
  asked.splice(0, count);
  if (asked.length > 0) setImmediate(makeSome);
}

/** The events of a node. */
const eventsOf = (node: AuditNode): readonly AuditEvent[] =>
  node.kind === 'event' ? [node.event] : node.kind === 'group' || node.kind === 'own' ? node.events : [];

/**
 * Names of nodes, the same for the same event or group in each drawing, so that what is open and selected stays so. They
 * tell nothing of what they name: the editor writes them to its log.
 */
function createNodeIDs(): (node: AuditNode) => string | undefined {
  const key = randomBytes(32);
  const hidden = (...parts: readonly (string | undefined)[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const numbers = new WeakMap<AuditEvent, number>();
  let last = 0;
  const numberOf = (event: AuditEvent): number => {
    const number = numbers.get(event) ?? ++last;
    numbers.set(event, number);
    return number;
  };
  const ofEvent = (kind: string, event: AuditEvent): string => {
    const { changeID } = event.context;
    return changeID ? hidden(kind, changeID) : `${kind} ${numberOf(event)}`;
  };
  return (node) => {
    switch (node.kind) {
      case 'event':
        return ofEvent('event', node.event);
      case 'group':
        return hidden('group', node.field, node.value);
      case 'own': {
        const oldest = node.events.at(-1);
        return oldest && ofEvent('own', oldest);
      }
      default:
        return undefined;
    }
  };
}

/** Says what kind of node it is, and nothing of what it holds. */
function bareItem(node: AuditNode): vscode.TreeItem {
  const label = node.kind === 'group' ? fieldLabels()[node.field] : vscode.l10n.t('Audit event');
  return new vscode.TreeItem(label, Collapsed);
}

function tooltipOf(node: AuditNode, options: TreeOptions): string | undefined {
  switch (node.kind) {
    case 'event':
      return eventTooltip(options.shown(node.event), options.time);
    case 'value':
      return shownValue(node.event, node.field, node.value, options);
    case 'gap':
      return vscode.l10n.t(
        'Events may be missing here. Following reads them where the service gives a way to them; else narrow the filters.',
      );
    default:
      return undefined;
  }
}

function itemOf(node: AuditNode, options: TreeOptions): vscode.TreeItem {
  switch (node.kind) {
    case 'event':
      return eventItem(node.event, options);
    case 'value':
      return valueItem(node, options);
    case 'group':
      return groupItem(node, options);
    case 'own':
      return ownItem(node.events);
    case 'gap':
      return gapItem(node, options);
    case 'rest': {
      const text = vscode.l10n.t('{0} more are loaded: filter to see them here', node.count);
      return new vscode.TreeItem(text);
    }
    case 'older':
      return olderItem();
  }
}

const { None, Collapsed } = vscode.TreeItemCollapsibleState;

function eventItem(original: AuditEvent, options: TreeOptions): vscode.TreeItem {
  const event = options.shown(original);
  const { label, description } = eventLabel(event, options.time);
  const item = new vscode.TreeItem(label, Collapsed);
  item.description = description;
  const outcome = outcomeOfEvent(event);
  item.iconPath =
    outcome === 'failed'
      ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
      : new vscode.ThemeIcon(outcome === 'succeeded' ? 'pass' : 'circle-outline');
  item.contextValue = queryOf(original) ? 'eventWithQuery' : 'event';
  const actor = oneLine(event.context.actor ?? vscode.l10n.t('unknown actor'));
  item.accessibilityInformation = { label: `${label}, ${actor}, ${outcomeText(event)}` };
  item.command = {
    command: 'vaultsql.audit.openEvent',
    title: vscode.l10n.t('Open'),
    arguments: [{ kind: 'event', event: original }, besideList],
  };
  return item;
}

function valueItem(
  { event, field, value }: Extract<AuditNode, { kind: 'value' }>,
  options: TreeOptions,
): vscode.TreeItem {
  const item = new vscode.TreeItem(fieldLabels()[field], None);
  const shown = shownValue(event, field, value, options);
  item.description = oneLine(shown, 500);
  item.contextValue = auditField(field)?.filter ? 'valueFilter' : 'value';
  item.accessibilityInformation = { label: `${fieldLabels()[field]}: ${oneLine(shown)}` };
  return item;
}

/** A value as it may be shown: times in the zone chosen, literals of its event's query masked unless they are revealed. */
export function shownValue(
  event: AuditEvent,
  field: Extract<AuditNode, { kind: 'value' }>['field'],
  value: string,
  options: Pick<TreeOptions, 'shown' | 'time' | 'value'>,
): string {
  if (isTimeField(field)) return options.time(value);
  if (field === 'actor') return options.value(field, value);
  const place = fieldValues(event, field).indexOf(value);
  return fieldValues(options.shown(event), field)[place] ?? options.value(field, value);
}

function groupItem(
  { field, value, events }: Extract<AuditNode, { kind: 'group' }>,
  options: TreeOptions,
): vscode.TreeItem {
  const name = valueLabel(value, (text) => options.value(field, text));
  const item = new vscode.TreeItem(`${fieldLabels()[field]}: ${name}`, Collapsed);
  const failed = events.filter((event) => outcomeOfEvent(event) === 'failed').length;
  const counts = [
    events.length === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', number(events.length)),
  ];
  if (failed > 0) counts.push(vscode.l10n.t('{0} failed', number(failed)));
  const newest = events[0] && eventTimestamp(events[0]);
  if (newest) counts.push(oneLine(options.time(newest)));
  item.description = counts.join(' · ');
  const isFilter = auditField(field)?.filter !== undefined;
  item.contextValue = value === undefined ? 'group' : isFilter ? 'valueGroupFilter' : 'valueGroup';
  return item;
}

function ownItem(events: readonly AuditEvent[]): vscode.TreeItem {
  const text =
    events.length === 1
      ? vscode.l10n.t('1 read of the audit log by this extension')
      : vscode.l10n.t('{0} reads of the audit log by this extension', number(events.length));
  const item = new vscode.TreeItem(text, Collapsed);
  item.iconPath = new vscode.ThemeIcon('eye');
  return item;
}

function gapItem({ gap }: Extract<AuditNode, { kind: 'gap' }>, options: TreeOptions): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Gap: events may be missing here'));
  const [below, above] = [gap.below, gap.above].map((event) => options.time(eventTimestamp(event) ?? '–'));
  item.description = oneLine(vscode.l10n.t('between {0} and {1}', below ?? '', above ?? ''));
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  return item;
}

function olderItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load older events'), None);
  item.iconPath = new vscode.ThemeIcon('arrow-down');
  item.contextValue = 'older';
  item.command = { command: 'vaultsql.audit.loadOlder', title: vscode.l10n.t('Load older events') };
  return item;
}
