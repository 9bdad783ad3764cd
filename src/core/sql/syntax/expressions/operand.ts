import { findConstruct } from '../../dialect/constructs.ts';
import { getIdentifierRule } from '../../dialect/identifierRules.ts';
import { NON_TYPE_KEYWORD } from '../../dialect/keywords.ts';
import { precedence } from '../../dialect/precedence.ts';
import { parseDottedName, typeWords } from '../names.ts';
import type { Construct, Expression, Literal, LiteralKind, Subquery } from '../nodes.ts';
import { canTokenBeName, isLiteral, type Parser } from '../parser.ts';
import { beginsSubquery, beginsWrite, parseQuery, parseWrite } from '../queries/query.ts';
import { openCallArguments, restoreOuterFrame } from './calls.ts';
import type { ExpectedNext, ExpressionParser, FrameKind } from './frames.ts';
import { recoverFromMissingOperand } from './recovery.ts';

export function parseOperand(e: ExpressionParser): ExpectedNext {
  const { token } = e.p;
  if (isLiteral(token)) return parseLiteral(e);
  if (token.kind === 'operator') return parsePrefixOperator(e);
  if (token.kind === 'word') return parseKeywordOperand(e) ?? parseName(e);
  if (token.kind === 'quoted-identifier' || token.kind === 'backtick')
    return parseSubqueryHere(e) ?? parseName(e);
  return parsePunctuationOperand(e);
}

export function skipTokenThenExpectOperand(e: ExpressionParser): ExpectedNext {
  e.p.skipTokens();
  return 'operand';
}

// Literals.

const constructOfLiteral: Readonly<Partial<Record<LiteralKind, string>>> = {
  'dollar-string': 'DOLLAR QUOTES',
  prefixed: 'STRING PREFIX',
  parameter: 'PARAMETER',
};

function literalKind(p: Parser): LiteralKind {
  const { kind, start, error } = p.token;
  switch (kind) {
    case 'string':
      return p.source[start] === "'" || error !== undefined ? 'string' : 'prefixed';
    case 'dollar-string':
    case 'parameter':
    case 'placeholder':
      return kind;
    default:
      return 'number';
  }
}

function consumeLiteral(p: Parser): Literal {
  const { kind, start, end, error } = p.token;
  const literal = kind === 'typographic-quote' ? 'string' : literalKind(p);
  const name = error === undefined ? constructOfLiteral[literal] : undefined;
  const construct = name === undefined ? undefined : p.createConstruct(name, p.position);
  p.skipTokens();
  return { kind: 'literal', literal, construct, start, end };
}

function parseLiteral(e: ExpressionParser): ExpectedNext {
  e.addOperand(consumeLiteral(e.p));
  return 'operator';
}

// Names.

function parseName(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const isName = p.canBeName('column') || (p.peekWord(1) === '(' && p.canBeName('function'));
  if (!isName)
    return e.isInnermostFrameOfKind('lenient') ? skipTokenThenExpectOperand(e) : recoverFromMissingOperand(e);
  const first = p.position;
  const { parts, isStar, start, end } = parseDottedName(p, 'column');
  const typed = isStar ? undefined : parseTypedLiteral(p, first);
  if (typed) e.addOperand(typed);
  else if (p.isWord('(') && !isStar) return openCallArguments(e, first, first + 2 * (parts.length - 1));
  else e.addOperand({ kind: 'column', parts, isStar, start, end });
  return 'operator';
}

/**
 * Whether the current token is a string that may follow a type's name, as in `DATE '2026-01-31'`. False for a string
 * that has a type of its own, such as `X'1F'`, and for one with a lexical error.
 */
