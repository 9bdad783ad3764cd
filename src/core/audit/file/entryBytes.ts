import type { LineStart } from './formatReader.ts';

/** Maximum length of an entry in bytes. The bytes of a longer one are not kept. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

export class EntryBytes {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #start: number;
  #line: number;
  #linesWithin = 0;

  constructor({ offset, line }: LineStart) {
    this.#start = offset;
    this.#line = line;
  }

  get length(): number {
    return this.#length;
  }
  /** Offset of the beginning of the entry in the file, in bytes. */
  get start(): number {
    return this.#start;
  }
  /** Number of the entry's first line, counted from 1. */
  get line(): number {
    return this.#line;
  }
  /** Whether the entry is longer than the maximum length, so that its bytes are not available. */
  get isTooLong(): boolean {
    return this.#length > MAX_ENTRY_BYTES;
  }
  /**
   * Appends bytes to the entry without copying them. Before the caller changes `bytes` or appends further ones, it must
   * call `copyLastAddedBytes`, or `startNextEntry` once the entry is complete.
   */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.isTooLong) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes);
  }
  /** Counts a line that ended before the entry began. */
  countLineBeforeEntry(): void {
    this.#line++;
  }
  /** Counts a line that ended within the entry. */
  countLineWithinEntry(): void {
    this.#linesWithin++;
  }
  /** Returns the bytes of the entry in one array; empty if it is too long. */
  bytes(): Uint8Array {
    if (this.#pieces.length > 1) this.#pieces = [concatenateBytes(this.#pieces)];
    return this.#pieces[0] ?? new Uint8Array();
  }
  /** Starts the next entry, `behind` bytes after the end of this one. */
  startNextEntry(behind: number): void {
    this.#start += this.#length + behind;
    this.#line += this.#linesWithin;
    this.#linesWithin = 0;
    this.#length = 0;
    this.#pieces = [];
  }
  restartEntryAt({ offset, line }: LineStart): void {
    this.#start = offset;
    this.#line = line;
    this.#linesWithin = 0;
    this.#length = 0;
    this.#pieces = [];
  }
  /** Copies the last bytes that were added, so that the caller may reuse their buffer. */
  copyLastAddedBytes(): void {
    const last = this.#pieces.at(-1);
    if (last) this.#pieces = [...this.#pieces.slice(0, -1), concatenateBytes([last])];
  }
}

function concatenateBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
