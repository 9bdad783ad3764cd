/**
 * Parsing, comparing, and formatting the service's timestamps, which have the form `YYYY-MM-DD HH:MM:SS.` with nine
 * fraction digits (S21). They are compared as text, because a Date keeps only three of the nine digits. The service
 * does not state their time zone, so conversions assume UTC.
 */
import type { AuditEvent } from '../../service/types.ts';

/** Whether `text` has the service's timestamp form, with a date and time that exist. Second 60 is accepted. */
export const isValidTimestamp = (text: string): boolean => timestampToMs(text) !== undefined;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const [earliestMs, latestMs] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const ZONED =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i;

/**
 * Converts a timestamp that names its time zone, such as `2026-11-20T10:00:00.123456789Z`, to the service's form in
 * UTC. Returns `text` unchanged if it has the service's form already or can't be converted.
 */
export function normalizeTimestamp(text: string): string {
  // Usually the text has the service's form already.
  if (endsInDigits(text, 9)) return text;
  const [, date, time, fraction = '', sign, hours = '0', minutes = '0'] = ZONED.exec(text) ?? [];
  const there = `${date} ${time}.${fraction.padEnd(9, '0')}`;
  const ms = timestampToMs(there);
  // Shifting a leap second would turn it into a different time.
  if (ms === undefined || (sign !== undefined && time?.endsWith('60'))) return text;
  if (sign === undefined) return there;
  const utc = ms - (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) * 60_000;
  if (utc < earliestMs || utc > latestMs) return text;
  return `${new Date(utc).toISOString().slice(0, 19).replace('T', ' ')}${there.slice(19)}`;
}

function endsInDigits(text: string, count: number): boolean {
  const point = text.length - count - 1;
  if (text.charCodeAt(point) !== POINT) return false;
  for (let at = point + 1; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/**
 * Returns the time of the event's request, or that of the response if the request has none, in the service's form if it
 * can be converted. Undefined if the event has neither.
 */
export function eventTimestamp(event: AuditEvent): string | undefined {
  const text = event.request.timestamp ?? event.response.timestamp;
  return text === undefined ? undefined : normalizeTimestamp(text);
}

/**
 * Compares two timestamps for sorting newest first. Malformed timestamps sort after all valid ones, and missing or
 * empty ones last.
 */
export function compareNewestFirst(a: string | undefined, b: string | undefined): number {
  const rank = rankByTimestampValidity(a) - rankByTimestampValidity(b);
  if (rank !== 0) return rank;
  if (a === b || a === undefined || b === undefined) return 0;
  return a > b ? -1 : 1;
}

function rankByTimestampValidity(text: string | undefined): number {
  if (text === undefined || text === '') return 2;
  return isValidTimestamp(text) ? 0 : 1;
}

/**
 * Parses a timestamp of the service's form and returns milliseconds since 1970, with the remaining fraction digits cut
 * off. Undefined if it is malformed or does not exist.
 */
export function timestampToMs(text: string): number | undefined {
  if (!hasTimestampForm(text)) return undefined;
  const [year, month, day] = [parseDigits(text, 0, 4), parseDigits(text, 5, 7), parseDigits(text, 8, 10)];
  const [hour, minute, second] = [
    parseDigits(text, 11, 13),
    parseDigits(text, 14, 16),
    parseDigits(text, 17, 19),
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const inDay = hour * 3_600_000 + minute * 60_000 + second * 1_000;
  // Date.UTC interprets the years 0 to 99 as 1900 to 1999.
  const midnight =
    year < 100 ? new Date(0).setUTCFullYear(year, month - 1, day) : Date.UTC(year, month - 1, day);
  return midnight + inDay + parseDigits(text, 20, 23);
}

const [POINT, ZERO, NINE] = [46, 48, 57];
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const TIMESTAMP_FORM = '0000-00-00 00:00:00.000000000';

/**
 * Whether `text` has the service's timestamp form, even if that date or time does not exist. Compares character codes,
 * because a file can contain a million timestamps and a regular expression is slower.
 */
function hasTimestampForm(text: string): boolean {
  if (text.length !== TIMESTAMP_FORM.length) return false;
  for (let at = 0; at < TIMESTAMP_FORM.length; at++) {
    const wanted = TIMESTAMP_FORM.charCodeAt(at);
    const code = text.charCodeAt(at);
    if (wanted === ZERO ? !isDigit(code) : code !== wanted) return false;
  }
  return true;
}

function parseDigits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

/**
 * Formats a time, in milliseconds since 1970, in the service's form. Times outside the years 0 to 9999 become the
 * nearest time that has the form. Throws a RangeError for NaN.
 */
export function msToTimestamp(ms: number): string {
  return `${new Date(Math.min(Math.max(ms, earliestMs), latestMs)).toISOString().slice(0, 23).replace('T', ' ')}000000`;
}

/**
 * Formats a timestamp for display, followed by a time zone: `… UTC` or an offset such as `… +01:00`. `offsetMinutes`
 * returns the local zone's offset, in minutes east of UTC, at a moment in milliseconds since 1970. A timestamp that
 * can't be converted to the local zone is formatted in UTC. Malformed timestamps are returned unchanged.
 */
export function formatTimestamp(
  text: string,
  zone: 'utc' | 'local',
  offsetMinutes: (ms: number) => number = (ms) => -new Date(ms).getTimezoneOffset(),
): string {
  const ms = timestampToMs(text);
  if (ms === undefined) return text;
  const offset = zone === 'utc' ? 0 : offsetMinutes(ms);
  const there = shiftTimestampByMinutes(text, ms, offset);
  if (zone === 'utc' || there === undefined) return `${text} UTC`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(offset);
  return `${there} ${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/**
 * Converts a timestamp from UTC to a time zone and keeps the service's form. `offsetMinutes` returns the zone's offset,
 * in minutes east of UTC, at a moment in milliseconds since 1970. Returns `text` unchanged if it can't be converted.
 */
export function convertToZone(text: string, offsetMinutes: (ms: number) => number): string {
  const ms = timestampToMs(text);
  return (ms === undefined ? undefined : shiftTimestampByMinutes(text, ms, offsetMinutes(ms))) ?? text;
}

function shiftTimestampByMinutes(text: string, ms: number, minutes: number): string | undefined {
  if (minutes === 0) return text;
  const there = ms + minutes * 60_000;
  if (there < earliestMs || there > latestMs) return undefined;
  return `${new Date(there).toISOString().slice(0, 19).replace('T', ' ')}${text.slice(19)}`;
}

/**
 * Formats a timestamp briefly, such as `20 Nov 02:14:28`. `date` formats a day such as `2026-11-20`. Its argument
 * `hasYear` is true if the day is not in `year`. Malformed timestamps are returned unchanged.
 */
export function formatShortTimestamp(
  text: string,
  date: (day: string, hasYear: boolean) => string,
  year: number,
): string {
  if (!isValidTimestamp(text)) return text;
  return `${date(text.slice(0, 10), parseDigits(text, 0, 4) !== year)} ${text.slice(11, 19)}`;
}

export function laterTimestamp(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

export function earlierTimestamp(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
