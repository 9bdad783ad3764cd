/** The bytes of one entry as they come, over one piece of the file or several, and where in the file they are. */

import type { LineStart } from './forms.ts';

/** Bytes of an entry that are read; of a longer one none are kept. */
const MAX_ENTRY = 64 * 1024 * 1024;

export class ByteRun {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #start: number;
  #line: number;
  #linesWithin = 0;

  constructor({ offset, line }: LineStart) {
    this.#start = offset;
    this.#line = line;
  }

  /** Bytes since the entry began. */
  get length(): number {
    return this.#length;
  }
  /** Where in the file it begins. */
  get start(): number {
    return this.#start;
  }
  /** Its first line, counted from 1. */
  get line(): number {
    return this.#line;
  }
  get isTooLong(): boolean {
    return this.#length > MAX_ENTRY;
  }
  /** Further bytes, which are looked at only until `keep` or the next `begin`. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.isTooLong) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes);
  }
  /** A line has ended before anything of the entry was seen. */
  skipLine(): void {
    this.#line++;
  }
  /** A line has ended within the entry. */
  countLine(): void {
    this.#linesWithin++;
  }
  /** All its bytes in one. */
  bytes(): Uint8Array {
    if (this.#pieces.length > 1) this.#pieces = [joined(this.#pieces)];
    return this.#pieces[0] ?? new Uint8Array();
  }
  /** Begins the next entry, so many bytes behind this one's end. */
  begin(behind: number): void {
    this.#start += this.#length + behind;
    this.#line += this.#linesWithin;
    this.#linesWithin = 0;
    this.#length = 0;
    this.#pieces = [];
  }
  /** Starts over with nothing, at another place. */
  moveTo({ offset, line }: LineStart): void {
    this.#start = offset;
    this.#line = line;
    this.#linesWithin = 0;
    this.#length = 0;
    this.#pieces = [];
  }
  /** Copies what is not its own yet: the piece of the file that it is in goes. */
  keep(): void {
    const last = this.#pieces.at(-1);
    if (last) this.#pieces = [...this.#pieces.slice(0, -1), joined([last])];
  }
}

/** Pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
