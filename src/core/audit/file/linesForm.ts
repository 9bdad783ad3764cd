/** A file of lines, each an event; or of one object alone. */
import { isJsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import { ByteRun } from './byteRun.ts';
import { readEntry } from './entries.ts';
import { type Entries, type Form, isBlank, isUtf8, type LineStart } from './forms.ts';

const LINE_BREAK = Uint8Array.of(10);

/** A line for each; or, where the first line alone is no JSON, one object over many lines. */
export function linesForm(entries: Entries, tools: Bytes, skip: number, behind?: LineStart): Form {
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
  const isCutLine = (): boolean => !isBlank(run.bytes()) && readEntry(textOf()) === 'json';
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
      // A last line without its end that is no JSON: it is cut, or is still being written.
      const isUnfinished = (state === 'lines' || state === 'one') && !isPartial && isCutLine();
      const ending = isUnfinished && !behind ? 'cut' : 'whole';
      if (state !== 'whole' && state !== 'over' && !isPartial && !isUnfinished) line();
      if (state === 'lines') return ending;
      if (state === 'first') return 'whole';
      if (state === 'over' || (state === 'whole' && run.isTooLong)) return 'other';
      const text = state === 'whole' ? textOf() : only;
      const taken = takeOnly(entries, text, false);
      isOneEvent = state === 'one' && taken === 'event';
      return taken ? ending : 'other';
    },
    line: () => run.line,
    next: () => (state === 'lines' || isOneEvent ? { offset: run.start, line: run.line } : undefined),
  };
}

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
