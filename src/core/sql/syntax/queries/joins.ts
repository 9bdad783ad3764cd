/** The words of joins, and what may follow a table: its alias, and hints of PostgreSQL and of other dialects. */
import { joins } from '../../dialect/constructs.ts';
import type { ColumnAliases, Construct, JoinType, Name } from '../nodes.ts';
import { type Parser, tokenCanName } from '../parser.ts';
import { takePhrase } from '../phrases.ts';

/**
 * Words that could be aliases, nearly all of other dialects, each with what the next token must be for it to be none.
 */
const foreign: ReadonlyMap<string, (p: Parser) => boolean> = new Map([
  ['OUTER', (p) => p.wordAt(1) === 'APPLY'],
  ['CROSS', (p) => p.wordAt(1) === 'APPLY'],
  ...['SEMI', 'ANTI', 'ASOF'].map((word) => [word, (p: Parser) => p.wordAt(1) === 'JOIN'] as const),
  ['STRAIGHT_JOIN', (p) => tokenCanName(p.tokenAt(p.position + 1), 'column')],
  ...['USE', 'FORCE', 'IGNORE'].map(
    (word) => [word, (p: Parser) => /^(INDEX|KEY)$/.test(p.wordAt(1))] as const,
  ),
  ['PIVOT', (p) => p.wordAt(1) === '('],
  ['UNPIVOT', (p) => p.wordAt(1) === '('],
  ['TABLESAMPLE', () => true],
  ['QUALIFY', isNameOrNumberNext],
  ['PREWHERE', isNameOrNumberNext],
  ['SAMPLE', (p) => p.tokenAt(p.position + 1).kind === 'number'],
  ['MINUS', (p) => p.wordAt(1) === 'SELECT'],
  ['CONNECT', (p) => p.wordAt(1) === 'BY'],
  ['START', (p) => p.wordAt(1) === 'WITH'],
  ['LOCK', (p) => p.wordAt(1) === 'IN'],
]);
function isNameOrNumberNext(p: Parser): boolean {
  const token = p.tokenAt(p.position + 1);
  return token.kind === 'number' || tokenCanName(token, 'column');
}
const foreignJoins = /^(OUTER|SEMI|ANTI|ASOF|STRAIGHT_JOIN)$/;

/** Whether a phrase of another dialect, or a hint, begins at the current word, which is not a name there. */
export const isForeignPhrase = (p: Parser): boolean =>
  p.token.kind === 'word' && foreign.get(p.word)?.(p) === true;

/** Whether a join begins at the current token. */
const joinWords: ReadonlySet<string | undefined> = new Set([
  'NATURAL',
  ...joins.map(({ words }) => words[0]),
]);
export const isJoin = (p: Parser): boolean =>
  joinWords.has(p.word) || (foreignJoins.test(p.word) && isForeignPhrase(p));

interface JoinWords {
  readonly type: JoinType;
  readonly isNatural: boolean;
  readonly constructs: readonly Construct[];
}

/** The first word of a join to its type. */
const joinTypes: ReadonlyMap<string, JoinType> = new Map([
  ['INNER', 'inner'],
  ['LEFT', 'left'],
  ['RIGHT', 'right'],
  ['FULL', 'full'],
  ['CROSS', 'cross'],
  ['OUTER', 'left'],
]);
const typeOf = (word: string): JoinType => joinTypes.get(word) ?? 'inner';

const unconditional: ReadonlySet<string> = new Set(['NATURAL', 'CROSS JOIN', 'STRAIGHT_JOIN', 'APPLY']);
/** Whether a condition must follow the table that is joined with these constructs. */
export const needsCondition = (constructs: readonly Construct[]): boolean =>
  !constructs.some(({ name }) => unconditional.has(name));

