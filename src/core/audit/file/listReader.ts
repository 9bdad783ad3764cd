/** Reads a file that is a JSON list of events, or a complete response of the service. */
import { parseJson } from '../../service/parseJson.ts';
import type { Utf8 } from '../store/columns/utf8.ts';
import { parseEntry } from './entries.ts';
import { EntryBytes } from './entryBytes.ts';
import {
  type EntrySink,
  type FormatReader,
  isWhitespace,
  type LineStart,
  trimmedRange,
  trimmedText,
} from './formatReader.ts';
import { createLinesReader } from './linesReader.ts';
import { createListSplitter } from './listSplitter.ts';

/** Maximum length in bytes of the rest of a response after its list of events. */
const MAX_BYTES_AFTER_LIST = 64 * 1024;
const LINE_BREAK = Uint8Array.of(10);

/**
 * Creates the reader of a list whose items begin at `start`. `before` is JSON text such as `{"event":[]`. The text
 * after the list must complete `before` to valid JSON. After that, further lines may follow. If `before` is empty, only
 * whitespace may follow the list.
 */
export function createListReader(
  entries: EntrySink,
  tools: Utf8,
  start: LineStart,
  before: string,
): FormatReader {
  const run = new EntryBytes(start);
  let isSound = true;
  /**
   * Number of the line, counted from 1, on which the first item that is not JSON begins; undefined if there is none.
   */
  let brokenLine: number | undefined;
  let count = 0;
  let left = start.offset;
  const cutter = createListSplitter(run, (isMissing) => {
    // After an item that is not JSON, the rest of the file is ignored.
    if (!isSound) return;
    const entry = isMissing ? 'json' : entries.read(run);
    isSound = entry !== 'json';
    if (!isSound) brokenLine = run.line;
    if (typeof entry !== 'string') entries.add(entry, run.line);
    else if (isSound || count === 0) entries.skip(run.line, entry);
    if (isSound) count++;
  });
  const after = new EntryBytes(start);
  let further: FormatReader | undefined;

  function processBytesAfterList(bytes: Uint8Array): void {
    // After a list that is the whole file, whitespace alone is not kept, however much there is.
    if (before === '' && isWhitespace(bytes)) return;
    let from = 0;
    while (!further && before !== '' && after.length <= MAX_BYTES_AFTER_LIST) {
      const end = tools.indexOf(bytes, LINE_BREAK, from);
      if (end < 0) break;
      after.add(bytes.subarray(from, end + 1));
      after.copyLastAddedBytes();
      after.countLineWithinEntry();
      from = end + 1;
      if (!isAnswerOver()) continue;
      after.startNextEntry(0);
      further = createLinesReader(entries, tools, { offset: after.start, line: after.line }, 'lines');
    }
    const rest = bytes.subarray(from);
    if (further) further.push(rest);
    else if (after.length <= MAX_BYTES_AFTER_LIST) {
      after.add(rest.subarray(0, MAX_BYTES_AFTER_LIST + 1));
      after.copyLastAddedBytes();
    }
  }
  const isAnswerOver = (): boolean => {
    const rest = trimmedText(tools, after.bytes());
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
      if (!wasOver && cutter.isOver()) after.restartEntryAt({ offset: run.start, line: run.line });
      if (cutter.isOver()) processBytesAfterList(behind);
      run.copyLastAddedBytes();
    },
    finish(isPartial) {
      if (!isSound) return count > 0 ? 'broken' : 'other';
      if (further) return further.finish(isPartial);
      if (!cutter.isOver()) {
        // The last item may be complete with only the bracket after it missing.
        const [from, to] = trimmedRange(run.bytes());
        const isLast = to > from && parseEntry(tools.decode(run.bytes(), from, to)) !== 'json';
        if (isLast) entries.parseAndAdd(run);
        else if (count === 0 && !tools.isUtf8(run.bytes())) entries.skip(run.line, 'notText');
        return isLast || count > 0 ? 'cut' : 'other';
      }
      if (after.length <= MAX_BYTES_AFTER_LIST) {
        const rest = trimmedText(tools, after.bytes());
        if (before === '' ? rest === '' : parseJson(before + rest).ok) return 'whole';
      }
      // A response that is truncated after its events, or other content after the list.
      return count === 0 ? 'other' : before === '' ? 'broken' : 'cut';
    },
    line: () => brokenLine ?? further?.line() ?? run.line,
    format: () => further?.format() ?? 'json',
  };
}
