import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { RowReader } from '../../../core/audit/file/csvEvents.ts';
import type { TextSource } from '../../../core/audit/store/textStorage.ts';
import { SourceError } from '../../../core/audit/table/sourceError.ts';

/**
 * Flags for opening a file to read it. They contain `O_NONBLOCK` where it exists, because opening a named pipe would
 * otherwise wait for the pipe's writer.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Replaces the descriptor of a closed file, because the operating system reuses the number. */
const CLOSED = -1;

/**
 * A file from which the text of single events is read by offset. The file stays open until `close`, so that another
 * file with the same path can't take its place.
 */
export class FileSource implements TextSource {
  readonly #name: string;
  #file: number;
  #before: Stats;
  #hasGrown = false;
  #eventText: RowReader | undefined;

  /**
   * Opens the file at `path`. `name` is the file's name in a `SourceError`. Throws if the file can't be opened or is
   * not a regular file.
   */
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
  get stats(): Stats {
    return this.#before;
  }
  takeOverLongerFile(longer: FileSource): void {
    this.close();
    this.#file = longer.#file;
    this.#before = longer.#before;
    this.#hasGrown = true;
  }
  get descriptor(): number {
    return this.#file;
  }
  /**
   * Sets the function that converts the text at an event's offset, such as a CSV row, to the event's JSON. Undefined if
   * that text is already JSON.
   */
  setRowToJsonConverter(eventText: RowReader | undefined): void {
    this.#eventText = eventText;
  }
  /**
   * Whether size and modification time are unchanged since the file was opened. False after `takeOverLongerFile`.
   * Throws `SourceError` if the file is no longer accessible.
   */
  isUnchanged(): boolean {
    const now = this.#stat();
    // Of a file that has grown, only the beginning and the end were compared.
    return !this.#hasGrown && now.size === this.#before.size && now.mtimeMs === this.#before.mtimeMs;
  }
  /**
   * Returns the JSON of the event whose text is in this range of the file, in bytes. Empty if the text can't be
   * converted to JSON. Throws `SourceError` if the file can't be read or is too short.
   */
  read(offset: number, length: number): string {
    const text = this.#readBytes(Buffer.allocUnsafe(length), offset).toString();
    return this.#eventText ? (this.#eventText(text) ?? '') : text;
  }
  /**
   * Returns the bytes from `start` up to `end`, which is excluded. Throws `RangeError` if the file had fewer bytes when
   * it was opened, and `SourceError` if the file can't be read or has become too short.
   */
  slice(start: number, end = this.size): ArrayBuffer {
    if (!(start >= 0 && start <= end && end <= this.size)) throw new RangeError('outside the file');
    const bytes = new ArrayBuffer(end - start);
    this.#readBytes(Buffer.from(bytes), start);
    return bytes;
  }
  createFileChangedError(): SourceError {
    return new SourceError({ kind: 'fileChanged', file: this.#name });
  }
  close(): void {
    if (this.#file === CLOSED) return;
    const file = this.#file;
    this.#file = CLOSED;
    closeSync(file);
  }

  #readBytes(into: Buffer, offset: number): Buffer {
    let read = 0;
    if (this.#file === CLOSED) throw this.createFileChangedError();
    try {
      read = readSync(this.#file, into, 0, into.length, offset);
    } catch (error) {
      throw new SourceError({ kind: 'fileGone', file: this.#name }, { cause: error });
    }
    if (read < into.length) throw this.createFileChangedError();
    return into;
  }
  #stat(): Stats {
    try {
      return fstatSync(this.#file);
    } catch (error) {
      throw new SourceError({ kind: 'fileGone', file: this.#name }, { cause: error });
    }
  }
}
