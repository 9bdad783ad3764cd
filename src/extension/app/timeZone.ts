import * as vscode from 'vscode';
import { parseTime } from '../../core/audit/filters/timeRanges.ts';

export type Zone = 'local' | 'utc';

/**
 * Returns a function that converts a time, in milliseconds since 1970, to the zone's offset at that time, in minutes
 * east of UTC.
 */
export const createUtcOffsetGetter =
  (zone: Zone) =>
  (ms: number): number =>
    zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset();

/**
 * Parses a time that the user typed, in `zone` unless the text says UTC. Returns it in UTC as a timestamp in the
 * service's format; undefined if the text is not a time. A day, minute or second stands for its first moment, or for
 * its last one if `isRangeEnd` is true.
 */
export const parseTimeInZone = (zone: Zone, text: string, isRangeEnd = false): string | undefined =>
  parseTime(text, { now: Date.now(), end: isRangeEnd, offsetMinutes: createUtcOffsetGetter(zone) });

/** The time zone in which the views of this window display times. It is not stored. */
export interface TimeZone extends vscode.Disposable {
  current(): Zone;
  toggle(): void;
  readonly onDidChange: vscode.Event<void>;
}

export function createTimeZone(): TimeZone {
  const changes = new vscode.EventEmitter<void>();
  let zone: Zone = 'utc';
  return {
    current: () => zone,
    toggle() {
      zone = zone === 'utc' ? 'local' : 'utc';
      changes.fire();
    },
    onDidChange: changes.event,
    dispose: () => changes.dispose(),
  };
}
