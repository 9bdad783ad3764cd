/** A list of texts in blocks of bytes: in little memory, of which the collector has nothing to look after, and quick to search. */
import type { Bytes } from './bytes.ts';

/** Texts of a block, and characters after which a block is closed with fewer. */
const [PER_BLOCK, BLOCK_CHARACTERS] = [1_024, 4 * 1024 * 1024];

interface Block {
  /** Index of the first text. */
  readonly first: number;
  /** The texts, with a line break after each. */
  readonly bytes: Uint8Array;
  /** Where each text begins, and the end. */
  readonly starts: Uint32Array;
  /** Texts with half a pair of surrogates, which bytes do not hold. */
  readonly odd: ReadonlyMap<number, string> | undefined;
}

export class Texts {
  readonly #tools: Bytes;
  readonly #blocks: Block[] = [];
  /** Not in a block yet. */
  #pending: string[] = [];
  #characters = 0;
  /** Of those in no block yet. */
  #first = 0;
  #open: Block | undefined;

  constructor(tools: Bytes) {
    this.#tools = tools;
  }

  get size(): number {
    return this.#first + this.#pending.length;
  }
  add(text: string): void {
    this.#pending.push(text);
    this.#characters += text.length;
    this.#open = undefined;
    if (this.#pending.length >= PER_BLOCK || this.#characters >= BLOCK_CHARACTERS) this.#close();
  }
  /** The text with that index, which must be there. */
  at(index: number): string {
    if (index >= this.#first) return this.#pending[index - this.#first] ?? '';
    const block = this.#blocks[this.#blockOf(index)];
    if (!block) return '';
    const place = index - block.first;
    const odd = block.odd?.get(index);
    if (odd !== undefined) return odd;
    return this.#tools.decode(block.bytes, block.starts[place] ?? 0, (block.starts[place + 1] ?? 1) - 1);
  }
  /** Tells the index of each text from `from` on that holds `needle`, in which no line ends. */
  search(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    this.#open ??= blockOf(this.#pending, this.#first, this.#tools);
    const begin = from >= this.#first ? this.#blocks.length : this.#blockOf(from);
    for (let at = begin; at < this.#blocks.length; at++) {
      const block = this.#blocks[at];
      if (block) searchBlock(block, needle, this.#tools, from, onFound);
    }
    searchBlock(this.#open, needle, this.#tools, from, onFound);
  }

  #close(): void {
    this.#blocks.push(blockOf(this.#pending, this.#first, this.#tools));
    this.#first += this.#pending.length;
    this.#pending = [];
    this.#characters = 0;
  }
  #blockOf(index: number): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#blocks[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function blockOf(texts: readonly string[], first: number, tools: Bytes): Block {
  const whole = texts.length === 0 ? '' : `${texts.join('\n')}\n`;
  const bytes = tools.encode(whole);
  // Characters of one byte each: lengths are known without counting bytes.
  const isPlain = bytes.length === whole.length;
  const starts = new Uint32Array(texts.length + 1);
  let at = 0;
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] ?? '';
    starts[index] = at;
    at += (isPlain ? text.length : tools.byteLength(text)) + 1;
  }
  starts[texts.length] = at;
  if (isPlain || whole.isWellFormed()) return { first, bytes, starts, odd: undefined };
  const halved = [...texts.entries()].filter(([, text]) => !text.isWellFormed());
  return { first, bytes, starts, odd: new Map(halved.map(([index, text]) => [first + index, text])) };
}

function searchBlock(
  { bytes, starts, first }: Block,
  needle: Uint8Array,
  tools: Bytes,
  from: number,
  onFound: (index: number) => void,
): void {
  let place = Math.max(0, from - first);
  let at = tools.indexOf(bytes, needle, starts[place] ?? bytes.length);
  while (at >= 0) {
    // The next text that ends beyond: mostly near, so in growing steps, and then between two of them.
    place = textAround(starts, place, at);
    onFound(first + place);
    const next = starts[++place] ?? bytes.length;
    if (next >= bytes.length) return;
    at = tools.indexOf(bytes, needle, next);
  }
}

/** The text that the byte `at` is in, from the text `from` on. */
function textAround(starts: Uint32Array, from: number, at: number): number {
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
