/** Expressions over the columns of the table of events that `createTableStatements` creates. */
import { type FieldID, findAuditField } from '../table/fields.ts';
import type { EventOutcome } from '../table/outcome.ts';
import { bind, nameSql, type Sql, sql } from './sql.ts';

const isList = (field: FieldID): boolean => findAuditField(field)?.each !== undefined;

/** An entry of a field: `text` is its value, and `isAbsent` whether there is none. */
export interface ValueSql {
  readonly text: Sql;
  readonly isAbsent: Sql;
}

/**
 * Returns the whole value of a field, with the entries of a list joined by a comma and a space. In the table, an empty
 * text stands for an absent value; an empty list is absent too.
 */
export function wholeValue(field: FieldID): ValueSql {
  const column = nameSql(field);
  return isList(field)
    ? { text: sql`arrayStringConcat(${column}, ', ')`, isAbsent: sql`empty(${column})` }
    : { text: column, isAbsent: sql`(${column} = '')` };
}

/** Returns the whole value of a field as one expression, NULL if it is absent. */
export function nullableValue(field: FieldID): Sql {
  const { text, isAbsent } = wholeValue(field);
  return sql`if(${isAbsent}, NULL, toString(${text}))`;
}

/**
 * Returns a condition that is met if `test` is met by the field's value, or by at least one entry of a list. An absent
 * value, and an empty list, are tested once, as absent.
 */
export function someEntry(field: FieldID, test: (value: ValueSql) => Sql): Sql {
  const { text, isAbsent } = wholeValue(field);
  if (!isList(field)) return test({ text, isAbsent });
  const entries = sql`arrayExists(entry -> ${test({ text: sql`entry`, isAbsent: sql`0` })}, ${nameSql(field)})`;
  return sql`if(${isAbsent}, ${test({ text: sql`''`, isAbsent: sql`1` })}, ${entries})`;
}

/** A time in nanoseconds since 1970. */
export const momentSql = (nanoseconds: bigint): Sql =>
  sql`fromUnixTimestamp64Nano(${bind('Int64', nanoseconds)}, 'UTC')`;

/** Whether the event has a usable time. The column `ts` of the others is the beginning of 1970. */
export const isDated = sql`(ts != fromUnixTimestamp64Nano(toInt64(0), 'UTC'))`;

export const NANOSECONDS_PER_MS = 1_000_000n;

/** Returns a time of the type of the column `ts` in whole milliseconds since 1970. */
export const toMilliseconds = (time: Sql): Sql => sql`toUnixTimestamp64Milli(${time})`;

/** The event's time in whole milliseconds since 1970. */
export const milliseconds = toMilliseconds(sql`ts`);

/** A key by which texts sort as in JavaScript, by UTF-16 code unit; as bytes they would sort by code point. */
export const textSortKey = (text: Sql): Sql => sql`convertCharset(${text}, 'UTF-8', 'UTF-16BE')`;

/** The text in the form in which a search compares texts, as `foldCaseAndLineFeeds` returns it. */
export const foldedText = (text: Sql): Sql => sql`replaceAll(lowerUTF8(${text}), '\\n', ' ')`;

const INTEGER = sql`'^-?[0-9]+$'`;
export const isIntegerText = (text: Sql): Sql => sql`match(${text}, ${INTEGER})`;

/** Conditions for the outcomes of a request, of which exactly one is met. */
export const outcomeConditions: Readonly<Record<EventOutcome, Sql>> = {
  succeeded: sql`match(code, '^2[0-9][0-9]$')`,
  failed: sql`(${isIntegerText(sql`code`)} AND NOT match(code, '^2[0-9][0-9]$'))`,
  unknown: sql`(NOT ${isIntegerText(sql`code`)})`,
};

/** Whether the event's request is a query: then its reads were determined, or marked as missing. */
export const isQuery = sql`(notEmpty(reads) OR readsMissing != '')`;

/**
 * Whether the event is a further one with its change ID, whose content differs from the first one: its ID is followed by
 * a hash (`getRecordID`).
 */
export const isFurtherVariant = sql`(changeID != '' AND startsWith(id, concat(changeID, '~')))`;

/**
 * Whether `isFurtherVariant` may be met, judged by the ID alone: it ends with `~` and 64 characters, the length of the
 * hash. This is much faster, because the server does not read the column of change IDs.
 */
export const mayBeFurtherVariant = sql`(length(id) > 65 AND substring(id, -65, 1) = '~')`;
