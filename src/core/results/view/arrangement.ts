/**
 * Filters and sorts the loaded rows of one result for display. With many rows this takes several turns of the event
 * loop; until it is done, the rows, `sorts`, `filters` and `view` stay as they were.
 */
import type { RowSource } from '../loading/rowStore.ts';
import { type Condition, filterSteps } from './find.ts';
import { byCodeUnit, type Collate, type SortKey, sortSteps } from './sort.ts';
import { type Pace, runInTurns, runOneTurn, type Steps } from './steps.ts';
import { type MaskedSource, viewOf } from './view.ts';

interface ArrangedFilter {
  readonly id: string;
  /** Description of the filter in the user's language, such as `state is CA`. */
  readonly label: string;
  readonly condition: Condition;
}

/** Which sort and filters are not applied because a column that they use is hidden. */
export interface Resting {
  readonly sort: boolean;
  readonly filters: number;
}

export interface Arrangement {
  /**
   * Returns the filtered and sorted rows; the source itself if there is no sort or filter. Valid until the next change.
   */
  view(): MaskedSource;
  /**
   * Returns the indices (into the source) of the displayed rows in displayed order; undefined if all rows are displayed
   * in their original order.
   */
  order(): Uint32Array | undefined;
  /** Returns the indices of the rows that the filters keep, ascending; undefined if there is no filter. */
  kept(): Uint32Array | undefined;
  /** The sort keys and `filters` that are applied. Rows that are equal by the first key are ordered by the next one. */
  readonly sorts: readonly SortKey[];
  readonly filters: readonly ArrangedFilter[];
  /** Returns which sort and filters are suspended until their columns are no longer hidden. */
  resting(): Resting;
  /** Whether rows are being filtered or sorted and the result is not displayed yet. */
  isArranging(): boolean;
  /** Sorts by `keys`. An empty list restores the original order. */
  sortBy(keys: readonly SortKey[]): void;
  filterBy(label: string, condition: Condition): void;
  /** Replaces the filter `id` by another one, which keeps the ID. Does nothing if there is no such filter. */
  changeFilter(id: string, label: string, condition: Condition): void;
  /** Removes the filter `id`, or all filters if it is absent. */
  clearFilter(id?: string): void;
  /** Filters and sorts again, after rows were added or values were revealed. */
  refresh(): void;
  /** Cancels filtering or sorting in progress. The displayed rows, sort and filters stay. */
  cancel(): void;
}

interface ArrangementOptions {
  readonly collate?: Collate;
  /** Returns whether a column is hidden. Default: no column is. */
  readonly hides?: (column: number) => boolean;
  /** Returns the rows of the source as they are now, unaffected by later changes. Default: the source itself. */
  readonly freeze?: () => RowSource;
  /** How the work takes turns with other work. Default: all of it in one turn. */
  readonly pace?: Pace;
  /** Called when rows whose arrangement took more than one turn are displayed. */
  readonly onArranged?: () => void;
}

/** The sort and filters that the user chose, whether or not they are applied yet. */
interface SortAndFilters {
  readonly sorts: readonly SortKey[];
  readonly filters: readonly ArrangedFilter[];
}

/** The sort, filters and rows that are displayed. */
interface DisplayedRows {
  readonly wanted: SortAndFilters;
  /** The sort and filters that are applied: those whose columns are not hidden. */
  readonly active: SortAndFilters;
  /** Number of rows of the source when they were filtered and sorted. */
  readonly rowCount: number;
  readonly kept: Uint32Array | undefined;
  readonly order: Uint32Array | undefined;
}

const inOneTurn: Pace = { now: () => 0, pause: () => Promise.resolve() };
const nothing: SortAndFilters = { sorts: [], filters: [] };
const inOriginalOrder = (wanted: SortAndFilters): DisplayedRows => ({
  wanted,
  active: nothing,
  rowCount: 0,
  kept: undefined,
  order: undefined,
});

/**
 * Creates an arrangement of `source`, in which the values that are masked on screen must be masked, so that no order
 * and no filter reveals them. Sorts and filters by a column that `hides` returns true for are suspended: they would
 * reveal its values, and be wrong.
 */
export function createArrangement(source: MaskedSource, options: ArrangementOptions = {}): Arrangement {
  return new RowArrangement(source, options);
}

class RowArrangement implements Arrangement {
  readonly #source: MaskedSource;
  readonly #options: ArrangementOptions;
  #wanted: SortAndFilters = nothing;
  #shown: DisplayedRows = inOriginalOrder(nothing);
  #view: MaskedSource;
  /** Identifies the work in progress; undefined if there is none. The result of other work is dropped. */
  #work: object | undefined;
  #nextID = 1;

