import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { KnownColumn, ObservedKind } from '../../../core/schema/catalogue.ts';
import type { Deps } from '../../app/deps.ts';
import { formatOrigins } from '../../app/originLine.ts';
import {
  BUTTON_WIDTH,
  MIN_NAME_WIDTH,
  ROW_WIDTH,
  rowWidth,
  truncateMiddle,
} from '../../platform/narrowText.ts';
import { formatTarget } from '../../targets/targets.ts';
import type { ColumnNode, TableNode, UnconfiguredVaultNode, VaultNode } from './nodes.ts';

/** Left-to-right mark, which separates a description from a preceding name that is written from right to left. */
const LEFT_TO_RIGHT = '\u200e';
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the label on one line, or the name as in a statement if the label is only whitespace. */
const getDisplayName = ({ label, name }: { readonly label: string; readonly name: string }): string =>
  oneLine(label.trim() === '' ? name : label);
const addDirectionMark = (name: string, description: string): string =>
  rightToLeft.test(name) ? `${LEFT_TO_RIGHT}${description}` : description;

/** Width in average letters (`rowWidth`) by which the row of a vault is indented below its connection. */
const INDENT_WIDTH = 1.2;

/**
 * Replaces the middle of a long name with an ellipsis, so that a side bar 300 px wide displays the name's end, and
 * “selected” if the vault is selected, beside the row's buttons.
 */
function shortenName(name: string, isSelected: boolean): string {
  // The row of the selected vault has no button that selects the vault.
  const [beside, buttonCount] = isSelected ? [` ${vscode.l10n.t('selected')}`, 1] : ['', 2];
  const width = ROW_WIDTH - INDENT_WIDTH - buttonCount * BUTTON_WIDTH - rowWidth('', beside);
  return truncateMiddle(name, Math.max(MIN_NAME_WIDTH, width));
}

export function createVaultItem({ target }: VaultNode, { targets }: Pick<Deps, 'targets'>): vscode.TreeItem {
  const { connection, vault } = target;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const current = targets.current();
  const chosen = current !== undefined && formatTarget(current) === formatTarget(target);
  const name = oneLine(vault.name);
  // The tables of the local vault show a new user what to query.
  const item = new vscode.TreeItem(shortenName(name, chosen), connection.local ? Expanded : Collapsed);
  const id = vault.id === vault.name ? '' : oneLine(vault.id);
  item.description = [chosen ? vscode.l10n.t('selected') : '', id].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(chosen ? 'target' : 'database');
  item.contextValue = chosen ? 'vault.selected' : 'vault';
  item.accessibilityInformation = {
    label: [name, vscode.l10n.t('vault of connection {0}', oneLine(connection.name)), item.description]
      .filter(Boolean)
      .join(', '),
  };
  item.tooltip = [
    ...(id === '' ? [] : [name]),
    vscode.l10n.t('Vault {0} of connection {1}', oneLine(vault.id), oneLine(connection.name)),
    vscode.l10n.t(
      'From: {0}',
      connection.local ? vscode.l10n.t('the local vault') : vscode.l10n.t('your settings'),
    ),
  ].join('\n');
  return item;
}

export function createUnconfiguredVaultItem({
  connection,
  vaultID,
  eventCount: events,
}: UnconfiguredVaultNode): vscode.TreeItem {
  const name = oneLine(vaultID);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.description = vscode.l10n.t('not configured');
  item.iconPath = new vscode.ThemeIcon('database', new vscode.ThemeColor('disabledForeground'));
  item.contextValue = 'metVault';
  item.tooltip = [
    vscode.l10n.t('Vault {0}, not configured in connection {1}', name, oneLine(connection.name)),
    events === 1
      ? vscode.l10n.t('From: 1 audit event of this window')
      : vscode.l10n.t('From: {0} audit events of this window', events),
  ].join('\n');
  item.accessibilityInformation = {
    label: [name, vscode.l10n.t('vault in audit events, not configured')].join(', '),
  };
  return item;
}

