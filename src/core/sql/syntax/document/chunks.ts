/** Keeps the text of a document in chunks, one for each statement. */
import type { SqlStatement } from './sqlStatement.ts';

/**
 * A part of a document's text: a statement with the whitespace, comments and empty statements before it, up to and
 * including the `;` that ends it. No token crosses the boundary of two chunks. Only the last chunk, which extends to
 * the end of the text, may lack a statement or the `;`.
 */
export interface DocumentChunk {
  readonly text: string;
  /** The statement; undefined in a last chunk that has only whitespace, comments and empty statements. */
  readonly statement: SqlStatement | undefined;
  /**
   * The offset in the chunk's text at which the statement starts. `end` is the offset after its last token. Both are 0
   * if there is no statement.
   */
  readonly start: number;
  readonly end: number;
  readonly isClosed: boolean;
  /**
   * True if the chunk has a token of a kind that could be longer if a closing delimiter for it followed in a later
   * chunk, such as a backtick.
   */
  readonly dependsOnLookahead: boolean;
}

/** The position of a chunk in the list and in the text. */
export interface ChunkPosition {
  readonly index: number;
  /** The offset of the chunk in the document's text. */
  readonly start: number;
}

interface Block {
  readonly chunks: readonly DocumentChunk[];
  /** The total length of the chunks' texts, in UTF-16 code units. */
  readonly length: number;
}
/**
 * Number of chunks in each block (fewer in the last) when a list of chunks is split. A block may grow to twice as many
 * before it is split.
 */
const CHUNKS_PER_BLOCK = 100;

/**
 * The chunks of a document in order, which can be found by offset. They are kept in blocks of known length, so that
 * `find` goes through the chunks of only one block, and `replace` through those of two besides the new ones.
 */
export class ChunkList {
  #blocks: Block[] = [];

  get count(): number {
    return this.#blocks.reduce((sum, { chunks }) => sum + chunks.length, 0);
  }

  /** Returns the chunks from index `from` up to, but not including, index `to`. */
  slice(from: number, to: number): DocumentChunk[] {
    const found: DocumentChunk[] = [];
    let first = 0;
    for (const { chunks } of this.#blocks) {
      if (first >= to) break;
      if (first + chunks.length > from) found.push(...chunks.slice(Math.max(0, from - first), to - first));
      first += chunks.length;
    }
    return found;
  }

  /**
   * Returns the position of the chunk that has the character at an offset of the document's text. For the end of the
   * text or a larger offset, its index is the number of chunks and its start the length of the text.
   */
  find(offset: number): ChunkPosition {
    let [index, start] = [0, 0];
    for (const { chunks, length } of this.#blocks) {
      if (start + length > offset) {
        for (const { text } of chunks) {
          if (start + text.length > offset) break;
          start += text.length;
          index++;
        }
        break;
      }
      index += chunks.length;
      start += length;
    }
    return { index, start };
  }

  /** Replaces the chunks from index `from` up to, but not including, index `to` with `chunks`. */
  replace(from: number, to: number, chunks: readonly DocumentChunk[]): void {
    const [head, tail] = [this.#findBlock(from), this.#findBlock(to)];
    const merged = [
      ...(this.#blocks[head.block]?.chunks.slice(0, head.inBlock) ?? []),
      ...chunks,
      ...(this.#blocks[tail.block]?.chunks.slice(tail.inBlock) ?? []),
    ];
    const size = merged.length > 2 * CHUNKS_PER_BLOCK ? CHUNKS_PER_BLOCK : merged.length;
    const blocks: Block[] = [];
    for (let at = 0; at < merged.length; at += size) blocks.push(createBlock(merged.slice(at, at + size)));
    this.#blocks = [...this.#blocks.slice(0, head.block), ...blocks, ...this.#blocks.slice(tail.block + 1)];
  }

  *[Symbol.iterator](): Generator<DocumentChunk> {
    for (const { chunks } of this.#blocks) yield* chunks;
  }

  #findBlock(index: number): { block: number; inBlock: number } {
    let inBlock = index;
    let block = 0;
    for (const { chunks } of this.#blocks) {
      if (inBlock < chunks.length) break;
      inBlock -= chunks.length;
      block++;
    }
    return { block, inBlock };
  }
}

const createBlock = (chunks: readonly DocumentChunk[]): Block => ({
  chunks,
  length: chunks.reduce((sum, { text }) => sum + text.length, 0),
});
