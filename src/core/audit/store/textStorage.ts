/** Where the text of each row's event is stored: in memory, or as a range of a file. */

import { withCapacityFor } from './columns/growingArray.ts';
import { TextList } from './columns/textList.ts';
import type { Utf8 } from './columns/utf8.ts';

/** A source, such as a file, from which the text of an event is read when it is needed. */
export interface TextSource {
  /**
   * Returns the JSON text of an event that is stored at this offset with this length, both in bytes. Throws
   * `SourceError` if the source can't be read.
   */
  read(offset: number, length: number): string;
  /**
   * Whether the source is certainly unchanged. If not, each event read from it is compared with the values in the
   * columns. Throws `SourceError` if that can't be determined.
   */
  isUnchanged(): boolean;
  /** Returns the error to throw for an event that the source no longer contains. */
  lostError(): Error;
  /** Closes the source. Nothing can be read from it afterwards. Closing it again has no effect. */
  close(): void;
}

/** A range of a source that contains an event's text. `offset` and `length` are in bytes. */
export interface SourceRange {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
}

const IN_MEMORY = 0;
/** Maximum source number, because a row stores it in 16 bits. */
const MAX_SOURCE = 65_535;

export class TextStorage {
  readonly #kept: TextList;
  readonly #sources: (TextSource | undefined)[] = [undefined];
  readonly #closed = new Set<number>();
  #sourceOf = new Uint16Array();
  /** Offset of each row's text in its source, in bytes; for texts in memory their index among these. */
  #offsets = new Float64Array();
  #lengths = new Uint32Array();
  #size = 0;

  constructor(tools: Utf8) {
    this.#kept = new TextList(tools);
  }

  /** Registers a source and returns its number. Throws `RangeError` if 65,535 were registered. */
  addSource(source: TextSource): number {
    if (this.#sources.length > MAX_SOURCE) throw new RangeError('too many sources');
    return this.#sources.push(source) - 1;
  }
  /** Adds the next row, with its event's text or the place where the text is stored. */
  add(event: string | SourceRange): void {
    const row = this.#size++;
    this.#sourceOf = withCapacityFor(this.#sourceOf, row);
    this.#offsets = withCapacityFor(this.#offsets, row);
    this.#lengths = withCapacityFor(this.#lengths, row);
    this.move(row, event);
  }
  /** Changes where a row's text is stored: at another place, or in memory if the text itself is given. */
  move(row: number, event: string | SourceRange): void {
    const { source, offset, length } =
      typeof event === 'string' ? { source: IN_MEMORY, offset: this.#kept.size, length: 0 } : event;
    this.#sourceOf[row] = source;
    this.#offsets[row] = offset;
    this.#lengths[row] = length;
    if (typeof event === 'string') this.#kept.add(event);
  }
  /** Whether a row's text is stored in memory. */
  isInMemory(row: number): boolean {
    return this.#sourceOf[row] === IN_MEMORY;
  }
  /**
   * Returns the text of a row's event. If its source may have changed, `isStill` decides whether the text read is
   * still that event; if not, or if nothing can be read, throws the source's error.
   */
  text(row: number, isStill: (text: string) => boolean): string {
    const offset = this.#offsets[row] ?? 0;
    const source = this.#sources[this.#sourceOf[row] ?? IN_MEMORY];
    if (!source) return this.#kept.at(offset);
    const text = source.read(offset, this.#lengths[row] ?? 0);
    if (!source.isUnchanged() && !isStill(text)) throw source.lostError();
    return text;
  }
  /**
   * Closes the sources whose numbers are not in `used`. A source from which rows read texts of more than `mostBytes`
   * bytes together stays open. The texts of other sources are moved into memory first, except those that can no longer
   * be read.
   */
  closeUnused(
    used: ReadonlySet<number>,
    mostBytes: number,
    isStill: (row: number, text: string) => boolean,
  ): void {
    const unused = [...this.#sources.keys()].filter(
      (source) => source !== IN_MEMORY && !used.has(source) && !this.#closed.has(source),
    );
    if (unused.length === 0) return;
    const bytes = this.#bytesOfSources();
    const closing = new Set(unused.filter((source) => (bytes[source] ?? 0) <= mostBytes));
    for (let row = 0; row < this.#size; row++)
      if (closing.has(this.#sourceOf[row] ?? IN_MEMORY)) this.#keep(row, (text) => isStill(row, text));
    for (const source of closing) {
      this.#sources[source]?.close();
      this.#closed.add(source);
    }
  }
  #bytesOfSources(): Float64Array {
    const bytes = new Float64Array(this.#sources.length);
    for (let row = 0; row < this.#size; row++) {
      const source = this.#sourceOf[row] ?? IN_MEMORY;
      bytes[source] = (bytes[source] ?? 0) + (this.#lengths[row] ?? 0);
    }
    return bytes;
  }
  /** Moves a row's text into memory. Does nothing if the text can no longer be read. */
  #keep(row: number, isStill: (text: string) => boolean): void {
    let text: string;
    try {
      text = this.text(row, isStill);
    } catch {
      // The text is lost. The closed source throws an error for it when it is read.
      return;
    }
    this.move(row, text);
  }
  close(): void {
    for (const source of this.#sources) source?.close();
  }
}
