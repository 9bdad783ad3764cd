/** Abbreviates days and times for display. */
import * as vscode from 'vscode';
import { convertToZone, msToTimestamp, shortTimestamp } from '../../core/audit/feed/timestamps.ts';
import { getClockTime } from '../app/timeText.ts';
import { createUtcOffsetGetter, type Zone } from '../app/timeZone.ts';

/** Returns a function that formats a day such as `2026-11-20` in the editor's language. */
function dates(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const { format } = new Intl.DateTimeFormat(vscode.env.language, { timeZone: 'UTC', ...options });
  return (day) => format(Date.parse(`${day}T00:00:00Z`));
}

/**
 * Returns a function that formats a day as `20 Nov` or, with `hasYear`, as `20 Nov 2026`. In English the day comes
 * first; other languages use their own order and punctuation.
 */
function shortDates(): (day: string, hasYear: boolean) => string {
  const month = dates({ month: 'short' });
  if (isEnglish())
    return (day, hasYear) => `${Number(day.slice(8))} ${month(day)}${hasYear ? ` ${day.slice(0, 4)}` : ''}`;
  const short = dates({ day: 'numeric', month: 'short' });
  const whole = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  return (day, hasYear) => (hasYear ? whole : short)(day);
}

/** Whether dates are formatted in English: the editor's language is English, or there are no date formats for it. */
function isEnglish(): boolean {
  const [language = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(vscode.env.language);
  return language.startsWith('en');
}

/** Returns the day of a time in the format of `EventMasking.time`, such as `2026-11-20`. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** Formats a day such as `2026-11-20` as `Fri 20 Nov 2026`, in the editor's language. */
export const dayText = (day: string): string =>
  isEnglish()
    ? `${dates({ weekday: 'short' })(day)} ${shortDates()(day, true)}`
    : dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })(day);

/** Formats a day such as `2026-11-20` in words for a screen reader, in the editor's language. */
export const spokenDay = (day: string): string => dates({ dateStyle: 'full' })(day);

/** Returns the day and month of a time in the format of `EventMasking.time`, such as `20 Nov`. */
export const shortDay = (time: string): string => shortDates()(dayOf(time), false);

/**
 * Returns the day, month, hours, and minutes of a time in the format of `EventMasking.time`, such as `20 Nov 16:02`.
 */
export const shortTime = (time: string): string => `${shortDay(time)} ${getClockTime(time)}`;

/**
 * Returns a function that abbreviates the service's timestamps to, for example, `20 Nov 02:14:28` in `zone`, with
 * months in the editor's language and the year if it is not the current one. Create a new one for each redraw,
 * because the current year is determined only once.
 */
export function shortTimestamps(zone: Zone): (timestamp: string) => string {
  const date = shortDates();
  const offset = createUtcOffsetGetter(zone);
  const year = Number(convertToZone(msToTimestamp(Date.now()), offset).slice(0, 4));
  return (timestamp) => shortTimestamp(convertToZone(timestamp, offset), date, year);
}
