/** Where the event of each row is read from: its text is kept, or is a part of a file. */
import type { Bytes } from './columns/bytes.ts';
import { withRoom } from './columns/growing.ts';
import { Texts } from './columns/texts.ts';

/** Something that events are read from again when somebody looks at them. */
export interface EventSource {
  /** The text of the bytes there; throws `EventsLost` where there are none. */
  read(offset: number, length: number): string;
  /** Whether all of it is surely as it was; else each event read from it is compared with what is known of it. */
  isSame(): boolean;
  /** What is thrown for an event that is no longer there. */
  lost(): Error;
  /** All of it is lost from then on. Closed once more, it stays so. */
  close(): void;
}

/** A place in a source, in bytes. */
export interface EventPlace {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
}

/** Texts that are kept are the source with this number. */
const KEPT = 0;
/** The largest number that a row has room for. */
const MOST_SOURCES = 65_535;

export class Places {
  readonly #kept: Texts;
  readonly #sources: (EventSource | undefined)[] = [undefined];
  readonly #closed = new Set<number>();
  #sourceOf = new Uint16Array();
  /** Where it begins, or which of the kept texts it is. */
  #offsets = new Float64Array();
  #lengths = new Uint32Array();
  #size = 0;

  constructor(tools: Bytes) {
    this.#kept = new Texts(tools);
  }

  /** Answers the source's number. Throws `RangeError` where there are more than a row's number of it can tell apart. */
  addSource(source: EventSource): number {
    if (this.#sources.length > MOST_SOURCES) throw new RangeError('too many sources');
    return this.#sources.push(source) - 1;
  }
  /** Of the next row: its text, or where that is. */
  add(event: string | EventPlace): void {
    const row = this.#size++;
    this.#sourceOf = withRoom(this.#sourceOf, row);
    this.#offsets = withRoom(this.#offsets, row);
    this.#lengths = withRoom(this.#lengths, row);
    this.move(row, event);
  }
  /** Of a row that is there: its event is in another place from now on, or its text is kept. */
  move(row: number, event: string | EventPlace): void {
    const { source, offset, length } =
      typeof event === 'string' ? { source: KEPT, offset: this.#kept.size, length: 0 } : event;
    this.#sourceOf[row] = source;
    this.#offsets[row] = offset;
    this.#lengths[row] = length;
    if (typeof event === 'string') this.#kept.add(event);
  }
  /** Whether a row's text is kept, so that nothing becomes of it. */
  isKept(row: number): boolean {
    return this.#sourceOf[row] === KEPT;
  }
  /** The text of a row's event; of one in a source that has changed, if `isStill` says that it is that event still. */
  text(row: number, isStill: (text: string) => boolean): string {
    const offset = this.#offsets[row] ?? 0;
    const source = this.#sources[this.#sourceOf[row] ?? KEPT];
    if (!source) return this.#kept.at(offset);
    const text = source.read(offset, this.#lengths[row] ?? 0);
    if (!source.isSame() && !isStill(text)) throw source.lost();
    return text;
  }
  /**
   * Lets go of the sources that nothing is read into any more. What some rows still read from one is kept from now on,
   * where that is no more than `mostBytes`; where it is more, the source stays.
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
  #keep(row: number, isStill: (text: string) => boolean): void {
    let text: string;
    try {
      text = this.text(row, isStill);
    } catch {
      // It is lost, which its closed source will say of it too.
      return;
    }
    this.move(row, text);
  }
  /** Lets go of the sources. */
  close(): void {
    for (const source of this.#sources) source?.close();
  }
}
