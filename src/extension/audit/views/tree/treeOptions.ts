import * as vscode from 'vscode';
import type { Grouping } from '../../../../core/audit/table/grouping.ts';
import type { EventMasking } from '../../model/masking.ts';

/**
 * Options for displaying events in the tree: masking and time zone, which all views share, and the
 * grouping, which only the tree has.
 */
export interface TreeOptions extends EventMasking {
  grouping(): Grouping;
  setGrouping(to: Grouping): void;
}

/** Creates the tree's options from `masking`. `onDidChange` fires when `masking` changes or the grouping is set. */
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
