/**
 * Reads the tokens of one statement and collects what it finds; a token is its index. The grammar stands in query,
 * from and expression.
 */

import * as can from './abilities.ts';
import { type ConstructKind, codeOf, findConstruct, type Verdict } from './dialect.ts';
import type { Frame } from './frames.ts';
import { fusedWords } from './keywords.ts';
import { emptyOutline, type Outline } from './outline.ts';
import type { TokenList } from './tokens.ts';
import type { Finding, OtherReason, SyntaxReason } from './types.ts';
import { abilitiesOf, sorts } from './vocabulary.ts';

/** Where in a statement an expression stands. */
export type Clause = 'select' | 'on' | 'where' | 'group' | 'having' | 'other';

export interface ReaderSettings {
  /** Names in the form of `normalizeAllowed`. */
  readonly allow: ReadonlySet<string>;
  readonly pageSize: number;
  /** Whether tables and columns are to be collected in the outline. */
  readonly names: boolean;
}

/** Findings of one statement and severity; nobody reads more, and a broken file of a megabyte has more. */
const most = 10_000;
const noMarks = new Uint8Array(0);

export class Reader {
  readonly text: string;
  readonly tokens: TokenList;
  readonly settings: ReaderSettings;
  findings: Finding[] = [];
  outline: Outline = emptyOutline();
  /** After the first syntax error nothing further is said about syntax: what follows is guesswork. */
  muted = false;
  clause: Clause = 'select';
  /** Nesting of queries and of joins in brackets. */
  depth = 0;
  /** Open brackets and waiting operators of the expressions being read, see `frames`. */
  readonly frames: Frame[] = [];
  readonly ops: number[] = [];
  frameBase = 0;
  opsBase = 0;
  /** The comparison whose right side comes next; -1 for none. */
  comparison = -1;
  at = 0;
  /** Index after the statement's last token. */
  last = 0;
  /** Reads a query inside an expression; set by `query`, since queries are made of expressions. */
  readQuery: (reader: Reader) => void;
  #first = 0;
  /** Brackets of the statement that nothing closes: a mark for each token, once there is one. */
  #unclosed = noMarks;
  #syntaxStart = -1;
  #errors = 0;

  constructor(
    text: string,
    tokens: TokenList,
    settings: ReaderSettings,
    readQuery: (reader: Reader) => void,
  ) {
    this.text = text;
    this.tokens = tokens;
    this.settings = settings;
    this.readQuery = readQuery;
  }

  /** Begins a statement, `tokens[first, last)`, and forgets the one before. */
  begin(first: number, last: number): void {
    this.at = first;
    this.last = last;
    this.findings = [];
    this.outline = emptyOutline();
    this.#first = first;
    this.#unclosed = noMarks;
    this.muted = false;
    this.clause = 'select';
    this.depth = 0;
    this.#syntaxStart = -1;
    this.#errors = 0;
  }

  /** The sort of the current token. */
  get sort(): string {
    return this.at < this.last ? (sorts[this.tokens.sorts[this.at] ?? 0] ?? 'end') : 'end';
  }
  /** The sort of the token `places` further; also backwards. */
  ahead(places: number): string {
    const at = this.at + places;
    return at < this.last ? (sorts[this.tokens.sorts[at] ?? 0] ?? 'end') : 'end';
  }
  /** Whether the current token has one of the abilities. */
  can(abilities: number): boolean {
    return this.at < this.last && ((abilitiesOf[this.tokens.sorts[this.at] ?? 0] ?? 0) & abilities) !== 0;
  }
  /** As `can`, for names: PostgreSQL reads some words together with the next one, so that they are none. */
  canName(ability: number): boolean {
    if (!this.can(ability)) return false;
    return !this.can(can.fuse) || !fusedWords.get(this.sort)?.includes(this.ahead(1));
  }
  get atEnd(): boolean {
    return this.at >= this.last;
  }
  startOf(token: number): number {
    return token < this.last ? (this.tokens.starts[token] ?? 0) : this.endOf(token);
  }
  /** The end of the statement for the token after its last. */
  endOf(token: number): number {
    return this.tokens.ends[Math.min(token, this.last - 1)] ?? 0;
  }
  sourceOf(token: number): string {
    return this.text.slice(this.startOf(token), this.endOf(token));
  }

