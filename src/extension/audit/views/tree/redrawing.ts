import * as vscode from 'vscode';
import type { ModelState } from '../../model/state.ts';

/**
 * Milliseconds by which drawing is delayed after a change that is part of a continuous one, such as a drag over the
 * histogram, which sets a filter in every frame. Each further part begins the delay again.
 */
const pauseMs = 250;

/**
 * Calls `redraw` after changes of the model's state. Changes that are part of a continuous one, such as a drag over the
 * histogram, are delayed. While the view is hidden, they wait until it is visible.
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
