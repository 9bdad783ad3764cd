import { HEADER_ROW, type Position, ROW_NUMBER_COLUMN } from '../selection.ts';

interface PointerTargets {
  readonly positionAt: (x: number, y: number) => Position;
  readonly columnEdgeAt: (x: number, y: number) => number | undefined;
  readonly columnAt: (position: number) => number | undefined;
  readonly widthOf: (column: number) => number;
  readonly select: (at: Position, extend: boolean) => void;
  readonly resize: (column: number, width: number) => void;
  readonly fit: (column: number) => void;
  readonly move: (column: number, target: number) => void;
  readonly openMenu: (x: number, y: number) => void;
  readonly open: (at: Position) => void;
  /**
   * Called after a click without a drag on the header of a column or on a row. The last argument is true if Shift is
   * pressed.
   */
  readonly click: (at: Position, further: boolean) => void;
}

type Drag =
  | { readonly kind: 'edge'; readonly column: number; readonly from: number; readonly width: number }
  | { readonly kind: 'range'; readonly start: Position; readonly isOnRow: boolean }
  | { readonly kind: 'column'; readonly column: number; readonly start: Position; readonly from: number };

const SCROLL_STEP = 24;
/** Distance in pixels by which a pressed header must be dragged before its column moves. */
const MIN_DRAG_DISTANCE = 5;

function isOnScrollBar(scroller: HTMLElement, event: MouseEvent): boolean {
  const box = scroller.getBoundingClientRect();
  return event.clientX - box.left >= scroller.clientWidth || event.clientY - box.top >= scroller.clientHeight;
}

const isOnMatchingElement = ({ target }: MouseEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export function listenToPointer(scroller: HTMLElement, targets: PointerTargets): void {
  let drag: Drag | undefined;
  let isDragged = false;

  function startDrag(event: PointerEvent): Drag | undefined {
    const edge = targets.columnEdgeAt(event.clientX, event.clientY);
    if (edge !== undefined) {
      return { kind: 'edge', column: edge, from: event.clientX, width: targets.widthOf(edge) };
    }
    const at = targets.positionAt(event.clientX, event.clientY);
    const column = targets.columnAt(at.column);
    if (isOnMatchingElement(event, '.opener') && at.row === HEADER_ROW) {
      targets.select(at, false);
      targets.openMenu(event.clientX, event.clientY);
      return undefined;
    }
    if (at.row === HEADER_ROW && at.column !== ROW_NUMBER_COLUMN) {
      // To the right of the last header there is no column, although `at` is the position of the last column.
      if (column === undefined || !isOnMatchingElement(event, '[role=columnheader]')) return undefined;
      targets.select(at, false);
      return { kind: 'column', column, start: at, from: event.clientX };
    }
    targets.select(at, event.shiftKey);
    return { kind: 'range', start: at, isOnRow: isOnMatchingElement(event, '.body .row') };
  }

  function scrollTowards(event: PointerEvent, vertically: boolean): Position {
    const box = scroller.getBoundingClientRect();
    const down = event.clientY > box.bottom ? SCROLL_STEP : event.clientY < box.top ? -SCROLL_STEP : 0;
    const right = event.clientX > box.right ? SCROLL_STEP : event.clientX < box.left ? -SCROLL_STEP : 0;
    if (down || right) scroller.scrollBy(right, vertically ? down : 0);
    return targets.positionAt(event.clientX, event.clientY);
  }

  function extendRange(start: Position, to: Position): void {
    isDragged ||= to.row !== start.row || to.column !== start.column;
    if (isDragged) targets.select(to, true);
  }

  function moveColumn(column: number, to: number): void {
    scroller.classList.add('moving');
    const target = targets.columnAt(to);
    if (target === undefined || target === column || to === ROW_NUMBER_COLUMN) return;
    targets.move(column, target);
    targets.select({ row: HEADER_ROW, column: to }, false);
  }

  scroller.addEventListener('pointermove', (event) => {
    if (drag?.kind === 'edge') targets.resize(drag.column, drag.width + event.clientX - drag.from);
    else if (drag?.kind === 'range') extendRange(drag.start, scrollTowards(event, true));
    else if (drag) {
      isDragged ||= Math.abs(event.clientX - drag.from) >= MIN_DRAG_DISTANCE;
      if (isDragged) moveColumn(drag.column, scrollTowards(event, false).column);
    }
  });
  scroller.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || isOnScrollBar(scroller, event)) return;
    scroller.focus({ preventScroll: true });
    event.preventDefault();
    isDragged = false;
    drag = startDrag(event);
    if (drag) scroller.setPointerCapture(event.pointerId);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    scroller.addEventListener(end, (event) => {
      const ended = drag;
      drag = undefined;
      scroller.classList.remove('moving');
      if (end === 'pointercancel' || isDragged || !ended) return;
      if (ended.kind === 'column' || (ended.kind === 'range' && ended.isOnRow))
        targets.click(ended.start, event.shiftKey);
    });
  }
  scroller.addEventListener('dblclick', (event) => {
    const column = targets.columnEdgeAt(event.clientX, event.clientY);
    if (column !== undefined) return targets.fit(column);
    const at = targets.positionAt(event.clientX, event.clientY);
    if (at.row >= 0 && at.column !== ROW_NUMBER_COLUMN) targets.open(at);
  });
}
