/** Exported audit events read back, a piece of bytes at a time: each event is handed on as it comes, with its place. */
import { isJsonObject, type JsonValue, stringifyJson } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { Bytes } from '../store/bytes.ts';
import { ByteRun } from './byteRun.ts';
import { type Entry, type EntryProblem, entryOf, readEntry } from './entries.ts';
import { createListCutter } from './listCutter.ts';

/** An entry that is no event. */
export interface SkippedEntry {
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
      /** JSON that ends before its list does, or goes on as something else; the events are those up to there. */
      readonly isCut: boolean;
    }
  /** empty: no event in it; csv: columns, which cannot become events again; notText: no UTF-8; other: none of our forms. */
  | { readonly ok: false; readonly reason: 'empty' | 'csv' | 'notText' | 'other' };

/** An event as it was read; `place` is undefined where its text is not in the file as such. */
export interface ReadEvent extends Entry {
  readonly text: string;
  readonly place: { readonly offset: number; readonly length: number } | undefined;
}

/** Where the next line of a file would begin: a byte of it, and the line's number, counted from 1. */
export interface LineStart {
  readonly offset: number;
  readonly line: number;
}

export interface ExportReader {
  /** The next bytes of the file, cut anywhere; takes time by their length. They are not looked at afterwards. */
  push(bytes: Uint8Array): void;
  /**
   * What the file holds. Entries that are no events are counted as skipped; a file without any event is not ours.
   * `vouched`: the manifest beside says that the file is ours as it is; then each object is an event, whatever it holds.
   * `isPartial`: the bytes end where somebody stopped reading, within an entry or not.
   */
  end(vouched?: boolean, isPartial?: boolean): ReadExport;
  /**
   * Where lines that are written behind those read will begin, once all is read; a last line without its end begins there
   * too. Undefined where the file is no lines of events: one that has changed must be read as a whole.
   */
  next(): LineStart | undefined;
}