/** Takes the words of a join. */
export function takeJoinWords(p: Parser): JoinWords {
  const foreign = takeForeignJoin(p);
  if (foreign) return { ...foreign, isNatural: false };
  const constructs: Construct[] = [];
  // Other words may be between NATURAL and JOIN, and they are of the dialect.
  const natural = p.take('NATURAL');
  if (natural) constructs.push(natural);
  const cross = natural ? undefined : takeCross(p);
  if (cross) constructs.push(cross);
  const type = cross ? 'cross' : typeOf(p.word);
  p.accept('INNER') || ((p.accept('LEFT') || p.accept('RIGHT') || p.accept('FULL')) && p.accept('OUTER'));
  const semi = /^(SEMI|ANTI|ASOF)$/.test(p.word) ? p.take(p.word, 'foreign') : undefined;
  if (semi) constructs.push(semi);
  if (!p.accept('JOIN')) p.unexpected('missing-join', { kind: 'word', word: 'JOIN' });
  return { type, isNatural: natural !== undefined, constructs };
}

/** `STRAIGHT_JOIN`, `CROSS APPLY` and `OUTER APPLY`, which have no condition. */
function takeForeignJoin(p: Parser): Pick<JoinWords, 'type' | 'constructs'> | undefined {
  const type = typeOf(p.word);
  const isApply = p.wordAt(1) === 'APPLY' && !p.is('JOIN');
  const words = isApply
    ? p.takeAs('APPLY', [p.word, 'APPLY'], 'foreign')
    : p.take('STRAIGHT_JOIN', 'foreign');
  return words && { type, constructs: [words] };
}

function takeCross(p: Parser): Construct | undefined {
  const from = p.position;
  if (!p.accept('CROSS')) return undefined;
  return p.construct('CROSS JOIN', from, p.is('JOIN') ? from + 1 : from);
}

/** What follows a table: `AS name (columns) TABLESAMPLE …`, as far as it is there. */
interface TableSuffix {
  readonly constructs: readonly Construct[];
  readonly alias?: Name | undefined;
  readonly columnAliases?: ColumnAliases | undefined;
}

/** A function may name its columns with their types. */
export function takeTableSuffix(p: Parser, afterFunction = false): TableSuffix {
  const constructs: Construct[] = [];
  const ordinality = afterFunction ? p.take('WITH ORDINALITY') : undefined;
  if (ordinality) constructs.push(ordinality);
  const hasAs = p.accept('AS');
  if (hasAs && afterFunction && p.skipBrackets()) return { constructs };
  let alias: Name | undefined;
  let columnAliases: ColumnAliases | undefined;
  if ((hasAs || !isForeignPhrase(p)) && p.canName('column')) {
    alias = p.takeName();
    if (afterFunction) p.skipBrackets();
    else if (p.is('(')) columnAliases = takeColumnAliases(p);
  } else if (hasAs) p.unexpected('unexpected-token', { kind: 'name' });
  constructs.push(...takeHints(p));
  return { constructs, alias, columnAliases };
}

function takeColumnAliases(p: Parser): ColumnAliases {
  const from = p.position;
  const names: Name[] = [];
  p.next();
  do {
    const name = p.expectName('column');
    if (name.kind === 'name') names.push(name);
  } while (p.accept(','));
  if (!p.is(')')) {
    p.unexpected();
    while (!p.isAtEnd && !p.is(')')) p.next();
  }
  const words = p.construct('COLUMN ALIASES', from, p.position);
  p.expect(')');
  return { kind: 'columnAliases', words, names, ...p.since(from) };
}

/** `TABLESAMPLE SYSTEM (10)`, `WITH (NOLOCK)`, `USE INDEX (i)`, `PIVOT (…) p`. */
function takeHints(p: Parser): Construct[] {
  const hints: Construct[] = [];
  for (;;) {
    const hint = takeHint(p);
    if (!hint) return hints;
    hints.push(hint);
    p.skipBrackets();
    if (p.accept('REPEATABLE')) p.skipBrackets();
    p.accept('AS');
    if (!isForeignPhrase(p) && p.canName('column')) p.next();
  }
}

function takeHint(p: Parser): Construct | undefined {
  if (p.areNext(['WITH', '('])) return p.take('WITH');
  const hint = isForeignPhrase(p) ? takePhrase(p, ['hint'])?.words : undefined;
  if (!hint) return undefined;
  if (hint.name === 'TABLESAMPLE' && !tokenCanName(p.token, 'label')) p.unexpected();
  if (tokenCanName(p.token, 'column')) p.next();
  return hint;
}
