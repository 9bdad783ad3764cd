import { joins } from '../../dialect/constructs.ts';
import type { ColumnAliases, Construct, JoinType, Name } from '../nodes.ts';
import { canTokenBeName, type Parser } from '../parser.ts';
import { acceptPhrase } from '../phrases.ts';

/**
 * Words, mostly of other dialects, that can follow a table. Most of them could also be the table's alias. The function
 * for a word checks the tokens after the current one, and returns true if the word is not an alias.
 */
const foreignWords: ReadonlyMap<string, (p: Parser) => boolean> = new Map([
  ['OUTER', (p) => p.peekWord(1) === 'APPLY'],
  ['CROSS', (p) => p.peekWord(1) === 'APPLY'],
  ...['SEMI', 'ANTI', 'ASOF'].map((word) => [word, (p: Parser) => p.peekWord(1) === 'JOIN'] as const),
  ['STRAIGHT_JOIN', (p) => canTokenBeName(p.tokenAt(p.position + 1), 'column')],
  ...['USE', 'FORCE', 'IGNORE'].map(
    (word) => [word, (p: Parser) => /^(INDEX|KEY)$/.test(p.peekWord(1))] as const,
  ),
  ['PIVOT', (p) => p.peekWord(1) === '('],
  ['UNPIVOT', (p) => p.peekWord(1) === '('],
  ['TABLESAMPLE', () => true],
  ['QUALIFY', isNameOrNumberNext],
  ['PREWHERE', isNameOrNumberNext],
  ['SAMPLE', (p) => p.tokenAt(p.position + 1).kind === 'number'],
  ['MINUS', (p) => p.peekWord(1) === 'SELECT'],
  ['CONNECT', (p) => p.peekWord(1) === 'BY'],
  ['START', (p) => p.peekWord(1) === 'WITH'],
  ['LOCK', (p) => p.peekWord(1) === 'IN'],
]);
function isNameOrNumberNext(p: Parser): boolean {
  const token = p.tokenAt(p.position + 1);
  return token.kind === 'number' || canTokenBeName(token, 'column');
}
const foreignJoins = /^(OUTER|SEMI|ANTI|ASOF|STRAIGHT_JOIN)$/;

/** True if words of another dialect, or a hint, start at the current token, so that the token is not a name. */
export const isForeignPhrase = (p: Parser): boolean =>
  p.token.kind === 'word' && foreignWords.get(p.word)?.(p) === true;

const joinWords: ReadonlySet<string | undefined> = new Set([
  'NATURAL',
  ...joins.map(({ words }) => words[0]),
]);
export const beginsJoin = (p: Parser): boolean =>
  joinWords.has(p.word) || (foreignJoins.test(p.word) && isForeignPhrase(p));

interface JoinWords {
  readonly type: JoinType;
  readonly isNatural: boolean;
  readonly constructs: readonly Construct[];
}

const joinTypes: ReadonlyMap<string, JoinType> = new Map([
  ['INNER', 'inner'],
  ['LEFT', 'left'],
  ['RIGHT', 'right'],
  ['FULL', 'full'],
  ['CROSS', 'cross'],
  ['OUTER', 'left'],
]);
const joinTypeOf = (word: string): JoinType => joinTypes.get(word) ?? 'inner';

const unconditionalJoins: ReadonlySet<string> = new Set(['NATURAL', 'CROSS JOIN', 'STRAIGHT_JOIN', 'APPLY']);
export const needsCondition = (constructs: readonly Construct[]): boolean =>
  !constructs.some(({ name }) => unconditionalJoins.has(name));

export function consumeJoinWords(p: Parser): JoinWords {
  const foreign = acceptForeignJoin(p);
  if (foreign) return { ...foreign, isNatural: false };
  const constructs: Construct[] = [];
  // NATURAL is a construct of its own. Words that the dialect supports may follow it, as in NATURAL LEFT JOIN.
  const natural = p.consumeConstructIfNext('NATURAL');
  if (natural) constructs.push(natural);
  const cross = natural ? undefined : acceptCrossJoin(p);
  if (cross) constructs.push(cross);
  const type = cross ? 'cross' : joinTypeOf(p.word);
  p.consumeIfWord('INNER') ||
    ((p.consumeIfWord('LEFT') || p.consumeIfWord('RIGHT') || p.consumeIfWord('FULL')) &&
      p.consumeIfWord('OUTER'));
  const semi = /^(SEMI|ANTI|ASOF)$/.test(p.word) ? p.consumeConstructIfNext(p.word, 'foreign') : undefined;
  if (semi) constructs.push(semi);
  if (!p.consumeIfWord('JOIN')) p.reportUnexpectedToken('missing-join', { kind: 'word', word: 'JOIN' });
  return { type, isNatural: natural !== undefined, constructs };
}

