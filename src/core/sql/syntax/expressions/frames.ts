import { precedence } from '../../dialect/precedence.ts';
import type { Mutable } from '../building.ts';
import { MAX_OPEN_BRACKETS } from '../lexicalErrors.ts';
import type { Call, Construct, Expression, Missing, Range } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import type { ExpressionPlace } from './expression.ts';

export type ExpectedNext = 'operand' | 'operator' | 'nothing';

/**
 * The kind of a frame:
 * - `root`: the whole expression;
 * - `group`: parentheses around an expression, a row or a query;
 * - `arguments`: the arguments of a function of the dialect up to an ORDER BY in them, parsed strictly;
 * - `lenient`: the arguments of any other function, whose own keywords (FROM, FOR, AS) begin no clauses, the values of
 *   ROW(…), and arguments from an ORDER BY on;
 * - `list`: the parentheses after words such as IN, ANY, EXISTS or ARRAY;
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
 * The precedence levels whose infix operators can't be chained: `a < b < c` is an error in PostgreSQL, and so is a
 * chain of LIKE, ESCAPE or IS DISTINCT FROM.
 */
const unchainable: ReadonlySet<number> = new Set([
  precedence.is,
  precedence.comparison,
  precedence.like,
  precedence.escape,
]);

interface Pending {
  readonly level: number;
  complete(right: Expression): Expression;
}

export interface OpenCall extends Mutable<Call> {
  readonly constructs: Construct[];
}

/**
 * An open part of an expression, such as parentheses, a CASE, or a BETWEEN up to its AND; also the whole expression
 * itself.
 */
export interface Frame {
  kind: FrameKind;
  /**
   * True for the part from a BETWEEN to its AND. The `kind`, `opener` and `name` of such a frame are those of the frame
   * around it.
   */
  readonly isBetween: boolean;
  readonly opener: number;
  readonly name: string;
  readonly outer: Frame | undefined;
  readonly items: Expression[];
  operand: Expression | undefined;
  readonly pendingOperators: Pending[];
  call?: OpenCall;
  firstOrderByIndex?: number;
  rowConstruct: Construct | undefined;
  /**
   * Called when the frame ends. Its closing token, if there is one, has been consumed by then. Never called for `root`.
   */
  readonly close: (frame: Frame) => void;
}

/**
 * The state of parsing one expression: a stack of open frames, and methods that build the nodes. The stack is used
 * instead of recursion, so that deeply nested parentheses do not overflow the engine's stack.
 */
export class ExpressionParser {
  readonly p: Parser;
  place: ExpressionPlace;
  frame: Frame;

  constructor(p: Parser, place: ExpressionPlace) {
    this.p = p;
    this.place = place;
    this.frame = this.#createFrame('root', undefined, '', () => undefined);
  }

  isInnermostFrameOfKind(...kinds: readonly FrameKind[]): boolean {
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
      pendingOperators: [],
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
    if (++this.p.openFrameCount > MAX_OPEN_BRACKETS) {
      this.p.reportError('too-deep');
      this.p.moveTo(this.p.tokens.length);
    } else this.p.skipTokens();
    return 'operand';
  }
  /**
   * Opens a frame after the word BETWEEN for the operand before AND. `complete` creates the node from that operand and
   * the operand after AND.
   */
  openBetween(complete: (low: Expression, high: Expression) => Expression): void {
    const { frame } = this;
    const close = ({ outer }: Frame): void => {
      const low = this.removeOperand();
      this.frame = outer ?? frame;
      this.frame.pendingOperators.push({ level: precedence.like, complete: (high) => complete(low, high) });
    };
    this.frame = this.#createFrame(frame.kind, frame, frame.name, close, true);
    this.p.openFrameCount++;
  }
  closeFrame(consumesToken = false): void {
    const { frame } = this;
    if (!frame.outer) return;
    if (!frame.isBetween) this.#endLastItem();
    if (consumesToken) this.p.skipTokens();
    this.p.openFrameCount--;
    frame.close(frame);
  }
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
      frame.pendingOperators.push({
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
  #pushPrefixOperator(level: number, complete: Pending['complete']): void {
    if (this.frame.operand) this.addOperand(this.p.createMissing());
    this.frame.operand = undefined;
    this.frame.pendingOperators.push({ level, complete });
  }
  addInfix(operator: Construct, level: number, position: number, isNegated = false): void {
    const left = this.removeLeftOperand(level, position);
    this.frame.pendingOperators.push({
      level,
      complete: (right) => createInfix(left, operator, right, isNegated),
    });
  }
  addSuffix(level: number, position: number, createNode: (operand: Expression) => Expression): void {
    this.frame.operand = createNode(this.removeLeftOperand(level, position));
  }
  /**
   * Removes the left operand of an operator from the frame and returns it; a `missing` node if there is none. `level`
   * is the operator's precedence. If the operator can't be chained with the one before it, records a syntax error at
   * the token with index `position`.
   */
  removeLeftOperand(level: number, position: number): Expression {
    const { frame, p } = this;
    while ((frame.pendingOperators.at(-1)?.level ?? -1) > level) this.#completeLastOperator();
    if (unchainable.has(level) && frame.pendingOperators.at(-1)?.level === level)
      p.reportError('chained-comparison', position);
    this.#completeOperators(level);
    const operand = frame.operand ?? p.createMissing();
    frame.operand = undefined;
    return operand;
  }
  #completeOperators(level: number): void {
    while ((this.frame.pendingOperators.at(-1)?.level ?? -1) >= level) this.#completeLastOperator();
  }
  #completeLastOperator(): void {
    const { frame } = this;
    frame.operand = frame.pendingOperators.pop()?.complete(frame.operand ?? this.p.createMissing());
  }
  get isEmpty(): boolean {
    return this.frame.operand === undefined && this.frame.pendingOperators.length === 0;
  }
  removeOperand(): Expression {
    this.#completeOperators(precedence.juxtaposed);
    const { frame } = this;
    const operand = frame.operand ?? this.p.createMissing();
    frame.operand = undefined;
    return operand;
  }
  /**
   * Closes the innermost frames while they belong to a BETWEEN. Each of them lacks its AND, which is recorded as a
   * syntax error.
   */
  closeOpenBetweens(): void {
    while (this.frame.isBetween) {
      this.p.reportUnexpectedToken();
      this.closeFrame();
    }
  }
  endItem(): void {
    this.closeOpenBetweens();
    this.frame.items.push(this.removeOperand());
  }
}

export function createInfix(
  left: Expression,
  operator: Construct | Missing,
  right: Expression,
  isNegated = false,
): Expression {
  const end = Math.max(operator.end, right.end);
  return { kind: 'infix', left, operator, isNegated, right, start: left.start, end };
}
