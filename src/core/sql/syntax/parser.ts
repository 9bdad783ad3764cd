import { findConstruct } from '../dialect/constructs.ts';
import { getIdentifierRule } from '../dialect/identifierRules.ts';
import { COMBINED_KEYWORD_PAIR } from '../dialect/keywords.ts';
import { decodeQuotedName } from '../lexer/escapes.ts';
import type { Token, TokenKind } from '../lexer/tokens.ts';
import type { Construct, ConstructReason, Missing, Name, Range, Skipped } from './nodes.ts';
import type { ExpectedSyntax, SyntaxReason } from './reasons.ts';
import type { EndToken } from './tokens.ts';

export interface SyntaxIssue extends Range {
  readonly reason: SyntaxReason;
  /** What the parser expected instead; undefined for a lexical error, and if nothing in particular was expected. */
  readonly expected?: ExpectedSyntax;
}

/**
 * What a name is used for: a column, a table or a table's alias (`column`), a function, a column's alias without AS
 * (`bareLabel`), or a column's alias after AS or a name after a dot (`label`).
 */
type NameUse = 'column' | 'function' | 'bareLabel' | 'label';

/**
 * The tokens of one statement with a current position, methods to look at and consume them, and the first syntax error.
 */
export class Parser {
  readonly source: string;
  readonly tokens: readonly Token[];
  /** The first syntax error, which is the only one that the parser records. */
  firstError: SyntaxIssue | undefined = undefined;
  readonly unclosedBracketIndices: ReadonlySet<number>;
  /** True once syntax errors are no longer recorded, because after an error or INTO the parser can only guess. */
  inErrorRecovery: boolean;
  /**
   * The offset in `source` up to which the tree is certain. After it, the tree may not be what the author intended,
   * because of an error or INTO. `Infinity` if the whole tree is certain.
   */
  certainEnd = Number.POSITIVE_INFINITY;
  nestingDepth = 0;
  openFrameCount = 0;
  #position = 0;
  #token: Token | EndToken;
  readonly #end: EndToken;

  constructor(source: string, tokens: readonly Token[], unclosed: ReadonlySet<number>, isConfused: boolean) {
    this.source = source;
    this.tokens = tokens;
    this.unclosedBracketIndices = unclosed;
    this.inErrorRecovery = false;
    if (isConfused) this.beginErrorRecovery(0);
    const end = tokens.at(-1)?.end ?? 0;
    this.#end = { kind: 'end', start: end, end, word: '', error: undefined };
    this.#token = tokens[0] ?? this.#end;
  }

  // Lookahead.

  tokenAt(position: number): Token | EndToken {
    return this.tokens[position] ?? this.#end;
  }
  get position(): number {
    return this.#position;
  }
  get token(): Token | EndToken {
    return this.#token;
  }
  /**
   * The current token's `word`: an ASCII word in upper case, an operator or punctuation; '' for other tokens, such as a
   * literal or a quoted name.
   */
  get word(): string {
    return this.#token.word;
  }
  /**
   * The `word` of the token that is `tokenOffset` tokens after the current one, or before it if negative; '' outside
   * the statement.
   */
  peekWord(tokenOffset: number): string {
    return this.tokenAt(this.position + tokenOffset).word;
  }
  get isAtEnd(): boolean {
    return this.position >= this.tokens.length;
  }
  isWord(word: string): boolean {
    return this.word === word;
  }
  hasNextWords(words: readonly string[]): boolean {
    for (let i = 0; i < words.length; i++) if (this.peekWord(i) !== words[i]) return false;
    return true;
  }
  /**
   * Whether the current token can be a name for the given use. False for a word that PostgreSQL combines with the next
   * one into one keyword, as in `NOT LIKE`.
   */
  canBeName(use: NameUse): boolean {
    if (!canTokenBeName(this.token, use)) return false;
    return this.token.kind !== 'word' || !isCombinedKeywordPair(this.word, this.peekWord(1));
  }
  get previousEnd(): number {
    return this.position === 0 ? 0 : this.tokenAt(this.position - 1).end;
  }
  textOf({ start, end }: Range): string {
    return this.source.slice(start, end);
  }
  rangeOfTokens(from: number, to = from): Range {
    return { start: this.tokenAt(from).start, end: this.tokenAt(to).end };
  }
  /**
   * Returns the range from the start of the token at index `from` to the end of the last consumed token. If none was
   * consumed since `from`, the range is empty.
   */
  rangeSince(from: number): Range {
    const end = this.previousEnd;
    return { start: this.position > from ? this.tokenAt(from).start : end, end };
  }

  // Consuming tokens.

