import { type FieldID, facetFields } from './fields.ts';
import { DEFAULT_FACET_VALUES, type Facet } from './filter.ts';

/** A value for `TrailQuery.facetLimits` with which each facet lists all its values, so that all can be searched. */
export const allFacetValues: ReadonlyMap<FieldID, number> = new Map(
  facetFields.map(({ id }) => [id, Number.POSITIVE_INFINITY]),
);

interface FacetSearch {
  readonly text: string;
  /** Maps a field to the maximum number of values that its facet lists. The default is `DEFAULT_FACET_VALUES`. */
  readonly limits: ReadonlyMap<FieldID, number>;
  /**
   * Returns a value as it is displayed. Only what is displayed is searched, so that no search reveals a masked value.
   */
  getDisplayText(field: FieldID, value: string | undefined): string;
}

/**
 * Returns the facets with only those values whose displayed form contains `text`, ignoring case. `facets` must list all
 * their values. The limits also apply to values that a filter names.
 */
export function searchFacets(
  facets: readonly Facet[],
  { text, limits, getDisplayText: displayed }: FacetSearch,
): readonly Facet[] {
  const searched = text.toLowerCase();
  return facets.map(({ field, values }) => {
    const found = values.filter(({ value }) => displayed(field, value).toLowerCase().includes(searched));
    const listed = found.slice(0, limits.get(field) ?? DEFAULT_FACET_VALUES);
    return { field, values: listed, more: found.length - listed.length };
  });
}
