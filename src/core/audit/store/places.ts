/** Where the text of each row's event is stored: in memory, or as a range of a file. */
import type { Bytes } from './columns/bytes.ts';
import { withRoom } from './columns/growing.ts';
import { Texts } from './columns/texts.ts';

/** A source, such as a file, from which the text of an event is read when it is needed. */
export interface EventSource {
  /** Returns the text of a range, given in bytes. Throws `EventsLost` if it can't be read. */
  read(offset: number, length: number): string;
  /**
   * Whether the source is certainly unchanged. If not, each event read from it is compared with the values in the
   * columns.
   */
  isSame(): boolean;
  /** Returns the error to throw for an event that the source no longer contains. */
  lost(): Error;
  /** Closes the source. Nothing can be read from it afterwards. Closing it again has no effect. */
  close(): void;
}

/** A range of a source that contains an event's text. `offset` and `length` are in bytes. */
export interface EventPlace {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
}

/** The source number of texts that are stored in memory. */
const KEPT = 0;
/** Maximum source number, because a row stores it in 16 bits. */
const MOST_SOURCES = 65_535;

/** The storage location of each row's event text. */
export class Places {
  readonly #kept: Texts;
  readonly #sources: (EventSource | undefined)[] = [undefined];
  readonly #closed = new Set<number>();
  #sourceOf = new Uint16Array();
  /** Offset of each row's text in its source, in bytes; for texts in memory their index among these. */
  #offsets = new Float64Array();
  #lengths = new Uint32Array();
  #size = 0;

  constructor(tools: Bytes) {
    this.#kept = new Texts(tools);
  }

  /** Registers a source and returns its number. Throws `RangeError` if there are more than 65,535 sources. */
  addSource(source: EventSource): number {
    if (this.#sources.length > MOST_SOURCES) throw new RangeError('too many sources');
    return this.#sources.push(source) - 1;
  }
  /** Adds the next row, with its event's text or the place where the text is stored. */
  add(event: string | EventPlace): void {
    const row = this.#size++;
    this.#sourceOf = withRoom(this.#sourceOf, row);
    this.#offsets = withRoom(this.#offsets, row);
    this.#lengths = withRoom(this.#lengths, row);
    this.move(row, event);
  }
  /** Changes where a row's text is stored: at another place, or in memory if the text itself is given. */
  move(row: number, event: string | EventPlace): void {
    const { source, offset, length } =
      typeof event === 'string' ? { source: KEPT, offset: this.#kept.size, length: 0 } : event;
    this.#sourceOf[row] = source;
    this.#offsets[row] = offset;
    this.#lengths[row] = length;
    if (typeof event === 'string') this.#kept.add(event);
  }
  /** Whether a row's text is stored in memory, and so can't be lost. */
  isKept(row: number): boolean {
    return this.#sourceOf[row] === KEPT;
  }
  /**
   * Returns the text of a row's event. If its source may have changed, `isStill` decides whether the text read is
   * still that event; if not, or if nothing can be read, throws the source's error.
   */
  text(row: number, isStill: (text: string) => boolean): string {
    const offset = this.#offsets[row] ?? 0;
    const source = this.#sources[this.#sourceOf[row] ?? KEPT];
    if (!source) return this.#kept.at(offset);
    const text = source.read(offset, this.#lengths[row] ?? 0);
    if (!source.isSame() && !isStill(text)) throw source.lost();
    return text;
  }
  /**
   * Closes the sources whose numbers are not in `used`. Texts that rows still read from such a source are moved
   * into memory first, if they have at most `mostBytes` bytes together; otherwise the source stays open.
   */
  closeUnused(
    used: ReadonlySet<number>,
    mostBytes: number,
    isStill: (row: number, text: string) => boolean,
  ): void {
    const unused = [...this.#sources.keys()].filter(
      (source) => source !== KEPT && !used.has(source) && !this.#closed.has(source),
    );
    if (unused.length === 0) return;
    const bytes = this.#bytesOfSources();
    const closing = new Set(unused.filter((source) => (bytes[source] ?? 0) <= mostBytes));
    for (let row = 0; row < this.#size; row++)
      if (closing.has(this.#sourceOf[row] ?? KEPT)) this.#keep(row, (text) => isStill(row, text));
    for (const source of closing) {
      this.#sources[source]?.close();
      this.#closed.add(source);
    }
  }
  #bytesOfSources(): Float64Array {
    const bytes = new Float64Array(this.#sources.length);
    for (let row = 0; row < this.#size; row++) {
      const source = this.#sourceOf[row] ?? KEPT;
      bytes[source] = (bytes[source] ?? 0) + (this.#lengths[row] ?? 0);
    }
    return bytes;
  }
  /** Moves a row's text into memory, unless it is lost. */
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
  /** Closes all sources. */
  close(): void {
    for (const source of this.#sources) source?.close();
  }
}
