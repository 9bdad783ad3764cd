/** How tightly operators bind: a higher number binds more tightly. */
export const precedence = {
  /** The level of two operands without an operator between them, which is usually a syntax error. */
  juxtaposed: 0,
  or: 1,
  and: 2,
  not: 3,
  is: 4,
  comparison: 5,
  like: 6,
  escape: 7,
  other: 8,
  sum: 9,
  product: 10,
  power: 11,
  at: 12,
  collate: 13,
  sign: 14,
  suffix: 15,
} as const;

export type PrecedenceLevel = keyof typeof precedence;
