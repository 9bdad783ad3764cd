/**
 * Changes to the filters over the loaded events, and what they leave open. Wherever they are shown they are called “over
 * loaded events”: what they leave says nothing about events that were not loaded.
 */
import type { AuditEvent } from '../../service/types.ts';
import { msToTimestamp, timestampToMs } from '../feed/timestamps.ts';
import { momentOfLocalTime } from '../feed/zones.ts';
import { auditField, type FieldID, fieldText } from '../table/fields.ts';
import type { FieldChoice, LocalFilters } from '../table/filter.ts';

/** The value of a field as choices name it; undefined where the event does not have it. */
export function choiceValue(event: AuditEvent, id: FieldID): string | undefined {
  return fieldText(auditField(id), event);
}

/** `filters` with these values of one field wanted, unwanted, or neither; what was said of them before no longer counts. */
export function withValues(
  filters: LocalFilters,
  id: FieldID,
  values: readonly (string | undefined)[],
  how: 'only' | 'not' | 'none',
): LocalFilters {
  const before: FieldChoice = filters.fields.get(id) ?? { only: new Set(), not: new Set() };
  const without = (set: ReadonlySet<string | undefined>) =>
    new Set([...set].filter((value) => !values.includes(value)));
  const choice = { only: without(before.only), not: without(before.not) };
  if (how !== 'none') for (const value of values) choice[how].add(value);
  const fields = new Map([...filters.fields, [id, choice]]);
  if (choice.only.size + choice.not.size === 0) fields.delete(id);
  return { ...filters, fields };
}

/** `filters` without one of its parts: a field, `range`, `text`, `events` or `marked`. */
export function withoutPart(filters: LocalFilters, part: string): LocalFilters {
  const { fields, range, text, events, marked } = filters;
  return {
    fields: new Map([...fields].filter(([field]) => field !== part)),
    ...(range && part !== 'range' ? { range } : {}),
    ...(text && part !== 'text' ? { text } : {}),
    ...(events && part !== 'events' ? { events } : {}),
    ...(marked && part !== 'marked' ? { marked } : {}),
  };
}

/**
 * Whether events that are not loaded may lie in the range of time, older than all that are. `oldest` and `more` are those
 * of the provenance.
 */
export function isUncovered(
  { range }: LocalFilters,
  { oldest, more }: { readonly oldest?: string; readonly more: 'yes' | 'no' | 'unknown' },
): boolean {
  if (!range || more === 'no') return false;
  const reached = timestampToMs(oldest ?? '');
  return reached === undefined || reached >= range.from;
}

/** The beginning of the range of time, in milliseconds, where older events that the service can give may lie in it. */
export function uncoveredFrom(
  filters: LocalFilters,
  provenance: Parameters<typeof isUncovered>[1],
): number | undefined {
  const from = filters.range?.from ?? Number.NEGATIVE_INFINITY;
  // Dragged to the very beginning, a range has no time to load back to.
  const isTime = Number.isFinite(from) && from > 0;
  return isTime && provenance.more === 'yes' && isUncovered(filters, provenance) ? from : undefined;
}

const DAY = 86_400_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY, w: 7 * DAY };
const ABSOLUTE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|UTC)?$/i;

/**
 * A point in time as a person types it: `2024-01-31`, `2024-01-31 14:05`, with seconds and up to nine digits; `15m`,
 * `2h`, `3d`, `1w` ago; `today`, `yesterday`. Days and hours are those of a zone `offsetMinutes` east of UTC at that
 * time, unless `Z` or `UTC` follows. `end` takes the last moment that the text means. Answers the service's form in
 * UTC (S21), undefined if it is none of these. `now` in milliseconds since 1970.
 */
export function parseTime(
  text: string,
  options: {
    readonly now: number;
    readonly end?: boolean;
    readonly offsetMinutes?: (ms: number) => number;
  },
): string | undefined {
  const { now, end = false, offsetMinutes = () => 0 } = options;
  const typed = text.trim();
  const [, amount, unit] = /^(\d{1,6})\s*([mhdw])$/i.exec(typed) ?? [];
  if (amount && unit) return fromMs(now - Number(amount) * (units[unit.toLowerCase()] ?? 0));
  const day = ['today', 'yesterday'].indexOf(typed.toLowerCase());
  if (day >= 0) {
    const there = new Date(now + offsetMinutes(now) * 60_000 - day * DAY).toISOString().slice(0, 10);
    return parseTime(there, options);
  }
  const [, date, minutes, seconds, fraction, utc] = ABSOLUTE.exec(typed) ?? [];
  if (!date) return undefined;
  const rest = end ? '9' : '0';
  const filled = `${date} ${minutes ?? (end ? '23:59' : '00:00')}:${seconds ?? (end ? '59' : '00')}.${(fraction ?? '').padEnd(9, rest)}`;
  const ms = timestampToMs(filled);
  // 31 April has the right form, but a Date makes another day of it.
  if (ms === undefined || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
  const moved = utc ? ms : momentOfLocalTime(offsetMinutes, ms, end);
  return fromMs(moved, filled.slice(-6));
}

function fromMs(ms: number, digits = '000000'): string | undefined {
  const text = `${msToTimestamp(ms).slice(0, 23)}${digits}`;
  // Beyond the years of four digits it is the nearest time that has the form, and not the one asked for.
  return timestampToMs(text) === Math.floor(ms) ? text : undefined;
}
