import * as vscode from 'vscode';
import { fromTable } from '../../context.ts';
import type { AuditFeed } from '../../model/feed.ts';

/**
 * Lets the person choose a filter from the lists of the side panel. Resolves when the choosing is over: at the end, or when
 * a reading begins, which it does with a filter of the service and may take long.
 */
export async function chooseFilter(feed: AuditFeed): Promise<void> {
  let listening: vscode.Disposable | undefined;
  let wasBusy = feed.busy();
  const reads = new Promise<void>((resolve) => {
    listening = feed.onDidChange(() => {
      if (feed.busy() && !wasBusy) resolve();
      wasBusy = feed.busy();
    });
  });
  try {
    await Promise.race([reads, vscode.commands.executeCommand('vaultsql.audit.filter', fromTable)]);
  } finally {
    listening?.dispose();
  }
}
