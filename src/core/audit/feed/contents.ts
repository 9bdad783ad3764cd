/**
 * Comparison of whole events. The service promises that a change ID is unique (S12), so two events with one ID and
 * different contents mean that something is wrong: an edited file, a forged one, or a service that reuses its IDs.
 */
import {
  ExactNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';

/** A hash of all that an event has: equal for events that are deeply equal, in whatever order their keys came. */
export function contentHash({ raw }: AuditEvent): string {
  const text = stringifyJson(raw, 0, sortedKeys);
  // Two hashes of 32 bits: one alone would often be the same for two of a hundred thousand events.
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 2654435761);
    second = Math.imul(second ^ code, 1597334677);
  }
  return `${(first >>> 0).toString(36)}-${(second >>> 0).toString(36)}`;
}

const sortedKeys = (object: JsonObject): readonly string[] => Object.keys(object).sort();

/**
 * Whether two events give different values for something that both have. What only one of them has is no contradiction:
 * a file can leave out values that it has no column for.
 */
export function contradicts(one: AuditEvent, other: AuditEvent): boolean {
  const pending: (readonly [JsonValue, JsonValue])[] = [[one.raw, other.raw]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a, b] = pair;
    if (isJsonObject(a) && isJsonObject(b)) {
      for (const key of Object.keys(a)) {
        const [left, right] = [a[key], b[key]];
        if (left !== undefined && right !== undefined) pending.push([left, right]);
      }
    } else if (isList(a) && isList(b)) {
      if (a.length !== b.length) return true;
      for (const [index, left] of a.entries()) pending.push([left, b[index] ?? null]);
    } else if (!isSameScalar(a, b)) return true;
  }
  return false;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The same number may have been read exactly in one place and as a double in the other. */
function isSameScalar(a: JsonValue, b: JsonValue): boolean {
  const [left, right] = [a, b].map((value) => (value instanceof ExactNumber ? Number(value.text) : value));
  if (a instanceof ExactNumber && b instanceof ExactNumber) return a.text === b.text;
  return left === right;
}
