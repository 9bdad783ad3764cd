import type { JsonObject, JsonValue } from '../../service/json.ts';

/** Returns the object without its undefined properties. */
export function definedOnly(properties: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const defined: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) defined[name] = value;
  return defined;
}

/** Returns the object without its undefined properties, or undefined if it has no others. */
export function definedOrNothing(
  properties: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject | undefined {
  const defined = definedOnly(properties);
  return Object.keys(defined).length === 0 ? undefined : defined;
}
