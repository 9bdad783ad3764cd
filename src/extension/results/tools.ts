import * as vscode from 'vscode';
import { copyText, orChain } from '../../core/results/export/copy.ts';
import { toCell, valueText } from '../../core/results/view/cell.ts';
import type { Finder } from '../../core/results/view/finder.ts';
import { columnSummary } from '../../core/results/view/stats.ts';
import { viewOf } from '../../core/results/view/view.ts';
import type { JsonValue } from '../../core/service/json.ts';
import type { Deps } from '../app/deps.ts';
import { number } from '../platform/number.ts';
import type { Masking } from './masking.ts';
import type { Run } from './run.ts';
import type { SessionHost } from './session.ts';
import type { ShownRows } from './shownRows.ts';

export interface ToolsOptions {
  readonly deps: Deps;
  readonly run: Run;
  readonly rows: ShownRows;
  readonly masking: Masking;
  readonly finder: () => Finder;
  /** Rows on screen are others, or look otherwise. */
  readonly rearranged: (why: 'arranged' | 'masked') => void;
}

/** Values listed in the statistics of a column. */
const TOP_VALUES = 10;
/** A filter's value is cut there in its label. UTF-16 code units. */
const LABEL_LENGTH = 40;

/** What the view offers over the rows loaded: nothing here sends a request. */
export function sessionTools({ deps, run, rows, masking, finder, rearranged }: ToolsOptions): SessionHost {
  const { arrangement } = rows;
  const { pager } = run;
  const { pageSize } = pager.result.options;
  const isCell = (row: number, column: number): boolean =>
    row < rows.view().rowCount && column < rows.view().columns.length;
  const valueAt = (row: number, column: number): JsonValue | undefined =>
    isCell(row, column) ? rows.view().value(row, column) : undefined;

  const part = (fromRow: number, toRow: number, columns: readonly number[]) => {
    const view = rows.view();
    const count = Math.max(0, Math.min(toRow, view.rowCount) - fromRow);
    const known = columns.filter((column) => column < view.columns.length);
    return viewOf(view, {
      rows: Uint32Array.from({ length: count }, (_, index) => fromRow + index),
      columns: known,
    });
  };

  return {
    cell: ({ row, column }) => valueText(valueAt(row, column)),
    async copy({ fromRow, toRow, fromColumn, toColumn, columns }) {
      const all = Array.from(
        { length: Math.max(0, toColumn - fromColumn) },
        (_, index) => fromColumn + index,
      );
      await deps.clipboard.write(copyText(part(fromRow, toRow, columns ?? all), 'tsv'));
    },
    async copyAs({ fromRow, toRow, columns, format }) {
      const view = part(fromRow, toRow, columns);
      if (format !== 'condition') return deps.clipboard.write(copyText(view, format));
      const { text, skipped } = orChain(view, deps.language().quoteName);
      await deps.clipboard.write(text);
      if (skipped > 0) {
        void deps.messages.info(
          vscode.l10n.t(
            '{0} rows are left out of the condition: a masked, nested or cut value cannot be compared with.',
            number(skipped),
          ),
        );
      }
    },
    sort({ column, descending = false }) {
      if (column !== undefined && masking.hidesColumn(column)) {
        void deps.messages.info(
          vscode.l10n.t('This column is masked. Reveal it first: an order would tell of its values.'),
        );
        return;
      }
      arrangement.sortBy(column === undefined ? undefined : { column, descending });
      rearranged('arranged');
    },
    filter({ row, column, exclude }) {
      if (!isCell(row, column)) return;
      const view = rows.view();
      if (view.hidden(row, column)) {
        void deps.messages.info(
          vscode.l10n.t('This value is masked. Reveal it first: a filter would tell what it is.'),
        );
        return;
      }
      const value = view.value(row, column);
      const label = filterLabel(view.columns[column] ?? '', value, exclude);
      arrangement.filterBy(label, { column, test: exclude ? 'isNot' : 'is', values: [value] });
      rearranged('arranged');
    },
    clearFilter({ id }) {
      arrangement.clearFilter(id);
      rearranged('arranged');
    },
    async find({ text, row, column, columns, direction }) {
      const start = rows.whole() ? 0 : rows.pageStart();
      const found = await finder().find({ text, row: start + row, column, columns, direction });
      if (!found) return null;
      if (rows.whole()) return found;
      // The match may be on another page that is loaded: that page is shown then, and nothing is sent.
      const place = pager.result.rows.numberOf(found.row) - 1;
      pager.show(Math.floor(place / pageSize));
      return { ...found, row: found.row - rows.pageStart() };
    },
    statistics({ column }) {
      const { stats, groups } = columnSummary(arrangement.unsorted(), column, TOP_VALUES);
      return {
        rows: stats.rows,
        absent: stats.counts.absent,
        nulls: stats.counts.null,
        empty: stats.empty,
        ...(stats.hidden > 0 ? { hidden: stats.hidden } : {}),
        distinct: stats.distinct,
        ...(stats.min === undefined ? {} : { min: toCell(stats.min) }),
        ...(stats.max === undefined ? {} : { max: toCell(stats.max) }),
        top: groups.groups.map(({ value, count }) => ({ cell: toCell(value), count })),
      };
    },
    reveal({ row, column }) {
      if (row === undefined) masking.mask.revealColumn(column);
      else if (isCell(row, column)) {
        const order = arrangement.order();
        const index = rows.whole() ? (order?.[row] ?? row) : rows.pageStart() + row;
        masking.mask.revealCell(pager.result.rows.numberOf(index), column);
      }
      rearranged('masked');
    },
  };
}

function filterLabel(column: string, value: JsonValue | undefined, exclude: boolean): string {
  const text = valueText(value);
  const cut = text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text;
  const shown =
    value === undefined
      ? vscode.l10n.t('absent')
      : value === null
        ? vscode.l10n.t('NULL')
        : text === ''
          ? vscode.l10n.t('empty')
          : cut;
  return exclude
    ? vscode.l10n.t('{0} is not {1}', column, shown)
    : vscode.l10n.t('{0} is {1}', column, shown);
}
