import * as vscode from 'vscode';
import type { ModelState } from '../../model/state.ts';

/**
 * Milliseconds without a further change after which a part of a continuous change is drawn, because
 * a drag over the histogram sets a filter in every frame.
 */
const pauseMs = 250;

/**
 * Calls `redraw` after changes of the model's state. Changes that are part of a continuous one,
 * such as a drag over the histogram, are delayed.
 */
export function registerRedrawing(
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
