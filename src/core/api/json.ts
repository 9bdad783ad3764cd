/** JSON as we keep it: numbers that a double would change stay text. */

/** A number whose source text a double cannot give back, e.g. 9007199254740993 or 1.10. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject;
/** Objects have a null prototype, so `__proto__` is a key like any other; ask `keysOf` for the keys in source order. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
