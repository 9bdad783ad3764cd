/** Results of a reader of text: those of a part are read once for as long as it is kept. */
import type { Range } from '../nodes.ts';
import { shiftRange } from '../ranges.ts';
import type { Piece } from './pieces.ts';
import type { SqlDocument } from './sqlDocument.ts';

export class PerPart<Result extends Range> {
  readonly #known = new WeakMap<Piece, readonly Result[]>();
  readonly #read: (text: string) => readonly Result[];

  /** Reading the parts of a text one by one must give what reading the whole text gives. */
  constructor(read: (text: string) => readonly Result[]) {
    this.#read = read;
  }

  /** Those of a whole document, in order. */
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

/** In the middle of a text a byte order mark is an invisible character, so none may begin what is read. */
const leadOf = (text: string): string => (text.startsWith('\ufeff') ? ' ' : '');
