import * as vscode from 'vscode';
import type { Grouping } from '../../core/audit/groups.ts';
import { formatTimestamp } from '../../core/audit/timestamps.ts';
import type { EventMasking } from '../auditSource.ts';

/** How events are shown: grouped by what, in which zone, with what hidden. For this window only. */
export interface TreeOptions extends EventMasking {
  grouping(): Grouping;
  setGrouping(to: Grouping): void;
  zone(): 'local' | 'utc';
  toggleZone(): void;
  /** A timestamp of the service in the zone chosen, the zone named. */
  time(timestamp: string): string;
}

/** The tree's own choices beside what all views hide; `onDidChange` tells of both. */
export function createTreeOptions(masking: EventMasking): TreeOptions {
  const changes = new vscode.EventEmitter<void>();
  const listening = masking.onDidChange(() => changes.fire());
  let grouping: Grouping = 'none';
  let zone: 'local' | 'utc' = 'utc';
  return {
    ...masking,
    onDidChange: changes.event,
    grouping: () => grouping,
    setGrouping(to) {
      grouping = to;
      changes.fire();
    },
    zone: () => zone,
    toggleZone() {
      zone = zone === 'utc' ? 'local' : 'utc';
      changes.fire();
    },
    // One of odd form is any text.
    time: (timestamp) => masking.value('time', formatTimestamp(timestamp, zone)),
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
