/** What the lexer gives. All offsets are UTF-16 code units in the text given to it. */

export type TokenKind =
  /** An unquoted name or keyword. */
  | 'word'
  /** `"…"` or `U&"…"`. */
  | 'quoted'
  /** `'…'`, with a prefix (E, B, X, N, U&) where there is one, and with continuations on further lines. */
  | 'string'
  /** `$$…$$` or `$tag$…$tag$`. */
  | 'dollar'
  | 'number'
  | 'operator'
  /** One of `( ) [ ] , ; . :`. */
  | 'punctuation'
  /** `:name` or `${name}`: filled in by the extension before anything is sent. */
  | 'placeholder'
  /** `$1`. */
  | 'parameter'
  | 'comment'
  /** `` `…` ``, a quote of other dialects. */
  | 'backtick'
  /** `“…”` and kin, from a word processor; PostgreSQL would read them as letters of a name. */
  | 'typographic'
  /** A character that SQL does not know, or an invisible one that PostgreSQL would read as a letter. */
  | 'unknown';

/** `unclosed`: its end mark is missing, so it reaches to the end of the text (or line); `junk`: `12ab`, `1e`. */
export type TokenFlaw = '' | 'unclosed' | 'junk';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Upper case for a word of the vocabulary, else ''. The text itself for operators and punctuation. */
  readonly word: string;
  readonly flaw: TokenFlaw;
}

/**
 * The same in numbers: a megabyte of tokens without an object each, so that reading it is not slowed down by
 * collecting them. A token is its index.
 */
export class TokenList {
  count = 0;
  /** Of each token its sort (an index of the vocabulary), its start and its end. */
  #numbers: Int32Array;

  /** For a text of so many characters. A guess: most tokens with the blank after them have four or more. */
  constructor(length: number) {
    this.#numbers = new Int32Array(3 * (32 + (length >> 2)));
  }

  add(sort: number, start: number, end: number): void {
    const at = 3 * this.count++;
    if (at === this.#numbers.length) {
      const more = new Int32Array(2 * at);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[at] = sort;
    this.#numbers[at + 1] = start;
    this.#numbers[at + 2] = end;
  }
  sortAt(token: number): number {
    return this.#numbers[3 * token] ?? 0;
  }
  startAt(token: number): number {
    return this.#numbers[3 * token + 1] ?? 0;
  }
  endAt(token: number): number {
    return this.#numbers[3 * token + 2] ?? 0;
  }
}
