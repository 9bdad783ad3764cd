import { toCell } from '../../../core/results/view/cell.ts';
import { type ColumnSummary, columnSummarySteps } from '../../../core/results/view/stats.ts';
import { runWithPauses } from '../../../core/results/view/steps.ts';
import type { ColumnStatistics } from '../../../protocol/results.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import { pace } from '../../platform/pace.ts';
import {
  formatRangeFilter,
  formatValueFilter,
  informUnlessFilterAllowed,
  type LabeledCondition,
} from './conditions.ts';
import type { RowTools, RowToolsOptions } from './rowToolsOptions.ts';

const MAX_TOP_VALUES = 10;

export function createStatisticsTools(
  options: RowToolsOptions,
): Pick<RowTools, 'statistics' | 'filterByStatistic'> {
  const { deps, rows, masking, onRowsChanged, isClosed } = options;
  let latestRequest: object | undefined;
  let returned: { readonly column: number; readonly summary: ColumnSummary } | undefined;
  return {
    async statistics({ column }) {
      const request = {};
      latestRequest = request;
      returned = undefined;
      const steps = columnSummarySteps(rows.takeSnapshot('unsorted'), column, MAX_TOP_VALUES);
      const summary = await runWithPauses(steps, pace, () => latestRequest === request && !isClosed());
      if (!summary) throw new OutOfDate('other figures are wanted now');
      returned = { column, summary };
      return toColumnStatistics(summary);
    },
    filterByStatistic({ column, list, index }) {
      const name = rows.view().columns[column];
      if (
        name === undefined ||
        returned?.column !== column ||
        !informUnlessFilterAllowed(column, deps, masking)
      )
        return;
      const counted = createEntryFilter(returned.summary, { name, column, list, index });
      if (!counted) return;
      rows.arrangement.addFilter(counted.label, counted.condition);
      onRowsChanged('arranged');
    },
  };
}

interface Entry {
  readonly name: string;
  readonly column: number;
  readonly list: 'top' | 'bins';
  readonly index: number;
}

function createEntryFilter(
  { bins, groups }: ColumnSummary,
  { name, column, list, index }: Entry,
): LabeledCondition | undefined {
  if (list === 'bins') {
    const bin = bins?.bins[index];
    const range = bin && { column, test: 'within' as const, range: bin.range };
    return range && { label: formatRangeFilter(name, bin.from, bin.to), condition: range };
  }
  const group = groups.groups[index];
  if (!group) return undefined;
  const condition = { column, test: 'is' as const, values: [group.value] };
  return { label: formatValueFilter(name, group.value, false), condition };
}

function toColumnStatistics({ stats, groups, bins }: ColumnSummary): ColumnStatistics {
  const { rows, counts, empty, redacted, hidden, distinct, min, max } = stats;
  return {
    rows,
    absent: counts.absent,
    nulls: counts.null,
    empty,
    distinct,
    ...(redacted > 0 ? { redacted } : {}),
    ...(hidden > 0 ? { hidden } : {}),
    ...(min === undefined ? {} : { min: toCell(min) }),
    ...(max === undefined ? {} : { max: toCell(max) }),
    top: groups.groups.map(({ value, count }) => ({ cell: toCell(value), count })),
    ...(groups.otherGroups > 0 ? { others: { values: groups.otherGroups, rows: groups.otherRows } } : {}),
    ...(bins
      ? {
          histogram: {
            bins: bins.bins.map(({ from, to, count }) => ({ from, to, count })),
            others: bins.others,
          },
        }
      : {}),
  };
}
