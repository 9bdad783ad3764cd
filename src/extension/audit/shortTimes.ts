import * as vscode from 'vscode';
import {
  convertToZone,
  formatShortTimestamp,
  isValidTimestamp,
  msToTimestamp,
} from '../../core/audit/feed/timestamps.ts';
import { getClockTime, getExactClockTime } from '../app/timeText.ts';
import { createUtcOffsetGetter, type Zone } from '../app/timeZone.ts';

function createDayFormatter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const { format } = new Intl.DateTimeFormat(vscode.env.language, { timeZone: 'UTC', ...options });
  return (day) => format(Date.parse(`${day}T00:00:00Z`));
}

function createShortDayFormatter(): (day: string, hasYear: boolean) => string {
  const month = createDayFormatter({ month: 'short' });
  if (isEnglish())
    return (day, hasYear) => `${Number(day.slice(8))} ${month(day)}${hasYear ? ` ${day.slice(0, 4)}` : ''}`;
  const short = createDayFormatter({ day: 'numeric', month: 'short' });
  const whole = createDayFormatter({ day: 'numeric', month: 'short', year: 'numeric' });
  return (day, hasYear) => (hasYear ? whole : short)(day);
}

function isEnglish(): boolean {
  const [language = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(vscode.env.language);
  return language.startsWith('en');
}

/** Returns the day, such as `2026-11-20`, of a time in the format of `EventMasking.formatTime`. */
export const getDayOfTime = (time: string): string => time.slice(0, 10);

/** Formats a day such as `2026-11-20` with its weekday, in the editor's language. */
export const dayText = (day: string): string =>
  isEnglish()
    ? `${createDayFormatter({ weekday: 'short' })(day)} ${createShortDayFormatter()(day, true)}`
    : createDayFormatter({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })(day);

export const spokenDay = (day: string): string => createDayFormatter({ dateStyle: 'full' })(day);

export const shortDay = (time: string): string => createShortDayFormatter()(getDayOfTime(time), false);

/** Abbreviates a time in the format of `EventMasking.formatTime` to day, month, and time of day. */
export const shortTime = (time: string): string => `${shortDay(time)} ${getClockTime(time)}`;

/**
 * Returns a function that abbreviates the service's timestamps in `zone` to the millisecond. The day is omitted if it is
 * the day of `other`.
 */
export function exactTimestamps(zone: Zone): (timestamp: string, other: string | undefined) => string {
  const short = shortTimestamps(zone);
  const offset = createUtcOffsetGetter(zone);
  const dayOf = (timestamp: string): string => getDayOfTime(convertToZone(timestamp, offset));
  return (timestamp, other) => {
    if (!isValidTimestamp(timestamp)) return timestamp;
    const time = getExactClockTime(convertToZone(timestamp, offset));
    if (other !== undefined && dayOf(other) === dayOf(timestamp)) return time;
    return `${short(timestamp)}${time.slice('hh:mm:ss'.length)}`;
  };
}

/**
 * Returns a function that abbreviates the service's timestamps in `zone`. Create a new one for each
 * redraw, because the current year is determined only once.
 */
export function shortTimestamps(zone: Zone): (timestamp: string) => string {
  const date = createShortDayFormatter();
  const offset = createUtcOffsetGetter(zone);
  const year = Number(convertToZone(msToTimestamp(Date.now()), offset).slice(0, 4));
  return (timestamp) => formatShortTimestamp(convertToZone(timestamp, offset), date, year);
}
