/** The place of a finding in its statement: the tokens around it, brackets matched. Tokens are indices here. */
import { significantTokens } from '../statements.ts';
import type { Token, TokenKind } from '../tokens.ts';
import type { Finding } from '../types.ts';
import type { Edit } from './types.ts';

/** One statement's tokens, comments left out. Offsets are UTF-16 code units of `text`. */
export class StatementTokens {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly #partners = new Map<number, number>();
  readonly #depths: number[] = [];
  readonly #byStart = new Map<number, number>();

  constructor(text: string, tokens: readonly Token[] = significantTokens(text)) {
    this.text = text;
    this.tokens = tokens;
    const open: number[] = [];
    tokens.forEach(({ word, start }, token) => {
      this.#byStart.set(start, token);
      if (word === ')' || word === ']') {
        const opening = open.pop();
        if (opening !== undefined) {
          this.#partners.set(opening, token);
          this.#partners.set(token, opening);
        }
      }
      this.#depths.push(open.length);
      if (word === '(' || word === '[') open.push(token);
    });
  }

  get count(): number {
    return this.tokens.length;
  }
  /** The token that begins at an offset; -1 for none. */
  at(offset: number): number {
    return this.#byStart.get(offset) ?? -1;
  }
  /** Upper case for known words, the text of marks and operators; '' for names, literals and beyond the end. */
  word(token: number): string {
    return this.tokens[token]?.word ?? '';
  }
  kind(token: number): TokenKind | undefined {
    return this.tokens[token]?.kind;
  }
  start(token: number): number {
    return this.tokens[token]?.start ?? this.text.length;
  }
  end(token: number): number {
    return this.tokens[token]?.end ?? 0;
  }
  /** The bracket that belongs to the one at `token`; -1 for none. */
  partner(token: number): number {
    return this.#partners.get(token) ?? -1;
  }
  /** Open brackets around a token; a bracket itself counts as outside. */
  depth(token: number): number {
    return this.#depths[token] ?? 0;
  }
  /** The source from the first to the last of these tokens. */
  source(from: number, to = from): string {
    return this.text.slice(this.start(from), this.end(to));
  }
  /** Whether one of `tokens[from, to]` is one of these words. */
  has(from: number, to: number, words: readonly string[]): boolean {
    for (let token = from; token <= to; token++) if (words.includes(this.word(token))) return true;
    return false;
  }

  replace(from: number, to: number, text: string): Edit {
    return { start: this.start(from), end: this.end(to), text };
  }
  before(token: number, text: string): Edit {
    return { start: this.start(token), end: this.start(token), text };
  }
  after(token: number, text: string): Edit {
    return { start: this.end(token), end: this.end(token), text };
  }
  /** Takes tokens away, with the blanks on one side of them. */
  remove(from: number, to: number): Edit {
    const isLast = to === this.count - 1;
    // A comment beside them stays where it is.
    const gap = isLast
      ? this.text.slice(this.end(from - 1), this.start(from))
      : this.text.slice(this.end(to), this.start(to + 1));
    if (from === 0 || gap.trim() !== '') return this.replace(from, to, '');
    return isLast
      ? { start: this.end(from - 1), end: this.end(to), text: '' }
      : { start: this.start(from), end: this.start(to + 1), text: '' };
  }
}

/** A finding with the tokens of its statement: `first` to `last` are the finding's own. */
export interface Site {
  readonly statement: StatementTokens;
  readonly finding: Finding;
  readonly first: number;
  readonly last: number;
}
