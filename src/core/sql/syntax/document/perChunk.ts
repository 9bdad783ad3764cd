import type { Range } from '../nodes.ts';
import { shiftRange } from '../ranges.ts';
import type { DocumentChunk } from './chunks.ts';
import type { SqlDocument } from './sqlDocument.ts';

/**
 * Computes results chunk by chunk (see `DocumentChunk`) and caches them for as long as the document keeps the chunk.
 */
export class ChunkResultCache<Result extends Range> {
  readonly #cache = new WeakMap<DocumentChunk, readonly Result[]>();
  readonly #read: (text: string) => readonly Result[];

  /**
   * `read` returns the results of a text, with offsets in that text. It is called with one chunk at a time, so the
   * results of a chunk must not depend on the rest of the document.
   */
  constructor(read: (text: string) => readonly Result[]) {
    this.#read = read;
  }

  resultsFor(document: SqlDocument): Result[] {
    const all: Result[] = [];
    for (const { chunk, start } of document.chunks()) {
      for (const result of this.#getOrReadResults(chunk, start === 0)) all.push(shiftRange(result, start));
    }
    return all;
  }

  #getOrReadResults(chunk: DocumentChunk, isFirst: boolean): readonly Result[] {
    let found = this.#cache.get(chunk);
    if (!found) {
      const lead = isFirst ? '' : leadingSpaceFor(chunk.text);
      found = this.#read(lead + chunk.text).map((result) => shiftRange(result, -lead.length));
      this.#cache.set(chunk, found);
    }
    return found;
  }
}

/**
 * Returns a space if a text starts with a byte order mark, otherwise ''. In front of a chunk from the middle of a
 * document, the space makes the scanner treat the mark as an invisible character rather than as an encoding signature.
 */
const leadingSpaceFor = (text: string): string => (text.startsWith('\ufeff') ? ' ' : '');
