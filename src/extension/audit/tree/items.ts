import * as vscode from 'vscode';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import { auditField, fieldValues } from '../../../core/audit/table/fields.ts';
import { outcomeOfEvent } from '../../../core/audit/table/outcome.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import { number } from '../../platform/number.ts';
import { fieldLabels, valueLabel } from '../labels.ts';
import { eventLabel, eventTooltip, isTimeField, outcomeText } from './eventLabels.ts';
import { type AuditNode, besideList, type EventArgument } from './nodes.ts';
import type { TreeOptions } from './treeOptions.ts';

/** Says what kind of node it is, and nothing of what it holds. */
export function bareItem(node: AuditNode): vscode.TreeItem {
  const label = node.kind === 'group' ? fieldLabels()[node.field] : vscode.l10n.t('Audit event');
  return new vscode.TreeItem(label, Collapsed);
}

/** What the pointer over a node shows. */
export function tooltipOf(node: AuditNode, options: TreeOptions): string | undefined {
  switch (node.kind) {
    case 'event':
      return eventTooltip(options.shown(node.event), options.time);
    case 'value':
      return shownValue(node.event, node.field, node.value, options);
    case 'gap':
      return vscode.l10n.t(
        'Events may be missing here. Follow loads them if it can; otherwise, narrow the filters.',
      );
    default:
      return undefined;
  }
}

/** A node as the editor draws it. */
export function itemOf(node: AuditNode, options: TreeOptions): vscode.TreeItem {
  switch (node.kind) {
    case 'event':
      return eventItem(node.event, options);
    case 'value':
      return valueItem(node, options);
    case 'group':
      return groupItem(node, options);
    case 'own':
      return ownItem(node.numbers.length);
    case 'gap':
      return gapItem(node, options);
    case 'rest': {
      const text = vscode.l10n.t('{0} more loaded; filter to see them', node.count);
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
    arguments: [{ kind: 'event', event: original } satisfies EventArgument, besideList],
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
  { field, value, numbers, newest, failed }: Extract<AuditNode, { kind: 'group' }>,
  options: TreeOptions,
): vscode.TreeItem {
  const name = valueLabel(value, (text) => options.value(field, text));
  const item = new vscode.TreeItem(`${fieldLabels()[field]}: ${name}`, Collapsed);
  const counts = [
    numbers.length === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', number(numbers.length)),
  ];
  if (failed > 0) counts.push(vscode.l10n.t('{0} failed', number(failed)));
  if (newest) counts.push(oneLine(options.time(newest)));
  item.description = counts.join(' · ');
  const isFilter = auditField(field)?.filter !== undefined;
  item.contextValue = value === undefined ? 'group' : isFilter ? 'valueGroupFilter' : 'valueGroup';
  return item;
}

function ownItem(count: number): vscode.TreeItem {
  const text =
    count === 1
      ? vscode.l10n.t('1 request for audit events by this extension')
      : vscode.l10n.t('{0} requests for audit events by this extension', number(count));
  const item = new vscode.TreeItem(text, Collapsed);
  item.iconPath = new vscode.ThemeIcon('eye');
  return item;
}

function gapItem({ gap }: Extract<AuditNode, { kind: 'gap' }>, options: TreeOptions): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Gap: events may be missing here'));
  const [below, above] = [gap.below, gap.above].map(({ time }) => options.time(time ?? '–'));
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
