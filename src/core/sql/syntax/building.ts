/**
 * `T` with writable properties, for an object that is still being filled in. The types of the properties are unchanged,
 * so a readonly array can be replaced but not modified.
 */
export type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
