import * as vscode from 'vscode';
import { fromTable } from '../../context.ts';
import type { AuditModel } from '../../model/auditModel.ts';

/**
 * Lets the person choose a filter from the lists of the side panel. Resolves when the choosing is over: at the end, or when
 * a reading begins, which it does with a filter of the service and may take long.
 */
export async function chooseFilter(model: AuditModel): Promise<void> {
  let listening: vscode.Disposable | undefined;
  let wasBusy = model.state.isLoading();
  const reads = new Promise<void>((resolve) => {
    listening = model.state.onDidChange(() => {
      if (model.state.isLoading() && !wasBusy) resolve();
      wasBusy = model.state.isLoading();
    });
  });
  try {
    await Promise.race([reads, vscode.commands.executeCommand('vaultsql.audit.filter', fromTable)]);
  } finally {
    listening?.dispose();
  }
}