  next(count = 1): void {
    this.at = Math.min(this.last, this.at + count);
  }
  /** Takes the token if it is of one of these sorts. */
  accept(...wanted: readonly string[]): boolean {
    if (!wanted.includes(this.sort)) return false;
    this.next();
    return true;
  }
  /** As `accept`; else it is a syntax error. */
  expect(sort: string): boolean {
    if (this.accept(sort)) return true;
    this.unexpected();
    return false;
  }
  /** At an opening bracket: to after its partner (or the end), without looking inside. False where none opens. */
  skipBrackets(): boolean {
    if (this.sort !== '(' && this.sort !== '[') return false;
    let depth = 0;
    do {
      const { sort } = this;
      if (sort === '(' || sort === '[') depth++;
      else if (sort === ')' || sort === ']') depth--;
      this.next();
    } while (depth > 0 && !this.atEnd);
    return true;
  }

  /** A construct of the table, or an operator that is in none; nothing where settings or dialect allow it. */
  flag(name: string, from = this.at, to = from, reason?: OtherReason): void {
    const row = findConstruct(name);
    if (row?.verdict === 'supported') return;
    if (row?.liftable !== false && this.settings.allow.has(name)) return;
    this.#report(row?.kind ?? 'operator', row?.verdict ?? 'unsupported', name, from, to, reason);
  }
  /** The operator at the current token. */
  flagOperator(reason?: OtherReason): void {
    const { sort, at } = this;
    this.flag(sort === 'operator' ? this.sourceOf(at) : sort, at, at, reason);
  }
  /** A function by its name as the source spells it. */
  flagFunction(from: number, to = from, reason?: OtherReason): void {
    const name = this.text.slice(this.startOf(from), this.endOf(to)).toUpperCase();
    if (!this.settings.allow.has(name)) this.#report('function', 'unsupported', name, from, to, reason);
  }
  #report(
    kind: ConstructKind,
    verdict: Verdict,
    construct: string,
    from: number,
    to: number,
    reason?: OtherReason,
  ): void {
    const code = codeOf(kind, verdict);
    const start = this.startOf(from);
    if (start === this.#syntaxStart) {
      // A token that is a syntax error already needs no second mark; but a write is to be called a write.
      if (verdict !== 'write') return;
      this.findings = this.findings.filter((finding) => finding.code !== 'syntax' || finding.start !== start);
    }
    this.add({
      code,
      severity: verdict === 'undocumented' ? 'warning' : 'error',
      start,
      end: this.endOf(to),
      construct,
      ...(reason && { reason }),
    });
  }
  /** A finding as it is, unless the statement has more than enough. The first write is always kept. */
  add(finding: Finding): void {
    const isError = finding.severity === 'error';
    if (isError) this.#errors++;
    const count = isError ? this.#errors : this.findings.length - this.#errors;
    if (count <= most || finding.code === 'write-operation') this.findings.push(finding);
  }
  /** A bracket that nothing closes. */
  addUnclosed(token: number): void {
    if (this.#unclosed === noMarks) this.#unclosed = new Uint8Array(this.last - this.#first);
    this.#unclosed[token - this.#first] = 1;
    this.addFlaw('unclosed-parenthesis', this.startOf(token), this.endOf(token));
  }
  isUnclosed(token: number): boolean {
    return this.#unclosed[token - this.#first] === 1;
  }
  /** A flaw of single tokens or brackets. */
  addFlaw(reason: SyntaxReason, start: number, end: number): void {
    this.add({ code: 'syntax', severity: 'error', start, end, construct: reason, reason });
  }

  /** A syntax error at a token; only the first of a statement is kept. */
  syntax(reason: SyntaxReason, token = this.at): void {
    if (this.muted) return;
    this.muted = true;
    const start = this.startOf(token);
    const end = this.endOf(token);
    if (end > start) this.#syntaxStart = start;
    // What is flagged already needs no second mark for standing in the wrong place.
    if (end > start && this.findings.some((one) => one.severity === 'error' && one.start === start)) return;
    this.addFlaw(reason, start, end);
  }
  /** The current token cannot stand here. */
  unexpected(reason: SyntaxReason = 'unexpected-token'): void {
    this.syntax(this.atEnd ? 'unexpected-end' : reason);
  }
}
