import { findConstruct } from '../../dialect/constructs.ts';
import type { Construct } from '../nodes.ts';
import type { ExpectedNext, ExpressionParser, Frame, OpenCall } from './frames.ts';

/**
 * Begins to parse the arguments of a function. The current token must be the `(` before them. The function's name
 * consists of the tokens with the indices `first` to `last`. Only an unquoted name without a dot can be a function of
 * the dialect, because it is not documented whether the service accepts `"count"(*)` or `pg_catalog.count(*)`.
 */
export function openCallArguments(e: ExpressionParser, first: number, last = e.p.position - 1): ExpectedNext {
  const { p } = e;
  const name = first === last && p.tokenAt(last).kind === 'word' ? p.peekWord(-1) : '';
  const isSupported = findConstruct(name)?.role === 'call';
  const construct = isSupported
    ? p.createConstruct(name, first, last)
    : p.createFunctionConstruct(first, last);
  return openCallFrame(e, { construct, name, isSupported, start: p.tokenAt(first).start });
}

export const openTableFunctionArguments = (e: ExpressionParser): ExpectedNext => {
  const { start } = e.p.token;
  return openCallFrame(e, { construct: undefined, name: '', isSupported: false, start });
};

interface Callee {
  readonly construct: Construct | undefined;
  readonly name: string;
  readonly isSupported: boolean;
  readonly start: number;
}

function openCallFrame(e: ExpressionParser, { construct, name, isSupported, start }: Callee): ExpectedNext {
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
  e.openFrame(
    isSupported ? 'arguments' : 'lenient',
    (frame) => {
      const { items } = frame;
      call.arguments = items.slice(0, frame.firstOrderByIndex);
      call.orderBy = items.slice(frame.firstOrderByIndex ?? items.length);
      call.end = p.previousEnd;
      if (!p.unclosedBracketIndices.has(frame.opener)) call.argumentsEnd = p.previousEnd;
      restoreOuterFrame(e, frame);
      e.addOperand(call);
    },
    name,
  );
  e.frame.call = call;
  const quantifier =
    p.consumeConstructIfNext('DISTINCT', 'arguments') ??
    p.consumeWordsAsConstructIfNext('SELECT ALL', ['ALL']);
  if (quantifier) constructs.push(quantifier);
  return 'operand';
}

export function restoreOuterFrame(e: ExpressionParser, { outer }: Frame): void {
  if (outer) e.frame = outer;
}

/**
 * Consumes what may follow a call, such as OVER, or FILTER up to its condition. Returns what the parser must read next.
 */
export function parseCallSuffix(e: ExpressionParser): ExpectedNext {
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
    const after = p.peekWord(1);
    if (after === '(' && add(p.consumeConstructIfNext('FILTER'))) {
      openFilter(e, call);
      return 'operand';
    }
    if (add(p.consumeConstructIfNext('WITHIN GROUP'))) {
      if (!p.skipBrackets()) p.reportUnexpectedToken();
    } else if (after === 'NULLS' && (p.isWord('IGNORE') || p.isWord('RESPECT'))) p.skipTokens(2);
    else if (add(p.consumeConstructIfNext('OVER'))) {
      if (!p.skipBrackets()) p.consumeNameOrReport('column');
    } else return 'operator';
    extend();
  }
}

function openFilter(e: ExpressionParser, call: OpenCall | undefined): void {
  const { p, place } = e;
  e.openFrame('filter', (frame) => {
    const condition = frame.items[0] ?? p.createMissing();
    restoreOuterFrame(e, frame);
    e.place = place;
    if (!call) return;
    call.end = p.previousEnd;
    call.filter = { kind: 'filter', condition, start: condition.start, end: condition.end };
  });
  p.consumeWordOrReport('WHERE');
  e.place = 'where';
}
