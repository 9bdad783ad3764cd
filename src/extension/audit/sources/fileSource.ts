import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { RowReader } from '../../../core/audit/file/csvEvents.ts';
import type { TextSource } from '../../../core/audit/store/textStorage.ts';
import { EventsLost } from '../../../core/audit/table/eventsLost.ts';

/** Flags for opening a file to be read. `O_NONBLOCK`, because opening a named pipe would otherwise wait for its writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** In place of the descriptor of a file that was closed: its number is another file's by and by. */
const CLOSED = -1;

/** A file whose events are read again from their places in it. It stays open, so that no other file can take its place. */
export class FileSource implements TextSource {
  readonly #name: string;
  #file: number;
  #before: Stats;
  #hasGrown = false;
  #eventText: RowReader | undefined;

  /** Throws the file system's error where there is no such file. */
  constructor(path: string, name: string) {
    this.#name = name;
    this.#file = openSync(path, FLAGS);
    this.#before = fstatSync(this.#file);
    if (this.#before.isFile()) return;
    this.close();
    throw Object.assign(new Error('no file'), { code: this.#before.isDirectory() ? 'EISDIR' : 'EINVAL' });
  }

  get size(): number {
    return this.#before.size;
  }
  /** As it was when it was opened. */
  get stats(): Stats {
    return this.#before;
  }
  /** Takes the place of this one by the same file, grown, or by a longer copy of it. */
  grow(longer: FileSource): void {
    this.close();
    this.#file = longer.#file;
    this.#before = longer.#before;
    this.#hasGrown = true;
  }
  /** The open file. */
  get descriptor(): number {
    return this.#file;
  }
  /** Makes an event out of the text at its place; undefined where that is the event. */
  readAs(eventText: RowReader | undefined): void {
    this.#eventText = eventText;
  }
  /** Whether it is as it was when it was opened. */
  isUnchanged(): boolean {
    const now = this.#stat();
    // Of one that has grown only beginning and end were compared.
    return !this.#hasGrown && now.size === this.#before.size && now.mtimeMs === this.#before.mtimeMs;
  }
  read(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    if (this.#file === CLOSED) throw this.lostError();
    try {
      read = readSync(this.#file, bytes, 0, length, offset);
    } catch (error) {
      throw new EventsLost('gone', this.#name, { cause: error });
    }
    if (read < length) throw new EventsLost('changed', this.#name);
    const text = bytes.toString();
    return this.#eventText ? (this.#eventText(text) ?? '') : text;
  }
  /** The error for an event that is no longer where it was. */
  lostError(): EventsLost {
    return new EventsLost('changed', this.#name);
  }
  close(): void {
    if (this.#file === CLOSED) return;
    const file = this.#file;
    this.#file = CLOSED;
    closeSync(file);
  }

  #stat(): Stats {
    try {
      return fstatSync(this.#file);
    } catch (error) {
      throw new EventsLost('gone', this.#name, { cause: error });
    }
  }
}
