/**
 * Reads a file of exported audit events from chunks of bytes. Events are passed on while the file is read, except those
 * that can be recognized only at its end.
 */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../service/json.ts';
import type { GapDescription } from '../handover/records.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import type { FieldID } from '../table/fields.ts';
import {
  detectMappedFormat,
  isGapEntry,
  type MappedFormat,
  parseGapDescription,
} from './collectorEntries.ts';
import type { RowReader } from './csvEvents.ts';
import { type CsvReader, createCsvReader } from './csvReader.ts';
import { classifyEntry, type Entry, type EntryProblem, parseEntry } from './entries.ts';
import type { EntryBytes } from './entryBytes.ts';
import {
  type Ending,
  type EntrySink,
  type FileEvent,
  type FileFormat,
  type FormatReader,
  type LineStart,
  trimmedRange,
} from './formatReader.ts';
import { createLinesReader } from './linesReader.ts';
import { createListReader } from './listReader.ts';

interface SkippedEntry {
  readonly line: number;
  readonly problem: EntryProblem;
}

export type ReadExport =
  | {
      readonly ok: true;
      readonly events: number;
      readonly skipped: number;
      readonly firstSkipped?: SkippedEntry;
      /** Whether the file ends too early, for example within an event, or continues as something else. */
      readonly isCut: boolean;
      readonly isBroken?: true;
      /** The line that was reached, counted from 1. Within an entry of several lines, it can be an earlier line. */
      readonly line: number;
      /** Absent if nothing was read, because the file has a fault. */
      readonly format?: FileFormat;
    }
  /**
   * Why the file has no events. `cut`: it ends before its first event is complete. `utf16`: it is text in UTF-16.
   * `notText`: it has entries that are not UTF-8. `ocsf`, `ecs`: its events are in that format.
   */
  | { readonly ok: false; readonly reason: 'empty' | 'cut' | 'utf16' | 'notText' | 'other' | MappedFormat }
  | { readonly ok: false; readonly reason: 'columns'; readonly missing: readonly FieldID[] };

interface ExportReader {
  /** Reads the next bytes of the file, which may be split anywhere. The caller may reuse the buffer afterwards. */
  push(bytes: Uint8Array): void;
  /**
   * Finishes reading and returns the result. `vouched`: the manifest beside the file confirms its content. `isPartial`:
   * reading was stopped, so the bytes may end within an entry.
   */
  end(vouched?: boolean, isPartial?: boolean): ReadExport;
  /**
   * Returns where reading is to continue after lines are appended to the file; undefined if the file must be read
   * completely when it changes. Call it after `end`.
   */
  next(): LineStart | undefined;
  /**
   * Returns the function that converts the text at an event's position in the file to the event's JSON text. Undefined
   * if that text is already JSON, and until the header of a CSV file was read.
   */
  getRowReader(): RowReader | undefined;
}

const HEAD_LENGTH = 1_000;
/**
 * Matches the start of a response of the service (S27) whose first member is its list of events, up to the bracket that
 * opens the list.
 */
