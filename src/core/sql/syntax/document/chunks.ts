import type { SqlStatement } from './sqlStatement.ts';

/**
 * A part of a document's text: a statement with the whitespace, comments and empty statements before it, up to and
 * including the `;` that ends it. No token crosses the boundary of two chunks. Only the last chunk, which extends to
 * the end of the text, may lack a statement or the `;`.
 */
export interface DocumentChunk {
  readonly text: string;
  readonly statement: SqlStatement | undefined;
  /**
   * The offset in the chunk's text at which the statement starts. `end` is the offset after its last token. Both are 0
   * if there is no statement.
   */
  readonly start: number;
  readonly end: number;
  readonly isClosed: boolean;
  /**
   * True if the chunk has a token of kind `backtick`, `typographic-quote` or `unknown`. Such a token may become longer
   * if the text after the chunk changes, because its closing delimiter may then follow there.
   */
  readonly dependsOnLookahead: boolean;
}

export interface ChunkPosition {
  readonly index: number;
  readonly start: number;
}

interface Block {
  readonly chunks: readonly DocumentChunk[];
  readonly length: number;
}
const CHUNKS_PER_BLOCK = 100;

/**
 * The chunks of a document in order. They are grouped in blocks of known text length, so that finding the chunk at an
 * offset visits few chunks.
 */
export class ChunkList {
  #blocks: Block[] = [];

  get count(): number {
    return this.#blocks.reduce((sum, { chunks }) => sum + chunks.length, 0);
  }

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
   * Returns the index of the chunk that has the character at an offset of the document's text, and the offset at which
   * that chunk starts. For the end of the text or a larger offset, `index` is the number of chunks and `start` the
   * length of the text.
   */
  findChunkAtOffset(offset: number): ChunkPosition {
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

  replaceChunks(from: number, to: number, chunks: readonly DocumentChunk[]): void {
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
