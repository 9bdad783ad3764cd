/**
 * The parser's place in a statement, and what it has found wrong. The grammar is in `queries/` and `expressions/`;
 * each parse has a parser of its own, so nothing of one statement can reach another.
 */
import { findConstruct } from '../dialect/constructs.ts';
import { identifierRule } from '../dialect/identifierRules.ts';
import { fusedWords } from '../dialect/keywords.ts';
import { unquoted } from '../lexer/escapes.ts';
import type { Token, TokenKind } from '../lexer/tokens.ts';
import type { Construct, ConstructReason, Missing, Name, Range, Skipped } from './nodes.ts';
import type { Expected, SyntaxReason } from './reasons.ts';
import type { EndToken } from './tokens.ts';

export interface SyntaxIssue extends Range {
  readonly reason: SyntaxReason;
  /** Where one thing was expected. */
  readonly expected?: Expected;
}

/** What a word is to name. `label`: a column's alias after AS, or a name after a dot. */
type NameUse = 'column' | 'function' | 'bareLabel' | 'label';

export class Parser {
  readonly source: string;
  readonly tokens: readonly Token[];
  /** The first syntax error, which is the only one that is reported. */
  firstError: SyntaxIssue | undefined = undefined;
  /** Indices of opening parentheses without a partner. */
  readonly unclosed: ReadonlySet<number>;
  /** After the first syntax error no other is reported: what follows is guesswork. */
  inErrorRecovery: boolean;
  /** Where guesswork begins. */
  certainEnd = Number.POSITIVE_INFINITY;
  /** Nesting of queries and of parentheses in FROM. */
  depth = 0;
  /** Open brackets of the expressions around the one being read. */
  openFrames = 0;
  #position = 0;
  #token: Token | EndToken;
  readonly #end: EndToken;

