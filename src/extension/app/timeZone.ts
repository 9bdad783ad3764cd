import * as vscode from 'vscode';
import { parseTime } from '../../core/audit/filters/localFilters.ts';

export type Zone = 'local' | 'utc';

/** How many minutes the zone is east of UTC at a time, in milliseconds since 1970. */
export const offsetOf =
  (zone: Zone) =>
  (ms: number): number =>
    zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset();

/**
 * Parses a time that the user typed, in the time zone `zone`, and returns it as the service writes timestamps; undefined
 * if the text is not a time. `end`: returns the last moment of a day, minute, or other unit that the text names.
 */
export const timeOf = (zone: Zone, text: string, end = false): string | undefined =>
  parseTime(text, { now: Date.now(), end, offsetMinutes: offsetOf(zone) });

/** The zone that times are shown in, in all features alike. For this window only. */
export interface TimeZone extends vscode.Disposable {
  current(): Zone;
  toggle(): void;
  readonly onDidChange: vscode.Event<void>;
}

/** UTC, until the person says so. */
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
