/**
 * The state of an expression that is being parsed: open parentheses and the like (frames), and in each the operators
 * whose right operand is not complete.
 */
import { precedence } from '../../dialect/precedence.ts';
import type { Mutable } from '../building.ts';
import { MAX_OPEN_BRACKETS } from '../lexicalErrors.ts';
import type { Call, Construct, Expression, Missing, Range } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import type { ExpressionPlace } from './expression.ts';

/** What the parser reads next: an operand, an operator, or nothing because the expression has ended. */
export type ExpectedNext = 'operand' | 'operator' | 'nothing';

/**
 * The kind of a frame:
 * - `root`: the whole expression;
 * - `group`: parentheses around an expression or a row;
 * - `arguments`: the arguments of a function of the dialect up to an ORDER BY in them, parsed strictly;
 * - `lenient`: the arguments of any other function, whose own keywords (FROM, FOR, AS) begin no clauses, the values of
 *   ROW(…), and arguments from an ORDER BY on;
 * - `list`: the list of IN, ANY, EXISTS or ARRAY(…);
 * - `filter`: the condition of FILTER (WHERE …);
 * - `array`: the items of ARRAY[…];
 * - `subscript`: the brackets after a value;
 * - `case`: from CASE to END.
 */
export type FrameKind =
  | 'root'
  | 'group'
  | 'arguments'
  | 'lenient'
  | 'list'
  | 'filter'
  | 'array'
  | 'subscript'
  | 'case';

/**
 * The precedence levels whose operators can't be chained: `a < b < c` is an error in PostgreSQL, as is a chain of LIKE,
 * ESCAPE or IS.
 */
const unchainable: ReadonlySet<number> = new Set([
  precedence.is,
  precedence.comparison,
  precedence.like,
  precedence.escape,
]);

/** An operator whose right or only operand is not complete yet. `complete` creates the operator's node. */
interface Pending {
  readonly level: number;
  complete(right: Expression): Expression;
}

/** The node of a call that is still being parsed. */
export interface OpenCall extends Mutable<Call> {
  readonly constructs: Construct[];
}

/**
 * An open part of an expression: parentheses, brackets, a CASE, or a BETWEEN up to its AND; also the whole expression
 * itself.
 */
export interface Frame {
  kind: FrameKind;
  /** True for the part from a BETWEEN to its AND. Its `kind`, `opener` and `name` are those of the frame around it. */
  readonly isBetween: boolean;
  /** The index of the token that opens the frame; for the whole expression, the index of its first token. */
  readonly opener: number;
  /** For a function's arguments, the function's name as in `Call.name`; otherwise ''. */
  readonly name: string;
  readonly outer: Frame | undefined;
  readonly items: Expression[];
  operand: Expression | undefined;
  readonly pending: Pending[];
  call?: OpenCall;
  /** The number of items before an ORDER BY; undefined if there is no ORDER BY. */
  sortedFrom?: number;
  /**
   * The construct `ROW VALUE` once parentheses outside GROUP BY have a comma, so that they are a row; otherwise
   * undefined.
   */
  rowConstruct: Construct | undefined;
  /**
   * Creates the node of the frame's content and adds it to the frame around it; for a BETWEEN, only once the operand
   * after AND is complete. Called after the closing token has been consumed, or at the end of the expression if the
   * frame is not closed. Does nothing for the whole expression.
   */
  readonly close: (frame: Frame) => void;
}

/** Parses one expression with a stack of frames. */
export class ExpressionParser {
  readonly p: Parser;
  /** The kind of clause that the expression belongs to; `where` within FILTER (WHERE …). */
  place: ExpressionPlace;
  frame: Frame;

  constructor(p: Parser, place: ExpressionPlace) {
    this.p = p;
    this.place = place;
    this.frame = this.#createFrame('root', undefined, '', () => undefined);
  }

  isInside(...kinds: readonly FrameKind[]): boolean {
    for (const kind of kinds) if (kind === this.frame.kind) return true;
    return false;
  }

  // Frames.

