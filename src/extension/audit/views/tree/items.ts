import * as vscode from 'vscode';
import type { EventSortKey } from '../../../../core/audit/feed/eventOrder.ts';
import type { GapEnds } from '../../../../core/audit/feed/gapPositions.ts';
import { hasVariantNumber } from '../../../../core/audit/feed/ledger.ts';
import { findQueryText } from '../../../../core/audit/feed/queryOf.ts';
import { splitOffset } from '../../../../core/audit/feed/queryPages.ts';
import { isValidTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { Mark } from '../../../../core/audit/marks/marks.ts';
import { maskReadsForDisplay } from '../../../../core/audit/masking/displayReads.ts';
import { outcomeOfEvent } from '../../../../core/audit/table/outcome.ts';
import { type RequestKind, summarizeRequest } from '../../../../core/audit/table/requestSummary.ts';
import { cleanForDisplay, oneLine } from '../../../../core/messages/oneLine.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { formatNumber } from '../../../platform/number.ts';
import { formatContextValue, listEventTraits, valueTraits } from '../../actions/traits.ts';
import { fieldLabels, formatEventValue, formatLogReadCount, valueLabel } from '../../labels.ts';
import { dayText, shortTime, spokenDay } from '../../shortTimes.ts';
import { describeSourceProblem } from '../../sourceProblems.ts';
import { type AuditNode, type EventArgument, KEEP_FOCUS_IN_LIST } from './auditNode.ts';
import { eventTooltip } from './eventLabels.ts';
import { eventRow, type RowFacts, type RowStyle } from './eventRow.ts';
import {
  connectionItem,
  connectionSentence,
  createStepItem,
  filterItem,
  newQueriesItem,
  newsTooltip,
  noneItem,
  summaryItem,
  summaryTooltip,
  unreadableItem,
} from './head.ts';
import type { KnownReads } from './knownReads.ts';
import type { TreeOptions } from './treeOptions.ts';

export interface ItemStyle extends RowStyle {
  readonly options: TreeOptions;
  readonly reads: KnownReads;
  readonly newRequests: () => number;
  readonly markOf: (event: AuditEvent) => Mark | undefined;
  readonly isOfService: () => boolean;
}

export function createIncompleteItem(node: AuditNode): vscode.TreeItem {
  const label = node.kind === 'group' ? fieldLabels()[node.field] : vscode.l10n.t('Audit event');
  return new vscode.TreeItem(label, Collapsed);
}

export function tooltipOf(node: AuditNode, style: ItemStyle): string | undefined {
  const { options } = style;
  switch (node.kind) {
    case 'event':
    case 'pages': {
      const facts = computeRowFacts(node, style);
      const { sentence } = eventRow({ ...facts, mark: undefined }, style);
      const note = facts.mark?.note ? [vscode.l10n.t('Note: {0}', noteText(facts.mark))] : [];
      return [...note, eventTooltip(facts.event, sentence, options.formatTime)].join('\n');
    }
    case 'summary':
      return summaryTooltip(node);
    case 'connection':
      return connectionSentence(node);
    case 'news':
      return newsTooltip();
    case 'filter':
      return node.text;
    case 'own':
      return vscode.l10n.t('Requests for audit events by this extension');
    case 'unreadable':
      return describeSourceProblem(node.problem).text;
    case 'value':
      return formatEventValue(node.event, node.field, node.value, options);
    case 'gap':
      return [
        vscode.l10n.t(
          'Events may be missing here. Follow loads them if it can; otherwise, narrow the filters.',
        ),
        gapPositionText(node.gap, options),
      ].join('\n');
    default:
      return undefined;
  }
}

export function createItem(node: AuditNode, style: ItemStyle): vscode.TreeItem {
  const { options } = style;
  switch (node.kind) {
    case 'nextStep':
      return createStepItem(node);
    case 'connection':
      return connectionItem(node);
    case 'summary':
      return summaryItem(node);
    case 'news':
      return newQueriesItem(style.newRequests());
    case 'filter':
      return filterItem(node);
    case 'none':
      return noneItem(node);
    case 'unreadable':
      return unreadableItem(node);
    case 'event':
      return eventItem(node, style);
    case 'pages':
      return rowItem(computeRowFacts(node, style), style);
    case 'value':
      return valueItem(node, style);
    case 'group':
      return groupItem(node, style);
    case 'own':
      return ownRequestsItem(node);
    case 'gap':
      return gapItem(node, options);
    case 'day':
      return dayItem(node.day);
    case 'rest': {
      const text = vscode.l10n.t('{0} more loaded; filter to see them', formatNumber(node.count));
      return new vscode.TreeItem(text);
    }
    case 'older':
      return olderItem();
  }
}

const { None, Collapsed } = vscode.TreeItemCollapsibleState;

/** Returns what the row of a node displays, masked. What the query reads is determined before its text is masked. */
function computeRowFacts(
  node: Extract<AuditNode, { kind: 'event' | 'pages' }>,
  { options, reads, markOf }: ItemStyle,
): RowFacts {
  const query = findQueryText(node.event);
  const found =
    query === undefined ? undefined : maskReadsForDisplay(reads.readQueryWithCache(query), options.maskValue);
  const event = options.maskEvent(node.event);
  const facts = { event, summary: summarizeRequest(event, found), isQuery: query !== undefined };
  if (node.kind === 'pages') return { ...facts, pages: node.keys.length, mayHaveMorePages: node.mayHaveMore };
  const isFolded = node.isFolded === true;
  return {
    ...facts,
    mark: markOf(node.event),
    isConflicting: hasVariantNumber(node.event),
    isFolded,
    ...(isFolded && query !== undefined ? { offset: splitOffset(query).offset } : {}),
  };
}

const longestNote = 2_000;
const noteText = ({ note }: Mark): string =>
  note
    .slice(0, longestNote)
    .split('\n')
    .map((line) => cleanForDisplay(line))
    .join('\n');

const icons: Readonly<Record<RequestKind, vscode.ThemeIcon>> = {
  read: new vscode.ThemeIcon('book'),
  plainRead: new vscode.ThemeIcon('unlock', new vscode.ThemeColor('problemsWarningIcon.foreground')),
  logRead: new vscode.ThemeIcon('history'),
  change: new vscode.ThemeIcon('edit'),
  other: new vscode.ThemeIcon('circle-outline'),
};
const failedIcon = new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));

