/**
 * The service's timestamps, `YYYY-MM-DD HH:MM:SS.<nine digits>` (S21): compared as text, because a Date keeps three
 * of the nine digits. Their time zone is not known; they are taken as UTC where they are converted.
 */
import type { AuditEvent } from '../../service/types.ts';

const PROPER =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)\.(\d{9})$/;

/** Whether `text` is a timestamp of a day that exists. Only then does comparing it as text mean comparing times. */
export function isProperTimestamp(text: string): boolean {
  if (!PROPER.test(text)) return false;
  const day = Number(text.slice(8, 10));
  return day <= 28 || day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

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
  const [, year, month, day, hour, minute, second, fraction] = PROPER.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day)];
  if (fraction === undefined || d > daysOf(y, m + 1)) return undefined;
  const inDay = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1_000;
  // Date.UTC takes the years up to 99 for those of the 20th century.
  const midnight = y < 100 ? new Date(0).setUTCFullYear(y, m, d) : Date.UTC(y, m, d);
  return midnight + inDay + Number(fraction.slice(0, 3));
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
  if (zone === 'utc') return `${text} UTC`;
  const offset = offsetMinutes(ms);
  const there = ms + offset * 60_000;
  if (there < earliestMs || there > latestMs) return `${text} UTC`;
  const shifted = new Date(there).toISOString().slice(0, 19).replace('T', ' ');
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(offset);
  return `${shifted}${text.slice(19)} ${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
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
