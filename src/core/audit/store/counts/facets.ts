import { type AuditField, type FieldID, facetFields } from '../../table/fields.ts';
import { DEFAULT_FACET_VALUES, type Facet, type FieldChoice, type TrailFilters } from '../../table/filter.ts';
import type { Columns } from '../columns/columns.ts';
import type { Passing } from './crossFilter.ts';
import { compareByFrequency } from './seenValues.ts';
import { ValueCounts } from './valueCounts.ts';

export class Facets {
  readonly #columns: Columns;
  readonly #counts: ReadonlyMap<FieldID, ValueCounts> = new Map(
    facetFields.map(({ id }) => [id, new ValueCounts()]),
  );

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /**
   * Returns the facets, each with its most frequent values. `limits` maps a field to the maximum number of values; the
   * default is `DEFAULT_FACET_VALUES`. Values that the field's filter names are included even beyond the maximum.
   */
  computeFacets(
    filters: TrailFilters,
    passing: Passing,
    limits: ReadonlyMap<FieldID, number> = new Map(),
  ): readonly Facet[] {
    return facetFields.flatMap(({ id }: AuditField) => {
      const codes = this.#columns.coded.get(id)?.codes;
      const counts =
        codes &&
        this.#counts
          .get(id)
          ?.countRowsByValue(passing.getRowsPassingAllBut(id), codes.numbers, codes.values.length);
      if (!counts) return [];
      return [
        createFacet(id, codes.values, counts, filters.fields.get(id), limits.get(id) ?? DEFAULT_FACET_VALUES),
      ];
    });
  }
}

function createFacet(
  field: FieldID,
  all: readonly (string | undefined)[],
  counts: Uint32Array,
  choice: FieldChoice | undefined,
  limit: number,
): Facet {
  const chosen = (value: string | undefined): 'only' | 'not' | undefined =>
    choice?.only.has(value) ? 'only' : choice?.not.has(value) ? 'not' : undefined;
  const known = [...all.entries()]
    .map(([number, value]) => ({ value, count: counts[number] ?? 0, choice: chosen(value) }))
    .filter(({ count, choice: made }) => count > 0 || made)
    .sort(compareByFrequency);
  const values = known.filter(({ choice: made }, place) => place < limit || made);
  return {
    field,
    values: values.map(({ value, count, choice: made }) => ({ value, count, ...(made && { choice: made }) })),
    more: known.length - values.length,
  };
}
