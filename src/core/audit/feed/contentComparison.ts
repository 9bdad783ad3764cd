/**
 * Compares whole events. The service promises that a change ID is unique (S12), so two events with one ID and different
 * content show that something is wrong.
 */
import { ExactNumber, isJsonObject, type JsonValue } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';

/** Returns a 32-bit hash of an event's content, in base 36. The order of keys in objects does not affect it. */
export const computeContentHash = ({ raw }: AuditEvent): string => hashJsonValue(raw).toString(36);

/** Recursion is safe here, because the nesting depth is limited where an event's JSON text is parsed. */
function hashJsonValue(value: JsonValue): number {
  if (typeof value === 'string') return hashOfText(value, 1);
  if (isList(value)) return value.reduce<number>((hash, item) => mixHash(hash, hashJsonValue(item)), 2);
  if (!isJsonObject(value)) return hashOfText(String(value), 3);
  // A sum is the same in any order.
  let sum = 0;
  for (const key of Object.keys(value))
    sum = (sum + mixHash(hashOfText(key, 4), hashJsonValue(value[key] ?? null))) >>> 0;
  return mixHash(5, sum);
}

function hashOfText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return mixHash(hash, text.length);
}

function mixHash(hash: number, other: number): number {
  let next = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ other;
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
  return (next ^ (next >>> 16)) >>> 0;
}

/**
 * Whether two events have different values for a property that both have. A property that only one of them has is no
 * contradiction, because an exported file can leave out values that have no column. Lists of different lengths count as
 * different values.
 */
export function haveContradictingContent(one: AuditEvent, other: AuditEvent): boolean {
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

function isSameScalar(a: JsonValue, b: JsonValue): boolean {
  const [left, right] = [a, b].map((value) => (value instanceof ExactNumber ? Number(value.text) : value));
  if (a instanceof ExactNumber && b instanceof ExactNumber) return a.text === b.text;
  return left === right;
}
