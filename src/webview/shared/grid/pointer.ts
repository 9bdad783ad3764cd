/** The mouse in the grid: pick, extend, drag, and drag a column's edge. */
import { numberColumn, type Position } from './selection.ts';

export interface PointerTargets {
  /** The display position under a point of the screen, or undefined outside the cells. */
  readonly at: (x: number, y: number) => Position | undefined;
  /** Index in the host's list of the column whose edge is under that point, or undefined. */
  readonly edgeAt: (x: number, y: number) => number | undefined;
  readonly widthOf: (column: number) => number;
  readonly pick: (at: Position, extend: boolean) => void;
  readonly resize: (column: number, width: number) => void;
  readonly fit: (column: number) => void;
  readonly open: (at: Position) => void;
}

function onScrollBar(scroller: HTMLElement, event: MouseEvent): boolean {
  const box = scroller.getBoundingClientRect();
  return event.clientX - box.left >= scroller.clientWidth || event.clientY - box.top >= scroller.clientHeight;
}

/** Starts listening on `scroller`. Dragging past an edge scrolls. Returns the function that stops. */
export function listenToPointer(scroller: HTMLElement, targets: PointerTargets): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let drag: { readonly column: number; readonly from: number; readonly width: number } | 'cells' | undefined;

  scroller.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || onScrollBar(scroller, event)) return;
      const column = targets.edgeAt(event.clientX, event.clientY);
      if (column !== undefined) drag = { column, from: event.clientX, width: targets.widthOf(column) };
      else {
        const at = targets.at(event.clientX, event.clientY);
        if (!at) return;
        targets.pick(at, event.shiftKey);
        drag = 'cells';
      }
      scroller.focus({ preventScroll: true });
      scroller.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    { signal },
  );
  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (!drag) return;
      if (drag === 'cells') {
        const box = scroller.getBoundingClientRect();
        const beyond = event.clientY > box.bottom ? 24 : event.clientY < box.top ? -24 : 0;
        const aside = event.clientX > box.right ? 24 : event.clientX < box.left ? -24 : 0;
        if (beyond || aside) scroller.scrollBy(aside, beyond);
        const at = targets.at(event.clientX, event.clientY);
        if (at) targets.pick(at, true);
      } else targets.resize(drag.column, drag.width + event.clientX - drag.from);
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) {
    scroller.addEventListener(
      end,
      () => {
        drag = undefined;
      },
      { signal },
    );
  }
  scroller.addEventListener(
    'dblclick',
    (event) => {
      const column = targets.edgeAt(event.clientX, event.clientY);
      if (column !== undefined) return targets.fit(column);
      const at = targets.at(event.clientX, event.clientY);
      if (at && at.row >= 0 && at.column !== numberColumn) targets.open(at);
    },
    { signal },
  );
  return () => stop.abort();
}
