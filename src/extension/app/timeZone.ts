import * as vscode from 'vscode';
import { parseTime } from '../../core/audit/filters/localFilters.ts';

export type Zone = 'local' | 'utc';

/** How many minutes the zone is east of UTC at a time, in milliseconds since 1970. */
export const offsetOf =
  (zone: Zone) =>
  (ms: number): number =>
    zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset();

/** A time as a person types it in a zone, as the service writes it; undefined if it is none. `end` takes its last moment. */
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
