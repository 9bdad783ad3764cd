import type { AbortSignalLike } from '../../service/transport.ts';
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
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bind, bindText, listSql, not, type Sql, sql } from './sql.ts';

/** Maximum number of values of a field that are fetched, the most significant first. */
const MAX_VALUES_PER_FIELD = 200;

/**
 * Returns values that are significantly more frequent in the events that meet `here` than in the others of the listing,
 * without fields that the filters name, as the local store does. Own events are left out if there are others.
 */
export async function compareWithOthers(
  { from, run }: ListedEvents,
  here: Sql,
  { filters, own }: { readonly filters: TrailFilters; readonly own: Sql | undefined },
  signal?: AbortSignalLike,
): Promise<UnusualResult> {
  const isOwn = own ?? sql`0`;
  const [row] = await run(
    sql`SELECT count() AS events, countIf(${here}) AS examined, countIf(${here} AND ${isOwn}) AS examinedOwn, countIf(${isOwn}) AS allOwn ${from}`,
    signal,
  );
  const examined = numberIn(row, 'examined');
  const others = examined - numberIn(row, 'examinedOwn');
  const isOmitting = own !== undefined && others > 0;
  const leftOut = isOmitting ? numberIn(row, 'allOwn') : 0;
  const sizes: ComparedSizes = {
    here: isOmitting ? others : examined,
    rest: numberIn(row, 'events') - leftOut - (isOmitting ? others : examined),
  };
  const terms = filters.terms ?? [];
  const named = new Set([
    ...filters.fields.keys(),
    ...terms.flatMap((term) => (term.kind === 'field' ? [term.field] : [])),
  ]);
  const fields = auditFields.filter(({ id, values }) => values === 'few' && !named.has(id));
  if (sizes.here === 0 || sizes.rest === 0 || fields.length === 0) return { sizes, leftOut, values: [] };
  const compared = isOmitting ? sql`${from} AND ${not(isOwn)}` : from;
  const rows = await run(countValues(compared, here, fields, sizes), signal);
  const needles = terms.flatMap((term) => (term.kind === 'text' ? [foldCaseAndLineFeeds(term.text)] : []));
  const isSearched = (value: string | undefined): boolean =>
    isNeitherAbsentNorEmptyObject(value) &&
    needles.some((needle) => foldCaseAndLineFeeds(value).includes(needle));
  const counts = fields.map(({ id }) =>
    toFieldCounts(
      id,
      rows.filter((one) => textIn(one, 'field') === id),
    ),
  );
  return { sizes, leftOut, values: findUnusualValues(counts, sizes, isSearched) };
}

/** Selects the values that are more frequent in the examined events, and how many different ones each field has. */
function countValues(from: Sql, here: Sql, fields: readonly AuditField[], sizes: ComparedSizes): Sql {
  const entries = fields.map(({ id }) => sql`(${bindText(id)}, ${nullableValue(id)})`);
  const [sizeHere, sizeRest] = [bind('Float64', sizes.here), bind('Float64', sizes.rest)];
  return sql`SELECT field, value, examined, others, known FROM (
  SELECT field, value, examined, others, count() OVER (PARTITION BY field) AS known FROM (
    SELECT pair.1 AS field, pair.2 AS value, countIf(isHere) AS examined, countIf(NOT isHere) AS others
    FROM (SELECT ${here} AS isHere, arrayJoin([${listSql(entries)}]) AS pair ${from})
    GROUP BY field, value
  )
)
WHERE examined > 1 AND examined * ${sizeRest} > others * ${sizeHere}
ORDER BY field, ${likelihoodRatio(sizeHere, sizeRest)} DESC
LIMIT ${bind('UInt64', MAX_VALUES_PER_FIELD)} BY field`;
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

const toFieldCounts = (field: AuditField['id'], rows: readonly ResultRow[]): FieldCounts => ({
  field,
  values: rows.map((row) => textIn(row, 'value')),
  here: Uint32Array.from(rows, (row) => numberIn(row, 'examined')),
  rest: Uint32Array.from(rows, (row) => numberIn(row, 'others')),
  metValues: numberIn(rows[0], 'known'),
});
