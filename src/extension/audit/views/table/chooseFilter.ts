import type * as vscode from 'vscode';
import type { ModelState } from '../../model/state.ts';
import type { TableActions } from '../../tableActions.ts';

/**
 * Lets the user choose a filter. Resolves when the user has finished, or as soon as a load begins,
 * because a load may take long.
 */
export async function chooseFilter(
  state: Pick<ModelState, 'isLoading' | 'onDidChange'>,
  actions: Pick<TableActions, 'chooseFilter'>,
): Promise<void> {
  let listening: vscode.Disposable | undefined;
  let wasBusy = state.isLoading();
  const reads = new Promise<void>((resolve) => {
    listening = state.onDidChange(() => {
      if (state.isLoading() && !wasBusy) resolve();
      wasBusy = state.isLoading();
    });
  });
  try {
    await Promise.race([reads, actions.chooseFilter()]);
  } finally {
    listening?.dispose();
  }
}