  constructor(source: MaskedSource, options: ArrangementOptions) {
    this.#source = source;
    this.#options = options;
    this.#view = source;
  }

  get sorts(): readonly SortKey[] {
    return this.#shown.active.sorts;
  }

  get filters(): readonly ArrangedFilter[] {
    return this.#shown.active.filters;
  }

  view(): MaskedSource {
    return this.#view;
  }

  order(): Uint32Array | undefined {
    return this.#shown.order;
  }

  kept(): Uint32Array | undefined {
    return this.#shown.kept;
  }

  resting(): Resting {
    const { wanted, active } = this.#shown;
    return {
      sort: active.sorts.length < wanted.sorts.length,
      filters: wanted.filters.length - active.filters.length,
    };
  }

  isArranging(): boolean {
    return this.#work !== undefined;
  }

  sortBy(sorts: readonly SortKey[]): void {
    this.#arrange({ ...this.#wanted, sorts });
  }

  filterBy(label: string, condition: Condition): void {
    const filter = { id: String(this.#nextID++), label, condition };
    this.#arrange({ ...this.#wanted, filters: [...this.#wanted.filters, filter] });
  }

  changeFilter(id: string, label: string, condition: Condition): void {
    const { filters } = this.#wanted;
    if (!filters.some((filter) => filter.id === id)) return;
    const changed = filters.map((filter) => (filter.id === id ? { id, label, condition } : filter));
    this.#arrange({ ...this.#wanted, filters: changed });
  }

  clearFilter(id?: string): void {
    const filters = id === undefined ? [] : this.#wanted.filters.filter((filter) => filter.id !== id);
    this.#arrange({ ...this.#wanted, filters });
  }

  refresh(): void {
    this.#arrange(this.#wanted);
  }

  cancel(): void {
    this.#work = undefined;
    this.#wanted = this.#shown.wanted;
  }

  #arrange(wanted: SortAndFilters): void {
    const { pace = inOneTurn, freeze = () => this.#source } = this.#options;
    this.#wanted = wanted;
    this.#work = undefined;
    if (this.#isDisplayInvalid()) this.#show(inOriginalOrder(wanted));
    const active = this.#activeOf(wanted);
    const { rowCount } = this.#source;
    const steps = this.#steps(active, freeze(), rowCount);
    const finish = ({ kept, order }: Pick<DisplayedRows, 'kept' | 'order'>): void =>
      this.#show({ wanted, active, rowCount, kept, order });
    const first = runOneTurn(steps, pace.now);
    if (first.done) finish(first.value);
    else void this.#runInBackground(steps, pace, finish);
  }

  async #runInBackground<T>(steps: Steps<T>, pace: Pace, finish: (arranged: T) => void): Promise<void> {
    const work = {};
    this.#work = work;
    const isWanted = (): boolean => this.#work === work;
    await pace.pause();
    const arranged = isWanted() ? await runInTurns(steps, pace, isWanted) : undefined;
    if (arranged === undefined || !isWanted()) return;
    this.#work = undefined;
    finish(arranged);
    this.#options.onArranged?.();
  }

  #activeOf({ sorts, filters }: SortAndFilters): SortAndFilters {
    const { hides = () => false } = this.#options;
    return {
      // Sorting by the remaining keys alone would be an order that the user did not choose.
      sorts: sorts.some(({ column }) => hides(column)) ? [] : sorts,
      filters: filters.filter(({ condition }) => !hides(condition.column)),
    };
  }

  /** Whether the displayed order reveals values that are hidden now, or contains rows that the source no longer has. */
  #isDisplayInvalid(): boolean {
    const { active, rowCount } = this.#shown;
    const { sorts, filters } = this.#activeOf(active);
    return (
      sorts.length < active.sorts.length ||
      filters.length < active.filters.length ||
      (this.#shown.order !== undefined && this.#source.rowCount < rowCount)
    );
  }

  #show(shown: DisplayedRows): void {
    const { order } = shown;
    this.#shown = shown;
    this.#view = order ? viewOf(this.#source, { rows: order }) : this.#source;
  }

  *#steps(
    { sorts, filters }: SortAndFilters,
    rows: RowSource,
    rowCount: number,
  ): Steps<Pick<DisplayedRows, 'kept' | 'order'>> {
    const conditions = filters.map(({ condition }) => condition);
    const kept = conditions.length > 0 ? yield* filterSteps(rows, conditions, rowCount) : undefined;
    if (sorts.length === 0) return { kept, order: kept };
    const all = kept ?? Array(rowCount).keys();
    return { kept, order: yield* sortSteps(rows, sorts, this.#options.collate ?? byCodeUnit, all) };
  }
}
