/** Reads the tokens of one statement and collects what it finds. The grammar stands in query, from and expression. */
import { type ConstructKind, codeOf, findConstruct } from './dialect.ts';
import type { Frame } from './frames.ts';
import { isFused } from './keywords.ts';
import { emptyOutline, type Outline } from './outline.ts';
import type { Token, TokenKind } from './tokens.ts';
import type { Finding, OtherReason, Severity, SyntaxReason } from './types.ts';

/** A token, or the end of the statement: an empty range after its last token. */
export interface ReadToken extends Omit<Token, 'kind'> {
  readonly kind: TokenKind | 'end';
}

/** Where in a statement an expression stands. */
export type Clause = 'select' | 'on' | 'where' | 'group' | 'having' | 'order' | 'limit' | 'other';

export interface ReaderSettings {
  /** Normalized names, see `normalizeAllowed`. */
  readonly allow: ReadonlySet<string>;
  readonly pageSize: number;
  /** Whether tables and columns are to be collected in the outline. */
  readonly names: boolean;
  /** Reads a query inside an expression; given from outside, since queries are made of expressions. */
  readonly readNestedQuery: (reader: Reader) => void;
}

const severityOf = (code: Finding['code']): Severity => (code === 'undocumented' ? 'warning' : 'error');

export class Reader {
  readonly text: string;
  readonly settings: ReaderSettings;
  readonly outline: Outline = emptyOutline();
  readonly findings: Finding[] = [];
  /** Indices of opening brackets that nothing closes. */
  readonly unclosed = new Set<number>();
  /** After the first syntax error nothing further is said about syntax: what follows is guesswork. */
  muted = false;
  clause: Clause = 'select';
  /** Open brackets and waiting operators of the expressions being read, see `frames`. */
  readonly frames: Frame[] = [];
  readonly ops: number[] = [];
  frameBase = 0;
  opsBase = 0;
  /** The comparison whose right side comes next. */
  comparison: ReadToken | undefined = undefined;
  /** Nesting of queries. */
  depth = 0;
  at: number;
  readonly #tokens: readonly Token[];
  readonly #last: number;
  readonly #end: ReadToken;
  #syntaxStart = -1;

  /** Reads `tokens[first, last)` of `text`; at least one token. */
  constructor(text: string, tokens: readonly Token[], first: number, last: number, settings: ReaderSettings) {
    this.text = text;
    this.settings = settings;
    this.#tokens = tokens;
    this.#last = last;
    this.at = first;
    const end = tokens[last - 1]?.end ?? 0;
    this.#end = { kind: 'end', start: end, end, word: '', flaw: '' };
  }

  get token(): ReadToken {
    return this.at < this.#last ? (this.#tokens[this.at] ?? this.#end) : this.#end;
  }
  /** Whether the current token is this word, operator or mark. */
  is(word: string): boolean {
    return this.token.word === word;
  }
  /** The token `ahead` places further. */
  peek(ahead: number): ReadToken {
    return this.at + ahead < this.#last ? (this.#tokens[this.at + ahead] ?? this.#end) : this.#end;
  }
  /** The token before the current one. */
  get previous(): ReadToken {
    return this.#tokens[this.at - 1] ?? this.#end;
  }
  /** The token at an index of the whole text. */
  tokenAt(index: number): ReadToken {
    return this.#tokens[index] ?? this.#end;
  }
  get atEnd(): boolean {
    return this.at >= this.#last;
  }
  /** The current token as a name's word; undefined where it can be none, or PostgreSQL reads it with the next one. */
  get nameWord(): string | undefined {
    const { kind, word } = this.token;
    if (kind === 'quoted' || kind === 'backtick') return '';
    return kind === 'word' && !(word !== '' && isFused(word, this.peek(1).word)) ? word : undefined;
  }
  next(): void {
    if (this.at < this.#last) this.at++;
  }
  /** Takes the token if it is this word, operator or mark. */
  accept(word: string): boolean {
    if (this.token.word !== word) return false;
    this.next();
    return true;
  }
  source(token: ReadToken): string {
    return this.text.slice(token.start, token.end);
  }

  /** A construct of the table by its name; nothing where the user's settings or the dialect allow it. */
  flag(name: string, from: ReadToken, to: ReadToken = from, reason?: OtherReason): void {
    const row = findConstruct(name);
    if (row?.verdict === 'supported') return;
    if (row?.liftable !== false && this.settings.allow.has(name)) return;
    this.#report(row?.kind ?? 'operator', row?.verdict ?? 'unsupported', name, from, to, reason);
  }
  /** A function by its name as the source spells it. */
  flagFunction(from: ReadToken, to: ReadToken, reason?: OtherReason): void {
    const name = this.text.slice(from.start, to.end).toUpperCase();
    if (this.settings.allow.has(name)) return;
    this.#report('function', 'unsupported', name, from, to, reason);
  }
  #report(
    kind: ConstructKind,
    verdict: 'undocumented' | 'unsupported' | 'write' | 'supported',
    construct: string,
    from: ReadToken,
    to: ReadToken,
    reason?: OtherReason,
  ): void {
    if (from.start === this.#syntaxStart) {
      // A token that is a syntax error already needs no second mark; but a write is to be called a write.
      if (verdict !== 'write') return;
      const misplaced = this.findings.findIndex(
        ({ code, start }) => code === 'syntax' && start === from.start,
      );
      if (misplaced >= 0) this.findings.splice(misplaced, 1);
    }
    const code = codeOf(kind, verdict);
    this.findings.push({
      code,
      severity: severityOf(code),
      start: from.start,
      end: to.end,
      construct,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** A syntax error at a token; only the first of a statement is kept. */
  syntax(reason: SyntaxReason, token: ReadToken = this.token): void {
    if (this.muted) return;
    this.muted = true;
    const { start, end } = token;
    if (end > start) this.#syntaxStart = start;
    // What is flagged already needs no second mark for standing in the wrong place.
    if (
      this.findings.some((finding) => finding.severity === 'error' && finding.start === start && end > start)
    ) {
      return;
    }
    this.findings.push({ code: 'syntax', severity: 'error', start, end, construct: reason, reason });
  }
  /** The current token cannot stand here. */
  unexpected(reason: SyntaxReason = 'unexpected-token'): void {
    this.syntax(this.atEnd ? 'unexpected-end' : reason);
  }
  /** Takes the token if it is this word; else it is a syntax error. */
  expect(word: string): boolean {
    if (this.accept(word)) return true;
    this.unexpected();
    return false;
  }

  /** From an opening bracket to after its partner (or the end), without looking inside. */
  skipBrackets(): void {
    let depth = 0;
    do {
      const { word } = this.token;
      if (word === '(' || word === '[') depth++;
      else if (word === ')' || word === ']') depth--;
      this.next();
    } while (depth > 0 && !this.atEnd);
  }
}
