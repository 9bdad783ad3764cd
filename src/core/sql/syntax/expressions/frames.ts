/** What of an expression is open: frames, and in each the operators that wait for their right side. */
import { precedence } from '../../dialect/precedence.ts';
import type { Mutable } from '../building.ts';
import { maxOpenBrackets } from '../lexicalErrors.ts';
import type { Call, Construct, Expression, Missing, Range } from '../nodes.ts';
import type { Parser } from '../parser.ts';
import type { ExpressionPlace } from './expression.ts';

/** What comes next: an operand, an operator, or, where the expression has ended, neither. */
export type Wanted = 'operand' | 'operator' | 'nothing';

/**
 * What a frame is. `arguments`: of a function of the dialect, parsed strictly; `lenient`: of any other, whose own words
 * (FROM, FOR, AS) are no clauses; `list`: of IN, ANY and ARRAY(…); `root`: the expression itself.
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

/** `a < b < c` is an error in PostgreSQL: comparisons, LIKE and IS do not chain. */
const unchainable: ReadonlySet<number> = new Set([
  precedence.is,
  precedence.comparison,
  precedence.like,
  precedence.escape,
]);

/** An operator that waits for its right side. */
interface Pending {
  readonly level: number;
  complete(right: Expression): Expression;
}

/** A call whose constructs are still being read. */
export interface OpenCall extends Mutable<Call> {
  readonly constructs: Construct[];
}

export interface Frame {
  kind: FrameKind;
  /** From a BETWEEN to its AND; for all else it is of the kind of the frame around it. */
  readonly isBetween: boolean;
  /** Index of the opening token. */
  readonly opener: number;
  /** The function's name in upper case, '' for none. */
  readonly name: string;
  readonly outer: Frame | undefined;
  /** Items before the one being read. */
  readonly items: Expression[];
  operand: Expression | undefined;
  readonly pending: Pending[];
  /** Of a frame of arguments, the call they are of. */
  call?: OpenCall;
  /** How many of its items are before an ORDER BY; undefined for all. */
  sortedFrom?: number;
  /** That it is a row: it has a comma. */
  firstComma: Construct | undefined;
  /** Makes the node of what the frame held and gives it to the frame around it; the closing token is taken. */
  readonly close: (frame: Frame) => void;
}

export class ExpressionParser {
  readonly p: Parser;
  /** Where the tokens being read are: in a FILTER it is a condition. */
  place: ExpressionPlace;
  frame: Frame;

  constructor(p: Parser, place: ExpressionPlace) {
    this.p = p;
    this.place = place;
    this.frame = this.#frame('root', undefined, '', () => undefined);
  }

  inside(...kinds: readonly FrameKind[]): boolean {
    for (const kind of kinds) if (kind === this.frame.kind) return true;
    return false;
  }

  // Frames.

