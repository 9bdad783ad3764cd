/**
 * The service's timestamps, `YYYY-MM-DD HH:MM:SS.<nine digits>` (S21): compared as text, because a Date keeps three
 * of the nine digits. Their time zone is not known; they are taken as UTC where they are converted.
 */
import type { AuditEvent } from '../../service/types.ts';

/** Whether `text` is a timestamp of a day that exists. Only then does comparing it as text mean comparing times. */
export const isProperTimestamp = (text: string): boolean => timestampToMs(text) !== undefined;

/** Days of a month, from 1, of the Gregorian calendar as ISO 8601 takes it back to year 0. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Four digits of a year hold no time outside these. */
const [earliestMs, latestMs] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** With a zone and up to nine digits: RFC 3339. */
const ZONED =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i;

/**
 * `text` in the service's form, where it names its zone and so can mean one time only (`2026-11-20T10:00:00.123456789Z`,
 * as other programs write it): taken to UTC, all digits kept. All else as it is.
 */
export function readTimestamp(text: string): string {
  // Mostly it has that form already, and names no zone.
  if (endsInDigits(text, 9)) return text;
  const [, date, time, fraction = '', sign, hours = '0', minutes = '0'] = ZONED.exec(text) ?? [];
  const there = `${date} ${time}.${fraction.padEnd(9, '0')}`;
  const ms = timestampToMs(there);
  // A leap second would become another time elsewhere.
  if (ms === undefined || (sign !== undefined && time?.endsWith('60'))) return text;
  if (sign === undefined) return there;
  const utc = ms - (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) * 60_000;
  if (utc < earliestMs || utc > latestMs) return text;
  return `${new Date(utc).toISOString().slice(0, 19).replace('T', ' ')}${there.slice(19)}`;
}

/** Whether it ends in so many digits after a point: without a zone. */
function endsInDigits(text: string, count: number): boolean {
  const point = text.length - count - 1;
  if (text.charCodeAt(point) !== POINT) return false;
  for (let at = point + 1; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** When the request of `event` was made, read by `readTimestamp`; the answer's time where that is missing. */
export function eventTimestamp(event: AuditEvent): string | undefined {
  const text = event.request.timestamp ?? event.response.timestamp;
  return text === undefined ? undefined : readTimestamp(text);
}

/**
 * For sorting newest first: negative if `a` comes before `b`. Odd forms come after all proper ones, missing ones last.
 */
export function compareNewestFirst(a: string | undefined, b: string | undefined): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (a === b || a === undefined || b === undefined) return 0;
  return a > b ? -1 : 1;
}

function rankOf(text: string | undefined): number {
  if (text === undefined || text === '') return 2;
  return isProperTimestamp(text) ? 0 : 1;
}

/** Milliseconds since 1970, the rest of the nine digits cut off; undefined for odd forms and days. For axes and ranges, never for order. */
export function timestampToMs(text: string): number | undefined {
  if (!hasForm(text)) return undefined;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const inDay = hour * 3_600_000 + minute * 60_000 + second * 1_000;
  // Date.UTC takes the years up to 99 for those of the 20th century.
  const midnight =
    year < 100 ? new Date(0).setUTCFullYear(year, month - 1, day) : Date.UTC(year, month - 1, day);
  return midnight + inDay + digits(text, 20, 23);
}

const [POINT, ZERO, NINE] = [46, 48, 57];
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
/** The form of the service's times, a 0 for each digit. */
const FORM = '0000-00-00 00:00:00.000000000';

/** Read by their characters: a million of them are read with a file. */
function hasForm(text: string): boolean {
  if (text.length !== FORM.length) return false;
  for (let at = 0; at < FORM.length; at++) {
    const wanted = FORM.charCodeAt(at);
    const code = text.charCodeAt(at);
    if (wanted === ZERO ? !isDigit(code) : code !== wanted) return false;
  }
  return true;
}

/** The number at `from` … `to` − 1. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

/** `ms` since 1970 in the service's form, e.g. to compare a chosen time with timestamps; the nearest that has the form. */
export function msToTimestamp(ms: number): string {
  return `${new Date(Math.min(Math.max(ms, earliestMs), latestMs)).toISOString().slice(0, 23).replace('T', ' ')}000000`;
}

/**
 * `text` for a person, all nine digits kept: in UTC, or in the zone that is `offsetMinutes` east of it at that moment
 * (by default this machine's). The zone is always part of the text. Odd forms stay as they are.
 */
export function formatTimestamp(
  text: string,
  zone: 'utc' | 'local',
  offsetMinutes: (ms: number) => number = (ms) => -new Date(ms).getTimezoneOffset(),
): string {
  const ms = timestampToMs(text);
  if (ms === undefined) return text;
  const offset = zone === 'utc' ? 0 : offsetMinutes(ms);
  const there = movedBy(text, ms, offset);
  if (zone === 'utc' || there === undefined) return `${text} UTC`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(offset);
  return `${there} ${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** `text` in that zone and in the same form, where the zone is named elsewhere. Odd forms stay as they are. */
export function inZone(text: string, offsetMinutes: (ms: number) => number): string {
  const ms = timestampToMs(text);
  return (ms === undefined ? undefined : movedBy(text, ms, offsetMinutes(ms))) ?? text;
}

/** Undefined where no four digits of a year hold it. */
function movedBy(text: string, ms: number, minutes: number): string | undefined {
  if (minutes === 0) return text;
  const there = ms + minutes * 60_000;
  if (there < earliestMs || there > latestMs) return undefined;
  return `${new Date(there).toISOString().slice(0, 19).replace('T', ' ')}${text.slice(19)}`;
}

/**
 * `text` at a glance: `20 Nov 02:14:28`, with the year where it is not `year`. Odd forms stay as they are. `date` writes
 * a day such as `2026-11-20`.
 */
export function shortTimestamp(
  text: string,
  date: (day: string, hasYear: boolean) => string,
  year: number,
): string {
  if (!isProperTimestamp(text)) return text;
  return `${date(text.slice(0, 10), digits(text, 0, 4) !== year)} ${text.slice(11, 19)}`;
}

/** The later of two times that can be compared; the one there is where the other is missing. */
export function laterOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

/** The earlier one, likewise. */
export function earlierOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
