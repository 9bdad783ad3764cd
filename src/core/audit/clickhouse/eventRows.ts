/** The events of a view: which rows, in which order, and as which data. */
import type { EventData } from '../feed/compactEvent.ts';
import type { EventSortKey } from '../feed/eventOrder.ts';
import { timestampToMs } from '../feed/timestamps.ts';
import { type FieldID, findAuditField } from '../table/fields.ts';
import type { TrailEvent, TrailSort } from '../table/trail.ts';
import { toEventKey } from './eventSets.ts';
import { isIntegerText, momentSql, nullableValue, textSortKey } from './fieldSql.ts';
import { variantOfID } from './filterSql.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bindText, listSql, nameSql, type Sql, sql } from './sql.ts';

export const newestFirstOrder = sql`ts DESC, id DESC`;

/** What is selected of each event, with the names by which `eventOfRow` reads it. */
export const eventParts = [
  [sql`toString(toUnixTimestamp64Nano(ts))`, 'at'],
  [sql`id`, 'eventID'],
  [sql`event`, 'json'],
  [sql`time`, 'eventTime'],
  [sql`changeID`, 'change'],
  [sql`accountID`, 'account'],
  [sql`parentAccountID`, 'parentAccount'],
] as const satisfies readonly (readonly [Sql, string])[];

export const eventColumnsSql = listSql(eventParts.map(([part, name]) => sql`${part} AS ${nameSql(name)}`));

export function eventOfRow(row: ResultRow): TrailEvent {
  const id = textIn(row, 'eventID') ?? '';
  return { key: toEventKey(textIn(row, 'at') ?? '0', id), data: eventDataOfRow(row, id) };
}

function eventDataOfRow(row: ResultRow, id: string): EventData {
  const present = (name: string): string | undefined => textIn(row, name) || undefined;
  const [changeID, accountID, parentAccountID] = [
    present('change'),
    present('account'),
    present('parentAccount'),
  ];
  const variant = variantOfID(id, changeID ?? '');
  return {
    text: textIn(row, 'json') ?? '',
    time: present('eventTime'),
    changeID,
    // Whether an event needs exact numbers would have to be found out by parsing it.
    isExact: true,
    ...(variant > 1 ? { variant } : {}),
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
  };
}

const codedSorts = (sorts: readonly TrailSort[]): readonly TrailSort[] =>
  sorts.filter(({ field }) => field !== 'time' && findAuditField(field)?.values === 'few');

/** Resolves to those of `fields` whose values are integers in all events of a listing. */
export async function findIntegerFields(
  { from, run }: ListedEvents,
  fields: readonly FieldID[],
  signal?: Parameters<ListedEvents['run']>[1],
): Promise<ReadonlySet<FieldID>> {
  const tested = [...new Set(fields)];
  const tests = tested.map(
    (field) =>
      sql`countIf(NOT ${isIntegerText(sql`ifNull(${nullableValue(field)}, '0')`)}) AS ${nameSql(`texts_${field}`)}`,
  );
  const [found] = tested.length === 0 ? [] : await run(sql`SELECT ${listSql(tests)} ${from}`, signal);
  return new Set(tested.filter((field) => numberIn(found, `texts_${field}`) === 0));
}

/**
 * Returns the order of a view: what follows ORDER BY. A field whose values in the listing are all integers is sorted by
 * number, which one more statement finds out. Events of one time are sorted by ID.
 */
export async function findOrder(
  events: ListedEvents,
  sorts: readonly TrailSort[],
  signal?: Parameters<ListedEvents['run']>[1],
): Promise<Sql> {
  const coded = codedSorts(sorts);
  const untested = coded.filter(({ isText }) => !isText).map(({ field }) => field);
  const integers = await findIntegerFields(events, untested, signal);
  const isOldestFirst = sorts.find(({ field }) => field === 'time')?.descending === false;
  const keys = sorts.flatMap(({ field, descending, isText }) => {
    const direction = descending ? sql`DESC` : sql`ASC`;
    if (field === 'time') return [sql`ts ${direction}`];
    if (!coded.some((sort) => sort.field === field)) return [];
    const value = nullableValue(field);
    const key = !isText && integers.has(field) ? sql`toFloat64OrNull(${value})` : textSortKey(value);
    return [sql`${key} ${direction} NULLS LAST`];
  });
  const isByTime = sorts.some(({ field }) => field === 'time');
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  return listSql([...keys, ...(isByTime ? [] : [sql`ts ${direction}`]), sql`id ${direction}`]);
}

/** Returns the condition that an event is at or before a position in a list that is sorted newest first. */
export function isUpTo({ time, changeID }: EventSortKey): Sql {
  const nanoseconds = nanosecondsOf(time ?? '');
  return sql`(ts > ${momentSql(nanoseconds)} OR (ts = ${momentSql(nanoseconds)} AND changeID >= ${bindText(changeID ?? '')}))`;
}

/** Returns the value of the column `ts` for a time, in nanoseconds since 1970: 0 if it is not usable. */
function nanosecondsOf(time: string): bigint {
  const ms = timestampToMs(time);
  return ms === undefined || ms < 0 ? 0n : BigInt(ms) * 1_000_000n + BigInt(time.slice(23));
}