/** As many bytes as are needed to tell the file's form. */
const headLength = 1_000;
/** A whole answer of the service (S27) up to its first event. */
const answerHead = /^\{\s*"event"\s*:\s*\[/;
const LINE_BREAK = Uint8Array.of(10);

/** whole: all of the bytes were of the form · cut: they were as far as they go · other: they were not. */
type Ending = 'whole' | 'cut' | 'other';
/** Takes the bytes from the head on. */
interface Form {
  push(bytes: Uint8Array): void;
  finish(isPartial: boolean): Ending;
  /** As that of the reader. */
  next?(): LineStart | undefined;
}

/** What forms hand their entries to. */
interface Entries {
  /** The entry that `run` has. */
  take(run: ByteRun): Entry | EntryProblem;
  /** An entry of a value that was read with others. */
  takeValue(value: JsonValue, line: number): void;
  /** A file that holds nothing else than this is none of ours. */
  skip(line: number, problem: EntryProblem): void;
}

export interface ReaderOptions {
  readonly tools: Bytes;
  /** Whether there is a manifest that may vouch for the file in the end: until then nothing in it is left out. */
  readonly mayBeVouched?: boolean;
  /** What is read begins there, behind lines that were read before: a last line that is no JSON yet is left for later. */
  readonly from?: LineStart | undefined;
  /** Gets each event, in the order of the file but for those that prove to be some only later. */
  readonly onEvent: (event: ReadEvent) => void;
}

/** Reads NDJSON, a JSON list, or a whole answer of the service; of an answer that begins otherwise the whole at the end. */
export function createExportReader({
  tools,
  mayBeVouched = false,
  from,
  onEvent,
}: ReaderOptions): ExportReader {
  const gathered = new Gathered(tools, mayBeVouched, onEvent, from !== undefined);
  let head: Uint8Array = new Uint8Array();
  let form: Form | undefined = from && lines(gathered, tools, 0, from);
  let isCsv = false;

  function begin(): void {
    const text = tools.decode(head, 0, head.length);
    const [blanks = ''] = /^[\ufeff\s]*/.exec(text) ?? [];
    const start = text.slice(blanks.length);
    const offset = tools.byteLength(blanks);
    isCsv = start.startsWith('time,');
    const answer = answerHead.exec(start)?.[0];
    if (start.startsWith('[')) form = list(gathered, tools, offset + 1, '');
    else if (answer !== undefined) form = list(gathered, tools, offset + answer.length, '{"event":[]');
    else form = lines(gathered, tools, offset);
    form.push(head);
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
      const read = gathered.end(vouched, ending);
      return isCsv && !read.ok ? { ok: false, reason: 'csv' } : read;
    },
    next: () => (gathered.hasEvents() ? form?.next?.() : undefined),
  };
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

  take(run: ByteRun): Entry | EntryProblem {
    const entry = this.#read(run);
    if (typeof entry === 'string') {
      this.skip(run.line, entry);
      return entry;
    }
    this.#add(entry, run.line);
    return entry;
  }
  takeValue(value: JsonValue, line: number): void {
    if (!isJsonObject(value)) this.skip(line, 'notEvent');
    else this.#add({ ...entryOf(value, true), text: stringifyJson(value), place: undefined }, line);
  }
  skip(line: number, problem: EntryProblem): void {
    this.#skipped++;
    this.#first ??= { line, problem };
    if (problem === 'notText') this.#isText = false;
  }
  hasEvents(): boolean {
    return this.#events > 0 || this.#readsOn;
  }
  end(vouched: boolean, ending: Ending): ReadExport {
    // One with nothing in it is believed among others: the service may give such.
    for (const held of this.#held) {
      if (vouched || (this.#hasEvent && held.kind === 'frame')) this.#give(held);
      else this.skip(1, 'notEvent');
    }
    this.#held = [];
    if (this.hasEvents()) {
      const first = this.#first ? { firstSkipped: this.#first } : {};
      return { ok: true, events: this.#events, skipped: this.#skipped, ...first, isCut: ending !== 'whole' };
    }
    if (!this.#isText) return { ok: false, reason: 'notText' };
    return { ok: false, reason: ending !== 'other' && this.#skipped === 0 ? 'empty' : 'other' };
  }

  #read(run: ByteRun): ReadEvent | EntryProblem {
    if (run.isTooLong) return 'tooLong';
    const bytes = run.bytes();
    const [from, to] = withoutBlanks(bytes);
    const text = this.#tools.decode(bytes, from, to);
    // What is no UTF-8 is decoded to this, and would be another event than the file's.
    if (text.includes('\ufffd') && this.#tools.encode(text).length !== to - from) return 'notText';
    const entry = readEntry(text);
    if (typeof entry === 'string') return entry;
    return { ...entry, text, place: { offset: run.start + from, length: to - from } };
  }
  #add(event: ReadEvent, line: number): void {
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

function withoutBlanks(bytes: Uint8Array): readonly [from: number, to: number] {
  let [from, to] = [0, bytes.length];
  while (from < to && isBlankByte(bytes[from])) from++;
  while (to > from && isBlankByte(bytes[to - 1])) to--;
  return [from, to];
}

/** A list whose items begin after `skip` bytes; what follows it makes whole JSON with `before`, or is nothing. */
function list(entries: Entries, tools: Bytes, skip: number, before: string): Form {
  const run = new ByteRun();
  run.begin(skip);
  let isSound = true;
  let count = 0;
  let left = skip;
  const cutter = createListCutter(run, (isMissing) => {
    // What is not JSON is no list of ours, beyond that.
    if (!isSound) return;
    const entry = isMissing ? 'json' : entries.take(run);
    isSound = entry !== 'json' && entry !== 'notText';
    if (isSound) count++;
  });
  return {
    push(bytes) {
      const own = bytes.subarray(Math.min(left, bytes.length));
      left -= bytes.length - own.length;
      if (isSound) cutter.push(own);
      run.keep();
    },
    finish() {
      if (!isSound) return count > 0 ? 'cut' : 'other';
      const after = cutter.after();
      if (!after) {
        // The last item may be whole and only the bracket after it gone.
        const [from, to] = withoutBlanks(run.bytes());
        const isLast = to > from && readEntry(tools.decode(run.bytes(), from, to)) !== 'json';
        if (isLast) entries.take(run);
        else if (count === 0 && !isUtf8(tools, run.bytes())) entries.skip(run.line, 'notText');
        return isLast || count > 0 ? 'cut' : 'other';
      }
      const rest = tools.decode(after, 0, after.length);
      if (before === '' ? rest.trim() === '' : parseJson(before + rest).ok) return 'whole';
      // An answer that breaks off after its events, or something else behind the list.
      return count > 0 ? 'cut' : 'other';
    },
  };
}

const isUtf8 = (tools: Bytes, bytes: Uint8Array): boolean =>
  tools.byteLength(tools.decode(bytes, 0, bytes.length)) === bytes.length;

/** A line for each; or, where the first line alone is no JSON, one object over many lines. */
function lines(entries: Entries, tools: Bytes, skip: number, behind?: LineStart): Form {
  const run = new ByteRun(behind?.offset, behind?.line);
  run.begin(skip);
  let left = skip;
  let count = behind ? 1 : 0;
  /** first: nothing read yet · one: the first line, which may be all · lines · whole: one object · over: none of ours. */
  let state: 'first' | 'one' | 'lines' | 'whole' | 'over' = behind ? 'lines' : 'first';
  let only = '';
  /** Whether the only line is an event: others may follow. */
  let isOneEvent = false;

  const textOf = (): string => tools.decode(run.bytes(), 0, run.bytes().length).trim();
  /** The line in the run, at its end; false where the line is the beginning of one object. */
  function line(): boolean {
    if (!run.isTooLong && isBlank(run.bytes())) return true;
    count++;
    if (count > 1) {
      if (state === 'one') takeOnly(entries, only, true);
      state = 'lines';
      entries.take(run);
      return true;
    }
    // Not even read before it is known whether there is another: it may be a whole answer.
    only = run.isTooLong ? '' : textOf();
    if (run.isTooLong || readEntry(only) !== 'json') state = 'one';
    // A file with one bad line is still ours, a text with one good line is not.
    else state = only.startsWith('{') ? 'whole' : 'over';
    if (state === 'over' && !isUtf8(tools, run.bytes())) entries.skip(1, 'notText');
    return state !== 'whole';
  }

  return {
    push(bytes) {
      let from = Math.min(left, bytes.length);
      left -= from;
      while (state !== 'whole' && state !== 'over') {
        const end = tools.indexOf(bytes, LINE_BREAK, from);
        if (end < 0) break;
        run.add(bytes.subarray(from, end));
        from = end;
        if (!line()) break;
        run.countLine();
        run.begin(1);
        from = end + 1;
      }
      if (state === 'over') return;
      run.add(bytes.subarray(from));
      run.keep();
    },
    finish(isPartial) {
      const isUnfinished = behind !== undefined && readEntry(textOf()) === 'json';
      if (state !== 'whole' && state !== 'over' && !isPartial && !isUnfinished) line();
      if (state === 'lines') return 'whole';
      if (state === 'first') return 'whole';
      if (state === 'over' || (state === 'whole' && run.isTooLong)) return 'other';
      const text = state === 'whole' ? textOf() : only;
      const taken = takeOnly(entries, text, false);
      isOneEvent = state === 'one' && taken === 'event';
      return taken ? 'whole' : 'other';
    },
    next: () => (state === 'lines' || isOneEvent ? { offset: run.start, line: run.line } : undefined),
  };
}

/** A blank, a tab, the end of a line. */
const isBlankByte = (byte = 33): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => isBlankByte(byte));

/**
 * The one text of a file, or the first of its lines: an event, or without others an answer of the service. Undefined where
 * it is neither.
 */
function takeOnly(entries: Entries, text: string, isLine: boolean): 'event' | 'answer' | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (isLine) entries.skip(1, text === '' ? 'tooLong' : 'json');
    return undefined;
  }
  const { value } = parsed;
  const isAnswer = !isLine && isJsonObject(value) && Array.isArray(value.event);
  if (!isLine && !isJsonObject(value)) return undefined;
  const values = isAnswer ? (value.event as readonly JsonValue[]) : [value];
  for (const one of values) entries.takeValue(one, 1);
  return isAnswer ? 'answer' : 'event';
}
