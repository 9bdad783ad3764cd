import * as vscode from 'vscode';
import type { ModelState } from '../../model/state.ts';

/** A drag over the histogram sets a filter in every frame; the tree need not follow each. */
const pauseMs = 250;

/**
 * Calls `redraw` with each change of the model's state; while filters are being set, when the person pauses, or once the view is seen
 * again.
 */
export function redrawing(
  onDidChange: ModelState['onDidChange'],
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  redraw: () => void,
): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const draw = (): void => {
    isDue = false;
    redraw();
  };
  return vscode.Disposable.from(
    onDidChange(({ isLive }) => {
      clearTimeout(timer);
      if (!isLive) draw();
      else if (view.visible) timer = setTimeout(draw, pauseMs);
      else isDue = true;
    }),
    view.onDidChangeVisibility(({ visible }) => visible && isDue && draw()),
    { dispose: () => clearTimeout(timer) },
  );
}
