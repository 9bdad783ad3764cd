import * as vscode from 'vscode';
import { eventFromData } from '../../../core/audit/feed/compactEvent.ts';
import { maskReadForDisplay } from '../../../core/audit/masking/displayReads.ts';
import type { EventSet } from '../../../core/audit/table/eventSet.ts';
import type { ColumnRead, ReadUse } from '../../../core/audit/table/queryReads.ts';
import type { ReadRow, UnreadRow, WhoReadWhat } from '../../../core/audit/table/whoReadWhat.ts';
import type { ExportMasking } from '../export/eventsFile.ts';
import { formatRedactionLevel } from '../labels.ts';
import type { Table, TableRow } from '../views/table/eventRows.ts';

export interface ReadersTable extends Table {
  /** Returns the values of a 0-based row, in the order of the columns; empty if there is no such row. */
  values(row: number): TableRow;
  getEventsOfRow(row: number): { readonly events: EventSet; readonly label: () => string } | undefined;
}

type Read = Pick<ColumnRead, 'tables' | 'column'>;
/**
 * Returns the names of the tables to which a column may belong, joined by “or”; undefined if there
 * are none. `maskValue` is applied, because a quoted identifier can contain any text.
 */
const tablesText = ({ tables }: Read, { maskValue }: Pick<ExportMasking, 'maskValue'>): string | undefined =>
  tables.length === 0 ? undefined : tables.map((name) => maskValue('name', name)).join(vscode.l10n.t(' or '));

function columnText({ column }: Read, { maskValue }: Pick<ExportMasking, 'maskValue'>): string | undefined {
  if (column === '*') return vscode.l10n.t('* (all columns)');
  return column === '' ? undefined : maskValue('name', column);
}

/**
 * Returns the name of what was read: a column after the names of its tables, such as `table.column`.
 * Instead of a column, it can have `*` for all columns, or `(rows)` for none.
 */
export function formatReadName(read: Read, masking: Pick<ExportMasking, 'maskValue'>): string {
  const column = read.column === '*' ? '*' : (columnText(read, masking) ?? vscode.l10n.t('(rows)'));
  return [tablesText(read, masking), column].filter(Boolean).join('.');
}

/**
 * Creates the table of “who read what”: first the rows with an actor and what was read, then those
 * with an actor and a query whose reads could not be determined completely. The last column has these queries. If there
 * are none, the table has this column only if `hasAllColumns` is true.
 */
export function createReadersTable(
  { rows, unread }: WhoReadWhat,
  masking: ExportMasking,
  { hasAllColumns }: { readonly hasAllColumns: boolean },
): ReadersTable {
  const uses: Readonly<Record<ReadUse, string>> = {
    returned: vscode.l10n.t('returned'),
    condition: vscode.l10n.t('in a condition'),
    rows: vscode.l10n.t('rows counted'),
  };
  /**
   * Returns the text for how something was read. If no request is known to have succeeded, that is
   * “requested” or “failed”, except for a column in a condition.
   */
  const useOf = ({ read: { use }, counts }: ReadRow): string => {
    if (counts.succeeded > 0 || use === 'condition') return uses[use];
    return counts.unknown > 0 ? vscode.l10n.t('requested') : vscode.l10n.t('failed');
  };
  const yields = { width: 'yields', shortensMiddle: true } as const;
  const lessNeeded = { width: 'lessNeeded' } as const;
  // The count of successes is visible without scrolling in a window 1,024 px wide, also beside a side bar of 300 px.
  const allColumns = [
    { name: vscode.l10n.t('Actor'), ...yields },
    { name: vscode.l10n.t('Table'), ...yields },
    { name: vscode.l10n.t('Column'), ...yields },
    { name: vscode.l10n.t('Redaction') },
    { name: vscode.l10n.t('Succeeded'), numeric: true },
    { name: vscode.l10n.t('Failed'), numeric: true },
    { name: vscode.l10n.t('Outcome unknown'), numeric: true, visible: false },
    { name: vscode.l10n.t('How'), width: 'rest' as const },
    { name: vscode.l10n.t('First'), time: true, ...lessNeeded },
    { name: vscode.l10n.t('Last'), time: true, ...lessNeeded },
    { name: vscode.l10n.t('Unparsed query'), ...lessNeeded },
  ].map((column) => ({ numeric: false, visible: true, sortable: false, ...column }));
  const tableOf = ({ read }: ReadRow): string | undefined => tablesText(read, masking);
  const columnOf = ({ read }: ReadRow): string | undefined => columnText(read, masking);
  const levelOf = ({ read }: ReadRow): string =>
    formatRedactionLevel(
      maskReadForDisplay(read, (field, value) => masking.maskValue(field, value)).level,
      vscode.l10n.t('plain text'),
    );
  const actorOf = ({ actor }: ReadRow | UnreadRow): string | undefined =>
    actor === undefined ? undefined : masking.maskValue('actor', actor);
  /** Returns the query, masked like its event, because an unparsed query may still contain literals. */
  const queryOf = ({ sample, query }: UnreadRow): string =>
    masking.maskEvent(eventFromData(sample)).request.data?.content ?? query;
  const figures = ({ counts, first, last }: ReadRow | UnreadRow, how: string): TableRow => [
    counts.succeeded,
    counts.failed,
    counts.unknown,
    how,
    first,
    last,
  ];
  const rowCount = rows.length + unread.length;
  const allValues = (index: number): TableRow => {
    const row = rows[index];
    if (row) {
      const what = row.read.use === 'rows' ? undefined : levelOf(row);
      return [actorOf(row), tableOf(row), columnOf(row), what, ...figures(row, useOf(row)), undefined];
    }
    const other = unread[index - rows.length];
    if (!other) return [];
    const how = other.missing === 'none' ? vscode.l10n.t('not parsed') : vscode.l10n.t('partly parsed');
    return [actorOf(other), undefined, undefined, undefined, ...figures(other, how), queryOf(other)];
  };
  const columns = unread.length > 0 || hasAllColumns ? allColumns : allColumns.slice(0, -1);
  const values = (index: number): TableRow => allValues(index).slice(0, columns.length);
  return {
    columns,
    rowCount,
    values,
    rows: async (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rowCount) - from) }, (_, offset) =>
        values(from + offset),
      ),
    getEventsOfRow(index) {
      const row = rows[index];
      const other = row ?? unread[index - rows.length];
      if (!other) return undefined;
      const name = row
        ? [tableOf(row), columnOf(row)].filter(Boolean).join('.')
        : vscode.l10n.t('unparsed query');
      return {
        events: other.events,
        label: () => `${actorOf(other) ?? vscode.l10n.t('(no actor)')}: ${name}`,
      };
    },
  };
}
