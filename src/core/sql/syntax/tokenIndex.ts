/** A statement's tokens by their offsets, for readers that ask what is beside a node. */
import type { Token } from '../lexer/tokens.ts';
import type { Range } from './nodes.ts';
import { indexFrom } from './ranges.ts';

export class TokenIndex {
  readonly #tokens: readonly Token[];
  #partners: ReadonlyMap<number, number> | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Index of the first token that begins at an offset or later. */
  indexFrom(offset: number): number {
    return indexFrom(this.#tokens, offset);
  }
  /** The token that begins there. */
  at(offset: number): Token | undefined {
    const token = this.#tokens[this.indexFrom(offset)];
    return token?.start === offset ? token : undefined;
  }
  /** The first token at an offset or after it. */
  after(offset: number): Token | undefined {
    return this.#tokens[this.indexFrom(offset)];
  }
  /** The last token that begins before an offset. */
  before(offset: number): Token | undefined {
    return this.#tokens[this.indexFrom(offset) - 1];
  }

  /**
   * What is right before an operator, where that is more than a name: from an opening parenthesis to its partner, with
   * dots and casts after it. Undefined for a name.
   */
  operandBefore(offset: number): Range | undefined {
    const last = this.indexFrom(offset) - 1;
    const wordAt = (index: number): string => this.#tokens[index]?.word ?? '';
    let end = last;
    let isCast = false;
    for (; /^(::|\.)$/.test(wordAt(end - 1)); end -= 2) isCast ||= wordAt(end - 1) === '::';
    const isBracket = wordAt(end) === ')';
    if (!isBracket && !isCast) return undefined;
    const start = this.#tokens[isBracket ? this.#opening(end) : end];
    return start && { start: start.start, end: this.#tokens[last]?.end ?? start.end };
  }
  /** Index of the token that the closing one at an index closes. */
  #opening(closing: number): number {
    this.#partners ??= partnersOf(this.#tokens);
    return this.#partners.get(closing) ?? closing;
  }
}

/** By the index of each closing bracket that of its opening one. */
function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ word }, index) => {
    if (word === '(' || word === '[') open.push(index);
    if (word !== ')' && word !== ']') return;
    const opening = open.pop();
    if (opening !== undefined) partners.set(index, opening);
  });
  return partners;
}
