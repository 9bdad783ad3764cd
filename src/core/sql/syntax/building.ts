/** While it is being parsed a node is filled in bit by bit; afterwards nothing changes it. */
export type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
