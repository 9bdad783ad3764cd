/** Times at a glance. But for `shortTimestamps` they are given as `EventMasking.time` makes them of a proper timestamp. */
import * as vscode from 'vscode';
import { convertToZone, msToTimestamp, shortTimestamp } from '../../core/audit/feed/timestamps.ts';
import { clockOf } from '../app/timeText.ts';
import { offsetOf, type Zone } from '../app/timeZone.ts';

/** Days such as `2026-11-20`, in the person's language. */
function dates(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const { format } = new Intl.DateTimeFormat(vscode.env.language, { timeZone: 'UTC', ...options });
  return (day) => format(Date.parse(`${day}T00:00:00Z`));
}

/** As `20 Nov`, or `20 Nov 2026`. In English the day comes first; other languages have an order, and signs, of their own. */
function shortDates(): (day: string, hasYear: boolean) => string {
  const month = dates({ month: 'short' });
  if (isEnglish())
    return (day, hasYear) => `${Number(day.slice(8))} ${month(day)}${hasYear ? ` ${day.slice(0, 4)}` : ''}`;
  const short = dates({ day: 'numeric', month: 'short' });
  const whole = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  return (day, hasYear) => (hasYear ? whole : short)(day);
}

/** Also where dates can't be written in the editor's language. */
function isEnglish(): boolean {
  const [language = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(vscode.env.language);
  return language.startsWith('en');
}

/** `2026-11-20` of it, which tells days apart. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** `Fri 20 Nov 2026` for a day of `dayOf`. */
export const dayText = (day: string): string =>
  isEnglish()
    ? `${dates({ weekday: 'short' })(day)} ${shortDates()(day, true)}`
    : dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })(day);

/** The same in words, for a screen reader. */
export const spokenDay = (day: string): string => dates({ dateStyle: 'full' })(day);

/** `20 Nov` of a time. */
export const shortDay = (time: string): string => shortDates()(dayOf(time), false);

/** `20 Nov 16:02` of a time. */
export const shortTime = (time: string): string => `${shortDay(time)} ${clockOf(time)}`;

/**
 * What makes the service's timestamps short enough for a glance, in a zone that is named elsewhere: `20 Nov 02:14:28`, months
 * in the person's language, the year where it is not this one. It holds for some seconds: made for a drawing, not kept.
 */
export function shortTimestamps(zone: Zone): (timestamp: string) => string {
  const date = shortDates();
  const offset = offsetOf(zone);
  const year = Number(convertToZone(msToTimestamp(Date.now()), offset).slice(0, 4));
  return (timestamp) => shortTimestamp(convertToZone(timestamp, offset), date, year);
}
