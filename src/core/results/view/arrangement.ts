/**
 * How the loaded rows of one result are arranged on screen: which of them, in which order. Many rows take more than one
 * turn to arrange: until that is done they stay as they were, and so do `sort`, `filters` and `view`.
 */
import type { RowSource } from '../loading/rowStore.ts';
import { type Condition, filterSteps } from './find.ts';
import { byCodeUnit, type Collate, type SortKey, sortSteps } from './sort.ts';
import { inTurns, oneTurn, type Pace, type Steps } from './steps.ts';
import { type MaskedSource, viewOf } from './view.ts';

interface ArrangedFilter {
  readonly id: string;
  /** In the person's language, e.g. `state is CA`. */
  readonly label: string;
  readonly condition: Condition;
}

/** What of an arrangement is not in force, since its column is hidden. */
export interface Resting {
  readonly sort: boolean;
  readonly filters: number;
}

export interface Arrangement {
  /** The rows as arranged; the source itself where nothing is. Good until the next change. */
  view(): MaskedSource;
  /** Indices into the source, in the order shown; undefined: all of them as they came. */
  order(): Uint32Array | undefined;
  /** The same ones in the order loaded. */
  kept(): Uint32Array | undefined;
  /** Those in force; rows equal by the first key are ordered by the next one. */
  readonly sorts: readonly SortKey[];
  readonly filters: readonly ArrangedFilter[];
  /** Those that come back once their columns are no longer hidden. */
  resting(): Resting;
  /** Whether rows are being arranged. */
  isArranging(): boolean;
  /** No key: back to the order of arrival. */
  sortBy(keys: readonly SortKey[]): void;
  filterBy(label: string, condition: Condition): void;
  /** Puts another filter in the place of one; nothing where there is none of that `id`. */
  changeFilter(id: string, label: string, condition: Condition): void;
  /** No `id`: all of them. */
  clearFilter(id?: string): void;
  /** Arranges again after rows came or values were revealed. */
  refresh(): void;
  /** Leaves the rows as they are shown, where they are being arranged otherwise. */
  cancel(): void;
}

interface ArrangementOptions {
  readonly collate?: Collate;
  /** Whether a column is hidden. */
  readonly hides?: (column: number) => boolean;
  /** The first rows of the source as they are now, whatever comes or goes later; the source itself if left out. */
  readonly freeze?: () => RowSource;
  /** How it takes turns with others; all in one turn if left out. */
  readonly pace?: Pace;
  /** Told when rows that took more than one turn are arranged. */
  readonly onArranged?: () => void;
}

/** What the person wants. */
interface Wanted {
  readonly sorts: readonly SortKey[];
  readonly filters: readonly ArrangedFilter[];
}

/** What is shown. */
interface Shown {
  readonly wanted: Wanted;
  /** What of it is in force: by columns that are not hidden. */
  readonly active: Wanted;
  /** Rows of the source when they were arranged. */
  readonly rowCount: number;
  readonly kept: Uint32Array | undefined;
  readonly order: Uint32Array | undefined;
}

const inOneTurn: Pace = { now: () => 0, pause: () => Promise.resolve() };
const nothing: Wanted = { sorts: [], filters: [] };
const asTheyCame = (wanted: Wanted): Shown => ({
  wanted,
  active: nothing,
  rowCount: 0,
  kept: undefined,
  order: undefined,
});

/**
 * `source` has values hidden that are hidden on screen, so that no order and no filter gives them away. A sort and
 * filters by a column that `hides` names would tell of its values, and be wrong: they rest until it no longer does.
 */
export function createArrangement(source: MaskedSource, options: ArrangementOptions = {}): Arrangement {
  return new RowArrangement(source, options);
}

class RowArrangement implements Arrangement {
  readonly #source: MaskedSource;
  readonly #options: ArrangementOptions;
  #wanted: Wanted = nothing;
  #shown: Shown = asTheyCame(nothing);
  #view: MaskedSource;
  /** Of the work under way; what belongs to no work, or to another one, is dropped. */
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

  #arrange(wanted: Wanted): void {
    const { pace = inOneTurn, freeze = () => this.#source } = this.#options;
    this.#wanted = wanted;
    this.#work = undefined;
    if (this.#isBetrayedOrGone()) this.#show(asTheyCame(wanted));
    const active = this.#activeOf(wanted);
    const { rowCount } = this.#source;
    const steps = this.#steps(active, freeze(), rowCount);
    const finish = ({ kept, order }: Pick<Shown, 'kept' | 'order'>): void =>
      this.#show({ wanted, active, rowCount, kept, order });
    const first = oneTurn(steps, pace.now);
    if (first.done) finish(first.value);
    else void this.#goOn(steps, pace, finish);
  }

  async #goOn<T>(steps: Steps<T>, pace: Pace, finish: (arranged: T) => void): Promise<void> {
    const work = {};
    this.#work = work;
    const isWanted = (): boolean => this.#work === work;
    await pace.pause();
    const arranged = isWanted() ? await inTurns(steps, pace, isWanted) : undefined;
    if (arranged === undefined || !isWanted()) return;
    this.#work = undefined;
    finish(arranged);
    this.#options.onArranged?.();
  }

  #activeOf({ sorts, filters }: Wanted): Wanted {
    const { hides = () => false } = this.#options;
    return {
      // By the other keys alone it would be another order than the person asked for.
      sorts: sorts.some(({ column }) => hides(column)) ? [] : sorts,
      filters: filters.filter(({ condition }) => !hides(condition.column)),
    };
  }

  /** Whether what is shown tells of values that are hidden now, or has rows that are no longer there. */
  #isBetrayedOrGone(): boolean {
    const { active, rowCount } = this.#shown;
    const { sorts, filters } = this.#activeOf(active);
    return (
      sorts.length < active.sorts.length ||
      filters.length < active.filters.length ||
      (this.#shown.order !== undefined && this.#source.rowCount < rowCount)
    );
  }

  #show(shown: Shown): void {
    const { order } = shown;
    this.#shown = shown;
    this.#view = order ? viewOf(this.#source, { rows: order }) : this.#source;
  }

  *#steps(
    { sorts, filters }: Wanted,
    rows: RowSource,
    rowCount: number,
  ): Steps<Pick<Shown, 'kept' | 'order'>> {
    const conditions = filters.map(({ condition }) => condition);
    const kept = conditions.length > 0 ? yield* filterSteps(rows, conditions, rowCount) : undefined;
    if (sorts.length === 0) return { kept, order: kept };
    const all = kept ?? Array(rowCount).keys();
    return { kept, order: yield* sortSteps(rows, sorts, this.#options.collate ?? byCodeUnit, all) };
  }
}
