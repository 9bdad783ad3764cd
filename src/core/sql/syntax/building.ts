/**
 * A node type whose own properties are writable, while the parser fills the node in. Arrays in the node stay readonly.
 */
export type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
