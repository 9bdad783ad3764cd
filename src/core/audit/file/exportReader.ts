/** Exported audit events read back, a piece of text at a time: a large file must not hold up other work. */
import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { compactEvent } from '../feed/compactEvent.ts';
import { auditFields } from '../table/fields.ts';
import { createListCutter, type ListCutter } from './listCutter.ts';

export type ReadExport =
  | {
      readonly ok: true;
      readonly events: readonly AuditEvent[];
      readonly skipped: number;
      /** JSON that ends before its list does; the events are those that are whole. */
      readonly isCut: boolean;
    }
  /** empty: no event in it; csv: columns, which cannot become events again; other: none of our forms. */
  | { readonly ok: false; readonly reason: 'empty' | 'csv' | 'other' };

export interface ExportReader {
  /** The next piece of the text, cut anywhere between two UTF-16 code units; takes time by its length. */
  push(text: string): void;
  /**
   * What the file holds. Entries that are no events are counted as skipped; a file without any event is not ours.
   * `vouched`: the manifest beside says that the file is ours as it is; then each object is an event, whatever it holds.
   */
  end(vouched?: boolean): ReadExport;
}

/** As much of the text as is needed to tell its form. */
const headLength = 1_000;
/** A whole answer of the service (S27) up to its first event. */
const answerHead = /^\{\s*"event"\s*:\s*\[/;

/** `object`: has nothing of an event · `frame`: has its parts, empty · `event`: something that the service names (S10). */
type Kind = 'object' | 'frame' | 'event';
/** whole: all of the text was of the form · cut: it was as far as it goes · other: it was not. */
type Ending = 'whole' | 'cut' | 'other';
/** Takes the text after the head. */
interface Form {
  push(text: string): void;
  finish(): Ending;
}

/** Reads NDJSON, a JSON list, or a whole answer of the service; of an answer that begins otherwise the whole at the end. */
export function createExportReader(): ExportReader {
  const entries: { readonly event: AuditEvent; readonly kind: Kind }[] = [];
  /** Entries that are not even objects. */
  let others = 0;
  let head = '';
  let form: Form | undefined;
  let isCsv = false;

  const take = (value: JsonValue | undefined): void => {
    if (isJsonObject(value)) entries.push(entryOf(value));
    else others++;
  };

  function begin(): void {
    isCsv = head.startsWith('time,');
    const answer = answerHead.exec(head)?.[0];
    if (head.startsWith('[')) form = list(take, '[', '');
    else if (answer !== undefined) form = list(take, answer, '{"event":[]');
    else form = lines(take);
    form.push(head);
  }

  return {
    push(text) {
      if (form) form.push(text);
      else {
        head = (head + text).replace(/^[\ufeff\s]+/, '');
        if (head.length >= headLength) begin();
      }
    },
    end(vouched = false) {
      if (!form && head !== '') begin();
      if (!form) return { ok: false, reason: 'empty' };
      const ending = form.finish();
      if (ending === 'other') return { ok: false, reason: isCsv ? 'csv' : 'other' };
      const all = entries.length + others;
      if (all === 0) return { ok: false, reason: 'empty' };
      // One with nothing in it is believed among others: the service may give such.
      const someEvent = entries.some(({ kind }) => kind === 'event');
      const isOurs = (kind: Kind): boolean => vouched || (someEvent && kind !== 'object');
      const events = entries.filter(({ kind }) => isOurs(kind)).map(({ event }) => event);
      if (events.length === 0) return { ok: false, reason: 'other' };
      return { ok: true, events, skipped: all - events.length, isCut: ending === 'cut' };
    },
  };
}

/** A list that begins with `opening`; what follows it makes whole JSON with `before`, or is nothing. */
function list(take: (value: JsonValue | undefined) => void, opening: string, before: string): Form {
  let isSound = true;
  let count = 0;
  const cutter: ListCutter = createListCutter((text) => {
    const parsed = parseJson(text);
    count++;
    if (parsed.ok) take(parsed.value);
    else isSound = false;
  });
  let isFirst = true;
  return {
    push(text) {
      if (isSound) cutter.push(isFirst ? text.slice(opening.length) : text);
      isFirst = false;
    },
    finish() {
      const { after, rest } = cutter.finish();
      if (!isSound) return 'other';
      if (after === undefined) {
        // The last item may be whole and only the bracket after it gone.
        const last = parseJson(rest);
        if (last.ok) take(last.value);
        return last.ok || count > 0 ? 'cut' : 'other';
      }
      if (before === '' ? after.trim() === '' : parseJson(before + after).ok) return 'whole';
      // An answer that breaks off after its events.
      return before !== '' && /^\s*(,|$)/.test(after) ? 'cut' : 'other';
    },
  };
}

/** A line for each; or, where the first line alone is no JSON, one object over many lines. */
function lines(take: (value: JsonValue | undefined) => void): Form {
  let rest = '';
  let first: JsonValue | undefined;
  let count = 0;
  /** lines · whole: the first line was the begin of an object, all of it is kept in `parts` · over: none of ours. */
  const state: { form: 'lines' | 'whole' | 'over' } = { form: 'lines' };
  const parts: string[] = [];

  function line(text: string): void {
    if (text.trim() === '') return;
    const parsed = parseJson(text);
    const value = parsed.ok ? parsed.value : undefined;
    count++;
    if (count === 1) {
      first = value;
      if (parsed.ok) return;
      // A file with one bad line is still ours, a text with one good line is not.
      state.form = text.startsWith('{') ? 'whole' : 'over';
      parts.push(text);
      return;
    }
    if (count === 2) take(first);
    take(value);
  }

  return {
    push(text) {
      let from = 0;
      while (state.form === 'lines') {
        const end = text.indexOf('\n', from);
        if (end < 0) break;
        line(rest + text.slice(from, end));
        rest = '';
        from = end + 1;
      }
      if (state.form === 'lines') rest += text.slice(from);
      else if (state.form === 'whole') parts.push(from > 0 ? '\n' : '', text.slice(from));
    },
    finish() {
      if (state.form === 'lines') line(rest);
      if (state.form === 'over') return 'other';
      if (state.form === 'lines' && count > 1) return 'whole';
      const parsed = state.form === 'whole' ? parseJson(parts.join('')) : undefined;
      const only = parsed ? (parsed.ok ? parsed.value : undefined) : first;
      if (!isJsonObject(only)) return 'other';
      for (const value of Array.isArray(only.event) ? only.event : [only]) take(value);
      return 'whole';
    },
  };
}

function entryOf(value: JsonObject): { readonly event: AuditEvent; readonly kind: Kind } {
  const event = toAuditEvent(value);
  const [hasContext, hasRequest] = [isJsonObject(value.context), isJsonObject(value.request)];
  const isNamed = (hasContext || hasRequest) && auditFields.some(({ read }) => read(event) !== undefined);
  const kind: Kind = isNamed ? 'event' : hasContext && hasRequest ? 'frame' : 'object';
  return { event: compactEvent(event), kind };
}
