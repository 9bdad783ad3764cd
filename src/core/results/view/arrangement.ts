/** How the loaded rows of one result are arranged on screen: which of them, in which order. */
import { type Condition, filterRows } from './find.ts';
import { byCodeUnit, type Collate, type SortKey, sortRows } from './sort.ts';
import { type MaskedSource, viewOf } from './view.ts';

export interface ArrangedFilter {
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
  /** The same rows in the order loaded. */
  unsorted(): MaskedSource;
  /** Indices into the source, in the order shown; undefined: all of them as they came. */
  order(): Uint32Array | undefined;
  /** Those in force. */
  readonly sort: SortKey | undefined;
  readonly filters: readonly ArrangedFilter[];
  /** Those that come back once their columns are no longer hidden. */
  resting(): Resting;
  /** No key: back to the order of arrival. */
  sortBy(key: SortKey | undefined): void;
  filterBy(label: string, condition: Condition): void;
  /** No `id`: all of them. */
  clearFilter(id?: string): void;
  /** Arranges again after rows came or values were revealed. */
  refresh(): void;
}

/**
 * `source` has values hidden that are hidden on screen, so that no order and no filter gives them away. A sort and
 * filters by a column that `hides` names would tell of its values, and be wrong: they rest until it no longer does.
 */
export function createArrangement(
  source: MaskedSource,
  collate: Collate = byCodeUnit,
  hides: (column: number) => boolean = () => false,
): Arrangement {
  let sort: SortKey | undefined;
  let filters: readonly ArrangedFilter[] = [];
  let active: Pick<Arrangement, 'sort' | 'filters'> = { sort, filters };
  let order: Uint32Array | undefined;
  let view = source;
  let unsorted = source;
  let nextID = 1;

  const refresh = (): void => {
    active = {
      sort: sort && hides(sort.column) ? undefined : sort,
      filters: filters.filter(({ condition }) => !hides(condition.column)),
    };
    const conditions = active.filters.map(({ condition }) => condition);
    const kept = conditions.length > 0 ? filterRows(source, conditions) : undefined;
    order = active.sort ? sortRows(source, [active.sort], collate, kept) : kept;
    unsorted = kept ? viewOf(source, { rows: kept }) : source;
    view = order ? viewOf(source, { rows: order }) : source;
  };

  return {
    view: () => view,
    unsorted: () => unsorted,
    order: () => order,
    get sort() {
      return active.sort;
    },
    get filters() {
      return active.filters;
    },
    resting: () => ({
      sort: active.sort !== sort,
      filters: filters.length - active.filters.length,
    }),
    sortBy(key) {
      sort = key;
      refresh();
    },
    filterBy(label, condition) {
      filters = [...filters, { id: String(nextID++), label, condition }];
      refresh();
    },
    clearFilter(id) {
      filters = id === undefined ? [] : filters.filter((filter) => filter.id !== id);
      refresh();
    },
    refresh,
  };
}
