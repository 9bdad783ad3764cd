/** The text of a document in pieces, one for each statement. */
import type { SqlStatement } from './sqlStatement.ts';

/**
 * A statement with the whitespace, comments and empty statements before it, up to its `;`. After a `;` everything
 * begins afresh, so a piece never depends on those before it. Only the last one may have no statement or no `;`; it
 * reaches to the end of the text.
 */
export interface Piece {
  readonly text: string;
  /** Undefined after the last statement of a text. */
  readonly statement: SqlStatement | undefined;
  /** Where the statement is in the piece's text. */
  readonly start: number;
  readonly end: number;
  /** Whether a `;` ends it. */
  readonly isClosed: boolean;
  /** Whether a token would be another one if its closing delimiter came in a later piece. */
  readonly looksAhead: boolean;
}

/** Where a piece is in the list and in the text. */
export interface PiecePlace {
  readonly index: number;
  /** Offset in the text. */
  readonly start: number;
}

interface Block {
  readonly pieces: readonly Piece[];
  /** Of their text. */
  readonly length: number;
}
const blockSize = 100;

/**
 * Pieces in order, found by their offset. They are kept in blocks whose lengths are known, so that neither a look nor
 * an edit goes through all of them.
 */
export class PieceList {
  #blocks: Block[] = [];

  get count(): number {
    return this.#blocks.reduce((sum, { pieces }) => sum + pieces.length, 0);
  }

  /** The pieces from one index up to another. */
  slice(from: number, to: number): Piece[] {
    const found: Piece[] = [];
    let first = 0;
    for (const { pieces } of this.#blocks) {
      if (first >= to) break;
      if (first + pieces.length > from) found.push(...pieces.slice(Math.max(0, from - first), to - first));
      first += pieces.length;
    }
    return found;
  }

  /** The piece whose text has the character at an offset; after the last one for the end of the text. */
  find(offset: number): PiecePlace {
    let [index, start] = [0, 0];
    for (const { pieces, length } of this.#blocks) {
      if (start + length > offset) {
        for (const { text } of pieces) {
          if (start + text.length > offset) break;
          start += text.length;
          index++;
        }
        break;
      }
      index += pieces.length;
      start += length;
    }
    return { index, start };
  }

  /** Replaces the pieces from one index up to another. */
  replace(from: number, to: number, pieces: readonly Piece[]): void {
    const [head, tail] = [this.#blockOf(from), this.#blockOf(to)];
    const merged = [
      ...(this.#blocks[head.block]?.pieces.slice(0, head.inBlock) ?? []),
      ...pieces,
      ...(this.#blocks[tail.block]?.pieces.slice(tail.inBlock) ?? []),
    ];
    const size = merged.length > 2 * blockSize ? blockSize : merged.length;
    const blocks: Block[] = [];
    for (let at = 0; at < merged.length; at += size) blocks.push(blockOf(merged.slice(at, at + size)));
    this.#blocks = [...this.#blocks.slice(0, head.block), ...blocks, ...this.#blocks.slice(tail.block + 1)];
  }

  *[Symbol.iterator](): Generator<Piece> {
    for (const { pieces } of this.#blocks) yield* pieces;
  }

  #blockOf(index: number): { block: number; inBlock: number } {
    let inBlock = index;
    let block = 0;
    for (const { pieces } of this.#blocks) {
      if (inBlock < pieces.length) break;
      inBlock -= pieces.length;
      block++;
    }
    return { block, inBlock };
  }
}

const blockOf = (pieces: readonly Piece[]): Block => ({
  pieces,
  length: pieces.reduce((sum, { text }) => sum + text.length, 0),
});
