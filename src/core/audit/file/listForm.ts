/** Reads a file that is a JSON list of events, or a complete response of the service. */
import { parseJson } from '../../service/parseJson.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import { ByteRun } from './byteRun.ts';
import { readEntry } from './entries.ts';
import { type Entries, type Form, isBlank, type LineStart, textIn, withoutBlanks } from './forms.ts';
import { linesForm } from './linesForm.ts';
import { createListCutter } from './listCutter.ts';

/**
 * Maximum number of bytes kept of the text after a list. The rest of a service response after its list of events is
 * shorter.
 */
const MAX_AFTER = 64 * 1024;
const LINE_BREAK = Uint8Array.of(10);

/**
 * Creates the reader of a list whose items begin at `start`. `before` is JSON text which the text after the list
 * must complete to valid JSON, as in a response of the service; if it is empty, nothing may follow the list. A
 * response may be followed by further lines, each of them another response or an event.
 */
export function listForm(entries: Entries, tools: Bytes, start: LineStart, before: string): Form {
  const run = new ByteRun(start);
  let isSound = true;
  /** The line of the first content that does not belong to the list; undefined if there is none. */
  let brokenLine: number | undefined;
  let count = 0;
  let left = start.offset;
  const cutter = createListCutter(run, (isMissing) => {
    // After an item that is not JSON, the rest is not read as a list.
    if (!isSound) return;
    const entry = isMissing ? 'json' : entries.read(run);
    isSound = entry !== 'json';
    if (!isSound) brokenLine = run.line;
    if (typeof entry !== 'string') entries.add(entry, run.line);
    else if (isSound || count === 0) entries.skip(run.line, entry);
    if (isSound) count++;
  });
  const after = new ByteRun(start);
  /** Reads the lines after a response; undefined while there are none. */
  let further: Form | undefined;

  /** Processes bytes after the list: the rest of the response, then further lines. */
  function takeAfter(bytes: Uint8Array): void {
    // Whitespace alone is not kept, however much there is.
    if (before === '' && isBlank(bytes)) return;
    let from = 0;
    while (!further && before !== '' && after.length <= MAX_AFTER) {
      const end = tools.indexOf(bytes, LINE_BREAK, from);
      if (end < 0) break;
      after.add(bytes.subarray(from, end + 1));
      after.countLine();
      from = end + 1;
      if (!isAnswerOver()) continue;
      after.begin(0);
      further = linesForm(entries, tools, { offset: after.start, line: after.line }, 'lines');
    }
    const rest = bytes.subarray(from);
    if (further) further.push(rest);
    else if (after.length <= MAX_AFTER) {
      after.add(rest.subarray(0, MAX_AFTER + 1));
      after.keep();
    }
  }
  /** Whether the response is complete. */
  const isAnswerOver = (): boolean => {
    const rest = textIn(tools, after.bytes());
    return rest.endsWith('}') && parseJson(before + rest).ok;
  };

  return {
    push(bytes) {
      const own = bytes.subarray(Math.min(left, bytes.length));
      left -= bytes.length - own.length;
      if (!isSound) return;
      const wasOver = cutter.isOver();
      const behind = cutter.push(own);
      // The run has passed the closing bracket and starts after it.
      if (!wasOver && cutter.isOver()) after.moveTo({ offset: run.start, line: run.line });
      if (cutter.isOver()) takeAfter(behind);
      run.keep();
    },
    finish(isPartial) {
      if (!isSound) return count > 0 ? 'broken' : 'other';
      if (further) return further.finish(isPartial);
      if (!cutter.isOver()) {
        // The last item may be complete with only the bracket after it missing.
        const [from, to] = withoutBlanks(run.bytes());
        const isLast = to > from && readEntry(tools.decode(run.bytes(), from, to)) !== 'json';
        if (isLast) entries.take(run);
        else if (count === 0 && !tools.isUtf8(run.bytes())) entries.skip(run.line, 'notText');
        return isLast || count > 0 ? 'cut' : 'other';
      }
      if (after.length <= MAX_AFTER) {
        const rest = textIn(tools, after.bytes());
        if (before === '' ? rest === '' : parseJson(before + rest).ok) return 'whole';
      }
      // A response that is truncated after its events, or other content after the list.
      return count === 0 ? 'other' : before === '' ? 'broken' : 'cut';
    },
    line: () => brokenLine ?? further?.line() ?? run.line,
  };
}