  #createFrame(
    kind: FrameKind,
    outer: Frame | undefined,
    name: string,
    close: Frame['close'],
    isBetween = false,
  ): Frame {
    const opener = isBetween && outer ? outer.opener : this.p.position;
    return {
      kind,
      isBetween,
      opener,
      name,
      outer,
      items: [],
      operand: undefined,
      pending: [],
      rowConstruct: undefined,
      close,
    };
  }

  /**
   * Opens a frame at the current token and consumes the token. If too many frames are open, records a syntax error
   * and skips the rest of the statement.
   */
  openFrame(kind: FrameKind, close: Frame['close'], name = ''): ExpectedNext {
    this.frame = this.#createFrame(kind, this.frame, name, close);
    if (++this.p.openFrames > MAX_OPEN_BRACKETS) {
      this.p.reportError('too-deep');
      this.p.moveTo(this.p.tokens.length);
    } else this.p.next();
    return 'operand';
  }
  /**
   * Opens a frame after the word BETWEEN, in which the operand before its AND is parsed. `complete` creates the node
   * from that operand and the one after the AND.
   */
  openBetween(complete: (low: Expression, high: Expression) => Expression): void {
    const { frame } = this;
    const close = ({ outer }: Frame): void => {
      const low = this.removeOperand();
      this.frame = outer ?? frame;
      this.frame.pending.push({ level: precedence.like, complete: (high) => complete(low, high) });
    };
    this.frame = this.#createFrame(frame.kind, frame, frame.name, close, true);
    this.p.openFrames++;
  }
  /**
   * Closes the innermost frame; does nothing if that is the whole expression. With `consumesToken`, consumes its
   * closing token, at which the parser must be.
   */
  closeFrame(consumesToken = false): void {
    const { frame } = this;
    if (!frame.outer) return;
    if (!frame.isBetween) this.#endLastItem();
    if (consumesToken) this.p.next();
    this.p.openFrames--;
    frame.close(frame);
  }
  /**
   * Ends the last item of the innermost frame. Empty parentheses get no item; after a comma there is one, even if it is
   * missing.
   */
  #endLastItem(): void {
    if (!this.isEmpty || this.frame.items.length > 0) this.frame.items.push(this.removeOperand());
  }
  endExpression(): Expression {
    this.closeOpenBetweens();
    while (this.frame.outer) {
      this.closeFrame();
      while (this.frame.isBetween) this.closeFrame();
    }
    return this.removeOperand();
  }

  // Operands and operators.

  /**
   * Adds an operand. If there already is one, an operator is missing between them, and both become one `infix` node.
   */
  addOperand(operand: Expression): void {
    const { frame } = this;
    if (frame.operand) {
      this.#completeOperators(precedence.juxtaposed);
      const left = frame.operand;
      const operator: Missing = { kind: 'missing', start: left.end, end: left.end };
      frame.pending.push({
        level: precedence.juxtaposed,
        complete: (right) => createInfix(left, operator, right),
      });
    }
    frame.operand = operand;
  }
  addPrefix(operator: Construct, level: number): void {
    const complete = (operand: Expression): Expression => ({
      kind: 'prefix',
      operator,
      operand,
      start: operator.start,
      end: Math.max(operator.end, operand.end),
    });
    this.#pushPrefixOperator(level, complete);
  }
  addSign({ start }: Range): void {
    const complete = (operand: Expression): Expression => ({
      kind: 'sign',
      operand,
      start,
      end: operand.end,
    });
    this.#pushPrefixOperator(precedence.sign, complete);
  }
  /**
   * Adds an operator that precedes its operand. If there already is an operand, an operator is missing between them.
   * `complete` creates the operator's node.
   */
  #pushPrefixOperator(level: number, complete: Pending['complete']): void {
    if (this.frame.operand) this.addOperand(this.p.createMissing());
    this.frame.operand = undefined;
    this.frame.pending.push({ level, complete });
  }
  /**
   * Adds an operator between two operands, of which the left one has been parsed. `level` is the operator's precedence,
   * `position` the index of its token.
   */
  addInfix(operator: Construct, level: number, position: number, isNegated = false): void {
    const left = this.removeLeftOperand(level, position);
    this.frame.pending.push({ level, complete: (right) => createInfix(left, operator, right, isNegated) });
  }
  /**
   * Adds an operator that follows its operand: a test, a cast, a subscript. `createNode` creates the operator's node.
   */
  addSuffix(level: number, position: number, createNode: (operand: Expression) => Expression): void {
    this.frame.operand = createNode(this.removeLeftOperand(level, position));
  }
  /**
   * Removes the left operand of an operator from the frame and returns it; a `missing` node if there is none. `level`
   * is the operator's precedence, `position` the index of its token. Records a syntax error if the operator can't be
   * chained with the one before it.
   */
  removeLeftOperand(level: number, position: number): Expression {
    const { frame, p } = this;
    while ((frame.pending.at(-1)?.level ?? -1) > level) this.#completeLastOperator();
    if (unchainable.has(level) && frame.pending.at(-1)?.level === level)
      p.reportError('chained-comparison', position);
    this.#completeOperators(level);
    const operand = frame.operand ?? p.createMissing();
    frame.operand = undefined;
    return operand;
  }
  #completeOperators(level: number): void {
    while ((this.frame.pending.at(-1)?.level ?? -1) >= level) this.#completeLastOperator();
  }
  #completeLastOperator(): void {
    const { frame } = this;
    frame.operand = frame.pending.pop()?.complete(frame.operand ?? this.p.createMissing());
  }
  /** True if nothing of the current item has been parsed. */
  get isEmpty(): boolean {
    return this.frame.operand === undefined && this.frame.pending.length === 0;
  }
  /**
   * Completes all operators of the innermost frame, removes the resulting node from the frame and returns it; a
   * `missing` node if there is none.
   */
  removeOperand(): Expression {
    this.#completeOperators(precedence.juxtaposed);
    const { frame } = this;
    const operand = frame.operand ?? this.p.createMissing();
    frame.operand = undefined;
    return operand;
  }
  /**
   * Closes the innermost frames as long as they are those of a BETWEEN. Each lacks its AND, which is recorded as a
   * syntax error.
   */
  closeOpenBetweens(): void {
    while (this.frame.isBetween) {
      this.p.reportUnexpectedToken();
      this.closeFrame();
    }
  }
  /**
   * Completes the current item of the innermost parenthesis, bracket or CASE, closing any BETWEEN in it, and adds it to
   * the frame's items.
   */
  endItem(): void {
    this.closeOpenBetweens();
    this.frame.items.push(this.removeOperand());
  }
}

/** Creates the node of an operator with both operands. */
export function createInfix(
  left: Expression,
  operator: Construct | Missing,
  right: Expression,
  isNegated = false,
): Expression {
  const end = Math.max(operator.end, right.end);
  return { kind: 'infix', left, operator, isNegated, right, start: left.start, end };
}
