/**
 * Reading an expression needs two memories, both kept as plain stacks so that no nesting can overflow the
 * engine's own: the open brackets and CASEs (frames), and the operators that wait for their right side (ops).
 */
import type { Reader } from './reader.ts';

export type FrameKind =
  /** `( … )` around an expression, a row, a subquery. */
  | 'group'
  /** Arguments of a supported function: read strictly. */
  | 'arguments'
  /** Arguments of any other function: its own words (FROM, FOR, AS …) are no clauses; it is flagged already. */
  | 'lenient'
  /** `IN ( … )`, `ANY ( … )`, `ROW ( … )`. */
  | 'list'
  /** `FILTER (WHERE …)`. */
  | 'filter'
  /** `ARRAY[ … ]`. */
  | 'array'
  /** `value[ … ]`. */
  | 'subscript'
  | 'case';

export interface Frame {
  kind: FrameKind;
  /** Index of the opening token. */
  readonly opener: number;
  /** Height of the operator stack below this frame. */
  readonly ops: number;
  /** Function name in upper case, '' for none. */
  readonly name: string;
  commas: number;
  /** Index of the first token of the second argument. */
  second: number;
}

/** Opens a frame at the current token and takes that token. */
export function openFrame(reader: Reader, kind: FrameKind, name = ''): void {
  reader.frames.push({ kind, opener: reader.at, ops: reader.ops.length, name, commas: 0, second: -1 });
  reader.next();
}

/** PostgreSQL's operator precedence (gram.y), loosest first. 0 marks a BETWEEN that waits for its AND. */
export const level = {
  between: 0,
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
  zone: 12,
  collate: 13,
  sign: 14,
} as const;

const nonAssociative: ReadonlySet<number> = new Set([level.is, level.comparison, level.like, level.escape]);

/** Height of the operator stack that belongs to the current frame. */
const floor = (reader: Reader): number => reader.frames.at(-1)?.ops ?? 0;

/**
 * Takes note of an operator at the current token whose left side is complete. `a < b < c` is an error in
 * PostgreSQL: comparisons, LIKE and IS do not chain.
 */
export function reduceTo(reader: Reader, to: number): void {
  const { ops } = reader;
  const base = Math.max(floor(reader), reader.opsBase);
  while (ops.length > base && (ops[ops.length - 1] ?? 0) > to) ops.pop();
  if (ops.length > base && ops[ops.length - 1] === to && nonAssociative.has(to)) {
    reader.syntax('chained-comparison');
  }
}

/** An operator that waits for its right side. */
export function binary(reader: Reader, to: number): void {
  reduceTo(reader, to);
  const { ops } = reader;
  if (ops[ops.length - 1] !== to || ops.length === Math.max(floor(reader), reader.opsBase)) ops.push(to);
}
/** An operator before its only operand: it ends nothing to its left. */
export const prefix = (reader: Reader, to: number): void => {
  reader.ops.push(to);
};

/** Takes an AND for the BETWEEN that waits for it; false where none does. */
export function endBetween(reader: Reader): boolean {
  const { ops } = reader;
  const base = Math.max(floor(reader), reader.opsBase);
  while (ops.length > base && (ops[ops.length - 1] ?? 0) > level.and) ops.pop();
  if (ops.length === base || ops[ops.length - 1] !== level.between) return false;
  ops[ops.length - 1] = level.like;
  return true;
}