  skipTokens(count = 1): void {
    this.moveTo(this.#position + count);
  }
  moveTo(position: number): void {
    this.#position = Math.min(this.tokens.length, position);
    this.#token = this.tokenAt(this.#position);
  }
  consumeIfWord(word: string): boolean {
    const found = this.word === word;
    if (found) this.skipTokens();
    return found;
  }
  skipWhileWordIn(words: ReadonlySet<string>): void {
    while (words.has(this.word)) this.skipTokens();
  }
  /**
   * Consumes the current token if it has this word and returns true. Otherwise records a syntax error and returns
   * false.
   */
  consumeWordOrReport(word: string): boolean {
    const found = this.consumeIfWord(word);
    if (!found) this.reportUnexpectedToken('unexpected-token', { kind: 'word', word });
    return found;
  }
  /** Consumes a name for the given use. If there is none, records a syntax error and returns a `missing` node. */
  consumeNameOrReport(use: NameUse): Name | Missing {
    if (this.canBeName(use)) return this.consumeName();
    this.reportUnexpectedToken('unexpected-token', { kind: 'name' });
    return this.createMissing();
  }
  consumeName(): Name {
    const { token } = this;
    const written = this.textOf(token);
    const text = token.kind === 'word' ? undefined : decodeQuotedName(written);
    this.skipTokens();
    const { start, end } = token;
    return { kind: 'name', text: text ?? written, isQuoted: text !== undefined, start, end };
  }
  /**
   * Consumes everything from the current opening parenthesis or bracket to its partner, or to the end of the statement
   * if it has none. Returns undefined and consumes nothing at any other token. Parentheses and brackets count alike, so
   * `]` also closes `(`.
   */
  skipBrackets(): Skipped | undefined {
    if (!isOpening(this.word)) return undefined;
    const from = this.position;
    let level = 0;
    do {
      if (isOpening(this.word)) level++;
      if (isClosing(this.word)) level--;
      this.skipTokens();
    } while (level > 0 && !this.isAtEnd);
    return { kind: 'skipped', ...this.rangeSince(from) };
  }
  createMissing(): Missing {
    const start = this.previousEnd;
    return { kind: 'missing', start, end: start };
  }
  createSkipped(from: number): Skipped {
    return { kind: 'skipped', ...this.rangeSince(from) };
  }

  // Constructs of the dialect.

  createConstruct(name: string, from: number, to = from, reason?: ConstructReason): Construct {
    const { start, end } = this.rangeOfTokens(from, to);
    return { kind: 'construct', name, isFunction: false, reason, start, end };
  }
  createFunctionConstruct(from: number, to: number, reason?: ConstructReason): Construct {
    const { start, end } = this.rangeOfTokens(from, to);
    const name = this.source.slice(start, end).toUpperCase();
    return { kind: 'construct', name, isFunction: true, reason, start, end };
  }
  consumeWordsAsConstructIfNext(
    name: string,
    words: readonly string[],
    reason?: ConstructReason,
  ): Construct | undefined {
    if (!this.hasNextWords(words)) return undefined;
    const from = this.position;
    this.skipTokens(words.length);
    return this.createConstruct(name, from, this.position - 1, reason);
  }
  consumeConstructIfNext(name: string, reason?: ConstructReason): Construct | undefined {
    // Most constructs are not at the current token. This comparison excludes them quickly.
    return this.word !== '' && name.startsWith(this.word)
      ? this.consumeWordsAsConstructIfNext(name, name.split(' '), reason)
      : undefined;
  }
  /**
   * Whether the current token is the word of a command that writes, such as DELETE. Also true for such a word used as a
   * name, such as `replace`.
   */
  get isWriteWord(): boolean {
    const command = findConstruct(this.word);
    return this.token.kind === 'word' && command?.kind === 'command' && command.verdict === 'write';
  }

  // Errors.

  /**
   * Records a syntax error at the token with index `position` and begins error recovery. Does nothing during error
   * recovery.
   */
  reportError(reason: SyntaxReason, position = this.position, expected?: ExpectedSyntax): void {
    if (this.inErrorRecovery) return;
    this.beginErrorRecovery(this.rangeOfTokens(position).start);
    this.firstError = { reason, ...(expected && { expected }), ...this.rangeOfTokens(position) };
  }
  /** Stops the recording of syntax errors, because the meaning of the text from `offset` on is uncertain. */
  beginErrorRecovery(offset: number): void {
    this.inErrorRecovery = true;
    this.certainEnd = Math.min(this.certainEnd, offset);
  }
  reportUnexpectedToken(reason: SyntaxReason = 'unexpected-token', expected?: ExpectedSyntax): void {
    this.reportError(this.isAtEnd ? 'unexpected-end' : reason, this.position, expected);
  }
}

const isCombinedKeywordPair = (word: string, next: string): boolean =>
  combinedPairStarts.has(word) && COMBINED_KEYWORD_PAIR.test(`${word} ${next}`);
const combinedPairStarts: ReadonlySet<string> = new Set(['NOT', 'NULLS', 'WITH', 'WITHOUT', 'FORMAT']);

export const isOpening = (word: string): boolean => word === '(' || word === '[';
export const isClosing = (word: string): boolean => word === ')' || word === ']';

export function canTokenBeName({ kind, word }: Token | EndToken, use: NameUse): boolean {
  if (kind === 'quoted-identifier' || kind === 'backtick') return true;
  return kind === 'word' && (use === 'label' || getIdentifierRule(word)[use]);
}

/**
 * Whether a token is a literal, a placeholder or a parameter, or a text in typographic quotes, which is probably
 * intended as a literal.
 */
export const isLiteral = ({ kind }: Token | EndToken): boolean => literalKinds.has(kind);
const literalKinds: ReadonlySet<TokenKind | 'end'> = new Set<TokenKind>([
  'string',
  'dollar-string',
  'number',
  'placeholder',
  'parameter',
  'typographic-quote',
]);
