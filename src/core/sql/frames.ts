/**
 * Reading an expression needs two memories, both kept off the engine's own stack so that no nesting can overflow
 * it: the open brackets and CASEs (frames), and the operators that wait for their right side.
 */
import * as reader from './reader.ts';
import * as states from './states.ts';

export interface Frame {
  kind: states.FrameKind;
  /** The opening token. */
  readonly opener: number;
  /** Height of the operator stack below this frame. */
  readonly floor: number;
  /** The function's name in upper case, '' for none. */
  readonly name: string;
  /** The frame around it, in the same expression. */
  readonly outer: Frame | undefined;
  commas: number;
  /** The first token of the second argument. */
  second: number;
}

/** PostgreSQL's parser gives up there as well (“memory exhausted”, YYMAXDEPTH): a stack without end is not linear. */
export const maxFrames = 10_000;

/** The innermost open frame of the expression being read, and how many are open in all. */
export let frame: Frame | undefined;
export let height = 0;
/** Height of the operator stack below the expression. */
export let base = 0;
const operators: number[] = [];

/** Begins an expression, which has frames and operators of its own. */
export function apart(): void {
  frame = undefined;
  base = operators.length;
}
/** Ends an expression, and goes back to what stood around it. */
export function leave(outerFrame: Frame | undefined, outerHeight: number, outerBase: number): void {
  endOperators(base);
  frame = outerFrame;
  height = outerHeight;
  base = outerBase;
}

/** Whether the innermost frame is one of these kinds. */
export const inside = (kinds: states.FrameKind): boolean => ((frame?.kind ?? 0) & kinds) !== 0;

/** Opens a frame at the current token and takes that token; where there are too many, all of the statement. */
export function openFrame(kind: states.FrameKind, name = ''): void {
  if (++height > maxFrames) {
    reader.syntax('too-deep');
    reader.goTo(reader.last);
    return;
  }
  frame = { kind, opener: reader.at, floor: operators.length, name, outer: frame, commas: 0, second: -1 };
  reader.compare(-1);
  reader.next();
}
/** Closes the innermost frame. */
export function closeFrame(): void {
  height--;
  frame = frame?.outer;
}

/** Ends the operators that bind more tightly; answers the level of the one on top, -1 for none. */
function reduce(level: number): number {
  const floor = frame?.floor ?? base;
  for (;;) {
    const top = operators.length > floor ? (operators.at(-1) ?? 0) : -1;
    if (top <= level) return top;
    operators.pop();
  }
}

/**
 * Takes note of an operator at token `token` whose left side is complete, and which waits for a right side or not.
 * `a < b < c` is an error in PostgreSQL: comparisons, LIKE and IS do not chain.
 */
export function operate(level: number, token = reader.at, waits = true): void {
  const same = reduce(level) === level;
  if (same && level >= states.IS && level <= states.ESCAPE) reader.syntax('chained-comparison', token);
  if (waits && !same) operators.push(level);
}

/** NOT, a sign, or a BETWEEN: ends nothing to its left. */
export const push = (level: number): void => {
  operators.push(level);
};

/** Where an operand list, a bracket or an expression ends, above `floor`: a BETWEEN that has no AND is an error. */
export function endOperators(floor: number): void {
  if (operators.includes(states.BETWEEN, floor)) reader.unexpected();
  dropOperators(floor);
}
export const dropOperators = (floor: number): void => {
  if (operators.length > floor) operators.length = floor;
};

/** At an AND: whether it is that of a BETWEEN. */
export function endBetween(): boolean {
  if (reduce(states.AND) !== states.BETWEEN) return false;
  operators[operators.length - 1] = states.LIKE;
  return true;
}
