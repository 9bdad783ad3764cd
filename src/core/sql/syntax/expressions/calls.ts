/** Parses function calls: their arguments and what may follow them. */
import { findConstruct } from '../../dialect/constructs.ts';
import type { Construct } from '../nodes.ts';
import type { ExpressionParser, Frame, OpenCall, Wanted } from './frames.ts';

/**
 * Begins to parse the arguments of a function at the current `(`, and returns what the parser must read next: an
 * operand, an operator, or nothing. The function's name consists of the tokens with the indices `first` to `last`.
 * Only an unquoted name without a dot is treated as a function of the dialect, because whether the service accepts
 * `"count"(*)` or `pg_catalog.count(*)` is not documented.
 */
export function openCall(e: ExpressionParser, first: number, last = e.p.position - 1): Wanted {
  const { p } = e;
  const name = first === last && p.tokenAt(last).kind === 'word' ? p.wordAt(-1) : '';
  const isSupported = findConstruct(name)?.role === 'call';
  const construct = isSupported ? p.construct(name, first, last) : p.functionName(first, last);
  return open(e, { construct, name, isSupported, start: p.tokenAt(first).start });
}

/** Opens the arguments of a table function at their `(`. */
export const openArguments = (e: ExpressionParser): Wanted => {
  const { start } = e.p.token;
  return open(e, { construct: undefined, name: '', isSupported: false, start });
};

interface Callee {
  readonly construct: Construct | undefined;
  readonly name: string;
  readonly isSupported: boolean;
  readonly start: number;
}

function open(e: ExpressionParser, { construct, name, isSupported, start }: Callee): Wanted {
  const { p } = e;
  const constructs: Construct[] = [];
  const call: OpenCall = {
    kind: 'call',
    name,
    construct,
    isSupported,
    constructs,
    arguments: [],
    orderBy: [],
    isStar: false,
    start,
    end: start,
  };
  e.open(
    isSupported ? 'arguments' : 'lenient',
    (frame) => {
      const { items } = frame;
      call.arguments = items.slice(0, frame.sortedFrom);
      call.orderBy = items.slice(frame.sortedFrom ?? items.length);
      call.end = p.previousEnd;
      if (!p.unclosed.has(frame.opener)) call.argumentsEnd = p.previousEnd;
      leave(e, frame);
      e.push(call);
    },
    name,
  );
  e.frame.call = call;
  const quantifier = p.take('DISTINCT', 'arguments') ?? p.takeAs('SELECT ALL', ['ALL']);
  if (quantifier) constructs.push(quantifier);
  return 'operand';
}

/** Makes the frame around a closed frame the current one. */
export function leave(e: ExpressionParser, { outer }: Frame): void {
  if (outer) e.frame = outer;
}

/**
 * Consumes what may follow a call: WITHIN GROUP, FILTER, OVER, IGNORE NULLS. The content of WITHIN GROUP and OVER is
 * skipped.
 */
export function parseCallSuffix(e: ExpressionParser): Wanted {
  const { p } = e;
  const call = e.frame.operand?.kind === 'call' ? (e.frame.operand as OpenCall) : undefined;
  const add = (construct: Construct | undefined): boolean => {
    if (construct) call?.constructs.push(construct);
    return construct !== undefined;
  };
  const extend = (): void => {
    if (call) call.end = p.previousEnd;
  };
  for (;;) {
    const after = p.wordAt(1);
    if (after === '(' && add(p.take('FILTER'))) {
      openFilter(e, call);
      return 'operand';
    }
    if (add(p.take('WITHIN GROUP'))) {
      if (!p.skipBrackets()) p.unexpected();
    } else if (after === 'NULLS' && (p.is('IGNORE') || p.is('RESPECT'))) p.next(2);
    else if (add(p.take('OVER'))) {
      if (!p.skipBrackets()) p.expectName('column');
    } else return 'operator';
    extend();
  }
}

/** Opens the condition of `FILTER (WHERE …)` at its `(`. */
function openFilter(e: ExpressionParser, call: OpenCall | undefined): void {
  const { p, place } = e;
  e.open('filter', (frame) => {
    const condition = frame.items[0] ?? p.missing();
    leave(e, frame);
    e.place = place;
    if (!call) return;
    call.end = p.previousEnd;
    call.filter = { kind: 'filter', condition, start: condition.start, end: condition.end };
  });
  p.expect('WHERE');
  e.place = 'where';
}
