/** Times as a narrow list shows them. They are given as `EventMasking.time` makes them of a proper timestamp. */
import * as vscode from 'vscode';

const named = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(vscode.env.language, { timeZone: 'UTC', ...options });

/** `2026-11-20` of it, which tells days apart. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** `16:02` of it. */
export const clockOf = (time: string): string => time.slice(11, 16);

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