function canBeTypedText(p: Parser): boolean {
  const { kind, start, error } = p.token;
  if (error !== undefined) return false;
  return kind === 'dollar-string' || (kind === 'string' && /^['eu]/i.test(p.source[start] ?? ''));
}

/**
 * Maximum number of tokens that are examined in a type's parentheses, such as `(10, 2)` or `(point, 4326)`, including
 * the opening parenthesis but not the closing one.
 */
const MAX_TYPE_MODIFIER_TOKENS = 9;

function skipTypeModifiers(p: Parser): void {
  const from = p.position;
  if (!p.consumeIfWord('(')) return;
  const isModifier = (): boolean =>
    p.token.kind === 'number' ||
    p.token.kind === 'string' ||
    p.isWord(',') ||
    (p.token.kind === 'word' && canTokenBeName(p.token, 'column'));
  while (p.position - from < MAX_TYPE_MODIFIER_TOKENS && isModifier()) p.skipTokens();
  if (p.position === from + 1 || !p.consumeIfWord(')')) p.moveTo(from);
}

/**
 * Parses a typed literal such as `DATE '2026-01-31'` or `INTERVAL '1' DAY`. Its type's name starts at token index
 * `first` and must have been consumed. Most other names before a string can be types too, since PostgreSQL lets users
 * define types. Returns undefined and consumes nothing if there is no typed literal.
 */
function parseTypedLiteral(p: Parser, first: number): Expression | undefined {
  // This excludes most tokens quickly. A comma, for example, can't be between a type and its text.
  if (!isLiteral(p.token) && p.token.kind !== 'word' && !p.isWord('(')) return undefined;
  const from = p.position;
  const word = p.tokenAt(first).kind === 'word' && from === first + 1 ? p.tokenAt(first).word : '';
  const isInterval = word === 'INTERVAL';
  const isType = word !== '' && getIdentifierRule(word).type;
  if (!isType && from === first + 1 && NON_TYPE_KEYWORD.test(p.textOf(p.tokenAt(first)))) return undefined;
  if (isType) p.skipWhileWordIn(typeWords);
  skipTypeModifiers(p);
  if (isType) p.skipWhileWordIn(typeWords);
  if (!canBeTypedText(p) && !(isInterval && p.token.kind === 'number')) {
    p.moveTo(from);
    return undefined;
  }
  // During error recovery, a name before a literal may not be a type.
  const reason = isType ? undefined : 'unknown-type';
  const construct = p.inErrorRecovery
    ? undefined
    : p.createConstruct('TYPED LITERAL', first, p.position - 1, reason);
  const { construct: _, ...literal } = consumeLiteral(p);
  if (isInterval) {
    p.skipWhileWordIn(typeWords);
    skipTypeModifiers(p);
  }
  return { kind: 'typedLiteral', construct, literal, ...p.rangeSince(first) };
}

// Words.

function parseSubqueryHere(e: ExpressionParser): ExpectedNext | undefined {
  const { p } = e;
  if (e.isInnermostFrameOfKind('root') || p.peekWord(-1) !== '(' || !beginsSubquery(p)) return undefined;
  const from = p.position;
  const construct = p.isWord('SELECT') ? p.createConstruct('SUBQUERY', from, from, 'subquery') : undefined;
  const query = parseQuery(p);
  e.addOperand({ kind: 'subquery', construct, query, ...p.rangeSince(from) } satisfies Subquery);
  return 'operator';
}

function parseKeywordOperand(e: ExpressionParser): ExpectedNext | undefined {
  const { p } = e;
  const subquery = parseSubqueryHere(e);
  if (subquery) return subquery;
  const { word, position } = p;
  const after = p.peekWord(1);
  const opens = after === '(';
  switch (word) {
    case 'NOT':
      e.addPrefix(p.createConstruct('NOT', position), precedence.not);
      return skipTokenThenExpectOperand(e);
    case 'CASE':
      return openCase(e);
    case 'VARIADIC':
      e.addPrefix(p.createConstruct('VARIADIC', position), precedence.sign);
      return skipTokenThenExpectOperand(e);
    case 'CAST':
    case 'COLLATION':
      if (!opens && after !== 'FOR') break;
      p.skipTokens(opens ? 1 : 2);
      return openCallArguments(e, position);
    // GROUPING SETS belongs to GROUP BY, which is reported as a whole.
    case 'GROUPING':
      if (after !== 'SETS' || e.place !== 'groupBy') break;
      p.skipTokens(2);
      return 'operand';
    case 'ROLLUP':
    case 'CUBE':
      if (!opens || e.place !== 'groupBy') break;
      return skipTokenThenExpectOperand(e);
  }
  return parseListedKeyword(e);
}

function parseListedKeyword(e: ExpressionParser): ExpectedNext | undefined {
  const { p } = e;
  const { word, position } = p;
  const opens = p.peekWord(1) === '(';
  switch (findConstruct(word)?.role) {
    case 'constant':
      p.skipTokens();
      e.addOperand(createConstant(p.createConstruct(word, position)));
      return 'operator';
    case 'value': {
      if (opens && p.canBeName('function')) return undefined;
      const construct = p.createFunctionConstruct(position, position);
      p.skipTokens();
      p.skipBrackets();
      e.addOperand({ ...createConstant(construct), ...p.rangeSince(position) });
      return 'operator';
    }
    case 'bracket':
      if (!opens && !(word === 'ARRAY' && p.peekWord(1) === '[')) return undefined;
      p.skipTokens();
      return openList(
        e,
        !opens ? 'array' : word === 'ROW' ? 'lenient' : 'list',
        p.createConstruct(word, position),
      );
    default:
      return undefined;
  }
}

const createConstant = (construct: Construct): Expression => ({
  kind: 'constant',
  construct,
  start: construct.start,
  end: construct.end,
});

function openList(e: ExpressionParser, kind: FrameKind, construct?: Construct): ExpectedNext {
  const start = construct?.start ?? e.p.token.start;
  return e.openFrame(kind, (frame) => {
    const { items } = frame;
    restoreOuterFrame(e, frame);
    e.addOperand({ kind: 'array', construct, items, start, end: e.p.previousEnd });
  });
}

function openCase(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const construct = p.createConstruct('CASE', p.position);
  e.openFrame('case', (frame) => {
    const { items } = frame;
    restoreOuterFrame(e, frame);
    e.addOperand({ kind: 'case', construct, items, start: construct.start, end: p.previousEnd });
  });
  p.consumeIfWord('WHEN');
  return 'operand';
}

// Prefix operators and punctuation.

const isInfixOnly = (word: string): boolean =>
  findConstruct(word)?.role === 'infix' || /^(::|:=|=>)$/.test(word);

function parsePrefixOperator(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const { word, position } = p;
  const isCallStar =
    word === '*' &&
    p.peekWord(-1) === '(' &&
    p.peekWord(1) === ')' &&
    e.isInnermostFrameOfKind('arguments', 'lenient');
  if (isCallStar) {
    if (e.frame.call) e.frame.call.isStar = true;
    p.skipTokens();
    return 'operator';
  }
  if (isInfixOnly(word)) return recoverFromMissingOperand(e);
  if (isSign(word) && isSignOfNumber(p)) e.addSign(p.token);
  else e.addPrefix(p.createConstruct(word, position), isSign(word) ? precedence.sign : precedence.other);
  return skipTokenThenExpectOperand(e);
}

const isSign = (word: string): boolean => word === '-' || word === '+';

/**
 * Whether the current sign is followed by a number without a lexical error, directly or after one more sign: `-1` or `-
 * -1`.
 */
function isSignOfNumber(p: Parser): boolean {
  const number = p.tokenAt(p.position + (isSign(p.peekWord(1)) ? 2 : 1));
  return number.kind === 'number' && number.error === undefined;
}

const allowedPunctuation: Readonly<Record<string, readonly FrameKind[]>> = {
  ')': ['lenient'],
  ']': ['array', 'subscript'],
  ',': ['lenient', 'subscript'],
  ':': ['lenient', 'subscript'],
};

function parsePunctuationOperand(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const { word } = p;
  if (word === '(') return openParenthesis(e);
  if (word === '[' && e.isInnermostFrameOfKind('array')) return openList(e, 'array');
  const isEmpty = word === ')' && p.peekWord(-1) === '(';
  const isAllowed = e.isInnermostFrameOfKind(...(allowedPunctuation[word] ?? []));
  return recoverFromMissingOperand(
    e,
    isAllowed || (isEmpty && (e.isInnermostFrameOfKind('arguments') || e.place === 'groupBy')),
  );
}

/**
 * Opens a frame at the current `(`. If a write such as `DELETE FROM t` begins after the `(`, parses it as a subquery,
 * so that it can be reported.
 */
function openParenthesis(e: ExpressionParser): ExpectedNext {
  const { p } = e;
  const { start } = p.token;
  e.openFrame('group', (frame) => {
    const { items, rowConstruct: row } = frame;
    restoreOuterFrame(e, frame);
    e.addOperand({ kind: 'parenthesized', rowConstruct: row, items, start, end: p.previousEnd });
  });
  if (!beginsWrite(p)) return 'operand';
  const write = parseWrite(p);
  e.addOperand({ kind: 'subquery', query: write, start: write.start, end: write.end });
  return 'operator';
}
