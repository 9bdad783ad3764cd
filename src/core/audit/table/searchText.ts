/** Texts of many events in a few long strings, so that a search is a few long scans: whatever the case, one line each. */

const rowsPerBlock = 512;

interface Block {
  readonly text: string;
  /** Where each row begins, and the end. */
  readonly starts: Uint32Array;
}

export class SearchText {
  readonly #blocks: Block[] = [];
  #pending: string[] = [];
  #open: Block | undefined;

  /** The next row's texts. */
  add(texts: readonly string[]): void {
    this.#pending.push(texts.map(searchable).join('\n'));
    this.#open = undefined;
    if (this.#pending.length < rowsPerBlock) return;
    this.#blocks.push(blockOf(this.#pending));
    this.#pending = [];
  }

  /** Sets a 1 in `hits` for each row that holds `needle`, which must have been made `searchable`. */
  mark(needle: string, hits: Uint8Array): void {
    this.#open ??= blockOf(this.#pending);
    for (const [index, block] of [...this.#blocks, this.#open].entries()) {
      markBlock(block, needle, hits, index * rowsPerBlock);
    }
  }
}

/** `text` in the form that texts are compared in. */
export const searchable = (text: string): string => text.toLowerCase().replaceAll('\n', ' ');

function blockOf(rows: readonly string[]): Block {
  const starts = new Uint32Array(rows.length + 1);
  let at = 0;
  for (const [row, text] of rows.entries()) {
    starts[row] = at;
    at += text.length + 1;
  }
  starts[rows.length] = at;
  return { text: rows.join('\n'), starts };
}

function markBlock({ text, starts }: Block, needle: string, hits: Uint8Array, firstRow: number): void {
  let row = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[row + 1] ?? text.length)) {
    while ((starts[row + 1] ?? Infinity) <= at) row++;
    hits[firstRow + row] = 1;
    if (row + 2 >= starts.length) return;
  }
}
