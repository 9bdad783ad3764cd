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

export interface Arrangement {
  /** The rows as arranged; the source itself where nothing is. Good until the next change. */
  view(): MaskedSource;
  /** Indices into the source, in the order shown; undefined: all of them as they came. */
  order(): Uint32Array | undefined;
  readonly sort: SortKey | undefined;
  readonly filters: readonly ArrangedFilter[];
  /** No key: back to the order of arrival. */
  sortBy(key: SortKey | undefined): void;
  filterBy(label: string, condition: Condition): void;
  /** No `id`: all of them. */
  clearFilter(id?: string): void;
  /** Arranges anew after rows came or values were revealed. */
  refresh(): void;
}

/** `source` has values hidden that are hidden on screen, so that no order and no filter gives them away. */
export function createArrangement(source: MaskedSource, collate: Collate = byCodeUnit): Arrangement {
  let sort: SortKey | undefined;
  let filters: readonly ArrangedFilter[] = [];
  let order: Uint32Array | undefined;
  let view = source;
  let nextID = 1;

  const refresh = (): void => {
    const conditions = filters.map(({ condition }) => condition);
    const kept = conditions.length > 0 ? filterRows(source, conditions) : undefined;
    order = sort ? sortRows(source, [sort], collate, kept) : kept;
    view = order ? viewOf(source, { rows: order }) : source;
  };

  return {
    view: () => view,
    order: () => order,
    get sort() {
      return sort;
    },
    get filters() {
      return filters;
    },
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