function rowItem(facts: RowFacts, style: ItemStyle): vscode.TreeItem {
  const { label, description, sentence } = eventRow(facts, style);
  const item = new vscode.TreeItem(label, Collapsed);
  item.description = description;
  item.iconPath = outcomeOfEvent(facts.event) === 'failed' ? failedIcon : icons[facts.summary.kind];
  item.accessibilityInformation = { label: sentence };
  return item;
}

function eventItem(node: Extract<AuditNode, { kind: 'event' }>, style: ItemStyle): vscode.TreeItem {
  const facts = computeRowFacts(node, style);
  const item = rowItem(facts, style);
  const { options: masking, markOf } = style;
  item.contextValue = formatContextValue('event', listEventTraits(node.event, { masking, markOf }));
  item.command = {
    command: 'vaultsql.audit.openEvent',
    title: vscode.l10n.t('Open'),
    arguments: [{ kind: 'event', event: node.event } satisfies EventArgument, KEEP_FOCUS_IN_LIST],
  };
  return item;
}

function valueItem(
  { event, field, value }: Extract<AuditNode, { kind: 'value' }>,
  { options, isOfService }: ItemStyle,
): vscode.TreeItem {
  const item = new vscode.TreeItem(fieldLabels()[field], None);
  const shown = formatEventValue(event, field, value, options);
  item.description = oneLine(shown, 500);
  item.contextValue = formatContextValue('value', valueTraits({ field, value }, isOfService()));
  item.accessibilityInformation = { label: `${fieldLabels()[field]}: ${oneLine(shown)}` };
  return item;
}

function groupItem(
  {
    field,
    value,
    events: { length: count },
    newestTime: newest,
    failed,
  }: Extract<AuditNode, { kind: 'group' }>,
  { options, isOfService }: ItemStyle,
): vscode.TreeItem {
  const name = valueLabel(value, (text) => options.maskValue(field, text));
  const item = new vscode.TreeItem(`${fieldLabels()[field]}: ${name}`, Collapsed);
  const counts = [count === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', formatNumber(count))];
  if (failed > 0) counts.push(vscode.l10n.t('{0} failed', formatNumber(failed)));
  if (newest) counts.push(shortTimeOf(newest, options));
  item.description = counts.join(' · ');
  item.contextValue = formatContextValue('value', valueTraits({ field, value }, isOfService()));
  return item;
}

function dayItem(day: string | undefined): vscode.TreeItem {
  if (day === undefined) return new vscode.TreeItem(vscode.l10n.t('Time unknown'), None);
  const [date = '', zone = ''] = day.split(' ');
  const item = new vscode.TreeItem(dayText(date), None);
  item.description = zone;
  item.accessibilityInformation = { label: [spokenDay(date), zone].join(', ') };
  return item;
}

function ownRequestsItem({ count, mayHaveMore }: Extract<AuditNode, { kind: 'own' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(formatLogReadCount(count, mayHaveMore), Collapsed);
  item.description = vscode.l10n.t('by Vault SQL');
  item.iconPath = icons.logRead;
  return item;
}

const shortTimeOf = (stamp: string, { formatTime }: Pick<TreeOptions, 'formatTime'>): string =>
  isValidTimestamp(stamp) ? shortTime(formatTime(stamp)) : oneLine(formatTime(stamp), 32);

/** Describes where a gap is. If both ends of the gap are the same event, its older end is unknown. */
function gapPositionText({ above, below }: GapEnds, options: TreeOptions): string {
  const time = (side: EventSortKey): string => oneLine(options.formatTime(side.time ?? '–'));
  return isSamePlace(above, below)
    ? vscode.l10n.t('before {0}', time(above))
    : vscode.l10n.t('between {0} and {1}', time(below), time(above));
}

const isSamePlace = (a: EventSortKey, b: EventSortKey): boolean =>
  a.time === b.time && a.changeID === b.changeID;

function gapItem({ gap }: Extract<AuditNode, { kind: 'gap' }>, options: TreeOptions): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Events may be missing'));
  const time = (side: EventSortKey): string =>
    side.time === undefined ? '…' : shortTimeOf(side.time, options);
  const from = isSamePlace(gap.above, gap.below) ? '…' : time(gap.below);
  item.description = `${from} – ${time(gap.above)}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground'));
  return item;
}

function olderItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load older events'), None);
  item.iconPath = new vscode.ThemeIcon('fold-down');
  item.contextValue = 'older';
  item.command = { command: 'vaultsql.audit.loadOlder', title: vscode.l10n.t('Load older events') };
  return item;
}
