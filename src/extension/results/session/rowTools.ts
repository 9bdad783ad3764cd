import * as vscode from 'vscode';
import {
  type CopyFormat,
  clipboardTextSteps,
  whereConditionSteps,
} from '../../../core/results/export/copy.ts';
import { formatValueText } from '../../../core/results/view/cell.ts';
import { runWithPauses } from '../../../core/results/view/steps.ts';
import { createView, type MaskedSource } from '../../../core/results/view/view.ts';
import type { JsonValue } from '../../../core/service/json.ts';
import type { ColumnTest } from '../../../protocol/results.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import { awaitCopyAndReportFailure } from '../../platform/copying.ts';
import { formatNumber } from '../../platform/number.ts';
import { pace } from '../../platform/pace.ts';
import { createStatisticsTools } from './columnStatistics.ts';
import {
  formatValueFilter,
  informUnlessFilterAllowed,
  type LabeledCondition,
  promptForCondition,
} from './conditions.ts';
import type { RowTools, RowToolsOptions } from './rowToolsOptions.ts';

export const createRowTools = (options: RowToolsOptions): RowTools => ({
  cellText: ({ row, column }) => formatValueText(getValueAt(options.rows.view(), row, column)),
  ...createCopyTools(options),
  ...createSortAndFilterTools(options),
  ...createFindAndRevealTools(options),
  ...createStatisticsTools(options),
});

const hasCell = (view: MaskedSource, row: number, column: number): boolean =>
  row < view.rowCount && column < view.columns.length;

const getValueAt = (view: MaskedSource, row: number, column: number): JsonValue | undefined =>
  hasCell(view, row, column) ? view.value(row, column) : undefined;

/**
 * Returns a view of the cells of `columns` in the rows `fromRow` to `toRow` − 1 (0-based). Rows and columns that `view`
 * does not have are left out.
 */
function selectCells(
  view: MaskedSource,
  fromRow: number,
  toRow: number,
  columns: readonly number[],
): MaskedSource {
  const count = Math.max(0, Math.min(toRow, view.rowCount) - fromRow);
  const rows = Uint32Array.from({ length: count }, (_, index) => fromRow + index);
  return createView(view, { rows, columns: columns.filter((column) => column < view.columns.length) });
}

function createCopyTools({
  deps,
  rows,
  isClosed,
}: RowToolsOptions): Pick<RowTools, 'copy' | 'copyDisplayedRows'> {
  let latest: object | undefined;
  const startCopy = (): (() => boolean) => {
    const copyToken = {};
    latest = copyToken;
    return () => latest === copyToken && !isClosed();
  };
  async function copyText(
    view: MaskedSource,
    format: CopyFormat,
    isStillNeeded: () => boolean,
  ): Promise<boolean> {
    const copied = await runWithPauses(clipboardTextSteps(view, format), pace, isStillNeeded);
    return copied !== undefined && awaitCopyAndReportFailure(deps.messages, deps.clipboard.write(copied));
  }
  return {
    copyDisplayedRows: () => copyText(rows.takeSnapshot('screen', false), 'tsv', startCopy()),
    async copy({ fromRow, toRow, columns, format }) {
      const isCurrent = startCopy();
      const view = selectCells(rows.takeSnapshot('screen'), fromRow, toRow, columns);
      if (format !== 'condition') return copyText(view, format, isCurrent);
      const chain = await runWithPauses(
        whereConditionSteps(view, deps.language().quoteNameIfNeeded),
        pace,
        isCurrent,
      );
      if (!chain) return false;
      const { text, skippedRows: skipped } = chain;
      if (!(await awaitCopyAndReportFailure(deps.messages, deps.clipboard.write(text)))) return false;
      if (skipped > 0) {
        void deps.messages.info(
          vscode.l10n.t(
            '{0} rows are left out: masked, nested, or truncated values can’t be compared.',
            formatNumber(skipped),
          ),
        );
      }
      return true;
    },
  };
}

function createSortAndFilterTools({
  deps,
  rows,
  masking,
  isClosed,
  onRowsChanged,
}: RowToolsOptions): Pick<RowTools, 'sort' | 'filter' | 'filterColumn' | 'editFilter' | 'clearFilter'> {
  const { arrangement } = rows;
  const canFilter = (column: number): boolean => informUnlessFilterAllowed(column, deps, masking);
  async function promptForFilter(
    column: number,
    test: ColumnTest,
    initialText?: string,
  ): Promise<LabeledCondition | undefined> {
    const name = rows.view().columns[column];
    if (name === undefined || !canFilter(column)) return undefined;
    const entered = await promptForCondition(name, column, test, initialText);
    // While the user was typing, the column may have been masked again, or the result may have been closed.
    return entered && !isClosed() && canFilter(column) ? entered : undefined;
  }
  return {
    sort({ sorts }) {
      if (sorts.some(({ column }) => masking.isColumnMasked(column))) {
        void deps.messages.info(vscode.l10n.t('This column is masked. Reveal it before sorting.'));
        return;
      }
      arrangement.sortBy(sorts);
      onRowsChanged('arranged');
    },
    filter({ row, column, exclude }) {
      const view = rows.view();
      if (!hasCell(view, row, column)) return;
      // This also applies to a single value that was revealed in a masked column, because filters on such a column are
      // not applied.
      if (!canFilter(column)) return;
      const value = view.value(row, column);
      const label = formatValueFilter(view.columns[column] ?? '', value, exclude);
      arrangement.addFilter(label, { column, test: exclude ? 'isNot' : 'is', values: [value] });
      onRowsChanged('arranged');
    },
    async filterColumn({ column, test }) {
      const entered = await promptForFilter(column, test);
      if (!entered) return;
      arrangement.addFilter(entered.label, entered.condition);
      onRowsChanged('arranged');
    },
    async editFilter({ id }) {
      const condition = arrangement.filters.find((filter) => filter.id === id)?.condition;
      if (!condition || !('text' in condition)) return;
      const entered = await promptForFilter(condition.column, condition.test, condition.text);
      if (!entered) return;
      arrangement.changeFilter(id, entered.label, entered.condition);
      onRowsChanged('arranged');
    },
    clearFilter({ id }) {
      arrangement.clearFilter(id);
      onRowsChanged('arranged');
    },
  };
}

function createFindAndRevealTools(options: RowToolsOptions): Pick<RowTools, 'find' | 'reveal'> {
  const { pager, rows, masking, getFinder, onRowsChanged } = options;
  const { result } = pager;
  return {
    async find({ text, row, column, columns, direction }) {
      const isAll = rows.getDisplayedExtent() === 'all';
      const start = isAll ? 0 : rows.findPageStartIndex();
      const found = await getFinder().find({ text, row: start + row, column, columns, direction });
      if (found === undefined) throw new OutOfDate('another search took its place');
      if (!found) return null;
      if (isAll) return found;
      // The match may be on another loaded page. That page is then displayed without being requested again.
      const rowPosition = result.rows.rowNumberOf(found.row) - 1;
      pager.goToLoadedPage(Math.floor(rowPosition / result.pageSize));
      return { ...found, row: found.row - rows.findPageStartIndex() };
    },
    reveal({ row, column }) {
      if (row === undefined) masking.mask.revealColumn(column);
      else if (hasCell(rows.view(), row, column)) {
        const order = rows.arrangement.displayOrder();
        const index =
          rows.getDisplayedExtent() === 'all' ? (order?.[row] ?? row) : rows.findPageStartIndex() + row;
        masking.mask.revealCell(result.rows.rowNumberOf(index), column);
      }
      onRowsChanged('masked');
    },
  };
}
