import type { Token } from '../lexer/tokens.ts';
import type { Range } from './nodes.ts';
import { findFirstIndexFrom } from './ranges.ts';

/**
 * Finds tokens of a statement by binary search: the one that starts at an offset, the first that starts there or later,
 * and the last that starts before it. Offsets are UTF-16 code units from the statement's first token.
 */
export class TokenIndex {
  readonly #tokens: readonly Token[];
  #partners: ReadonlyMap<number, number> | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  indexFrom(offset: number): number {
    return findFirstIndexFrom(this.#tokens, offset);
  }
  tokenAt(offset: number): Token | undefined {
    const token = this.#tokens[this.indexFrom(offset)];
    return token?.start === offset ? token : undefined;
  }
  firstTokenFrom(offset: number): Token | undefined {
    return this.#tokens[this.indexFrom(offset)];
  }
  lastTokenBefore(offset: number): Token | undefined {
    return this.#tokens[this.indexFrom(offset) - 1];
  }

  /**
   * Returns the range of the parentheses or the cast at the end of the operand before `offset`, such as `(a)`, `(a).b`
   * or `a::b`. Of some operands, the range is only the end: `(a)` of `f(a)`, and `]::b` of `a[1]::b`. Returns undefined
   * for other operands, such as `a.b`, `a[1]` or a cast to a type of two words.
   */
  findComplexOperandBefore(offset: number): Range | undefined {
    const last = this.indexFrom(offset) - 1;
    const wordAt = (index: number): string => this.#tokens[index]?.word ?? '';
    let end = last;
    let isCast = false;
    for (; /^(::|\.)$/.test(wordAt(end - 1)); end -= 2) isCast ||= wordAt(end - 1) === '::';
    const isBracket = wordAt(end) === ')';
    if (!isBracket && !isCast) return undefined;
    const start = this.#tokens[isBracket ? this.#openingIndexOf(end) : end];
    return start && { start: start.start, end: this.#tokens[last]?.end ?? start.end };
  }
  #openingIndexOf(closing: number): number {
    this.#partners ??= mapClosingToOpeningBrackets(this.#tokens);
    return this.#partners.get(closing) ?? closing;
  }
}

function mapClosingToOpeningBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
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
