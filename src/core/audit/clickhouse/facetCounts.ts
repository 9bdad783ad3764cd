import type { AbortSignalLike } from '../../service/transport.ts';
import type { FieldValue, OlderQuery } from '../merged/olderTrail.ts';
import { compareByFrequency } from '../store/counts/seenValues.ts';
import { type FieldID, facetFields } from '../table/fields.ts';
import { DEFAULT_FACET_VALUES, type Facet, type FieldChoice, type TrailFilters } from '../table/filter.ts';
import { nullableValue, textSortKey } from './fieldSql.ts';
import { type FilterConditions, passesFields, passesFilters } from './filterSql.ts';
import { type HashOf, mayBeOneOf, selectForGiven } from './givenValues.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { allOf, anyOf, bind, bindText, isOneOf, listSql, type Sql, sql } from './sql.ts';

/** Maximum number of values of a facet, however many are requested, because a field may have millions. */
const MAX_FACET_VALUES = 10_000;

interface ListedValues {
  readonly limits: ReadonlyMap<FieldID, number>;
  /** Maps a field to values that its facet must list if any event has them, even if the facet's limit is exceeded. */
  readonly given: OlderQuery['facetValues'];
  readonly hashOf: HashOf;
}

/**
 * Returns the facets of a listing, as the local store does. All of them are counted in one scan of the table; if
 * filters name values of a facet, a second scan counts these.
 */
export async function countFacets(
  events: ListedEvents,
  conditions: FilterConditions,
  { fields }: Pick<TrailFilters, 'fields'>,
  { limits, given = new Map(), hashOf }: ListedValues,
  signal?: AbortSignalLike,
): Promise<readonly Facet[]> {
  const limitOf = (id: FieldID): number => Math.min(limits.get(id) ?? DEFAULT_FACET_VALUES, MAX_FACET_VALUES);
  const chosen = facetFields.flatMap(({ id }) => {
    const choice = fields.get(id);
    return choice ? [{ id, choice }] : [];
  });
  const [frequent, named] = await Promise.all([
    events.run(
      frequentValues(events.from, conditions, Math.max(...facetFields.map(({ id }) => limitOf(id)))),
      signal,
    ),
    chosen.length === 0 ? [] : events.run(chosenValues(events.from, conditions, chosen), signal),
  ]);
  const rowsOf = (rows: readonly ResultRow[], id: FieldID): readonly ResultRow[] =>
    rows.filter((row) => textIn(row, 'field') === id);
  const unlisted = facetFields.flatMap(({ id }) => {
    const rows = rowsOf(frequent, id);
    const listed = new Set(rows.map((row) => textIn(row, 'value')));
    const isComplete = numberIn(rows[0], 'known') <= rows.length;
    const values = isComplete ? [] : (given.get(id) ?? []).filter((value) => !listed.has(value));
    return values.map((value) => ({ id, value }));
  });
  const rare =
    unlisted.length === 0
      ? []
      : await selectForGiven(unlisted, (some) =>
          events.run(unlistedValues(events.from, conditions, some, hashOf), signal),
        );
  return facetFields.map(({ id }) =>
    createFacet(id, fields.get(id), limitOf(id), {
      frequent: rowsOf(frequent, id),
      named: rowsOf(named, id),
      rare: rowsOf(rare, id),
      given: new Set(given.get(id)),
    }),
  );
}

/** Selects the most frequent values of each facet, and how many different ones there are. */
function frequentValues(from: Sql, conditions: FilterConditions, limit: number): Sql {
  const entries = facetFields.map(
    ({ id }) => sql`(${bindText(id)}, ${nullableValue(id)}, ${passesFields(conditions, id)})`,
  );
  const { range, others } = conditions;
  return sql`SELECT field, value, events, count() OVER (PARTITION BY field) AS known
FROM (
  SELECT facet.1 AS field, facet.2 AS value, count() AS events
  FROM (SELECT arrayJoin(arrayFilter(entry -> entry.3, [${listSql(entries)}])) AS facet ${from} AND ${range} AND ${others})
  GROUP BY field, value
)
ORDER BY field, events DESC, isNotNull(value), ${textSortKey(sql`value`)}
LIMIT ${bind('UInt64', limit)} BY field`;
}

