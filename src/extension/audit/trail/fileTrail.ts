/** The trail with files read into it: in the thread that it is called in, a piece at a time. */
import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileDoubt, type Vouched, vouchedBy } from '../../../core/audit/file/exported.ts';
import {
  createExportReader,
  type ReadEvent,
  type ReadExport,
} from '../../../core/audit/file/exportReader.ts';
import type {
  FileFault,
  FileRead,
  FilesRead,
  FileToRead,
  ReadProgress,
} from '../../../core/audit/file/reading.ts';
import { ColumnTrail } from '../../../core/audit/store/columnTrail.ts';
import type { EventStore } from '../../../core/audit/store/eventStore.ts';
import { readQuery } from '../../../core/audit/table/queryReads.ts';
import type { AuditTrail } from '../../../core/audit/table/trail.ts';
import { FileSource } from './fileSource.ts';
import { nodeBytes } from './nodeBytes.ts';
import { compressionOf, hasZstd, type Piece, piecesOf, plainPieces, unpackedPieces } from './pieces.ts';

/** Events of a smaller file are kept: whatever becomes of it, they are there. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Milliseconds between two reports. */
const REPORT_MS = 100;

export class FileTrail extends ColumnTrail implements AuditTrail {
  readonly #stopped = new Set<number>();

  constructor() {
    super(nodeBytes, { readQuery, turn: () => new Promise(setImmediate) });
  }

  async read(
    listing: number,
    files: readonly FileToRead[],
    onProgress: (progress: ReadProgress) => void,
  ): Promise<FilesRead> {
    const store = this.begin(listing);
    this.setReading(listing, true);
    const isStopped = (): boolean => this.#stopped.has(listing) || !this.has(listing);
    const reading = new Reading(store, onProgress, isStopped);
    try {
      const read: FileRead[] = [];
      for (const file of files) if (!isStopped()) read.push(await reading.read(file));
      return { files: read, isStopped: isStopped(), progress: reading.progress() };
    } finally {
      if (!this.has(listing)) store.close();
      this.setReading(listing, false);
      this.#stopped.delete(listing);
    }
  }
  async stop(listing: number): Promise<void> {
    if (this.has(listing)) this.#stopped.add(listing);
  }
}

/** Files on their way into one listing. */
class Reading {
  readonly #store: EventStore;
  readonly #onProgress: (progress: ReadProgress) => void;
  readonly #isStopped: () => boolean;
  #bytes = 0;
  #total = 0;
  /** Rows with the first and the last time. */
  #oldest: number | undefined;
  #newest: number | undefined;
  #reported = performance.now();

  constructor(store: EventStore, onProgress: (progress: ReadProgress) => void, isStopped: () => boolean) {
    this.#store = store;
    this.#onProgress = onProgress;
    this.#isStopped = isStopped;
  }

  progress(): ReadProgress {
    const { columns } = this.#store;
    const [oldest, newest] = [this.#oldest, this.#newest].map((row) =>
      row === undefined ? undefined : columns.time(row),
    );
    return {
      ...{ bytes: this.#bytes, total: this.#total, loaded: this.#store.size },
      ...(oldest === undefined ? {} : { oldest }),
      ...(newest === undefined ? {} : { newest }),
    };
  }

  async read(file: FileToRead): Promise<FileRead> {
    let source: FileSource | undefined;
    try {
      source = 'path' in file.at ? new FileSource(file.at.path, file.name) : undefined;
      return await this.#readFrom(file, source);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      return {
        ...{ name: file.name, doubts: [], repeated: 0 },
        ...{ read: { ok: false, reason: 'other' }, fault: { kind: 'unreadable', code } },
      };
    }
  }

  async #readFrom(file: FileToRead, source: FileSource | undefined): Promise<FileRead> {
    const whole = 'bytes' in file.at ? file.at.bytes : undefined;
    const head = whole ?? headOf(source);
    const size = source?.size ?? whole?.length ?? 0;
    const compression = compressionOf(head);
    const before = this.#bytes;
    this.#total += size;
    if (compression === 'zstd' && !hasZstd()) return failed(file, { kind: 'noZstd' });
    const isKept = !source || compression !== 'none' || size <= KEPT_BYTES;
    const number = source && !isKept ? this.#store.addSource(source) : undefined;
    const taken = { repeated: 0 };
    const reader = createExportReader({
      ...{ tools: nodeBytes, mayBeVouched: file.manifest !== undefined },
      onEvent: (event) => this.#take(event, number, taken),
    });
    const hash = file.manifest === undefined ? undefined : createHash('sha256');
    let fault: FileFault | undefined;
    try {
      const pieces = whole
        ? piecesOf(whole)
        : source && (compression === 'none' ? plainPieces(source) : unpackedPieces(source, compression));
      for await (const piece of pieces ?? []) {
        if (this.#isStopped()) break;
        this.#push(piece, reader.push, hash);
        this.#bytes = before + piece.at;
        this.#report();
      }
    } catch (error) {
      fault = faultOf(error);
    } finally {
      if (isKept) source?.close();
    }
    const vouched = vouchedOf(file, hash);
    return {
      name: file.name,
      ...resultOf(reader.end(vouched.isOurs, this.#isStopped() || fault !== undefined), vouched, fault),
      ...taken,
    };
  }
  #push({ bytes }: Piece, push: (bytes: Uint8Array) => void, hash: Hash | undefined): void {
    hash?.update(bytes);
    push(bytes);
  }
  #take(read: ReadEvent, source: number | undefined, taken: { repeated: number }): void {
    const { event, isExact, text, place } = read;
    const at = place && source !== undefined ? { source, ...place } : undefined;
    if (!this.#store.addNew(event, isExact, text, at)) {
      taken.repeated++;
      return;
    }
    const { columns, size } = this.#store;
    const row = size - 1;
    if (!columns.times.isProper(row)) return;
    if (this.#oldest === undefined || columns.times.compare(row, this.#oldest) > 0) this.#oldest = row;
    if (this.#newest === undefined || columns.times.compare(row, this.#newest) < 0) this.#newest = row;
  }
  #report(): void {
    const now = performance.now();
    if (now - this.#reported < REPORT_MS) return;
    this.#reported = now;
    this.#onProgress(this.progress());
  }
}

function headOf(source: FileSource | undefined): Uint8Array {
  const head = Buffer.alloc(4);
  return source ? head.subarray(0, readSync(source.descriptor, head, 0, head.length, 0)) : head;
}

function vouchedOf({ manifest }: FileToRead, hash: Hash | undefined): Vouched {
  if (manifest === undefined || !hash) return { isOurs: false, doubts: [] };
  return vouchedBy(manifest, hash.digest('hex'));
}

function resultOf(
  read: ReadExport,
  { doubts }: Vouched,
  fault: FileFault | undefined,
): Pick<FileRead, 'read' | 'doubts' | 'fault'> {
  const isCut = read.ok && (read.isCut || fault !== undefined);
  const all: readonly FileDoubt[] = isCut ? [...doubts, 'cut'] : doubts;
  return { read, doubts: all, ...(fault ? { fault } : {}) };
}

const failed = (file: FileToRead, fault: FileFault): FileRead => ({
  ...{ name: file.name, read: { ok: false, reason: 'other' }, doubts: [], fault, repeated: 0 },
});

function faultOf(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return /^(?:Z_|ERR_ZSTD|ZSTD_|ERR__)/.test(code) ? { kind: 'compression' } : { kind: 'unreadable', code };
}
