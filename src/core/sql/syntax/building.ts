/**
 * A node type with writable properties, for the time in which the parser fills the node in. A finished node is not
 * changed.
 */
export type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