export function createTableItem({ table, target }: TableNode): vscode.TreeItem {
  const name = getDisplayName(table);
  const { columnCount: length } = table;
  const item = new vscode.TreeItem(
    name,
    length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  const columns =
    length === 0
      ? vscode.l10n.t('no columns known')
      : length === 1
        ? vscode.l10n.t('1 column')
        : vscode.l10n.t('{0} columns', length);
  item.description = addDirectionMark(name, columns);
  item.iconPath = new vscode.ThemeIcon('table');
  item.contextValue = 'table';
  item.tooltip = [
    vscode.l10n.t('Table {0} of {1}', name, oneLine(formatTarget(target))),
    ...(table.description === undefined ? [] : [oneLine(table.description)]),
    formatOrigins(table.origins),
    vscode.l10n.t('There may be more columns: the service lists none.'),
  ].join('\n');
  item.accessibilityInformation = {
    label: [name, vscode.l10n.t('table of vault {0}', oneLine(target.vault.name)), columns].join(', '),
  };
  return item;
}

export function createColumnItem({ column, parent }: ColumnNode): vscode.TreeItem {
  const name = getDisplayName(column);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  const words = listColumnFacts(column);
  item.description = addDirectionMark(name, words.join(' · '));
  const isProtected = column.masked === true || column.isRedacted === true;
  item.iconPath = new vscode.ThemeIcon(isProtected ? 'lock' : 'symbol-field');
  item.contextValue = 'column';
  const table = getDisplayName(parent.table);
  item.tooltip = [
    vscode.l10n.t('Column {0} of {1}', name, table),
    ...(column.description === undefined ? [] : [oneLine(column.description)]),
    ...createColumnTooltipLines(column),
    formatOrigins(column.origins),
  ].join('\n');
  item.accessibilityInformation = {
    label: [name, vscode.l10n.t('column of table {0}', table), ...words].join(', '),
  };
  return item;
}

export function createNoTablesItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('No tables known yet'));
  item.iconPath = new vscode.ThemeIcon('info');
  item.accessibilityInformation = {
    label: vscode.l10n.t('No tables known yet: run a query, or describe them. Press Enter for help.'),
  };
  item.tooltip = vscode.l10n.t(
    'The service lists no tables. Tables appear here when a query of them succeeds, a loaded audit event names them, or .vaultsql/schema.json describes them. Click for help.',
  );
  item.command = {
    command: 'vaultsql.openHelp',
    title: vscode.l10n.t('Open Help'),
    arguments: ['connections'],
  };
  return item;
}

const getKindNames = (): Readonly<Record<ObservedKind, string>> => ({
  text: vscode.l10n.t('text'),
  number: vscode.l10n.t('number'),
  boolean: vscode.l10n.t('true or false'),
  date: vscode.l10n.t('date'),
  object: vscode.l10n.t('nested'),
});

function listColumnFacts(column: KnownColumn): readonly string[] {
  const type = describeType(column);
  return [
    // Protection is listed first, because a narrow side bar cuts off the end.
    ...(column.masked ? [vscode.l10n.t('masked')] : []),
    ...(column.isRedacted ? [vscode.l10n.t('redacted')] : []),
    ...(column.transientTokenization ? [vscode.l10n.t('no WHERE')] : []),
    ...(column.columnLevelEncryption === false ? [vscode.l10n.t('no ?')] : []),
    ...(type === undefined ? [] : [type]),
  ];
}

/** Returns the stated type of a column, else the kinds of values that were observed; undefined if neither is known. */
function describeType({ type, kinds = [] }: KnownColumn): string | undefined {
  if (type !== undefined) return oneLine(type);
  const names = getKindNames();
  return kinds.length > 0 ? kinds.map((kind) => names[kind]).join(vscode.l10n.t(' or ')) : undefined;
}

function createColumnTooltipLines(column: KnownColumn): readonly string[] {
  const type = describeType(column);
  return [
    ...(type === undefined
      ? []
      : [
          column.type === undefined
            ? vscode.l10n.t('Values were: {0}', type)
            : vscode.l10n.t('Type: {0}', type),
        ]),
    ...(column.masked ? [vscode.l10n.t('Masked on screen, in copies, and in exports.')] : []),
    ...(column.isRedacted ? [vscode.l10n.t('Responses contained redacted values.')] : []),
    ...(column.levels ? [vscode.l10n.t('Redaction levels seen: {0}', column.levels.join(', '))] : []),
    ...(column.transientTokenization
      ? [vscode.l10n.t('Transient tokenization: WHERE is not supported.')]
      : []),
    ...(column.columnLevelEncryption === false
      ? [vscode.l10n.t('Column-level encryption is off: the ? conditional is not supported.')]
      : []),
  ];
}
