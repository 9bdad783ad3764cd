/** Exported audit events read back, a piece of bytes at a time: each event is handed on as it comes, with its place. */
import { isJsonObject, type JsonValue, stringifyJson } from '../../service/json.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import type { FieldID } from '../table/fields.ts';
import type { ByteRun } from './byteRun.ts';
import type { RowReader } from './csvEvents.ts';
import { type CsvForm, csvForm } from './csvForm.ts';
import { type Entry, type EntryProblem, entryOf, readEntry } from './entries.ts';
import {
  type Ending,
  type Entries,
  type Form,
  type LineStart,
  type ReadEvent,
  withoutBlanks,
} from './forms.ts';
import { linesForm } from './linesForm.ts';
import { listForm } from './listForm.ts';

/** An entry that is not an event. */
interface SkippedEntry {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly problem: EntryProblem;
}

export type ReadExport =
  | {
      readonly ok: true;
      readonly events: number;
      readonly skipped: number;
      /** The first of those skipped. */
      readonly firstSkipped?: SkippedEntry;
      /** It ends within an event or its list, or goes on as something else; the events are those up to there. */
      readonly isCut: boolean;
      /** Of one that is cut: it goes on as something else. */
      readonly isBroken?: true;
      /** The line that was come to. */
      readonly line: number;
      /** The events have what has a column, and no more. */
      readonly isCsv?: true;
    }
  /** empty: no event in it; utf16: text, but not UTF-8; notText: neither; other: none of our forms. */
  | { readonly ok: false; readonly reason: 'empty' | 'utf16' | 'notText' | 'other' }
  /** A table without columns that ours have. */
  | { readonly ok: false; readonly reason: 'columns'; readonly missing: readonly FieldID[] };

interface ExportReader {
  /** The next bytes of the file, cut anywhere; takes time by their length. They are not looked at afterwards. */
  push(bytes: Uint8Array): void;
  /**
   * What the file holds. Entries that are not events are counted as skipped; a file without any event is not ours.
   * `vouched`: the manifest beside says that the file is ours as it is; then each object is an event, whatever it holds.
   * `isPartial`: the bytes end where somebody stopped reading, within an entry or not.
   */
  end(vouched?: boolean, isPartial?: boolean): ReadExport;
  /**
   * Where lines that are written behind those read will begin, once all is read; a last line without its end begins there
   * too. Undefined where the file is no lines of events: one that has changed must be read as a whole.
   */
  next(): LineStart | undefined;
  /** What makes the JSON text of an event out of the text at its place in the file; undefined where that is the text. */
  eventText(): RowReader | undefined;
}

