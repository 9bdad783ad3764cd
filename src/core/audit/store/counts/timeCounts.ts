import type { DisplayZone } from '../../feed/zones.ts';
import {
  buildHistogram,
  createTimeAxis,
  findBinNumberOfTime,
  type Histogram,
  type TimeAxis,
} from '../../table/histogram.ts';
import { classifyOutcome, outcomes } from '../../table/outcome.ts';
import { computeTimeExtent, type TimeExtent } from '../../table/timeExtent.ts';
import { type Bits, intersect, subtract } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import { withCapacityFor } from '../columns/growingArray.ts';
import type { Passing } from './crossFilter.ts';
import { ValueCounts } from './valueCounts.ts';

interface AxisChoice {
  readonly zone: Pick<DisplayZone, 'offsets'>;
  /** The range of times that the axis covers; undefined if it is to fit the times of the listing. */
  readonly extent: TimeExtent | undefined;
}

interface BinnedRows {
  readonly axis: TimeAxis;
  /** The zone and the extent for which the rows were assigned to bins, as JSON. */
  readonly choice: string;
  readonly size: number;
  /**
   * For each row with a valid time: the bin number that `findBinNumberOfTime` returns, times the number of outcomes,
   * plus the index of the row's outcome. For other rows: the number that `encodeUndatedRow` returns.
   */
  readonly numbers: Uint16Array;
  readonly counts: ValueCounts;
  readonly ownCounts: ValueCounts;
}

export class TimeCounts {
  readonly #columns: Columns;
  #binned: BinnedRows | undefined;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /**
   * Returns the histogram of the rows that pass all filters except the time range. Rows in `own` are counted apart.
   * Undefined if no row of the listing has a valid time, and no extent is chosen.
   */
  computeHistogram(passing: Passing, choice: AxisChoice, own?: Bits): Histogram | undefined {
    const binned = this.#assignRowsToBins(choice);
    if (!binned) return undefined;
    const { axis, counts, ownCounts } = binned;
    const undated = encodeUndatedRow(axis);
    const numbers = binned.numbers.subarray(0, binned.size);
    const rows = passing.getRowsPassingAllBut('range');
    const others = counts.countRowsByValue(own ? subtract(rows, own) : rows, numbers, undated + 1);
    const found = own && ownCounts.countRowsByValue(intersect(rows, own), numbers, undated + 1);
    return buildHistogram(axis, { others, own: found }, (others[undated] ?? 0) + (found?.[undated] ?? 0));
  }

  #assignRowsToBins({ zone: { offsets }, extent: chosen }: AxisChoice): BinnedRows | undefined {
    const { size } = this.#columns;
    const before = this.#binned;
    const choice = JSON.stringify([offsets, chosen]);
    if (before?.size === size && before.choice === choice) return before;
    const extent = chosen ?? computeTimeExtent(this.#listValidTimesSorted());
    if (!extent) return undefined;
    const axis = createTimeAxis(extent, { offsets });
    const from = before && before.axis.edges.join() === axis.edges.join() ? before.size : 0;
    const numbers = from > 0 && before ? withCapacityFor(before.numbers, size) : new Uint16Array(size);
    this.#writeBinAndOutcomeNumbers(axis, numbers, from);
    this.#binned = {
      axis,
      choice,
      size,
      numbers,
      counts: from > 0 && before ? before.counts : new ValueCounts(),
      ownCounts: from > 0 && before ? before.ownCounts : new ValueCounts(),
    };
    return this.#binned;
  }
  #writeBinAndOutcomeNumbers(axis: TimeAxis, into: Uint16Array, from: number): void {
    const { times, coded, size } = this.#columns;
    const codes = coded.get('code')?.codes;
    const outcome = Uint8Array.from(codes?.values ?? [], (code) => outcomes.indexOf(classifyOutcome(code)));
    const { ms } = times;
    const numbers = codes?.numbers ?? new Uint8Array();
    const undated = encodeUndatedRow(axis);
    for (let row = from; row < size; row++) {
      const at = ms[row] ?? Number.NaN;
      const isDated = !Number.isNaN(at);
      into[row] = isDated
        ? findBinNumberOfTime(axis, at) * outcomes.length + (outcome[numbers[row] ?? 0] ?? 2)
        : undated;
    }
  }
  #listValidTimesSorted(): Float64Array {
    const { order, times, size } = this.#columns;
    const { ms } = times;
    const rows = order.rowsUpTo(size);
    const sorted = new Float64Array(size);
    let count = 0;
    let isSorted = true;
    for (let at = size - 1; at >= 0; at--) {
      const time = ms[rows[at] ?? 0] ?? Number.NaN;
      if (Number.isNaN(time)) continue;
      if (count > 0 && time < (sorted[count - 1] ?? time)) isSorted = false;
      sorted[count++] = time;
    }
    const dated = sorted.subarray(0, count);
    // A leap second has the same milliseconds since 1970 as the second after it, but is sorted before it.
    return isSorted ? dated : dated.sort();
  }
}

const encodeUndatedRow = ({ count }: TimeAxis): number => (count + 2) * outcomes.length;
