/**
 * Reading an expression needs a memory of what is open: brackets, CASEs, and BETWEENs whose AND is still to come.
 * Each is a frame in the one around it, off the engine's own stack, so that no nesting can overflow it.
 */
import * as reader from './reader.ts';
import * as states from './states.ts';

export interface Frame {
  kind: states.FrameKind;
  /** The opening token. */
  readonly opener: number;
  /** The function's name in upper case, '' for none. */
  readonly name: string;
  /** The frame around it; the first has none. */
  readonly outer: Frame | undefined;
  /** How many frames it stands in. */
  readonly height: number;
  /** The operators that wait for their right side, as bits. */
  waiting: number;
  commas: number;
  /** The first token of the second argument. */
  second: number;
}

const frameIn = (outer: Frame | undefined, kind: states.FrameKind, name = ''): Frame => ({
  kind,
  opener: reader.at,
  name,
  outer,
  height: outer ? outer.height + 1 : 0,
  waiting: 0,
  commas: 0,
  second: -1,
});

/** The innermost frame of the expression being read. */
export let frame: Frame = frameIn(undefined, states.ROOT);

/** Begins an expression, which no bracket around it has a part in. */
export function nest(): void {
  if (!inside(states.ROOT)) frame = frameIn(frame, states.ROOT);
  // The expression before it may have ended amid brackets.
  frame.waiting = 0;
}
/** Ends an expression, and goes back to the frame that was the innermost one before it. */
export function leave(outer: Frame): void {
  endOperators();
  frame = outer;
}

/** Whether the innermost frame is one of these kinds. */
export const inside = (kinds: states.FrameKind): boolean => (frame.kind & kinds) !== 0;

/**
 * Opens a frame at the current token and takes that token; where there are too many, all of the statement. What
 * comes next is an operand.
 */
export function openFrame(kind: states.FrameKind, name?: string): states.Expecting {
  frame = frameIn(frame, kind, name);
  reader.compare(-1);
  if (frame.height > states.maxFrames) {
    reader.syntax('too-deep');
    reader.goTo(reader.last);
  } else reader.next();
  return states.OPERAND;
}
/** Closes the innermost frame. */
export function closeFrame(): void {
  frame = frame.outer ?? frame;
}

/** After BETWEEN: what stands before its AND has operators of its own; for all else it is in the frame it was in. */
export function openBetween(): void {
  frame = { ...frame, kind: frame.kind | states.BETWEEN, outer: frame, waiting: 0 };
}

/**
 * Takes note of an operator at token `token` whose left side is complete, and which waits for a right side or not.
 * `a < b < c` is an error in PostgreSQL: comparisons, LIKE and IS do not chain.
 */
export function operate(level: number, token: number, waits = true): void {
  // Those that bind more tightly have all they waited for.
  frame.waiting &= 2 * level - 1;
  if (frame.waiting & level) reader.syntax('chained-comparison', token);
  if (waits) frame.waiting |= level;
}

/** Where the operands of what has been read end, as at a comma, an OR, a THEN: a BETWEEN without its AND is an error. */
export function endOperators(): void {
  while (inside(states.BETWEEN)) {
    reader.unexpected();
    closeFrame();
  }
  frame.waiting = 0;
}
