/**
 * JSON values that keep what JavaScript would lose: the text of numbers that a double can't represent character for
 * character, and the order of keys in the source.
 */

// Values pass between bundles, each of which has its own copy of this module. The values are marked with symbols that
// all copies share.
const exactNumberSymbol = Symbol.for('vaultsql.exactNumber');
const keyOrderSymbol = Symbol.for('vaultsql.keyOrder');

/** The text of a JSON number that a double can't represent exactly as written, such as 9007199254740993 or 1.10. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get [exactNumberSymbol](): true {
    return true;
  }
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && exactNumberSymbol in value;
  }
  toString(): string {
    return this.text;
  }
}

export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject;
/**
 * A JSON object. One that `parseJson` returned has a null prototype, so that `__proto__` is a key like any other, and
 * `getKeysInOrder` returns its keys in source order.
 */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Whether `value` is a JSON object. False for an `ExactNumber`, which is a JavaScript object but represents a JSON
 * number.
 */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(exactNumberSymbol in value)
  );
}

/**
 * Records the order in which `getKeysInOrder` returns the keys of `object`. Only needed if JavaScript would enumerate
 * them in another order, as it does with integer-like keys.
 */
export function rememberKeyOrder(object: JsonObject, keys: readonly string[]): void {
  Object.defineProperty(object, keyOrderSymbol, { value: keys });
}

/**
 * Returns the keys of `object` in their recorded order, such as that of the source, or in JavaScript's order if none is
 * recorded.
 */
export function getKeysInOrder(object: JsonObject): readonly string[] {
  return (object as { readonly [keyOrderSymbol]?: readonly string[] })[keyOrderSymbol] ?? Object.keys(object);
}

export function createObject(keys: readonly string[], valueAt: (key: string) => JsonValue): JsonObject {
  const object = Object.create(null) as Record<string, JsonValue>;
  for (const key of keys) object[key] = valueAt(key);
  rememberKeyOrder(object, keys);
  return object;
}

/**
 * Returns a copy of `object` with its keys mapped by `keyOf` and its values by `change`, in the same order. Returns
 * `object` itself if nothing changes. If two keys become equal, spaces are appended to the later one.
 */
export function mapObject(
  object: JsonObject,
  keyOf: (key: string) => string,
  change: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  const before = getKeysInOrder(object);
  const keys = before.map(keyOf);
  const values = before.map((key) => change(object[key] ?? null, key));
  const isSame = before.every((key, at) => keys[at] === key && values[at] === (object[key] ?? null));
  if (isSame) return object;
  const changed = new Map<string, JsonValue>();
  for (const [at, key] of keys.entries()) {
    let name = key;
    while (changed.has(name)) name += ' ';
    changed.set(name, values[at] ?? null);
  }
  return createObject([...changed.keys()], (name) => changed.get(name) ?? null);
}

export function mapList(
  list: readonly JsonValue[],
  change: (value: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const items = list.map(change);
  return items.every((item, at) => item === list[at]) ? list : items;
}

/**
 * Maximum number of nesting levels that are indented. Deeper ones are printed with the indentation of this level: a
 * hostile nesting would otherwise need gigabytes.
 */
const MAX_INDENTED_LEVELS = 100;

interface OpenContainer {
  readonly close: ']' | '}';
  readonly keys?: readonly string[];
  readonly container: readonly JsonValue[] | JsonObject;
  readonly size: number;
  next: number;
}

/**
 * Returns `value` as JSON text. An `ExactNumber` keeps its text, and keys are in the order of `getKeysInOrder`.
 * `indent` is the number of spaces per nesting level, up to `MAX_INDENTED_LEVELS`; 0 puts everything on one line.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  if (indent === 0 && canStringifyNatively(value, 0)) return JSON.stringify(value);
  const parts: string[] = [];
  const stack: OpenContainer[] = [];
  const newLine = () => {
    if (indent > 0) parts.push('\n', ' '.repeat(indent * Math.min(stack.length, MAX_INDENTED_LEVELS)));
  };
  const pushValue = (item: JsonValue) => {
    const open = openContainer(item);
    if (open === undefined) parts.push(stringifyScalar(item));
    else if (open.size === 0) parts.push(open.close === ']' ? '[]' : '{}');
    else {
      parts.push(open.close === ']' ? '[' : '{');
      stack.push(open);
    }
  };
  pushValue(value);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.next === top.size) {
      stack.pop();
      newLine();
      parts.push(top.close);
      continue;
    }
    if (top.next > 0) parts.push(',');
    newLine();
    const index = top.next++;
    const key = top.keys?.[index];
    if (key !== undefined) parts.push(JSON.stringify(key), indent > 0 ? ': ' : ':');
    pushValue(memberOf(top.container, key ?? index));
  }
  return parts.join('');
}

const MAX_NATIVE_DEPTH = 100;

function canStringifyNatively(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_NATIVE_DEPTH || exactNumberSymbol in value || keyOrderSymbol in value) return false;
  return Object.values(value).every((member) => canStringifyNatively(member, depth + 1));
}

function openContainer(value: JsonValue): OpenContainer | undefined {
  if (Array.isArray(value)) return { close: ']', container: value, size: value.length, next: 0 };
  if (!isJsonObject(value)) return undefined;
  const keys = getKeysInOrder(value);
  return { close: '}', keys, container: value, size: keys.length, next: 0 };
}

function memberOf(container: readonly JsonValue[] | JsonObject, at: string | number): JsonValue {
  return (container as Readonly<Record<string | number, JsonValue>>)[at] ?? null;
}

function stringifyScalar(value: JsonValue): string {
  return value instanceof ExactNumber ? value.text : JSON.stringify(value);
}
