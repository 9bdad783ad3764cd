/** Keeps the text of a document in pieces, one for each statement. */
import type { SqlStatement } from './sqlStatement.ts';

/**
 * A piece of a document's text: a statement with the whitespace, comments and empty statements before it, up to and
 * including its `;`. A `;` ends everything, so the tokens of a piece never depend on those before it. Only the last
 * piece, which extends to the end of the text, may lack a statement or the `;`.
 */
export interface Piece {
  readonly text: string;
  /** The statement; undefined in a last piece that has only whitespace, comments and empty statements. */
  readonly statement: SqlStatement | undefined;
  /** The offset in the piece's text at which the statement starts. `end` is the offset after its last token. */
  readonly start: number;
  readonly end: number;
  /** True if the piece ends in a `;`. */
  readonly isClosed: boolean;
  /** True if some token would be another one if a closing delimiter for it followed in a later piece. */
  readonly looksAhead: boolean;
}

/** The position of a piece in the list and in the text. */
export interface PiecePlace {
  readonly index: number;
  /** The offset of the piece in the document's text. */
  readonly start: number;
}

/** Some consecutive pieces with their total length. */
interface Block {
  readonly pieces: readonly Piece[];
  /** The total length of the pieces' texts, in UTF-16 code units. */
  readonly length: number;
}
const blockSize = 100;

/**
 * The pieces of a document in order, which can be found by offset. They are kept in blocks of known length, so that
 * neither a search nor an edit goes through all of them.
 */
export class PieceList {
  #blocks: Block[] = [];

  get count(): number {
    return this.#blocks.reduce((sum, { pieces }) => sum + pieces.length, 0);
  }

  /** Returns the pieces from index `from` up to, but not including, index `to`. */
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

  /**
   * Returns the position of the piece that has the character at an offset of the document's text. For the end of the
   * text, its index is the number of pieces.
   */
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

  /** Replaces the pieces from index `from` up to, but not including, index `to`. */
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
