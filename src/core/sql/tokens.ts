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
 * The same as columns of numbers: a megabyte of tokens without an object each, so that reading it is not slowed
 * down by collecting them. `sorts` holds indices of the vocabulary's sorts.
 */
export class TokenList {
  count = 0;
  starts: Int32Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
  sorts: Uint16Array<ArrayBuffer>;

  readonly #length: number;

  /** For a text of so many characters: no token is empty, so there are no more tokens than that. */
  constructor(length: number) {
    this.#length = length;
    // A guess: most tokens with the blank after them have four characters or more.
    const capacity = 16 + (length >> 2);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.sorts = new Uint16Array(capacity);
  }

  add(sort: number, start: number, end: number): void {
    if (this.count === this.starts.length) this.#grow(start);
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.sorts[this.count++] = sort;
  }
  /** To what the rest of the text needs if it goes on as before, at least to the double. */
  #grow(start: number): void {
    const length = Math.max(this.count * 2, Math.ceil((this.count / start) * this.#length * 1.02));
    const grow = <T extends Int32Array | Uint16Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.starts = grow(new Int32Array(length), this.starts);
    this.ends = grow(new Int32Array(length), this.ends);
    this.sorts = grow(new Uint16Array(length), this.sorts);
  }
}
