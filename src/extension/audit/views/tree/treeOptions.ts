import * as vscode from 'vscode';
import type { Grouping } from '../../../../core/audit/table/grouping.ts';
import type { EventMasking } from '../../model/masking.ts';

/**
 * How events are shown in the tree: the masks and the time zone, which all views share, and the grouping. For this window
 * only.
 */
export interface TreeOptions extends EventMasking {
  grouping(): Grouping;
  setGrouping(to: Grouping): void;
}

/** The tree's own choices beside what all views hide; `onDidChange` tells of both. */
export function createTreeOptions(masking: EventMasking): TreeOptions {
  const changes = new vscode.EventEmitter<void>();
  const listening = masking.onDidChange(() => changes.fire());
  let grouping: Grouping = 'none';
  return {
    ...masking,
    onDidChange: changes.event,
    grouping: () => grouping,
    setGrouping(to) {
      grouping = to;
      changes.fire();
    },
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}