/** As many bytes as are needed to tell the file's form. */
const headLength = 1_000;
/** A whole answer of the service (S27) up to its first event. */
const answerHead = /^\{\s*"event"\s*:\s*\[/;
/** Names of columns, ours or not, up to the end of the line. */
const csvHead = /^"?[\p{L}\w .()/-]{1,60}"?(?:[,;\t]"?[\p{L}\w .()/-]{1,60}"?)+[,;\t]?\r?(?:\n|$)/u;

interface ReaderOptions {
  readonly tools: Bytes;
  /** Whether there is a manifest that may vouch for the file in the end: until then nothing in it is left out. */
  readonly mayBeVouched?: boolean;
  /** What is read begins there, behind lines that were read before: a last line that is not JSON yet is left for later. */
  readonly from?: LineStart | undefined;
  /** Gets each event, in the order of the file but for those that prove to be some only later. */
  readonly onEvent: (event: ReadEvent) => void;
}

/**
 * Reads NDJSON, a JSON list, our CSV, or an answer of the service, or several, one per line; of an answer that begins
 * otherwise the whole at the end.
 */
export function createExportReader({
  tools,
  mayBeVouched = false,
  from,
  onEvent,
}: ReaderOptions): ExportReader {
  const gathered = new Gathered(tools, mayBeVouched, onEvent, from !== undefined);
  let head: Uint8Array = new Uint8Array();
  let form: Form | undefined = from && linesForm(gathered, tools, from, 'grown');
  let csv: CsvForm | undefined;
  let isWide = false;

  function begin(): void {
    isWide = isUtf16(head);
    const text = tools.decode(head, 0, head.length);
    const [blanks = ''] = /^[\ufeff\s]*/.exec(text) ?? [];
    const start = text.slice(blanks.length);
    const list = answerHead.exec(start)?.[0] ?? (start.startsWith('[') ? '[' : undefined);
    const before = blanks + (list ?? '');
    const from = { offset: tools.byteLength(before), line: before.split('\n').length };
    if (csvHead.test(start)) csv = csvForm(gathered, tools, from);
    if (csv) form = csv;
    else if (list) form = listForm(gathered, tools, from, list === '[' ? '' : '{"event":[]');
    else form = linesForm(gathered, tools, from);
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
        if (head.length >= headLength) begin();
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
    eventText: () => csv?.toEvent(),
    next: () => (gathered.hasEvents() ? form?.next?.() : undefined),
  };
}

/** By its mark, or by a first bracket or brace of two bytes. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const half = first === 0 ? second : second === 0 ? first : undefined;
  return isMarked || half === 0x5b || half === 0x7b;
}

/** What was taken of a file so far. */
class Gathered implements Entries {
  readonly #tools: Bytes;
  readonly #mayBeVouched: boolean;
  readonly #onEvent: (event: ReadEvent) => void;
  /** Those that are events if others are, or if the manifest says so. */
  #held: ReadEvent[] = [];
  readonly #readsOn: boolean;
  #hasEvent: boolean;
  #events = 0;
  #skipped = 0;
  #first: SkippedEntry | undefined;
  #isText = true;

  /** `readsOn`: the file had events before what is read now. */
  constructor(tools: Bytes, mayBeVouched: boolean, onEvent: (event: ReadEvent) => void, readsOn: boolean) {
    this.#tools = tools;
    this.#mayBeVouched = mayBeVouched;
    this.#onEvent = onEvent;
    this.#readsOn = readsOn;
    this.#hasEvent = readsOn;
  }

  take(run: ByteRun, toEvent?: (text: string) => string | undefined): Entry | EntryProblem {
    const entry = this.read(run, toEvent);
    if (typeof entry === 'string') {
      this.skip(run.line, entry);
      return entry;
    }
    // A page of the service, with events in the place of one.
    const { event: page } = entry.kind === 'object' ? entry.event.raw : {};
    if (Array.isArray(page)) for (const one of page) this.takeValue(one, run.line);
    else this.add(entry, run.line);
    return entry;
  }
  takeValue(value: JsonValue, line: number): void {
    if (!isJsonObject(value)) this.skip(line, 'notEvent');
    else {
      const entry = entryOf(value, true);
      this.add({ ...entry, text: stringifyJson(entry.event.raw), place: undefined }, line);
    }
  }
  skip(line: number, problem: EntryProblem): void {
    this.#skipped++;
    this.#first ??= { line, problem };
    if (problem === 'notText') this.#isText = false;
  }
  hasEvents(): boolean {
    return this.#events > 0 || this.#readsOn;
  }
  end(vouched: boolean, ending: Ending, line: number): ReadExport {
    // One with nothing in it is believed among others: the service may give such.
    for (const held of this.#held) {
      if (vouched || (this.#hasEvent && held.kind === 'frame')) this.#give(held);
      else this.skip(1, 'notEvent');
    }
    this.#held = [];
    if (this.hasEvents()) {
      return {
        ok: true,
        events: this.#events,
        skipped: this.#skipped,
        line,
        isCut: ending !== 'whole',
        ...(this.#first ? { firstSkipped: this.#first } : {}),
        ...(ending === 'broken' ? { isBroken: true } : {}),
      };
    }
    if (!this.#isText) return { ok: false, reason: 'notText' };
    return { ok: false, reason: ending !== 'other' && this.#skipped === 0 ? 'empty' : 'other' };
  }

  read(
    run: ByteRun,
    toEvent: (text: string) => string | undefined = (text) => text,
  ): ReadEvent | EntryProblem {
    if (run.isTooLong) return 'tooLong';
    const bytes = run.bytes();
    const [from, to] = withoutBlanks(bytes);
    const own = this.#tools.decode(bytes, from, to);
    // What is no UTF-8 is decoded to this, and would be another event than the file's.
    if (own.includes('\ufffd') && !this.#tools.isUtf8(bytes)) return 'notText';
    const text = toEvent(own);
    if (text === undefined) return 'columns';
    const entry = readEntry(text);
    if (typeof entry === 'string') return entry;
    // What is in the file is then more than the event.
    if (entry.mark) return { ...entry, text: stringifyJson(entry.event.raw), place: undefined };
    return { ...entry, text, place: { offset: run.start + from, length: to - from } };
  }
  add(event: ReadEvent, line: number): void {
    if (event.kind === 'event') {
      this.#hasEvent = true;
      this.#give(event);
    } else if (event.kind === 'frame' || this.#mayBeVouched) this.#held.push(event);
    else this.skip(line, 'notEvent');
  }
  #give(event: ReadEvent): void {
    this.#events++;
    this.#onEvent(event);
  }
}