  constructor(source: string, tokens: readonly Token[], unclosed: ReadonlySet<number>, isConfused: boolean) {
    this.source = source;
    this.tokens = tokens;
    this.unclosed = unclosed;
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
  /** Index of the current token; the number of tokens at the end. */
  get position(): number {
    return this.#position;
  }
  get token(): Token | EndToken {
    return this.#token;
  }
  /** The current token's word, operator or punctuation; '' for a literal, a quoted name, and at the end. */
  get word(): string {
    return this.#token.word;
  }
  /** The word of the token so many places further, or back. */
  wordAt(places: number): string {
    return this.tokenAt(this.position + places).word;
  }
  get isAtEnd(): boolean {
    return this.position >= this.tokens.length;
  }
  is(word: string): boolean {
    return this.word === word;
  }
  /** Whether these are the words of the next tokens. */
  areNext(words: readonly string[]): boolean {
    for (let i = 0; i < words.length; i++) if (this.wordAt(i) !== words[i]) return false;
    return true;
  }
  /** Whether the current token can be such a name. PostgreSQL reads some words together with the next one. */
  canName(use: NameUse): boolean {
    if (!tokenCanName(this.token, use)) return false;
    return this.token.kind !== 'word' || !isFused(this.word, this.wordAt(1));
  }
  /** Where the token before the current one ends. */
  get previousEnd(): number {
    return this.position === 0 ? 0 : this.tokenAt(this.position - 1).end;
  }
  text({ start, end }: Range): string {
    return this.source.slice(start, end);
  }
  /** From the start of one token to the end of another. */
  range(from: number, to = from): Range {
    return { start: this.tokenAt(from).start, end: this.tokenAt(to).end };
  }
  /** From the start of a token to the end of the last one taken; empty, after the token before it, where none was. */
  since(from: number): Range {
    const end = this.previousEnd;
    return { start: this.position > from ? this.tokenAt(from).start : end, end };
  }

  // Consuming tokens.

  next(count = 1): void {
    this.goTo(this.#position + count);
  }
  goTo(position: number): void {
    this.#position = Math.min(this.tokens.length, position);
    this.#token = this.tokenAt(this.#position);
  }
  accept(word: string): boolean {
    const found = this.word === word;
    if (found) this.next();
    return found;
  }
  /** Takes the tokens whose words are in the set. */
  acceptAll(words: ReadonlySet<string>): void {
    while (words.has(this.word)) this.next();
  }
  /** As `accept`; else it is a syntax error. */
  expect(word: string): boolean {
    const found = this.accept(word);
    if (!found) this.unexpected('unexpected-token', { kind: 'word', word });
    return found;
  }
  /** Takes a name; else it is a syntax error, and the name is missing. */
  expectName(use: NameUse): Name | Missing {
    if (this.canName(use)) return this.takeName();
    this.unexpected('unexpected-token', { kind: 'name' });
    return this.missing();
  }
  takeName(): Name {
    const { token } = this;
    const written = this.text(token);
    const text = token.kind === 'word' ? undefined : unquoted(written);
    this.next();
    const { start, end } = token;
    return { kind: 'name', text: text ?? written, isQuoted: text !== undefined, start, end };
  }
  /** At an opening bracket: to after its partner, or the end. Undefined where none opens. */
  skipBrackets(): Skipped | undefined {
    if (!isOpening(this.word)) return undefined;
    const from = this.position;
    let level = 0;
    do {
      if (isOpening(this.word)) level++;
      if (isClosing(this.word)) level--;
      this.next();
    } while (level > 0 && !this.isAtEnd);
    return { kind: 'skipped', ...this.since(from) };
  }
  missing(): Missing {
    const start = this.previousEnd;
    return { kind: 'missing', start, end: start };
  }
  skipped(from: number): Skipped {
    return { kind: 'skipped', ...this.since(from) };
  }

  // Constructs of the dialect.

  /** A construct of the dialect table that is written by the tokens from `from` to `to`. */
  construct(name: string, from: number, to = from, reason?: ConstructReason): Construct {
    const { start, end } = this.range(from, to);
    return { kind: 'construct', name, isFunction: false, reason, start, end };
  }
  /** A function by its name as the source spells it. */
  functionName(from: number, to: number, reason?: ConstructReason): Construct {
    const { start, end } = this.range(from, to);
    const name = this.source.slice(start, end).toUpperCase();
    return { kind: 'construct', name, isFunction: true, reason, start, end };
  }
  /** Takes the words if they are next. */
  takeAs(name: string, words: readonly string[], reason?: ConstructReason): Construct | undefined {
    if (!this.areNext(words)) return undefined;
    const from = this.position;
    this.next(words.length);
    return this.construct(name, from, this.position - 1, reason);
  }
  /** As `takeAs`, for a construct that is named by its words. */
  take(name: string, reason?: ConstructReason): Construct | undefined {
    // Most are not there; the first word says so at once.
    return this.word !== '' && name.startsWith(this.word)
      ? this.takeAs(name, name.split(' '), reason)
      : undefined;
  }
  /** Whether the current token begins a write, which no setting allows. */
  get isWrite(): boolean {
    const command = findConstruct(this.word);
    return this.token.kind === 'word' && command?.kind === 'command' && command.verdict === 'write';
  }

  // Errors.

  /** A syntax error at a token; only the first of a statement is kept. */
  error(reason: SyntaxReason, position = this.position, expected?: Expected): void {
    if (this.inErrorRecovery) return;
    this.beginErrorRecovery(this.range(position).start);
    this.firstError = { reason, ...(expected && { expected }), ...this.range(position) };
  }
  /** From an offset on no syntax error is reported. */
  beginErrorRecovery(offset: number): void {
    this.inErrorRecovery = true;
    this.certainEnd = Math.min(this.certainEnd, offset);
  }
  /** The current token can't be here. */
  unexpected(reason: SyntaxReason = 'unexpected-token', expected?: Expected): void {
    this.error(this.isAtEnd ? 'unexpected-end' : reason, this.position, expected);
  }
}

/** Pairs that PostgreSQL's parser reads as one keyword, so that the first is not a name even after a dot. */
const isFused = (word: string, next: string): boolean =>
  fusedFirst.has(word) && fusedWords.test(`${word} ${next}`);
const fusedFirst: ReadonlySet<string> = new Set(['NOT', 'NULLS', 'WITH', 'WITHOUT', 'FORMAT']);

export const isOpening = (word: string): boolean => word === '(' || word === '[';
export const isClosing = (word: string): boolean => word === ')' || word === ']';

/** Whether a token can be such a name, whatever follows it. */
export function tokenCanName({ kind, word }: Token | EndToken, use: NameUse): boolean {
  if (kind === 'quoted-identifier' || kind === 'backtick') return true;
  return kind === 'word' && (use === 'label' || identifierRule(word)[use]);
}

/** Whether a token is a value, or at least meant as one. */
export const isLiteral = ({ kind }: Token | EndToken): boolean => literalKinds.has(kind);
const literalKinds: ReadonlySet<TokenKind | 'end'> = new Set<TokenKind>([
  'string',
  'dollar-string',
  'number',
  'placeholder',
  'parameter',
  'typographic-quote',
]);
