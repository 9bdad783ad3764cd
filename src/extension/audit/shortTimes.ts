/** Times at a glance. But for `shortTimestamps` they are given as `EventMasking.time` makes them of a proper timestamp. */
import * as vscode from 'vscode';
import { inZone, msToTimestamp, shortTimestamp } from '../../core/audit/feed/timestamps.ts';
import { clockOf } from '../app/timeText.ts';
import { offsetOf, type Zone } from '../app/timeZone.ts';

const named = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(vscode.env.language, { timeZone: 'UTC', ...options });

/** `2026-11-20` of it, which tells days apart. */
export const dayOf = (time: string): string => time.slice(0, 10);

const dateText = (day: string): string => `${Number(day.slice(8))} ${named(day, { month: 'short' })}`;

/** `Fri 20 Nov 2026` for a day of `dayOf`. */
export const dayText = (day: string): string =>
  `${named(day, { weekday: 'short' })} ${dateText(day)} ${day.slice(0, 4)}`;

/** The same in words, for a screen reader. */
export const spokenDay = (day: string): string => named(day, { dateStyle: 'full' });

/** `20 Nov` of a time. */
export const shortDay = (time: string): string => dateText(dayOf(time));

/** `20 Nov 16:02` of a time. */
export const shortTime = (time: string): string => `${shortDay(time)} ${clockOf(time)}`;

/**
 * What makes the service's timestamps short enough for a glance, in a zone that is named elsewhere: `20 Nov 02:14:28`, months
 * in the person's language, the year where it is not this one. It holds for some seconds: made for a drawing, not kept.
 */
export function shortTimestamps(zone: Zone): (timestamp: string) => string {
  const { format } = new Intl.DateTimeFormat(vscode.env.language, { month: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) => format(Date.UTC(2001, month)));
  const offset = offsetOf(zone);
  const year = Number(inZone(msToTimestamp(Date.now()), offset).slice(0, 4));
  return (timestamp) => shortTimestamp(inZone(timestamp, offset), months, year);
}
