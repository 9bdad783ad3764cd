import type { ConstructRow, OperatorRole } from '../../dialect/construct.ts';
import { findConstruct } from '../../dialect/constructs.ts';
import { precedence } from '../../dialect/precedence.ts';
import { parseTypeName } from '../names.ts';
import type { Construct, Expression } from '../nodes.ts';
import { canTokenBeName } from '../parser.ts';
import { type AcceptedPhrase, acceptPhrase } from '../phrases.ts';
import { beginsClause, beginsSetOperation, startsWordOrLiteralOperand } from '../queries/clauseWords.ts';
import { parseQuery } from '../queries/query.ts';
import { restoreOuterFrame } from './calls.ts';
import { createInfix, type ExpectedNext, type ExpressionParser } from './frames.ts';
import { skipTokenThenExpectOperand } from './operand.ts';
import { closeBracket, recoverAfterOperand } from './recovery.ts';

/**
 * Parses what follows a complete operand at the current token, such as an operator or a closing parenthesis. Returns
 * what the parser must read next, `nothing` if the expression has ended.
 */
export function parseAfterOperand(e: ExpressionParser): ExpectedNext {
  switch (e.p.token.kind) {
    case 'operator':
      return parseOperator(e);
    case 'word':
    case 'quoted-identifier':
    case 'backtick':
      return parseWordAfterOperand(e);
    default:
      return parsePunctuationAfterOperand(e);
  }
}

function parseOperator(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const { word, position } = p;
  if (word === ':=' || word === '=>') return recoverAfterOperand(e);
  if (word === '::') return parseCast(e);
  const operator = p.createConstruct(word, position, position, word === '?' ? 'no-policy' : undefined);
  p.skipTokens();
  e.addInfix(operator, getPrecedence(findConstruct(word)), position);
  return 'operand';
}

/**
 * Returns the precedence of an operator, given its row in the dialect table. Without a row or a level, returns
 * `precedence.other`.
 */
const getPrecedence = (row: ConstructRow | undefined): number =>
  row && 'level' in row ? precedence[row.level] : precedence.other;

function parseCast(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const from = p.position;
  const operator = p.createConstruct('::', from);
  p.skipTokens();
  return parseTypeSuffix(e, 'cast', operator, precedence.suffix, from);
}

function parseTypeSuffix(
  e: ExpressionParser,
  kind: 'cast' | 'collate',
  operator: Construct,
  level: number,
  from: number,
): ExpectedNext {
  const type = parseTypeName(e.p);
  e.addSuffix(level, from, (operand) => ({
    kind,
    operand,
    operator,
    type,
    start: operand.start,
    end: Math.max(operator.end, type.end),
  }));
  return 'operator';
}

function parsePunctuationAfterOperand(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  switch (p.word) {
    case ')':
    case ']':
      return closeBracket(e);
    case ',':
      if (e.isInnermostFrameOfKind('root', 'case', 'filter')) break;
      e.endItem();
      if (e.isInnermostFrameOfKind('group') && e.place !== 'groupBy') {
        e.frame.rowConstruct ??= p.createConstruct('ROW VALUE', e.frame.opener);
      }
      return skipTokenThenExpectOperand(e);
    case '[':
      return openSubscript(e);
    case ':':
      if (!e.isInnermostFrameOfKind('subscript')) break;
      return skipTokenThenExpectOperand(e);
    case '.':
      // `(value).field`
      if (!/^[)\]]$/.test(p.peekWord(-1))) break;
      return parseFieldAccess(e);
  }
  return recoverAfterOperand(e);
}

function openSubscript(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const construct = p.createConstruct('[', p.position);
  return e.openFrame('subscript', (frame) => {
    const { items } = frame;
    restoreOuterFrame(e, frame);
    e.addSuffix(precedence.suffix, p.position, (operand) => ({
      kind: 'subscript',
      operand,
      construct,
      items,
      start: operand.start,
      end: p.previousEnd,
    }));
  });
}

function parseFieldAccess(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const construct = p.createConstruct('.', p.position);
  p.skipTokens(2);
  e.addSuffix(precedence.suffix, p.position, (operand) => ({
    kind: 'fieldAccess',
    operand,
    construct,
    start: operand.start,
    end: p.previousEnd,
  }));
  return 'operator';
}

/**
 * Parses what follows an operand if it begins with a word or a quoted name. `isNegated` is true if a NOT before the
 * word has been consumed.
 */
