/** Filters and sorts the loaded rows of one result for display, in the background if there are many. */
import type { RowSource } from '../loading/rowStore.ts';
import { type Condition, filterRowsSteps } from './find.ts';
import { type Collate, compareCodeUnits, type SortKey, sortSteps } from './sort.ts';
import { type ClockAndPause, runOneTurn, runWithPauses, type Steps } from './steps.ts';
import { createView, type MaskedSource } from './view.ts';

interface ArrangedFilter {
  readonly id: string;
  readonly label: string;
  readonly condition: Condition;
}

/**
 * The sort and filters that were chosen but are not applied to the displayed rows, for example because they use a
 * masked column. A change that is still being applied in the background may not be counted.
 */
export interface UnappliedParts {
  /** Whether the chosen sort is not applied. */
  readonly sort: boolean;
  /** Number of chosen filters that are not applied. */
  readonly filters: number;
}

export interface Arrangement {
  view(): MaskedSource;
  /**
   * Returns the indices (into the source) of the displayed rows in displayed order; undefined if no sort or filter is
   * applied, so that all rows are displayed in their original order.
   */
  displayOrder(): Uint32Array | undefined;
  /**
   * Returns the indices (into the source), ascending, of the rows that the applied filters keep; undefined if no filter
   * is applied.
   */
  filteredIndices(): Uint32Array | undefined;
  /** The keys of the sort that is applied to the displayed rows. */
  readonly sorts: readonly SortKey[];
  /** The filters that are applied to the displayed rows. */
  readonly filters: readonly ArrangedFilter[];
  getUnappliedParts(): UnappliedParts;
  isArranging(): boolean;
  sortBy(keys: readonly SortKey[]): void;
  addFilter(label: string, condition: Condition): void;
  changeFilter(id: string, label: string, condition: Condition): void;
  /** Removes the filter `id`, or all filters if `id` is undefined. */
  clearFilter(id?: string): void;
  /** Applies the chosen sort and filters again to the current rows of the source. */
  refresh(): void;
  /** Discards a change that is still being applied in the background. */
  cancelArranging(): void;
}

interface ArrangementOptions {
  readonly collate?: Collate;
  readonly isColumnHidden?: (column: number) => boolean;
  /** Returns the rows of the source as they are now, unaffected by later changes. */
  readonly takeSnapshot?: () => RowSource;
  readonly pace?: ClockAndPause;
  readonly onArranged?: () => void;
}

interface SortAndFilters {
  readonly sorts: readonly SortKey[];
  readonly filters: readonly ArrangedFilter[];
}

interface ArrangedRows {
  readonly chosen: SortAndFilters;
  readonly active: SortAndFilters;
  readonly rowCount: number;
  readonly filteredIndices: Uint32Array | undefined;
  readonly order: Uint32Array | undefined;
}

const withoutPauses: ClockAndPause = { now: () => 0, pause: () => Promise.resolve() };
const noSortOrFilter: SortAndFilters = { sorts: [], filters: [] };
const createUnarrangedRows = (chosen: SortAndFilters): ArrangedRows => ({
  chosen,
  active: noSortOrFilter,
  rowCount: 0,
  filteredIndices: undefined,
  order: undefined,
});

/**
 * Creates an arrangement of the rows of `source`. Values that are masked on screen must also be masked in `source`, and
 * in the rows that `takeSnapshot` returns. Otherwise, sorting and filtering could reveal them.
 */
export function createArrangement(source: MaskedSource, options: ArrangementOptions = {}): Arrangement {
  return new RowArrangement(source, options);
}

class RowArrangement implements Arrangement {
  readonly #source: MaskedSource;
  readonly #options: ArrangementOptions;
  #chosen: SortAndFilters = noSortOrFilter;
  #displayed: ArrangedRows = createUnarrangedRows(noSortOrFilter);
  #view: MaskedSource;
  #work: object | undefined;
  #nextID = 1;

  constructor(source: MaskedSource, options: ArrangementOptions) {
    this.#source = source;
    this.#options = options;
    this.#view = source;
  }

  get sorts(): readonly SortKey[] {
    return this.#displayed.active.sorts;
  }

  get filters(): readonly ArrangedFilter[] {
    return this.#displayed.active.filters;
  }

  view(): MaskedSource {
    return this.#view;
  }

  displayOrder(): Uint32Array | undefined {
    return this.#displayed.order;
  }

  filteredIndices(): Uint32Array | undefined {
    return this.#displayed.filteredIndices;
  }

