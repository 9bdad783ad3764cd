import type { AbortSignalLike } from '../../service/transport.ts';
import type { NewerCounts } from '../merged/olderTrail.ts';
import { foldCaseAndLineFeeds } from '../store/columns/searchable.ts';
import { type AuditField, auditFields, isNeitherAbsentNorEmptyObject } from '../table/fields.ts';
import type { TrailFilters } from '../table/filter.ts';
import {
  type ComparedSizes,
  type FieldCounts,
  findUnusualValues,
  type UnusualResult,
} from '../unusual/significance.ts';
import { nullableValue } from './fieldSql.ts';
import { type HashOf, mayBeOneOf, selectForGiven } from './givenValues.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bind, bindText, listSql, not, type Sql, sql } from './sql.ts';

/** Maximum number of values of a field that are fetched, the most significant first. */
const MAX_VALUES_PER_FIELD = 200;

interface ComparedEvents {
  readonly filters: TrailFilters;
  readonly own: Sql | undefined;
  /** Counts of newer events of another source, which are added to those of the table; undefined if there are none. */
  readonly newer: NewerCounts | undefined;
  readonly hashOf: HashOf;
}

/**
 * Returns values that are significantly more frequent in the events that meet `here` than in the others of the listing,
 * without fields that the filters name, as the local store does. Own events are left out if there are others.
 */
export async function compareWithOthers(
  { from, run }: ListedEvents,
  here: Sql,
  { filters, own, newer, hashOf }: ComparedEvents,
  signal?: AbortSignalLike,
): Promise<UnusualResult> {
  const isOwn = own ?? sql`0`;
  const [row] = await run(
    sql`SELECT count() AS events, countIf(${here}) AS examined, countIf(${here} AND ${isOwn}) AS examinedOwn, countIf(${isOwn}) AS allOwn ${from}`,
    signal,
  );
  const examined = numberIn(row, 'examined') + (newer?.examined ?? 0);
  const others = examined - numberIn(row, 'examinedOwn') - (newer?.examinedOwn ?? 0);
  const isOmitting = own !== undefined && others > 0;
  const leftOut = isOmitting ? numberIn(row, 'allOwn') + (newer?.own ?? 0) : 0;
  const all = numberIn(row, 'events') + (newer?.events ?? 0);
  const sizes: ComparedSizes = {
    here: isOmitting ? others : examined,
    rest: all - leftOut - (isOmitting ? others : examined),
  };
  const terms = filters.terms ?? [];
  const named = new Set([
    ...filters.fields.keys(),
    ...terms.flatMap((term) => (term.kind === 'field' ? [term.field] : [])),
  ]);
  const fields = auditFields.filter(({ id, values }) => values === 'few' && !named.has(id));
  if (sizes.here === 0 || sizes.rest === 0 || fields.length === 0) return { sizes, leftOut, values: [] };
  const compared = isOmitting ? sql`${from} AND ${not(isOwn)}` : from;
  const added = (isOmitting ? newer?.withoutOwn : newer?.all) ?? [];
  const given = [...new Set(added.flatMap(({ values }) => values))];
  const rows = await selectForGiven(given, (some) => {
    const isGiven = mayBeOneOf(sql`value`, some, hashOf);
    return run(countValues(compared, here, fields, { sizes, isGiven, givenCount: some.length }), signal);
  });
  const needles = terms.flatMap((term) => (term.kind === 'text' ? [foldCaseAndLineFeeds(term.text)] : []));
  const isSearched = (value: string | undefined): boolean =>
    isNeitherAbsentNorEmptyObject(value) &&
    needles.some((needle) => foldCaseAndLineFeeds(value).includes(needle));
  const counts = fields.map(({ id }) =>
    toFieldCounts(
      id,
      rows.filter((one) => textIn(one, 'field') === id),
      added.find(({ field }) => field === id),
    ),
  );
  return { sizes, leftOut, values: findUnusualValues(counts, sizes, isSearched) };
}

interface SelectedValues {
  readonly sizes: ComparedSizes;
  /** A condition that is true for values that newer events of another source have, and for a few others. */
  readonly isGiven: Sql;
  /** Number of different values for which `isGiven` is meant to be true. They are returned beyond the limit. */
  readonly givenCount: number;
}

/**
 * Selects the values that are more frequent in the examined events, and those for which `isGiven` is true, with the
 * number of different values of each field. At least one value of each field is selected, because its row has that
 * number.
 */
function countValues(
  from: Sql,
  here: Sql,
  fields: readonly AuditField[],
  { sizes, isGiven, givenCount }: SelectedValues,
): Sql {
  const entries = fields.map(({ id }) => sql`(${bindText(id)}, ${nullableValue(id)})`);
  const [sizeHere, sizeRest] = [bind('Float64', sizes.here), bind('Float64', sizes.rest)];
  return sql`SELECT field, value, examined, others, known FROM (
  SELECT field, value, examined, others, ${isGiven} AS isAdded, count() OVER (PARTITION BY field) AS known,
    row_number() OVER (PARTITION BY field) AS place FROM (
    SELECT pair.1 AS field, pair.2 AS value, countIf(isHere) AS examined, countIf(NOT isHere) AS others
    FROM (SELECT ${here} AS isHere, arrayJoin([${listSql(entries)}]) AS pair ${from})
    GROUP BY field, value
  )
)
WHERE place = 1 OR isAdded OR (examined > 1 AND examined * ${sizeRest} > others * ${sizeHere})
ORDER BY field, isAdded DESC, ${likelihoodRatio(sizeHere, sizeRest)} DESC
LIMIT ${bind('UInt64', MAX_VALUES_PER_FIELD + givenCount)} BY field`;
}

/** An expression for half of what `computeLikelihoodRatio` returns. */
function likelihoodRatio(here: Sql, rest: Sql): Sql {
  const all = sql`(${here} + ${rest})`;
  const term = (seen: Sql, expected: Sql): Sql =>
    sql`if(${seen} <= 0, 0, ${seen} * log(${seen} / (${expected})))`;
  const withValue = sql`(examined + others)`;
  const without = sql`(${all} - ${withValue})`;
  return sql`(${term(sql`examined`, sql`${withValue} * ${here} / ${all}`)}
  + ${term(sql`others`, sql`${withValue} * ${rest} / ${all}`)}
  + ${term(sql`(${here} - examined)`, sql`${without} * ${here} / ${all}`)}
  + ${term(sql`(${rest} - others)`, sql`${without} * ${rest} / ${all}`)})`;
}

function toFieldCounts(
  field: AuditField['id'],
  rows: readonly ResultRow[],
  added: FieldCounts | undefined,
): FieldCounts {
  const pairs = new Map(
    rows.map((row) => [
      textIn(row, 'value'),
      { here: numberIn(row, 'examined'), rest: numberIn(row, 'others') },
    ]),
  );
  let known = numberIn(rows[0], 'known');
  for (const [at, value] of added?.values.entries() ?? []) {
    const same = pairs.get(value);
    if (!same) known++;
    pairs.set(value, {
      here: (same?.here ?? 0) + (added?.here[at] ?? 0),
      rest: (same?.rest ?? 0) + (added?.rest[at] ?? 0),
    });
  }
  const counts = [...pairs.values()];
  return {
    field,
    values: [...pairs.keys()],
    here: Uint32Array.from(counts, ({ here }) => here),
    rest: Uint32Array.from(counts, ({ rest }) => rest),
    metValues: known,
  };
}