/** Selects those values of the listing that filters name, with their numbers of events, which may be 0. */
function chosenValues(
  from: Sql,
  conditions: FilterConditions,
  chosen: readonly { readonly id: FieldID; readonly choice: FieldChoice }[],
): Sql {
  const entries = chosen.map(({ id, choice: { only, not } }) => {
    const values = [...only, ...not];
    const value = nullableValue(id);
    const isNamed = anyOf([
      sql`ifNull(${isOneOf(
        value,
        values.flatMap((one) => one?.toWellFormed() ?? []),
      )}, 0)`,
      ...(values.includes(undefined) ? [sql`isNull(${value})`] : []),
    ]);
    return sql`(${bindText(id)}, ${value}, ${isNamed}, ${passesFilters(conditions, id)})`;
  });
  return sql`SELECT facet.1 AS field, facet.2 AS value, countIf(facet.4) AS events
FROM (SELECT arrayJoin(arrayFilter(entry -> entry.3, [${listSql(entries)}])) AS facet ${from})
GROUP BY field, value`;
}

/**
 * Selects the values that are among `unlisted`, and a few others with the same checksum, with the number of events that
 * have each and pass the filters.
 */
function unlistedValues(
  from: Sql,
  conditions: FilterConditions,
  unlisted: readonly { readonly id: FieldID; readonly value: FieldValue }[],
  hashOf: HashOf,
): Sql {
  const entries = [...new Set(unlisted.map(({ id }) => id))].map((id) => {
    const values = unlisted.flatMap((one) => (one.id === id ? [one.value] : []));
    const isCounted = allOf([mayBeOneOf(nullableValue(id), values, hashOf), passesFilters(conditions, id)]);
    return sql`(${bindText(id)}, ${nullableValue(id)}, ${isCounted})`;
  });
  return sql`SELECT facet.1 AS field, facet.2 AS value, count() AS events
FROM (SELECT arrayJoin(arrayFilter(entry -> entry.3, [${listSql(entries)}])) AS facet ${from})
GROUP BY field, value`;
}

interface FacetRows {
  readonly frequent: readonly ResultRow[];
  readonly named: readonly ResultRow[];
  /** Values with few events: those in `given`, and others with the same checksum as one of these. */
  readonly rare: readonly ResultRow[];
  readonly given: ReadonlySet<FieldValue>;
}

function createFacet(
  field: FieldID,
  choice: FieldChoice | undefined,
  limit: number,
  { frequent, named, rare, given }: FacetRows,
): Facet {
  const choiceOf = (value: string | undefined): 'only' | 'not' | undefined =>
    choice?.only.has(value) ? 'only' : choice?.not.has(value) ? 'not' : undefined;
  const counts = new Map(frequent.map((row) => [textIn(row, 'value'), numberIn(row, 'events')]));
  for (const row of rare) {
    const value = textIn(row, 'value');
    if (given.has(value)) counts.set(value, numberIn(row, 'events'));
  }
  for (const row of named) counts.set(textIn(row, 'value'), numberIn(row, 'events'));
  // Absence can be chosen even if no event of the listing lacks the field.
  if (choiceOf(undefined) !== undefined && !counts.has(undefined)) counts.set(undefined, 0);
  const found = Array.from(counts, ([value, count]) => ({ value, count, choice: choiceOf(value) })).sort(
    compareByFrequency,
  );
  const values = found.filter(({ value, choice: made }, place) => place < limit || made || given.has(value));
  const known =
    numberIn(frequent[0], 'known') + found.filter(({ count, choice: made }) => count === 0 && made).length;
  return {
    field,
    values: values.map(({ value, count, choice: made }) => ({ value, count, ...(made && { choice: made }) })),
    more: known - values.length,
  };
}
