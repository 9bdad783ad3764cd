import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import {
  evaluateManifest,
  type FileDoubt,
  type ManifestVerdict,
} from '../../../core/audit/file/auditExport.ts';
import { createExportReader, type ReadExport } from '../../../core/audit/file/exportReader.ts';
import { FileGaps } from '../../../core/audit/file/fileGaps.ts';
import type {
  FileFault,
  FileRead,
  FilesContent,
  FilesRead,
  FileToRead,
  ReadProgress,
} from '../../../core/audit/file/fileReads.ts';
import type { FileEvent, FileFormat, LineStart } from '../../../core/audit/file/formatReader.ts';
import type { KeyedMark } from '../../../core/audit/marks/marks.ts';
import { MASK } from '../../../core/audit/masking/mask.ts';
import type { EventStore } from '../../../core/audit/store/eventStore.ts';
import { SourceError } from '../../../core/audit/table/sourceError.ts';
import { errorCode } from '../../../core/messages/thrownErrors.ts';
import { nodeBytes } from '../../../node/nodeBytes.ts';
import {
  detectCompression,
  type FileChunk,
  isZstdAvailable,
  readChunks,
  splitIntoChunks,
  unpackChunks,
} from './fileChunks.ts';
import { FileSource } from './fileSource.ts';
import { detectChange, type FileChange, type KnownFile, readHeadAndTail } from './knownFile.ts';
import { isParquet, ParquetError, readParquetLines } from './parquetRows.ts';

/**
 * Maximum size in bytes of an uncompressed file on disk whose events are stored in memory, so that
 * they remain readable if the file changes.
 */
const KEPT_BYTES = 8 * 1024 * 1024;
const REPORT_MS = 100;

interface ReadingRound {
  readonly onProgress: (progress: ReadProgress) => void;
  readonly isStopped: () => boolean;
}

interface Task {
  readonly file: FileToRead;
  readonly chunks: AsyncGenerator<FileChunk>;
  /**
   * Where to continue after lines that were read before; undefined to read the file from the start.
   */
  readonly from?: LineStart | undefined;
  readonly source?: KnownFile['source'];
  /** Whether the file was read before; for bytes, whether bytes with the same name were. */
  readonly isAgain: boolean;
  /** Whether the file is uncompressed and on disk. */
  readonly isPlain: boolean;
  /** For a Parquet file, the bytes of the file itself, which differ from those in `chunks`. */
  readonly parquet?: AsyncGenerator<FileChunk>;
}

interface TaskResult {
  readonly read: FileRead;
  readonly next: LineStart | undefined;
  readonly isWhole: boolean;
}

/**
 * Reads files into one listing. Remembers files on disk, so that later calls skip unchanged ones
 * and, if possible, read only appended lines.
 */
