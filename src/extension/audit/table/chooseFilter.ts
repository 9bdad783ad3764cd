import * as vscode from 'vscode';
import { type AuditSource, fromTable } from '../source.ts';

/**
 * Lets the person choose a filter from the lists of the side panel. Resolves when the choosing is over: at the end, or when
 * a reading begins, which it does with a filter of the service and may take long.
 */
export async function chooseFilter(source: AuditSource): Promise<void> {
  let listening: vscode.Disposable | undefined;
  let wasBusy = source.busy();
  const reads = new Promise<void>((resolve) => {
    listening = source.onDidChange(() => {
      if (source.busy() && !wasBusy) resolve();
      wasBusy = source.busy();
    });
  });
  try {
    await Promise.race([reads, vscode.commands.executeCommand('vaultsql.audit.filter', fromTable)]);
  } finally {
    listening?.dispose();
  }
}
