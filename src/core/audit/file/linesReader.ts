import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import { type EntryProblem, parseEntry } from './entries.ts';
import { EntryBytes } from './entryBytes.ts';
import {
  type EntrySink,
  type FormatReader,
  isWhitespace,
  type LineStart,
  trimmedText,
} from './formatReader.ts';

const LINE_BREAK = Uint8Array.of(10);

/**
 * The first line with content. It is kept until a further line with content or the end of the file shows whether it is
 * an entry, or the beginning of an object over several lines. At the end of the file, `text` may be that whole object.
 */
interface FirstLine {
  readonly text: string;
  readonly line: number;
  readonly problem?: EntryProblem;
}

/**
 * Where reading starts. `file`: at the first line of a file whose bytes are all pushed. If that line alone is not JSON,
 * the file may be one object over several lines. `lines`: after other content of the same file. `grown`: after lines
 * that were read before, in a file that may still be written to.
 */
type LinesStart = 'file' | 'lines' | 'grown';

/**
 * Creates a reader of lines. Each line is an event, or a response of the service with a list of events. The first line
 * begins at `start`.
 */
export function createLinesReader(
  entries: EntrySink,
  tools: Utf8,
  start: LineStart,
  startsAt: LinesStart = 'file',
): FormatReader {
  const isBehind = startsAt !== 'file';
  const run = new EntryBytes(start);
  let left = isBehind ? 0 : start.offset;
  let state: 'none' | 'one' | 'open' | 'lines' | 'whole' = isBehind ? 'lines' : 'none';
  let first: FirstLine = { text: '', line: start.line };
  const whole = new EntryBytes(start);
  let isOneEvent = false;

  const isCutLine = (): boolean =>
    !isWhitespace(run.bytes()) && parseEntry(trimmedText(tools, run.bytes())) === 'json';
  const isStartOfObject = (): boolean =>
    !run.isTooLong && /^\s*\{\s*"/.test(trimmedText(tools, run.bytes())) && isCutLine();
  function addToWhole(bytes: Uint8Array): void {
    whole.add(bytes);
    whole.copyLastAddedBytes();
  }
  function takeLine(): void {
    if (!run.isTooLong && isWhitespace(run.bytes())) return;
    if (state === 'none') takeFirst();
    else if (state === 'open' && !isLine()) {
      addToWhole(LINE_BREAK);
      addToWhole(run.bytes());
      state = 'whole';
    } else {
      if (state !== 'lines') giveFirst(true);
      state = 'lines';
      entries.parseAndAdd(run);
    }
  }
  function takeFirst(): void {
    const [bytes, { line }] = [run.bytes(), run];
    const problem = run.isTooLong ? 'tooLong' : tools.isUtf8(bytes) ? undefined : 'notText';
    const text = trimmedText(tools, bytes);
    first = { text, line, ...(problem ? { problem } : {}) };
    if (problem || parseEntry(text) !== 'json') state = 'one';
    else if (text.startsWith('{')) {
      state = 'open';
      addToWhole(bytes);
    } else {
      state = 'lines';
      entries.skip(line, 'json');
    }
  }
  function isLine(): boolean {
    const entry = run.isTooLong ? undefined : entries.read(run);
    if (entry === undefined || (typeof entry !== 'string' && entry.kind === 'event')) return true;
    return trimmedText(tools, run.bytes()).startsWith('{') && !/[:[,]$/.test(first.text);
  }
  function giveFirst(isLine: boolean): 'event' | 'answer' | undefined {
    const { text, line, problem } = first;
    first = { text: '', line };
    if (problem === undefined) return addEventOrAnswerEvents(entries, text, { line, isLine });
    entries.skip(line, problem);
    return undefined;
  }

  return {
    push(bytes) {
      let from = Math.min(left, bytes.length);
      left -= from;
      while (state !== 'whole') {
        const end = tools.indexOf(bytes, LINE_BREAK, from);
        if (end < 0) break;
        run.add(bytes.subarray(from, end));
        takeLine();
        run.countLineWithinEntry();
        run.startNextEntry(1);
        from = end + 1;
      }
      if (state === 'whole') addToWhole(bytes.subarray(from));
      else {
        run.add(bytes.subarray(from));
        run.copyLastAddedBytes();
      }
    },
    finish(isPartial) {
      // The only line is the start of an event that is not complete, for example because it is still being written.
      if (state === 'none' && !isPartial && isStartOfObject()) return 'cut';
      // If the last line has no line break and is not JSON, it is truncated or still being written.
      const isUnfinished = (state === 'lines' || state === 'one') && !isPartial && isCutLine();
      const ending = isUnfinished && startsAt !== 'grown' ? 'cut' : 'whole';
      if (state !== 'whole' && !isPartial && !isUnfinished) takeLine();
      if (state === 'lines') return ending;
      if (state === 'none') return 'whole';
      if (state !== 'one') {
        const isText = tools.isUtf8(whole.bytes());
        first = {
          line: first.line,
          text: trimmedText(tools, whole.bytes()),
          ...(isText ? {} : { problem: 'notText' }),
        };
      }
      const taken = giveFirst(false);
      isOneEvent = state === 'one' && taken === 'event';
      return taken ? ending : 'other';
    },
    line: () => run.line,
    format: () => (state === 'whole' ? 'json' : 'ndjson'),
    next: () => (state === 'lines' || isOneEvent ? { offset: run.start, line: run.line } : undefined),
  };
}

function addEventOrAnswerEvents(
  entries: EntrySink,
  text: string,
  { line, isLine }: { readonly line: number; readonly isLine: boolean },
): 'event' | 'answer' | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (isLine) entries.skip(line, 'json');
    return undefined;
  }
  const { value } = parsed;
  const isAnswer = isJsonObject(value) && Array.isArray(value.event);
  if (!isLine && !isJsonObject(value)) return undefined;
  const values = isAnswer ? (value.event as readonly JsonValue[]) : [value];
  for (const one of values) entries.addParsedValue(one, line);
  return isAnswer ? 'answer' : 'event';
}
