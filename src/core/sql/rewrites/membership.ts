/** IN and BETWEEN by the comparisons that they stand for. An operand is written once for each of them. */
import { contextOf, operandBefore, operandEnd, primaryEnd, type Span } from './operands.ts';
import type { Site, StatementTokens } from './site.ts';
import type { Rewrite } from './types.ts';

/** More text than that nobody reads: such a list is for several statements. */
const longest = 20_000;

/** Where the test begins: at its NOT, if it has one. */
const startOf = ({ statement, first }: Site): number =>
  statement.word(first - 1) === 'NOT' ? first - 1 : first;

/**
 * `a IN (x, y)` to `(a = x OR a = y)`, `a NOT IN (…)` to `NOT (…)`. Only lists of names and of literals of one
 * kind: PostgreSQL finds a common type for the constants of a list, which can differ from the one that it finds for each
 * alone (`real_column IN (0.1, 0.2)`, `1 IN (1, '01')`).
 */
export function rewriteIn(site: Site): Rewrite[] {
  const { statement, first } = site;
  const start = startOf(site);
  const left = operandBefore(statement, start);
  const closing = statement.partner(first + 1);
  const context = left && closing > 0 ? contextOf(statement, closing) : undefined;
  const items = closing > 0 ? valuesOf(statement, first + 2, closing) : undefined;
  if (!left || !context || !items) return [];
  const operand = statement.source(left.from, left.to);
  const list = items.map(({ from, to }) => `${operand} = ${statement.source(from, to)}`).join(' OR ');
  const isNegated = start < first;
  const text = isNegated ? `NOT (${list})` : `(${list})`;
  if (text.length > longest) return [];
  const edit = statement.replace(left.from, closing, isNegated && context === 'tested' ? `(${text})` : text);
  return [{ code: 'in', effect: 'exact', edits: [edit] }];
}

/** The values between the brackets, where the rule above holds for them. */
function valuesOf(statement: StatementTokens, from: number, closing: number): Span[] | undefined {
  const spans: Span[] = [];
  const kinds: string[] = [];
  for (let token = from; token < closing; ) {
    const to = primaryEnd(statement, token);
    const kind = to < 0 ? undefined : constantKind(statement, token, to);
    if (kind === undefined || (statement.word(to + 1) !== ',' && to + 1 !== closing)) return undefined;
    if (kind !== '') kinds.push(kind);
    spans.push({ from: token, to });
    token = to + 2;
  }
  if (spans.length === 0) return undefined;
  if (kinds.length < 2) return spans;
  const known = new Set(kinds.filter((kind) => kind !== 'null'));
  return known.size < 2 && !known.has('any') && !known.has('fraction') ? spans : undefined;
}

/** '' for a column; `any` for what has no kind before it is sent, undefined for what is neither. */
function constantKind(statement: StatementTokens, from: number, to: number): string | undefined {
  const source = statement.source(from, to);
  switch (statement.kind(from)) {
    case 'string':
      // Bit strings and national text have types of their own.
      return /^[eu]?&?'/i.test(source) ? 'text' : 'any';
    case 'dollar':
      return 'text';
    case 'placeholder':
    case 'parameter':
      return 'any';
    case 'number':
    case 'operator':
      return isShort(statement.source(to)) ? 'number' : 'fraction';
    case 'punctuation':
      return undefined;
    default:
      break;
  }
  const word = statement.word(from);
  if (word === 'NULL') return 'null';
  if (word === 'TRUE' || word === 'FALSE') return 'boolean';
  return statement.word(to) === ')' ? undefined : '';
}

/** Whether a column of any type of numbers holds exactly this one: then the list's common type is of no account. */
function isShort(source: string): boolean {
  const value = Number(source.replaceAll('_', ''));
  return Number.isFinite(value) && Math.fround(value) === value && source.length < 12;
}

/** `a BETWEEN x AND y` to `NOT (a < x) AND NOT (a > y)`; SYMMETRIC by both orders of its ends. */
export function rewriteBetween(site: Site): Rewrite[] {
  const { statement, first, last, finding } = site;
  const start = startOf(site);
  const left = operandBefore(statement, start);
  const and = operandEnd(statement, last + 1) + 1;
  const to = and > 0 && statement.word(and) === 'AND' ? operandEnd(statement, and + 1) : -1;
  const context = left && to > 0 ? contextOf(statement, to) : undefined;
  if (!left || !context) return [];
  const operand = statement.source(left.from, left.to);
  const low = statement.source(last + 1, and - 1);
  const high = statement.source(and + 1, to);
  const isNegated = start < first;
  const inside = (from: string, upTo: string): string =>
    `NOT (${operand} < ${from}) AND NOT (${operand} > ${upTo})`;
  const outside = (from: string, upTo: string): string => `${operand} < ${from} OR ${operand} > ${upTo}`;
  const isSymmetric = finding.construct === 'BETWEEN SYMMETRIC';
  let text = isNegated ? `(${outside(low, high)})` : inside(low, high);
  if (isSymmetric) {
    text = isNegated
      ? `((${outside(low, high)}) AND (${outside(high, low)}))`
      : `(${inside(low, high)} OR ${inside(high, low)})`;
  } else if (!isNegated && (context === 'tested' || statement.word(left.from - 1) === 'NOT'))
    text = `(${text})`;
  if (text.length > longest) return [];
  return [{ code: 'between', effect: 'exact', edits: [statement.replace(left.from, to, text)] }];
}
