import {
  createObject,
  getKeysInOrder,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../service/json.ts';

/** The path of a part of an event: the names of properties from the outermost inwards. */
export type PartPath = readonly [string, ...string[]];

/** Names of mapped properties. The value is the map of its inner properties, which is empty for a completely mapped one. */
interface MappedNames extends Map<string, MappedNames> {}

/**
 * The JSON of an event that is being mapped to another schema. Records which values were mapped, so that all others can
 * be written, too, and nothing is lost.
 */
export class EventParts {
  readonly #event: JsonObject;
  readonly #mapped: MappedNames = new Map();

  constructor(event: JsonObject) {
    this.#event = event;
  }

  /**
   * Returns a text and records it as mapped. Returns undefined and records nothing if the value is absent, or
   * if `isUsableText` is false for it.
   */
  takeText(...path: PartPath): string | undefined {
    const value = this.#valueAt(path);
    if (!isUsableText(value)) return undefined;
    this.#recordMapped(path);
    return value;
  }

  /** Returns an integer and records it as mapped. Returns undefined and records nothing if it is outside of the limits. */
  takeInteger(min: number, max: number, ...path: PartPath): number | undefined {
    const value = this.#valueAt(path);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) return undefined;
    this.#recordMapped(path);
    return value;
  }

  /**
   * Returns a list of texts and records it as mapped. Undefined, and not recorded, if the value is not a list, is
   * empty, or has an item that `takeText` would not return.
   */
  takeTexts(...path: PartPath): readonly string[] | undefined {
    const value = this.#valueAt(path);
    if (!Array.isArray(value) || value.length === 0 || !value.every(isUsableText)) return undefined;
    this.#recordMapped(path);
    return value;
  }

  /** Returns the event without mapped values, and without objects that are then empty; undefined if nothing remains. */
  getRemainder(): JsonObject | undefined {
    const remainder = withoutMapped(this.#event, this.#mapped);
    return getKeysInOrder(remainder).length === 0 ? undefined : remainder;
  }

  #valueAt(path: PartPath): JsonValue | undefined {
    return path.reduce<JsonValue | undefined>(
      (value, name) => (isJsonObject(value) ? value[name] : undefined),
      this.#event,
    );
  }

  #recordMapped(path: PartPath): void {
    let names = this.#mapped;
    for (const name of path) {
      const inner: MappedNames = names.get(name) ?? new Map();
      names.set(name, inner);
      names = inner;
    }
  }
}

/** Whether a value is a text that is not empty and has no unpaired surrogates, which UTF-8 cannot represent. */
export const isUsableText = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed();

/** Returns the object without mapped values. The recursion is only as deep as the longest mapped path. */
function withoutMapped(object: JsonObject, mapped: MappedNames): JsonObject {
  const left = new Map<string, JsonValue>();
  for (const name of getKeysInOrder(object)) {
    const value = object[name] ?? null;
    const inner = mapped.get(name);
    if (inner === undefined) left.set(name, value);
    else if (isJsonObject(value)) {
      // Only texts, integers, and lists are mapped completely.
      const rest = withoutMapped(value, inner);
      if (getKeysInOrder(rest).length > 0) left.set(name, rest);
    }
  }
  return createObject([...left.keys()], (name) => left.get(name) ?? null);
}