function acceptForeignJoin(p: Parser): Pick<JoinWords, 'type' | 'constructs'> | undefined {
  const type = joinTypeOf(p.word);
  const isApply = p.peekWord(1) === 'APPLY' && !p.isWord('JOIN');
  const words = isApply
    ? p.consumeWordsAsConstructIfNext('APPLY', [p.word, 'APPLY'], 'foreign')
    : p.consumeConstructIfNext('STRAIGHT_JOIN', 'foreign');
  return words && { type, constructs: [words] };
}

function acceptCrossJoin(p: Parser): Construct | undefined {
  const from = p.position;
  if (!p.consumeIfWord('CROSS')) return undefined;
  return p.createConstruct('CROSS JOIN', from, p.isWord('JOIN') ? from + 1 : from);
}

interface TableSuffix {
  readonly constructs: readonly Construct[];
  readonly alias?: Name | undefined;
  readonly columnAliases?: ColumnAliases | undefined;
}

/**
 * Parses what may follow a table, such as an alias, column aliases and hints. `afterFunction` is true if the table is a
 * function. Column definitions after a function are skipped.
 */
export function parseTableSuffix(p: Parser, afterFunction = false): TableSuffix {
  const constructs: Construct[] = [];
  const ordinality = afterFunction ? p.consumeConstructIfNext('WITH ORDINALITY') : undefined;
  if (ordinality) constructs.push(ordinality);
  const hasAs = p.consumeIfWord('AS');
  if (hasAs && afterFunction && p.skipBrackets()) return { constructs };
  let alias: Name | undefined;
  let columnAliases: ColumnAliases | undefined;
  if ((hasAs || !isForeignPhrase(p)) && p.canBeName('column')) {
    alias = p.consumeName();
    if (afterFunction) p.skipBrackets();
    else if (p.isWord('(')) columnAliases = parseColumnAliases(p);
  } else if (hasAs) p.reportUnexpectedToken('unexpected-token', { kind: 'name' });
  constructs.push(...parseHints(p));
  return { constructs, alias, columnAliases };
}

function parseColumnAliases(p: Parser): ColumnAliases {
  const from = p.position;
  const names: Name[] = [];
  p.skipTokens();
  do {
    const name = p.consumeNameOrReport('column');
    if (name.kind === 'name') names.push(name);
  } while (p.consumeIfWord(','));
  if (!p.isWord(')')) {
    p.reportUnexpectedToken();
    while (!p.isAtEnd && !p.isWord(')')) p.skipTokens();
  }
  const words = p.createConstruct('COLUMN ALIASES', from, p.position);
  p.consumeWordOrReport(')');
  return { kind: 'columnAliases', words, names, ...p.rangeSince(from) };
}

function parseHints(p: Parser): Construct[] {
  const hints: Construct[] = [];
  for (;;) {
    const hint = acceptHint(p);
    if (!hint) return hints;
    hints.push(hint);
    p.skipBrackets();
    if (p.consumeIfWord('REPEATABLE')) p.skipBrackets();
    p.consumeIfWord('AS');
    if (!isForeignPhrase(p) && p.canBeName('column')) p.skipTokens();
  }
}

function acceptHint(p: Parser): Construct | undefined {
  if (p.hasNextWords(['WITH', '('])) return p.consumeConstructIfNext('WITH');
  const hint = isForeignPhrase(p) ? acceptPhrase(p, ['hint'])?.words : undefined;
  if (!hint) return undefined;
  if (hint.name === 'TABLESAMPLE' && !canTokenBeName(p.token, 'label')) p.reportUnexpectedToken();
  if (canTokenBeName(p.token, 'column')) p.skipTokens();
  return hint;
}
