/** Caches results that are computed from parts of a document, for as long as the document keeps the part. */
import type { Range } from '../nodes.ts';
import { shiftRange } from '../ranges.ts';
import type { Piece } from './pieces.ts';
import type { SqlDocument } from './sqlDocument.ts';

/** Computes results part by part (one part for each statement) and caches those of unchanged parts. */
export class PerPart<Result extends Range> {
  readonly #known = new WeakMap<Piece, readonly Result[]>();
  readonly #read: (text: string) => readonly Result[];

  /**
   * `read` returns the results of a text, with offsets in it. Called for each part separately, it must return the
   * same results as for the whole text.
   */
  constructor(read: (text: string) => readonly Result[]) {
    this.#read = read;
  }

  /** Returns the results of a whole document in order, with offsets in its text. */
  of(document: SqlDocument): Result[] {
    const all: Result[] = [];
    for (const { part, start } of document.parts()) {
      for (const result of this.#resultsOf(part, start === 0)) all.push(shiftRange(result, start));
    }
    return all;
  }

  #resultsOf(part: Piece, isFirst: boolean): readonly Result[] {
    let found = this.#known.get(part);
    if (!found) {
      const lead = isFirst ? '' : leadOf(part.text);
      found = this.#read(lead + part.text).map((result) => shiftRange(result, -lead.length));
      this.#known.set(part, found);
    }
    return found;
  }
}

/**
 * Returns a space if a text starts with a byte order mark, otherwise ''. Put before a part from the middle of a
 * document, the space makes the mark what it is there: an invisible character, not an encoding signature.
 */
const leadOf = (text: string): string => (text.startsWith('\ufeff') ? ' ' : '');