  getUnappliedParts(): UnappliedParts {
    const { chosen, active } = this.#displayed;
    return {
      sort: active.sorts.length < chosen.sorts.length,
      filters: chosen.filters.length - active.filters.length,
    };
  }

  isArranging(): boolean {
    return this.#work !== undefined;
  }

  sortBy(sorts: readonly SortKey[]): void {
    this.#startArranging({ ...this.#chosen, sorts });
  }

  addFilter(label: string, condition: Condition): void {
    const filter = { id: String(this.#nextID++), label, condition };
    this.#startArranging({ ...this.#chosen, filters: [...this.#chosen.filters, filter] });
  }

  changeFilter(id: string, label: string, condition: Condition): void {
    const { filters } = this.#chosen;
    if (!filters.some((filter) => filter.id === id)) return;
    const changed = filters.map((filter) => (filter.id === id ? { id, label, condition } : filter));
    this.#startArranging({ ...this.#chosen, filters: changed });
  }

  clearFilter(id?: string): void {
    const filters = id === undefined ? [] : this.#chosen.filters.filter((filter) => filter.id !== id);
    this.#startArranging({ ...this.#chosen, filters });
  }

  refresh(): void {
    this.#startArranging(this.#chosen);
  }

  cancelArranging(): void {
    this.#work = undefined;
    this.#chosen = this.#displayed.chosen;
  }

  #startArranging(chosen: SortAndFilters): void {
    const { pace = withoutPauses, takeSnapshot = () => this.#source } = this.#options;
    this.#chosen = chosen;
    this.#work = undefined;
    if (this.#isDisplayInvalid()) this.#displayRows(createUnarrangedRows(chosen));
    const active = this.#omitHiddenColumns(chosen);
    const { rowCount } = this.#source;
    const steps = this.#arrangeSteps(active, takeSnapshot(), rowCount);
    const finish = ({ filteredIndices, order }: Pick<ArrangedRows, 'filteredIndices' | 'order'>): void =>
      this.#displayRows({ chosen, active, rowCount, filteredIndices, order });
    const first = runOneTurn(steps, pace.now);
    if (first.done) finish(first.value);
    else void this.#runInBackground(steps, pace, finish);
  }

  async #runInBackground<T>(
    steps: Steps<T>,
    pace: ClockAndPause,
    finish: (arranged: T) => void,
  ): Promise<void> {
    const work = {};
    this.#work = work;
    const isCurrent = (): boolean => this.#work === work;
    await pace.pause();
    const arranged = isCurrent() ? await runWithPauses(steps, pace, isCurrent) : undefined;
    if (arranged === undefined || !isCurrent()) return;
    this.#work = undefined;
    finish(arranged);
    this.#options.onArranged?.();
  }

  #omitHiddenColumns({ sorts, filters }: SortAndFilters): SortAndFilters {
    const { isColumnHidden = () => false } = this.#options;
    return {
      // Sorting by the remaining keys alone would produce an order that the user did not choose.
      sorts: sorts.some(({ column }) => isColumnHidden(column)) ? [] : sorts,
      filters: filters.filter(({ condition }) => !isColumnHidden(condition.column)),
    };
  }

  #isDisplayInvalid(): boolean {
    const { active, rowCount } = this.#displayed;
    const { sorts, filters } = this.#omitHiddenColumns(active);
    return (
      sorts.length < active.sorts.length ||
      filters.length < active.filters.length ||
      (this.#displayed.order !== undefined && this.#source.rowCount < rowCount)
    );
  }

  #displayRows(rows: ArrangedRows): void {
    const { order } = rows;
    this.#displayed = rows;
    this.#view = order ? createView(this.#source, { rows: order }) : this.#source;
  }

  *#arrangeSteps(
    { sorts, filters }: SortAndFilters,
    rows: RowSource,
    rowCount: number,
  ): Steps<Pick<ArrangedRows, 'filteredIndices' | 'order'>> {
    const conditions = filters.map(({ condition }) => condition);
    const filteredIndices =
      conditions.length > 0 ? yield* filterRowsSteps(rows, conditions, rowCount) : undefined;
    if (sorts.length === 0) return { filteredIndices, order: filteredIndices };
    const all = filteredIndices ?? Array(rowCount).keys();
    return {
      filteredIndices,
      order: yield* sortSteps(rows, sorts, this.#options.collate ?? compareCodeUnits, all),
    };
  }
}
