/** Stores the text of each row's event in memory, or the range of a source, such as a file, that contains the text. */

import { withCapacityFor } from './columns/growingArray.ts';
import { TextList } from './columns/textList.ts';
import type { Utf8 } from './columns/utf8.ts';

/** A source, such as a file, from which the texts of events are read when they are needed. */
export interface TextSource {
  /**
   * Returns the JSON text of the event at this offset and of this length, both in bytes. Empty if the bytes can't be
   * converted to an event's JSON. Throws `SourceError` if the source can't be read.
   */
  read(offset: number, length: number): string;
  /**
   * Whether the source is considered unchanged since it was opened. Throws `SourceError` if that can't be determined.
   */
  isUnchanged(): boolean;
  createFileChangedError(): Error;
  /** Closes the source. Closing it again has no effect. */
  close(): void;
}

/** The range of a source that contains an event, with the source's number. `offset` and `length` are in bytes. */
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
  #offsets = new Float64Array();
  #lengths = new Uint32Array();
  #size = 0;

  constructor(tools: Utf8) {
    this.#kept = new TextList(tools);
  }

  addSource(source: TextSource): number {
    if (this.#sources.length > MAX_SOURCE) throw new RangeError('too many sources');
    return this.#sources.push(source) - 1;
  }
  addEventText(event: string | SourceRange): void {
    const row = this.#size++;
    this.#sourceOf = withCapacityFor(this.#sourceOf, row);
    this.#offsets = withCapacityFor(this.#offsets, row);
    this.#lengths = withCapacityFor(this.#lengths, row);
    this.setEventText(row, event);
  }
  setEventText(row: number, event: string | SourceRange): void {
    const { source, offset, length } =
      typeof event === 'string' ? { source: IN_MEMORY, offset: this.#kept.size, length: 0 } : event;
    this.#sourceOf[row] = source;
    this.#offsets[row] = offset;
    this.#lengths[row] = length;
    if (typeof event === 'string') this.#kept.add(event);
  }
  isInMemory(row: number): boolean {
    return this.#sourceOf[row] === IN_MEMORY;
  }
  /**
   * Returns the text of a row's event. If the text comes from a source that may have changed, `isStill` decides whether
   * it is still the text of that event. Throws if it is not, or if the text can't be read.
   */
  readEventText(row: number, isStill: (text: string) => boolean): string {
    const offset = this.#offsets[row] ?? 0;
    const source = this.#sources[this.#sourceOf[row] ?? IN_MEMORY];
    if (!source) return this.#kept.at(offset);
    const text = source.read(offset, this.#lengths[row] ?? 0);
    if (!source.isUnchanged() && !isStill(text)) throw source.createFileChangedError();
    return text;
  }
  closeUnusedSmallSources(
    used: ReadonlySet<number>,
    maxBytes: number,
    isStill: (row: number, text: string) => boolean,
  ): void {
    const unused = [...this.#sources.keys()].filter(
      (source) => source !== IN_MEMORY && !used.has(source) && !this.#closed.has(source),
    );
    if (unused.length === 0) return;
    const bytes = this.#bytesOfSources();
    const closing = new Set(unused.filter((source) => (bytes[source] ?? 0) <= maxBytes));
    for (let row = 0; row < this.#size; row++)
      if (closing.has(this.#sourceOf[row] ?? IN_MEMORY))
        this.#moveTextToMemory(row, (text) => isStill(row, text));
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
  #moveTextToMemory(row: number, isStill: (text: string) => boolean): void {
    let text: string;
    try {
      text = this.readEventText(row, isStill);
    } catch {
      // The text is lost. Reading it from the closed source throws an error.
      return;
    }
    this.setEventText(row, text);
  }
  close(): void {
    for (const source of this.#sources) source?.close();
  }
}