export class ReadFiles {
  readonly #store: EventStore;
  readonly #known = new Map<string, KnownFile>();
  readonly #namesPassedAsBytes = new Set<string>();
  #bytes = 0;
  #total = 0;
  #oldest: number | undefined;
  #newest: number | undefined;
  #reported = performance.now();
  #marks: KeyedMark[] = [];
  readonly #formats = new Set<FileFormat>();
  readonly #gaps = new FileGaps();
  #maskedEvents = 0;
  #repeatedEvents = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * Reads files into the listing. Files on disk that were read completely and have not changed are skipped. Problems
   * with a file are part of its result and do not reject. If reading is stopped, a file that was not reached has its
   * earlier result, or none.
   */
  async read(files: readonly FileToRead[], round: ReadingRound): Promise<FilesRead> {
    [this.#bytes, this.#total, this.#marks] = [0, 0, []];
    const readChangedFiles: FileRead[] = [];
    for (const file of files) {
      if (!round.isStopped()) readChangedFiles.push(await this.#readFile(file, round));
      else readChangedFiles.push(...this.#getEarlierRead(file));
    }
    for (const { name, at } of files) if ('bytes' in at) this.#namesPassedAsBytes.add(name);
    this.#closeUnusedSmallSources();
    return {
      files: readChangedFiles,
      content: this.#createContent(),
      isStopped: round.isStopped(),
      progress: this.#createProgress(),
      marks: this.#marks,
    };
  }

  /**
   * Closes the files that `#known` no longer refers to, after copying the text of their events into memory. A file
   * stays open if the text of its events is larger than `KEPT_BYTES`.
   */
  #closeUnusedSmallSources(): void {
    const sources = [...this.#known.values()].flatMap(({ source }) => (source ? [source.number] : []));
    this.#store.closeUnusedSmallSources(new Set(sources), KEPT_BYTES);
  }
  #createContent(): FilesContent {
    return {
      formats: [...this.#formats],
      maskedEvents: this.#maskedEvents,
      repeatedEvents: this.#repeatedEvents,
      gaps: this.#gaps.listOpenGaps(),
    };
  }
  #createProgress(): ReadProgress {
    const { columns } = this.#store;
    const [oldest, newest] = [this.#oldest, this.#newest].map((row) =>
      row === undefined ? undefined : columns.time(row),
    );
    return {
      bytes: this.#bytes,
      total: this.#total,
      loaded: this.#store.size,
      ...(oldest === undefined ? {} : { oldest }),
      ...(newest === undefined ? {} : { newest }),
    };
  }

  #getEarlierRead({ at }: FileToRead): readonly FileRead[] {
    const known = 'path' in at ? this.#known.get(at.path) : undefined;
    return known ? [{ ...known.read, isEarlierResult: true }] : [];
  }

  async #readFile(file: FileToRead, round: ReadingRound): Promise<FileRead> {
    if ('bytes' in file.at) {
      const { bytes } = file.at;
      const compression = detectCompression(bytes);
      if (compression === 'zstd' && !isZstdAvailable()) return createFailedRead(file, { kind: 'noZstd' });
      this.#total += bytes.length;
      const parquet = isParquet(bytes) ? splitIntoChunks(bytes) : undefined;
      const chunks = parquet
        ? readParquetLines({
            byteLength: bytes.length,
            slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
          })
        : unpackChunks(splitIntoChunks(bytes), compression);
      const wasReadBefore = this.#namesPassedAsBytes.has(file.name);
      const task: Task = {
        file,
        chunks,
        isAgain: wasReadBefore,
        isPlain: false,
        ...(parquet ? { parquet } : {}),
      };
      return (await this.#readTask(task, round)).read;
    }
    const known = this.#known.get(file.at.path);
    try {
      return await this.#readFileOnDisk(file, file.at.path, known, round);
    } catch (error) {
      const code = errorCode(error) ?? 'unknown';
      if (!known) return createFailedRead(file, { kind: 'unreadable', code });
      return resultWithFault(known, code === 'ENOENT' ? { kind: 'vanished' } : { kind: 'unreadable', code });
    }
  }
  async #readFileOnDisk(
    file: FileToRead,
    path: string,
    known: KnownFile | undefined,
    round: ReadingRound,
  ): Promise<FileRead> {
    const opened = new FileSource(path, file.name);
    let isKeptOpen = false;
    try {
      const change: FileChange = known ? detectChange(known, opened, file.manifest) : 'again';
      if (known && change === 'same') return { ...known.read, isEarlierResult: true };
      if (known && (change === 'shrunk' || change === 'replaced'))
        return resultWithFault(known, { kind: change });
      const from = change === 'grown' ? known?.next : undefined;
      const head = readFileHead(opened);
      const compression = from ? 'none' : detectCompression(head);
      if (compression === 'zstd' && !isZstdAvailable()) return createFailedRead(file, { kind: 'noZstd' });
      this.#total += opened.size;
      const parquet = isParquet(head) ? readChunks(opened) : undefined;
      const isPlain = compression === 'none' && !parquet;
      const source = this.#growOrAddSource(opened, isPlain, from && known?.source);
      isKeptOpen = source !== undefined;
      const chunks = parquet
        ? readParquetLines({ byteLength: opened.size, slice: (start, end) => opened.slice(start, end) })
        : unpackChunks(readChunks(opened, from?.offset), compression);
      const task: Task = {
        file,
        chunks,
        from,
        source,
        isAgain: known !== undefined,
        isPlain,
        ...(parquet ? { parquet } : {}),
      };
      const taken = await this.#readTask(task, round);
      const { next, isWhole } = taken;
      const read = from && known ? addEarlierDoubts(known.read, taken.read) : taken.read;
      const ends = next && isPlain ? readHeadAndTail(opened, next.offset) : Buffer.alloc(0);
      this.#known.set(path, {
        stats: opened.stats,
        manifest: file.manifest,
        ends,
        wasReadToEnd: isWhole,
        source,
        read,
        next: isPlain ? next : undefined,
      });
      return read;
    } finally {
      if (!isKeptOpen) opened.close();
    }
  }
  #growOrAddSource(opened: FileSource, isPlain: boolean, grown: KnownFile['source']): KnownFile['source'] {
    if (grown) {
      grown.file.takeOverLongerFile(opened);
      return grown;
    }
    if (!isPlain || opened.size <= KEPT_BYTES) return undefined;
    return { number: this.#store.addSource(opened), file: opened };
  }

  async #readTask(task: Task, { onProgress, isStopped }: ReadingRound): Promise<TaskResult> {
    const { file, chunks, from } = task;
    const before = this.#bytes;
    const taken = { conflicting: 0 };
    const reader = createExportReader({
      tools: nodeBytes,
      mayBeVouched: file.manifest !== undefined,
      from,
      onEvent: (event) => {
        // A CSV file's conversion is unknown before the header was read. Adding an event may read earlier ones again.
        task.source?.file.setRowToJsonConverter(reader.getRowReader());
        if (this.#addEventUnlessKnown(event, task)) taken.conflicting++;
      },
      onGap: (gap) => this.#gaps.addRecord(gap),
    });
    const hash = file.manifest === undefined ? undefined : createHash('sha256');
    let fault: FileFault | undefined;
    try {
      if (hash) for await (const { bytes } of task.parquet ?? []) hash.update(bytes);
      for await (const { bytes, at } of chunks) {
        if (isStopped()) break;
        if (!task.parquet) hash?.update(bytes);
        reader.push(bytes);
        this.#bytes = before + at;
        this.#reportProgressIfDue(onProgress);
      }
    } catch (error) {
      fault = toFileFault(error);
    }
    // A manifest contains a hash of the complete file.
    const vouched = isStopped() ? unvouched : verifyManifest(file, hash);
    const isWhole = !isStopped() && fault === undefined;
    const lines = reader.end(vouched.isOurs, !isWhole);
    const read: ReadExport = lines.ok && task.parquet ? { ...lines, format: 'parquet' } : lines;
    if (read.ok && read.format && read.events > 0) this.#formats.add(read.format);
    const result = createReadResult(read, vouched, fault, taken.conflicting > 0);
    const next = reader.next();
    const isEmpty = !result.read.ok && result.read.reason === 'empty';
    const canGrow = task.isPlain && file.manifest === undefined && (next !== undefined || isEmpty);
    return { read: { name: file.name, ...result, ...taken, canGrow }, next, isWhole };
  }
  /**
   * Adds an event to the listing unless it is already there. Returns whether it was added although its change ID
   * belongs to a different event.
   */
  #addEventUnlessKnown({ event, isExact, text, place, mark }: FileEvent, task: Task): boolean {
    const { source, isAgain, from } = task;
    const at = place && source ? { source: source.number, ...place } : undefined;
    const isNew = this.#store.addEventIfNew(event, isExact, text, at);
    const last = this.#store.size - 1;
    // The user may have changed the mark of an event that was read before, so the file's mark is older.
    if (mark && (isNew || !isAgain)) {
      const row = isNew ? last : this.#store.findRow(event, text);
      const variant = row === undefined ? undefined : this.#store.variant(row);
      this.#marks.push([eventKey(variant === undefined ? event : { ...event, variant }), mark]);
    }
    if (isNew && text.includes(MASK)) this.#maskedEvents++;
    // Events that are not new because the file is read again are not repeated, nor is the one at which reading
    // continues: it had no line break when it was first read.
    const isReread = isAgain && (!from || place?.offset === from.offset);
    if (!isNew && !isReread) this.#repeatedEvents++;
    if (isNew) this.#extendTimeSpan(last);
    // The bytes from which the event was first read may no longer exist.
    else if (source && isAgain) this.#store.moveStoredEventText(event, text, at);
    return isNew && this.#store.variant(last) !== undefined;
  }
  #extendTimeSpan(row: number): void {
    const { times } = this.#store.columns;
    if (!times.isValid(row)) return;
    if (this.#oldest === undefined || times.compare(row, this.#oldest) > 0) this.#oldest = row;
    if (this.#newest === undefined || times.compare(row, this.#newest) < 0) this.#newest = row;
  }
  #reportProgressIfDue(onProgress: ReadingRound['onProgress']): void {
    const now = performance.now();
    if (now - this.#reported < REPORT_MS) return;
    this.#reported = now;
    onProgress(this.#createProgress());
  }
}

function readFileHead(source: FileSource): Uint8Array {
  const head = Buffer.alloc(4);
  return head.subarray(0, readSync(source.descriptor, head, 0, head.length, 0));
}

/** Returns the result of reading appended lines, supplemented by the doubts of the earlier result other than `cut`. */
function addEarlierDoubts({ doubts }: FileRead, read: FileRead): FileRead {
  const before = doubts.filter((doubt) => doubt !== 'cut');
  return { ...read, doubts: [...new Set([...before, ...read.doubts])] };
}

const unvouched: ManifestVerdict = { isOurs: false, doubts: [] };

function verifyManifest({ manifest }: FileToRead, hash: Hash | undefined): ManifestVerdict {
  if (manifest === undefined || !hash) return unvouched;
  return evaluateManifest(manifest, hash.digest('hex'));
}

function createReadResult(
  read: ReadExport,
  { doubts }: ManifestVerdict,
  fault: FileFault | undefined,
  isConflicting: boolean,
): Pick<FileRead, 'read' | 'doubts' | 'fault'> {
  const all: FileDoubt[] = [...doubts];
  if (read.ok) {
    if (fault || (read.isCut && !read.isBroken)) all.push('cut');
    if (read.isBroken) all.push('partial');
    if (read.skipped > 0) all.push('skipped');
    if (read.format === 'csv') all.push('csv');
    if (isConflicting) all.push('conflicting');
  }
  return { read, doubts: all, ...(fault ? { fault } : {}) };
}

const createFailedRead = (file: FileToRead, fault: FileFault): FileRead => ({
  name: file.name,
  read: { ok: false, reason: 'other' },
  doubts: [],
  fault,
  conflicting: 0,
  canGrow: false,
});

const resultWithFault = ({ read }: KnownFile, fault: FileFault): FileRead => ({
  name: read.name,
  read: { ok: true, events: 0, skipped: 0, line: 1, isCut: false },
  doubts: [...read.doubts, 'changed'],
  fault,
  conflicting: 0,
  canGrow: false,
});

function toFileFault(error: unknown): FileFault {
  const code = errorCode(error) ?? 'unknown';
  if (error instanceof ParquetError) return { kind: 'parquet', reason: error.reason };
  if (error instanceof SourceError) return { kind: 'shrunk' };
  return /^(?:Z_|ERR_ZSTD|ZSTD_|ERR__)/.test(code) ? { kind: 'compression' } : { kind: 'unreadable', code };
}
