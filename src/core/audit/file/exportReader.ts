/**
 * Reads a file of exported audit events from chunks of bytes. Events are passed on while the file is read, except those
 * that can be recognized only at its end.
 */
import { isJsonObject, type JsonValue, stringifyJson } from '../../service/json.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import type { FieldID } from '../table/fields.ts';
import type { RowReader } from './csvEvents.ts';
import { type CsvReader, createCsvReader } from './csvReader.ts';
import { classifyEntry, type Entry, type EntryProblem, parseEntry } from './entries.ts';
import type { EntryBytes } from './entryBytes.ts';
import {
  type Ending,
  type EntrySink,
  type FileEvent,
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
      readonly isCsv?: true;
    }
  /** Why the file has no events. `utf16`: it is text in UTF-16. `notText`: it has entries that are not UTF-8. */
  | { readonly ok: false; readonly reason: 'empty' | 'utf16' | 'notText' | 'other' }
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
}

/** Creates a reader for NDJSON, a JSON list, exported CSV, or responses of the service. */
export function createExportReader({
  tools,
  mayBeVouched = false,
  from,
  onEvent,
}: ReaderOptions): ExportReader {
  const gathered = new EntryCollector(tools, mayBeVouched, onEvent, from !== undefined);
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
      const read = gathered.end(vouched, ending, form?.line() ?? 1);
      if (!read.ok && isWide) return { ok: false, reason: 'utf16' };
      if (!csv) return read;
      const missing = csv.missing();
      if (missing.length > 0) return { ok: false, reason: 'columns', missing };
      return read.ok ? { ...read, isCsv: true } : read;
    },
    getRowReader: () => csv?.toEvent(),
    next: () => (gathered.hasEvents() ? form?.next?.() : undefined),
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
  readonly #onEvent: (event: FileEvent) => void;
  #held: { readonly event: FileEvent; readonly line: number }[] = [];
  readonly #readsOn: boolean;
  #hasEvent: boolean;
  #events = 0;
  #skipped = 0;
  #first: SkippedEntry | undefined;
  #isText = true;

  constructor(tools: Utf8, mayBeVouched: boolean, onEvent: (event: FileEvent) => void, readsOn: boolean) {
    this.#tools = tools;
    this.#mayBeVouched = mayBeVouched;
    this.#onEvent = onEvent;
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
  hasEvents(): boolean {
    return this.#events > 0 || this.#readsOn;
  }
  end(vouched: boolean, ending: Ending, lastLine: number): ReadExport {
    // An event whose parts have no known field is accepted beside other events, because the service may return such
    // events.
    for (const { event, line } of this.#held) {
      if (vouched || (this.#hasEvent && event.kind === 'frame')) this.#passOnEvent(event);
      else this.skip(line, 'notEvent');
    }
    this.#held = [];
    if (this.hasEvents()) {
      return {
        ok: true,
        events: this.#events,
        skipped: this.#skipped,
        line: lastLine,
        isCut: ending !== 'whole',
        ...(this.#first ? { firstSkipped: this.#first } : {}),
        ...(ending === 'broken' ? { isBroken: true } : {}),
      };
    }
    if (!this.#isText) return { ok: false, reason: 'notText' };
    return { ok: false, reason: ending !== 'other' && this.#skipped === 0 ? 'empty' : 'other' };
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
    } else if (event.kind === 'frame' || this.#mayBeVouched) this.#held.push({ event, line });
    else this.skip(line, 'notEvent');
  }
  #passOnEvent(event: FileEvent): void {
    this.#events++;
    this.#onEvent(event);
  }
}