function parseWordAfterOperand(e: ExpressionParser, isNegated = false): ExpectedNext {
  const { p } = e;
  if (e.frame.kind === 'root' && (beginsClause(p) || isAliasOfSelectItem(e))) return 'nothing';
  const { word, position } = p;
  const isLenient = e.isInnermostFrameOfKind('lenient');
  const after = p.peekWord(1);
  switch (word) {
    case 'AND':
    case 'OR':
      return parseAndOr(e);
    case 'NULL':
    case 'NOT':
      // The specification writes these tests without IS: `a NULL`, `a NOT NULL`. PostgreSQL requires IS.
      if (parseTestWithoutIs(e)) return 'operator';
      // The construct of a negated operator, such as NOT LIKE or NOT IN, is that of the operator without NOT.
      if (word === 'NULL' || !/^(IN|BETWEEN|I?LIKE|SIMILAR|RLIKE|REGEXP)$/.test(after)) break;
      p.skipTokens();
      return parseWordAfterOperand(e, true);
    case 'IN':
      // In POSITION('a' IN b), IN separates arguments. In other lenient frames, an IN before `(` is an operator.
      if (isLenient && (e.frame.name === 'POSITION' || after !== '(')) break;
      return parseIn(e, isNegated);
    case 'BETWEEN':
      return parseBetween(e, isNegated);
    case 'OPERATOR':
      if (after !== '(') break;
      p.skipTokens();
      p.skipBrackets();
      e.addInfix(p.createConstruct('OPERATOR', position, p.position - 1), precedence.other, position);
      return 'operand';
    case 'WHEN':
    case 'THEN':
    case 'ELSE':
    case 'END':
      if (!e.isInnermostFrameOfKind('case')) break;
      return parseCaseBranch(e);
    case 'AS':
      if (!isLenient) break;
      p.skipTokens();
      parseTypeName(p);
      return 'operator';
    case 'ORDER':
      if (e.isInnermostFrameOfKind('lenient', 'arguments') && parseArgumentOrder(e)) return 'operand';
      break;
  }
  if (beginsSetOperation(p) && !e.isInnermostFrameOfKind('root', 'case') && p.peekWord(-1) === ')')
    return parseSetOperation(e);
  return parseWordOperator(e, isNegated);
}

const looseWords: ReadonlyMap<string, number> = new Map([
  ['OR', precedence.or],
  ['AND', precedence.and],
  ['IS', precedence.is],
]);

/**
 * True if the word at the current token is the alias of an item in the SELECT list, even if it could also be an
 * operator, as in `SELECT a or FROM t`. If false, the word may still be an alias.
 */
function isAliasOfSelectItem({ p, place, frame }: ExpressionParser): boolean {
  if (place !== 'targets' || frame.outer || !p.canBeName('bareLabel')) return false;
  // PostgreSQL parses these two words as tests. A test needs no operand after it.
  if (p.isWord('ISNULL') || p.isWord('NOTNULL')) return false;
  const level = looseWords.get(p.word) ?? Number.POSITIVE_INFINITY;
  if (frame.pendingOperators.some((pending) => pending.level <= level)) return false;
  const from = p.position;
  p.skipTokens();
  const isLast = p.token.kind === 'end' || p.isWord(',') || p.isWord(')') || beginsClause(p);
  p.moveTo(from);
  return isLast;
}

function parseAndOr(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const { word, position } = p;
  if (word === 'AND' && e.frame.isBetween) {
    p.skipTokens();
    e.closeFrame();
    return 'operand';
  }
  e.closeOpenBetweens();
  e.addInfix(p.createConstruct(word, position), word === 'AND' ? precedence.and : precedence.or, position);
  return skipTokenThenExpectOperand(e);
}

/**
 * If NULL or NOT NULL is a test without IS, as in `WHERE a NULL`, consumes it and returns true. Otherwise returns false
 * and consumes nothing.
 */
function parseTestWithoutIs(e: ExpressionParser): boolean {
  const { p } = e;
  const from = p.position;
  const isHere =
    (e.place === 'where' || e.place === 'on') && !/^((IS|NOT)?NULL|TRUE|FALSE|UNKNOWN)$/.test(p.peekWord(-1));
  const words = isHere
    ? p.consumeWordsAsConstructIfNext('TEST WITHOUT IS', p.isWord('NOT') ? ['NOT', 'NULL'] : ['NULL'])
    : undefined;
  if (words) addPostfixTest(e, words, precedence.is, from);
  return words !== undefined;
}

function addPostfixTest(e: ExpressionParser, operator: Construct, level: number, position: number): void {
  e.addSuffix(level, position, (operand) => ({
    kind: 'postfix',
    operand,
    operator,
    start: operand.start,
    end: operator.end,
  }));
}