const RESPONSE_HEAD = /^\{\s*"event"\s*:\s*\[/;
const CSV_HEADER = /^"?[\p{L}\w .()/-]{1,60}"?(?:[,;\t]"?[\p{L}\w .()/-]{1,60}"?)+[,;\t]?\r?(?:\n|$)/u;

interface ReaderOptions {
  readonly tools: Utf8;
  readonly mayBeVouched?: boolean;
  /** Where reading starts, after lines that were read before; undefined to read the whole file. */
  readonly from?: LineStart | undefined;
  /** Called with each event. Events that are recognized only at the end come last. */
  readonly onEvent: (event: FileEvent) => void;
  /** Called with the gap of each gap record. Returns false if the gap can't be stored. */
  readonly onGap: (gap: GapDescription) => boolean;
}

/** Creates a reader for NDJSON, a JSON list, exported CSV, or responses of the service. */
export function createExportReader({
  tools,
  mayBeVouched = false,
  from,
  onEvent,
  onGap,
}: ReaderOptions): ExportReader {
  const gathered = new EntryCollector({ tools, mayBeVouched, onEvent, onGap }, from !== undefined);
  let head: Uint8Array = new Uint8Array();
  let form: FormatReader | undefined = from && createLinesReader(gathered, tools, from, 'grown');
  let csv: CsvReader | undefined;
  let isWide = false;

  function begin(): void {
    isWide = isUtf16(head);
    const text = tools.decode(head, 0, head.length);
    const [blanks = ''] = /^[\ufeff\s]*/.exec(text) ?? [];
    const start = text.slice(blanks.length);
    const list = RESPONSE_HEAD.exec(start)?.[0] ?? (start.startsWith('[') ? '[' : undefined);
    const before = blanks + (list ?? '');
    const from = { offset: tools.byteLength(before), line: before.split('\n').length };
    if (CSV_HEADER.test(start)) csv = createCsvReader(gathered, tools, from);
    if (csv) form = csv;
    else if (list) form = createListReader(gathered, tools, from, list === '[' ? '' : '{"event":[]');
    else form = createLinesReader(gathered, tools, from);
    form.push(head);
    head = new Uint8Array();
  }

  return {
    push(bytes) {
      if (form) form.push(bytes);
      else {
        const longer = new Uint8Array(head.length + bytes.length);
        longer.set(head);
        longer.set(bytes, head.length);
        head = longer;
        if (head.length >= HEAD_LENGTH) begin();
      }
    },
    end(vouched = false, isPartial = false) {
      if (!form) begin();
      const ending = form?.finish(isPartial) ?? 'other';
      const read = gathered.end(vouched, ending, {
        line: form?.line() ?? 1,
        format: form?.format() ?? 'ndjson',
      });
      if (!read.ok && isWide) return { ok: false, reason: 'utf16' };
      const missing = csv?.missing() ?? [];
      return missing.length > 0 ? { ok: false, reason: 'columns', missing } : read;
    },
    getRowReader: () => csv?.toEvent(),
    next: () => (gathered.isRecognized() ? form?.next?.() : undefined),
  };
}

function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const half = first === 0 ? second : second === 0 ? first : undefined;
  return isMarked || half === 0x5b || half === 0x7b;
}

/**
 * Collects the entries of a file. An object that may be an event is kept until the end of the file. Then the other
 * entries and the manifest decide whether it is passed on as an event.
 */
class EntryCollector implements EntrySink {
  readonly #tools: Utf8;
  readonly #mayBeVouched: boolean;
  readonly #onEvent: ReaderOptions['onEvent'];
  readonly #onGap: ReaderOptions['onGap'];
  #held: { readonly event: FileEvent; readonly line: number }[] = [];
  readonly #readsOn: boolean;
  #hasEvent: boolean;
  #events = 0;
  #hasGap = false;
  #skipped = 0;
  #first: SkippedEntry | undefined;
  #isText = true;

  constructor(
    { tools, mayBeVouched, onEvent, onGap }: Required<Omit<ReaderOptions, 'from'>>,
    readsOn: boolean,
  ) {
    this.#tools = tools;
    this.#mayBeVouched = mayBeVouched;
    this.#onEvent = onEvent;
    this.#onGap = onGap;
    this.#readsOn = readsOn;
    this.#hasEvent = readsOn;
  }

  parseAndAdd(run: EntryBytes, toEvent?: (text: string) => string | undefined): Entry | EntryProblem {
    const entry = this.read(run, toEvent);
    if (typeof entry === 'string') {
      this.skip(run.line, entry);
      return entry;
    }
    // A response of the service, which has a list of events.
    const { event: page } = entry.kind === 'object' ? entry.event.raw : {};
    if (Array.isArray(page)) for (const one of page) this.addParsedValue(one, run.line);
    else this.add(entry, run.line);
    return entry;
  }
  addParsedValue(value: JsonValue, line: number): void {
    if (!isJsonObject(value)) this.skip(line, 'notEvent');
    else {
      const entry = classifyEntry(value, true);
      this.add({ ...entry, text: stringifyJson(entry.event.raw), place: undefined }, line);
    }
  }
  skip(line: number, problem: EntryProblem): void {
    this.#skipped++;
    // Objects that were kept until the end are skipped last, although they may precede other skipped entries.
    if (!this.#first || line < this.#first.line) this.#first = { line, problem };
    if (problem === 'notText') this.#isText = false;
  }
  /** Whether an event or a gap record was read, now or in the lines before those that are read now. */
  isRecognized(): boolean {
    return this.#events > 0 || this.#hasGap || this.#readsOn;
  }
  end(
    vouched: boolean,
    ending: Ending,
    { line, format }: { readonly line: number; readonly format: FileFormat },
  ): ReadExport {
    // An event whose parts have no known field is accepted beside other events, because the service may return such
    // events.
    for (const { event, line: eventLine } of this.#held) {
      if (vouched || (this.#hasEvent && event.kind === 'frame')) this.#passOnEvent(event);
      else this.skip(eventLine, 'notEvent');
    }
    this.#held = [];
    if (this.isRecognized()) {
      return {
        ok: true,
        events: this.#events,
        skipped: this.#skipped,
        line,
        format,
        isCut: ending !== 'whole',
        ...(this.#first ? { firstSkipped: this.#first } : {}),
        ...(ending === 'broken' ? { isBroken: true } : {}),
      };
    }
    if (!this.#isText) return { ok: false, reason: 'notText' };
    const problem = this.#first?.problem;
    if (problem === 'ocsf' || problem === 'ecs') return { ok: false, reason: problem };
    if (ending === 'other' || this.#skipped > 0) return { ok: false, reason: 'other' };
    return { ok: false, reason: ending === 'cut' ? 'cut' : 'empty' };
  }

  read(
    run: EntryBytes,
    toEvent: (text: string) => string | undefined = (text) => text,
  ): FileEvent | EntryProblem {
    if (run.isTooLong) return 'tooLong';
    const bytes = run.bytes();
    const [from, to] = trimmedRange(bytes);
    const own = this.#tools.decode(bytes, from, to);
    // Invalid UTF-8 is decoded to U+FFFD, which would make a different event.
    if (own.includes('\ufffd') && !this.#tools.isUtf8(bytes)) return 'notText';
    const text = toEvent(own);
    if (text === undefined) return 'columns';
    const entry = parseEntry(text);
    if (typeof entry === 'string') return entry;
    // With a mark, the text in the file contains more than the event.
    if (entry.mark) return { ...entry, text: stringifyJson(entry.event.raw), place: undefined };
    return { ...entry, text, place: { offset: run.start + from, length: to - from } };
  }
  add(event: FileEvent, line: number): void {
    if (event.kind === 'event') {
      this.#hasEvent = true;
      this.#passOnEvent(event);
      return;
    }
    const record = event.kind === 'object' ? this.#readCollectorEntry(event.event.raw) : undefined;
    if (record === 'gapAdded') return;
    if (record) this.skip(line, record);
    else if (event.kind === 'frame' || this.#mayBeVouched) this.#held.push({ event, line });
    else this.skip(line, 'notEvent');
  }
  /** Adds the gap of a gap record. Returns a problem for one that can't be added, and for an event of another format. */
  #readCollectorEntry(value: JsonObject): 'gapAdded' | EntryProblem | undefined {
    if (!isGapEntry(value)) return detectMappedFormat(value);
    const gap = parseGapDescription(value.gap);
    if (!gap || !this.#onGap(gap)) return 'gap';
    this.#hasGap = true;
    return 'gapAdded';
  }
  #passOnEvent(event: FileEvent): void {
    this.#events++;
    this.#onEvent(event);
  }
}
