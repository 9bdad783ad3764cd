import { HEADER_ROW, NUMBER_COLUMN, type Position } from '../selection.ts';

interface PointerTargets {
  readonly positionAt: (x: number, y: number) => Position;
  readonly columnEdgeAt: (x: number, y: number) => number | undefined;
  readonly columnAt: (position: number) => number | undefined;
  readonly widthOf: (column: number) => number;
  readonly isSelectedHeader: (at: Position) => boolean;
  readonly select: (at: Position, extend: boolean) => void;
  readonly resize: (column: number, width: number) => void;
  readonly fit: (column: number) => void;
  readonly move: (column: number, target: number) => void;
  readonly openMenu: (x: number, y: number) => void;
  readonly open: (at: Position) => void;
  readonly expand: (at: Position) => void;
}

type Drag =
  | { readonly kind: 'edge'; readonly column: number; readonly from: number; readonly width: number }
  | { readonly kind: 'range' }
  | { readonly kind: 'column'; readonly column: number; readonly start: Position };

const SCROLL_STEP = 24;

function isOnScrollBar(scroller: HTMLElement, event: MouseEvent): boolean {
  const box = scroller.getBoundingClientRect();
  return event.clientX - box.left >= scroller.clientWidth || event.clientY - box.top >= scroller.clientHeight;
}

const isOnFold = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.cell.fold .value') !== null;

export function listenToPointer(scroller: HTMLElement, targets: PointerTargets): void {
  let drag: Drag | undefined;

  function startDrag(event: PointerEvent): Drag | undefined {
    const edge = targets.columnEdgeAt(event.clientX, event.clientY);
    if (edge !== undefined) {
      return { kind: 'edge', column: edge, from: event.clientX, width: targets.widthOf(edge) };
    }
    const at = targets.positionAt(event.clientX, event.clientY);
    const column = targets.columnAt(at.column);
    if (event.target instanceof Element && event.target.closest('.opener') && at.row === HEADER_ROW) {
      targets.select(at, false);
      targets.openMenu(event.clientX, event.clientY);
      return undefined;
    }
    if (column !== undefined && at.row === HEADER_ROW && !event.shiftKey && targets.isSelectedHeader(at)) {
      return { kind: 'column', column, start: at };
    }
    if (isOnFold(event)) {
      // The text of the first column runs over the others.
      targets.select({ row: at.row, column: 0 }, false);
      targets.expand(at);
      return undefined;
    }
    targets.select(at, event.shiftKey);
    return { kind: 'range' };
  }

  function scrollTowards(event: PointerEvent, vertically: boolean): Position {
    const box = scroller.getBoundingClientRect();
    const down = event.clientY > box.bottom ? SCROLL_STEP : event.clientY < box.top ? -SCROLL_STEP : 0;
    const right = event.clientX > box.right ? SCROLL_STEP : event.clientX < box.left ? -SCROLL_STEP : 0;
    if (down || right) scroller.scrollBy(right, vertically ? down : 0);
    return targets.positionAt(event.clientX, event.clientY);
  }

  function moveColumn(column: number, to: number): void {
    scroller.classList.add('moving');
    const target = targets.columnAt(to);
    if (target === undefined || target === column || to === NUMBER_COLUMN) return;
    targets.move(column, target);
    targets.select({ row: HEADER_ROW, column: to }, false);
  }

  scroller.addEventListener('pointermove', (event) => {
    if (drag?.kind === 'edge') targets.resize(drag.column, drag.width + event.clientX - drag.from);
    else if (drag?.kind === 'range') targets.select(scrollTowards(event, true), true);
    else if (drag) moveColumn(drag.column, scrollTowards(event, false).column);
  });
  scroller.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || isOnScrollBar(scroller, event)) return;
    scroller.focus({ preventScroll: true });
    event.preventDefault();
    drag = startDrag(event);
    if (drag) scroller.setPointerCapture(event.pointerId);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    scroller.addEventListener(end, () => {
      // A click without movement on one of several selected headers selects only that column.
      if (drag?.kind === 'column' && !scroller.classList.contains('moving'))
        targets.select(drag.start, false);
      scroller.classList.remove('moving');
      drag = undefined;
    });
  }
  scroller.addEventListener('dblclick', (event) => {
    const column = targets.columnEdgeAt(event.clientX, event.clientY);
    if (column !== undefined) return targets.fit(column);
    const at = targets.positionAt(event.clientX, event.clientY);
    // The two clicks have expanded and collapsed the row.
    if (at.row >= 0 && at.column !== NUMBER_COLUMN && !isOnFold(event)) targets.open(at);
  });
}
