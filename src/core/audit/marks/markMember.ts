/**
 * A mark in an exported event: a member beside those of the service, which no service sends. It is never a part of the
 * event: who reads it takes it out.
 */
import { isJsonObject, type JsonObject, type JsonValue, keysOf, objectOf } from '../../service/json.ts';
import type { Mark } from './marks.ts';

const MEMBER = 'vaultSqlMark';

const markValue = ({ note }: Mark): JsonObject => ({ marked: true, ...(note === '' ? {} : { note }) });

/** The text of an event with its mark. */
export function withMark(text: string, mark: Mark): string {
  const member = `"${MEMBER}":${JSON.stringify(markValue(mark))}}`;
  const open = text.slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}${member}`;
}

/** The member alone, for an event that is put together. */
export const markMember = (mark: Mark): JsonObject => ({ [MEMBER]: markValue(mark) });

/** The event of an object, without the mark that was written beside it. Another thing of that name is left where it is. */
export function withoutMark(value: JsonObject): {
  readonly own: JsonObject;
  readonly mark: Mark | undefined;
} {
  const mark = readMark(value[MEMBER]);
  if (!mark) return { own: value, mark };
  const keys = keysOf(value).filter((key) => key !== MEMBER);
  return { own: objectOf(keys, (key) => value[key] ?? null), mark };
}

function readMark(value: JsonValue | undefined): Mark | undefined {
  if (value === undefined || !isJsonObject(value) || value.marked !== true) return undefined;
  const { note = '' } = value;
  return typeof note === 'string' ? { note } : undefined;
}
