/** The user's mark in an exported event: a JSON member beside those of the service. */
import {
  createObject,
  getKeysInOrder,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../service/json.ts';
import type { Mark } from './marks.ts';

const MEMBER = 'vaultSqlMark';

const markValue = ({ note }: Mark): JsonObject => ({ marked: true, ...(note === '' ? {} : { note }) });

/**
 * Returns the JSON text of an event with the mark added as its last member. `text` must be a JSON object without
 * whitespace after it.
 */
export function withMark(text: string, mark: Mark): string {
  const member = `"${MEMBER}":${JSON.stringify(markValue(mark))}}`;
  const open = text.slice(0, -1).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}${member}`;
}

/** Returns an object whose only member is the mark, to be merged into an exported event. */
export const createMarkMember = (mark: Mark): JsonObject => ({ [MEMBER]: markValue(mark) });

/**
 * Splits an exported object into the event and its mark. If the member `vaultSqlMark` is not a valid mark, it stays
 * part of the event.
 */
export function splitMark(value: JsonObject): {
  readonly own: JsonObject;
  readonly mark: Mark | undefined;
} {
  const mark = readMark(value[MEMBER]);
  if (!mark) return { own: value, mark };
  const keys = getKeysInOrder(value).filter((key) => key !== MEMBER);
  return { own: createObject(keys, (key) => value[key] ?? null), mark };
}

function readMark(value: JsonValue | undefined): Mark | undefined {
  if (value === undefined || !isJsonObject(value) || value.marked !== true) return undefined;
  const { note = '' } = value;
  return typeof note === 'string' ? { note } : undefined;
}
