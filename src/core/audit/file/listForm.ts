/** A file that is a JSON list of events, or a whole answer of the service. */
import { parseJson } from '../../service/parseJson.ts';
import type { Bytes } from '../store/columns/bytes.ts';
import { ByteRun } from './byteRun.ts';
import { readEntry } from './entries.ts';
import { type Entries, type Form, type LineStart, textIn, withoutBlanks } from './forms.ts';
import { createListCutter, MAX_AFTER } from './listCutter.ts';

/** A list whose items begin at `start`; what follows it makes whole JSON with `before`, or is nothing. */
export function listForm(entries: Entries, tools: Bytes, start: LineStart, before: string): Form {
  const run = new ByteRun(start);
  let isSound = true;
  /** Of what does not belong to the list. */
  let brokenLine: number | undefined;
  let count = 0;
  let left = start.offset;
  const cutter = createListCutter(run, (isMissing) => {
    // What is not JSON is no list of ours, beyond that.
    if (!isSound) return;
    const entry = isMissing ? 'json' : entries.read(run);
    isSound = entry !== 'json';
    if (!isSound) brokenLine = run.line;
    if (typeof entry !== 'string') entries.add(entry, run.line);
    else if (isSound || count === 0) entries.skip(run.line, entry);
    if (isSound) count++;
  });
  return {
    push(bytes) {
      const own = bytes.subarray(Math.min(left, bytes.length));
      left -= bytes.length - own.length;
      if (!isSound) return;
      cutter.push(own);
      run.keep();
    },
    finish() {
      if (!isSound) return count > 0 ? 'broken' : 'other';
      const after = cutter.after();
      if (!after) {
        // The last item may be whole and only the bracket after it gone.
        const [from, to] = withoutBlanks(run.bytes());
        const isLast = to > from && readEntry(tools.decode(run.bytes(), from, to)) !== 'json';
        if (isLast) entries.take(run);
        else if (count === 0 && !tools.isUtf8(run.bytes())) entries.skip(run.line, 'notText');
        return isLast || count > 0 ? 'cut' : 'other';
      }
      if (after.length <= MAX_AFTER) {
        const rest = textIn(tools, after);
        if (before === '' ? rest === '' : parseJson(before + rest).ok) return 'whole';
      }
      // An answer that breaks off after its events, or something else behind the list.
      return count === 0 ? 'other' : before === '' ? 'broken' : 'cut';
    },
    line: () => brokenLine ?? run.line,
  };
}