  #frame(
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
      firstComma: undefined,
      close,
    };
  }

  /** Opens a frame at the current token and takes that token; where there are too many, all of the statement. */
  open(kind: FrameKind, close: Frame['close'], name = ''): Wanted {
    this.frame = this.#frame(kind, this.frame, name, close);
    if (++this.p.openFrames > maxOpenBrackets) {
      this.p.error('too-deep');
      this.p.goTo(this.p.tokens.length);
    } else this.p.next();
    return 'operand';
  }
  /** After BETWEEN, which is taken: what is before its AND has operators of its own. */
  openBetween(complete: (low: Expression, high: Expression) => Expression): void {
    const { frame } = this;
    const close = ({ outer }: Frame): void => {
      const low = this.finish();
      this.frame = outer ?? frame;
      this.frame.pending.push({ level: precedence.like, complete: (high) => complete(low, high) });
    };
    this.frame = this.#frame(frame.kind, frame, frame.name, close, true);
    this.p.openFrames++;
  }
  /** Closes the innermost frame at its closing token, which is taken where there is one. */
  closeFrame(takeToken = false): void {
    const { frame } = this;
    if (!frame.outer) return;
    if (!frame.isBetween) this.#endLastItem();
    if (takeToken) this.p.next();
    this.p.openFrames--;
    frame.close(frame);
  }
  /** Empty parentheses have no item; after a comma there is one, though it may be missing. */
  #endLastItem(): void {
    if (!this.isEmpty || this.frame.items.length > 0) this.frame.items.push(this.finish());
  }
  /** Ends the expression, with all that is still open in it. */
  end(): Expression {
    this.closeBetweens();
    while (this.frame.outer) {
      this.closeFrame();
      while (this.frame.isBetween) this.closeFrame();
    }
    return this.finish();
  }

  // Operands and operators.

  /** Takes an operand. Where one is there already, no operator was between them. */
  push(operand: Expression): void {
    const { frame } = this;
    if (frame.operand) {
      this.#reduce(precedence.juxtaposed);
      const left = frame.operand;
      const operator: Missing = { kind: 'missing', start: left.end, end: left.end };
      frame.pending.push({ level: precedence.juxtaposed, complete: (right) => infix(left, operator, right) });
    }
    frame.operand = operand;
  }
  prefix(operator: Construct, level: number): void {
    const complete = (operand: Expression): Expression => ({
      kind: 'prefix',
      operator,
      operand,
      start: operator.start,
      end: Math.max(operator.end, operand.end),
    });
    this.#beginOperand(level, complete);
  }
  /** The sign of a number. */
  sign({ start }: Range): void {
    const complete = (operand: Expression): Expression => ({
      kind: 'sign',
      operand,
      start,
      end: operand.end,
    });
    this.#beginOperand(precedence.sign, complete);
  }
  /** Where an operand is there already, no operator was between them. */
  #beginOperand(level: number, complete: Pending['complete']): void {
    if (this.frame.operand) this.push(this.p.missing());
    this.frame.operand = undefined;
    this.frame.pending.push({ level, complete });
  }
  /** An operator between two operands, the left of which is complete. */
  infix(operator: Construct, level: number, position: number, isNegated = false): void {
    const left = this.left(level, position);
    this.frame.pending.push({ level, complete: (right) => infix(left, operator, right, isNegated) });
  }
  /** What follows an operand and takes it in: a test, a cast, a subscript. */
  suffix(level: number, position: number, make: (operand: Expression) => Expression): void {
    this.frame.operand = make(this.left(level, position));
  }
  /** The left side of an operator at token `position`; it is taken out of the frame. */
  left(level: number, position: number): Expression {
    const { frame, p } = this;
    while ((frame.pending.at(-1)?.level ?? -1) > level) this.#completeLast();
    if (unchainable.has(level) && frame.pending.at(-1)?.level === level)
      p.error('chained-comparison', position);
    this.#reduce(level);
    const operand = frame.operand ?? p.missing();
    frame.operand = undefined;
    return operand;
  }
  #reduce(level: number): void {
    while ((this.frame.pending.at(-1)?.level ?? -1) >= level) this.#completeLast();
  }
  #completeLast(): void {
    const { frame } = this;
    frame.operand = frame.pending.pop()?.complete(frame.operand ?? this.p.missing());
  }
  /** Whether nothing has been read of the item being read. */
  get isEmpty(): boolean {
    return this.frame.operand === undefined && this.frame.pending.length === 0;
  }
  /** Ends the operators of the innermost frame and takes out what they make. */
  finish(): Expression {
    this.#reduce(precedence.juxtaposed);
    const { frame } = this;
    const operand = frame.operand ?? this.p.missing();
    frame.operand = undefined;
    return operand;
  }
  /** Where the operands of a BETWEEN end, as at a comma, an OR, a THEN: one without its AND is an error. */
  closeBetweens(): void {
    while (this.frame.isBetween) {
      this.p.unexpected();
      this.closeFrame();
    }
  }
  /** Ends an item of the innermost frame. */
  endItem(): void {
    this.closeBetweens();
    this.frame.items.push(this.finish());
  }
}

/** The node of an operator with both its operands. */
export function infix(
  left: Expression,
  operator: Construct | Missing,
  right: Expression,
  isNegated = false,
): Expression {
  const end = Math.max(operator.end, right.end);
  return { kind: 'infix', left, operator, isNegated, right, start: left.start, end };
}
