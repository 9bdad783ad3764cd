import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { EventSource } from '../../../core/audit/store/places.ts';
import { EventsLost } from '../../../core/audit/table/lost.ts';

/** A file whose events are read again from their places in it. It stays open, so that no other file can take its place. */
export class FileSource implements EventSource {
  readonly #name: string;
  readonly #file: number;
  readonly #before: Stats;

  /** Throws the file system's error where there is no such file. */
  constructor(path: string, name: string) {
    this.#name = name;
    this.#file = openSync(path, 'r');
    this.#before = fstatSync(this.#file);
  }

  get size(): number {
    return this.#before.size;
  }
  /** The open file. */
  get descriptor(): number {
    return this.#file;
  }
  /** Whether it is as it was when it was opened. */
  isSame(): boolean {
    const now = this.#stat();
    return now.size === this.#before.size && now.mtimeMs === this.#before.mtimeMs;
  }
  read(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    try {
      read = readSync(this.#file, bytes, 0, length, offset);
    } catch (error) {
      throw new EventsLost('gone', this.#name, { cause: error });
    }
    if (read < length) throw new EventsLost('changed', this.#name);
    return bytes.toString();
  }
  /** The error for an event that is no longer where it was. */
  lost(): EventsLost {
    return new EventsLost('changed', this.#name);
  }
  close(): void {
    closeSync(this.#file);
  }

  #stat(): Stats {
    try {
      return fstatSync(this.#file);
    } catch (error) {
      throw new EventsLost('gone', this.#name, { cause: error });
    }
  }
}
