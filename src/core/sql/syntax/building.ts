/**
 * An object type whose own properties are writable while the object is filled in. Arrays in the object stay readonly.
 */
export type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
