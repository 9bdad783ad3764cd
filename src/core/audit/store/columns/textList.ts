/** A list of texts that is stored in large UTF-8 blocks, to avoid one object per text. */
import type { Utf8 } from './utf8.ts';

const [MAX_TEXTS_PER_BLOCK, MAX_CHARACTERS_PER_BLOCK] = [1_024, 4 * 1024 * 1024];

interface Block {
  readonly first: number;
  /** The texts of the block as UTF-8, with a line break after each. */
  readonly bytes: Uint8Array;
  /** The byte offset of each text in `bytes`, followed by the length of `bytes`. */
  readonly starts: Uint32Array;
  /**
   * Texts with an unpaired surrogate, which UTF-8 can't represent, by their index in the list; undefined if there
   * are none.
   */
  readonly illFormed: ReadonlyMap<number, string> | undefined;
}

export class TextList {
  readonly #tools: Utf8;
  readonly #blocks: Block[] = [];
  #pending: string[] = [];
  #characters = 0;
  #first = 0;
  #open: Block | undefined;

  constructor(tools: Utf8) {
    this.#tools = tools;
  }

  get size(): number {
    return this.#first + this.#pending.length;
  }
  add(text: string): void {
    this.#pending.push(text);
    this.#characters += text.length;
    this.#open = undefined;
    if (this.#pending.length >= MAX_TEXTS_PER_BLOCK || this.#characters >= MAX_CHARACTERS_PER_BLOCK)
      this.#closeBlock();
  }
  at(index: number): string {
    if (index >= this.#first) return this.#pending[index - this.#first] ?? '';
    const block = this.#blocks[this.#findBlockIndex(index)];
    if (!block) return '';
    const place = index - block.first;
    const illFormed = block.illFormed?.get(index);
    if (illFormed !== undefined) return illFormed;
    return this.#tools.decode(block.bytes, block.starts[place] ?? 0, (block.starts[place + 1] ?? 1) - 1);
  }
  /**
   * Searches the texts at index `from` and after it. Calls `onFound` with the index of each text that contains the
   * bytes of `needle`. If `needle` contains a line feed, texts that contain only its beginning may be reported too.
   */
  search(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    this.#open ??= createTextBlock(this.#pending, this.#first, this.#tools);
    const begin = from >= this.#first ? this.#blocks.length : this.#findBlockIndex(from);
    for (let at = begin; at < this.#blocks.length; at++) {
      const block = this.#blocks[at];
      if (block) searchBlock(block, needle, this.#tools, from, onFound);
    }
    searchBlock(this.#open, needle, this.#tools, from, onFound);
  }

  #closeBlock(): void {
    this.#blocks.push(createTextBlock(this.#pending, this.#first, this.#tools));
    this.#first += this.#pending.length;
    this.#pending = [];
    this.#characters = 0;
  }
  #findBlockIndex(index: number): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#blocks[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function createTextBlock(texts: readonly string[], first: number, tools: Utf8): Block {
  const whole = texts.length === 0 ? '' : `${texts.join('\n')}\n`;
  const bytes = tools.encode(whole);
  // If all characters are ASCII, lengths are known without counting bytes.
  const isPlain = bytes.length === whole.length;
  const starts = new Uint32Array(texts.length + 1);
  let at = 0;
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] ?? '';
    starts[index] = at;
    at += (isPlain ? text.length : tools.byteLength(text)) + 1;
  }
  starts[texts.length] = at;
  if (isPlain || whole.isWellFormed()) return { first, bytes, starts, illFormed: undefined };
  const halved = [...texts.entries()].filter(([, text]) => !text.isWellFormed());
  return { first, bytes, starts, illFormed: new Map(halved.map(([index, text]) => [first + index, text])) };
}

function searchBlock(
  { bytes, starts, first }: Block,
  needle: Uint8Array,
  tools: Utf8,
  from: number,
  onFound: (index: number) => void,
): void {
  let place = Math.max(0, from - first);
  let at = tools.indexOf(bytes, needle, starts[place] ?? bytes.length);
  while (at >= 0) {
    // The text that contains the match is usually near, so it is searched for in growing steps, then by bisection.
    place = findTextIndexAtByte(starts, place, at);
    onFound(first + place);
    const next = starts[++place] ?? bytes.length;
    if (next >= bytes.length) return;
    at = tools.indexOf(bytes, needle, next);
  }
}

function findTextIndexAtByte(starts: Uint32Array, from: number, at: number): number {
  let [low, step] = [from, 1];
  while ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= at) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle;
    else high = middle;
  }
  return low;
}
