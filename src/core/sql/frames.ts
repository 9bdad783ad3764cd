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
  /** `IN ( … )`, `ANY ( … )`, `ARRAY( … )`. */
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
  /** The opening token. */
  readonly opener: number;
  /** Height of the operator stack below this frame. */
  readonly ops: number;
  /** The function's name in upper case, '' for none. */
  readonly name: string;
  commas: number;
  /** The first token of the second argument. */
  second: number;
}

/** PostgreSQL's parser gives up there as well (“memory exhausted”, YYMAXDEPTH): a stack without end is not linear. */
export const maxFrames = 10_000;

/** Opens a frame at the current token and takes that token; where there are too many, all of the statement. */
export function openFrame(reader: Reader, kind: FrameKind, name = ''): void {
  if (reader.frames.length >= maxFrames) {
    reader.syntax('too-deep');
    reader.at = reader.last;
    return;
  }
  reader.frames.push({ kind, opener: reader.at, ops: reader.ops.length, name, commas: 0, second: -1 });
  reader.comparison = -1;
  reader.next();
}

/** The innermost open frame of the expression being read. */
export const topFrame = (reader: Reader): Frame | undefined =>
  reader.frames.length > reader.frameBase ? reader.frames.at(-1) : undefined;

/** PostgreSQL's operator precedence (gram.y), loosest first; `between` marks a BETWEEN that waits for its AND. */
const levels = new Map(
  'between or and not is compare like escape other sum product power zone sign'
    .split(' ')
    .map((name, level) => [name, level]),
);
const levelOf = (name: string): number => levels.get(name) ?? 0;
const chainable = new Set(['or', 'and', 'other', 'sum', 'product', 'power', 'zone']);

const base = (reader: Reader): number => topFrame(reader)?.ops ?? reader.opsBase;

/** Ends the operators that bind more tightly; answers the one on top, -1 for none. */
function reduce(reader: Reader, level: number): number {
  const { ops } = reader;
  const floor = base(reader);
  while (ops.length > floor && (ops[ops.length - 1] ?? 0) > level) ops.pop();
  return ops.length > floor ? (ops[ops.length - 1] ?? 0) : -1;
}

/**
 * Takes note of an operator at token `at` whose left side is complete, and which waits for a right side or not.
 * `a < b < c` is an error in PostgreSQL: comparisons, LIKE and IS do not chain.
 */
export function operate(reader: Reader, name: string, at: number, waits = true): void {
  const level = levelOf(name);
  const same = reduce(reader, level) === level;
  if (same && !chainable.has(name)) reader.syntax('chained-comparison', at);
  if (waits && !same) reader.ops.push(level);
}

/** NOT, a sign, or a BETWEEN: ends nothing to its left. */
export const push = (reader: Reader, name: string): void => {
  reader.ops.push(levelOf(name));
};

/** Where an operand list, a bracket or an expression ends, above `floor`: a BETWEEN that has no AND is an error. */
export function endOperators(reader: Reader, floor: number): void {
  const { ops } = reader;
  if (ops.includes(levelOf('between'), floor)) reader.unexpected();
  ops.length = floor;
}

/** At an AND: whether it is that of a BETWEEN. */
export function endBetween(reader: Reader): boolean {
  if (reduce(reader, levelOf('and')) !== levelOf('between')) return false;
  reader.ops[reader.ops.length - 1] = levelOf('like');
  return true;
}
