/** Computes the statistics of a column, and filters by the values and ranges that the statistics count. */
import { toCell } from '../../../core/results/view/cell.ts';
import { type ColumnSummary, summarySteps } from '../../../core/results/view/stats.ts';
import { runInTurns } from '../../../core/results/view/steps.ts';
import type { ColumnStatistics } from '../../../protocol/results.ts';
import { OutOfDate } from '../../../protocol/rpc.ts';
import { pace } from '../../platform/pace.ts';
import { type Asked, mayFilterBy, rangeLabel, valueLabel } from './conditions.ts';
import type { RowTools, RowToolsOptions } from './rowToolsOptions.ts';

/** Maximum number of values listed in a column's statistics. */
const TOP_VALUES = 10;

export function counting(options: RowToolsOptions): Pick<RowTools, 'statistics' | 'filterCounted'> {
  const { deps, rows, masking, rearranged, isClosed } = options;
  /** Identifies the latest request for statistics. Earlier requests that are not finished are cancelled. */
  let latest: object | undefined;
  /** The statistics that were returned most recently. Undefined while others are being computed. */
  let shown: { readonly column: number; readonly summary: ColumnSummary } | undefined;
  return {
    async statistics({ column }) {
      const own = {};
      latest = own;
      shown = undefined;
      const steps = summarySteps(rows.frozen('unsorted'), column, TOP_VALUES);
      const summary = await runInTurns(steps, pace, () => latest === own && !isClosed());
      if (!summary) throw new OutOfDate('other figures are wanted now');
      shown = { column, summary };
      return statisticsOf(summary);
    },
    filterCounted({ column, list, index }) {
      const name = rows.view().columns[column];
      if (name === undefined || shown?.column !== column || !mayFilterBy(column, deps, masking)) return;
      const counted = countedBy(shown.summary, { name, column, list, index });
      if (!counted) return;
      rows.arrangement.filterBy(counted.label, counted.condition);
      rearranged('arranged');
    },
  };
}

/**
 * An entry of a column's statistics: a frequent value (`top`) or a range of the histogram (`bins`). `column` and
 * `index`, the position in the list, are 0-based.
 */
interface Entry {
  /** Name of the column. */
  readonly name: string;
  readonly column: number;
  readonly list: 'top' | 'bins';
  readonly index: number;
}

/** Returns the filter for the rows that an entry of the statistics counts; undefined if there is no such entry. */
function countedBy({ bins, groups }: ColumnSummary, { name, column, list, index }: Entry): Asked | undefined {
  if (list === 'bins') {
    const bin = bins?.bins[index];
    const range = bin && { column, test: 'within' as const, range: bin.range };
    return range && { label: rangeLabel(name, bin.from, bin.to), condition: range };
  }
  const group = groups.groups[index];
  if (!group) return undefined;
  const condition = { column, test: 'is' as const, values: [group.value] };
  return { label: valueLabel(name, group.value, false), condition };
}

function statisticsOf({ stats, groups, bins }: ColumnSummary): ColumnStatistics {
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