function parseIn(e: ExpressionParser, isNegated: boolean): ExpectedNext {
  const { p } = e;
  const from = p.position;
  const operator = p.createConstruct('IN', from);
  p.skipTokens();
  // The list is complete at its parenthesis: `a IN (b) LIKE c` does not chain.
  const left = e.removeLeftOperand(precedence.like, from);
  const complete = (right: Expression): Expression => createInfix(left, operator, right, isNegated);
  if (!p.isWord('(')) {
    p.reportUnexpectedToken('unexpected-token', { kind: 'word', word: '(' });
    e.frame.pendingOperators.push({ level: precedence.like, complete });
    return 'operand';
  }
  return e.openFrame('list', (frame) => {
    const list: Expression = {
      kind: 'array',
      items: frame.items,
      ...p.rangeOfTokens(frame.opener, p.position - 1),
    };
    restoreOuterFrame(e, frame);
    e.addOperand(complete(list));
  });
}

function parseBetween(e: ExpressionParser, isNegated: boolean): ExpectedNext {
  const { p } = e;
  const from = p.position;
  const words = acceptPhrase(p, ['own'])?.words ?? p.createConstruct('BETWEEN', from);
  const operand = e.removeLeftOperand(precedence.like, from);
  e.openBetween((low, high) => ({
    kind: 'between',
    operand,
    operator: words,
    isNegated,
    low,
    high,
    start: operand.start,
    end: Math.max(words.end, high.end),
  }));
  return 'operand';
}

function parseCaseBranch(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  if (!p.isWord('END')) {
    e.endItem();
    return skipTokenThenExpectOperand(e);
  }
  e.closeOpenBetweens();
  e.closeFrame(true);
  return 'operator';
}

function parseArgumentOrder(e: ExpressionParser): boolean {
  const { p } = e;
  const words = p.consumeConstructIfNext('ORDER BY');
  if (!words) return false;
  e.endItem();
  e.frame.firstOrderByIndex ??= e.frame.items.length;
  e.frame.call?.constructs.push(words);
  e.frame.kind = 'lenient';
  return true;
}

function parseSetOperation(e: ExpressionParser): ExpectedNext {
  const query = parseQuery(e.p);
  e.addOperand({ kind: 'subquery', query, start: query.start, end: query.end });
  return 'operator';
}

const wordRoles: readonly OperatorRole[] = ['infix', 'test', 'type'];

function parseWordOperator(e: ExpressionParser, isNegated: boolean): ExpectedNext {
  const { p } = e;
  const from = p.position;
  const isHere = p.isWord('ESCAPE') ? !e.isInnermostFrameOfKind('lenient') : isOperatorRatherThanAlias(e);
  const found = isHere ? acceptPhrase(p, wordRoles) : undefined;
  if (found) return addWordOperator(e, found, from, isNegated);
  if (!p.isWord('IS')) return recoverAfterOperand(e);
  // The test is incomplete. The error is at the token after IS, IS NOT or DISTINCT.
  p.skipTokens();
  p.consumeIfWord('NOT');
  const word = p.consumeIfWord('DISTINCT') ? 'FROM' : 'NULL';
  p.reportUnexpectedToken('unexpected-token', { kind: 'word', word });
  return 'operator';
}

function addWordOperator(
  e: ExpressionParser,
  { row, words }: AcceptedPhrase,
  from: number,
  isNegated: boolean,
): ExpectedNext {
  const level = getPrecedence(row);
  if (row.role === 'type') return parseTypeSuffix(e, 'collate', words, level, from);
  if (row.role !== 'test') {
    e.addInfix(words, level, from, isNegated);
    return 'operand';
  }
  addPostfixTest(e, words, level, from);
  if (/^IS( NOT)? JSON/.test(row.name)) skipUniqueKeys(e);
  return 'operator';
}

function skipUniqueKeys({ p }: ExpressionParser): void {
  if (p.peekWord(1) !== 'UNIQUE' || !/^WITH(OUT)?$/.test(p.word)) return;
  p.skipTokens(2);
  p.consumeIfWord('KEYS');
}

/**
 * Whether the word at the current token may be an operator. False for a word that counts as an alias, such as the word
 * COLLATE in `SELECT a COLLATE FROM t`.
 */
function isOperatorRatherThanAlias({ p }: ExpressionParser): boolean {
  const isCollate = p.isWord('COLLATE');
  const canBeAlias = canTokenBeName(p.token, 'bareLabel') && canTokenBeName(p.token, 'column');
  if (!isCollate && !canBeAlias) return true;
  const from = p.position;
  p.skipTokens();
  const found = isCollate ? canTokenBeName(p.token, 'column') : startsWordOrLiteralOperand(p);
  p.moveTo(from);
  return found;
}
