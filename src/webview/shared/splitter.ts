import { element } from './dom.ts';

interface SplitterParts {
  readonly label: string;
  readonly panel: HTMLElement;
  /** The side of the line on which `panel` is. */
  readonly side: 'left' | 'right';
  /** The element that contains both sides of the line. */
  readonly container: HTMLElement;
  /**
   * The initial width of `panel` in pixels, increased to the minimum if smaller. If undefined, the style sheet
   * determines the width.
   */
  readonly width: number | undefined;
  /** Called with the width of `panel` in pixels after the user set it by dragging the line or with an arrow key. */
  readonly onWidthChange: (width: number) => void;
}

const KEYBOARD_STEP = 24;
const MIN_WIDTHS = { left: 120, right: 180 } as const;
/**
 * Maximum share of the container's width that the user can give to a panel, so that the rows beside it stay visible.
 * `MIN_WIDTHS` takes precedence.
 */
const MAX_SHARES = { left: 0.5, right: 0.8 } as const;

/** Sets the width of a panel in pixels. If `width` is undefined, does nothing. */
export function setPanelWidth(panel: HTMLElement, width: number | undefined): void {
  if (width !== undefined) panel.style.setProperty('--width', `${width}px`);
}

/**
 * Creates a line that sets the width of a panel. The user drags the line, or focuses it and presses the left or right
 * arrow key. The caller inserts the line next to the panel.
 */
export function createSplitter({
  label,
  panel,
  side,
  container,
  width: initialWidth,
  onWidthChange,
}: SplitterParts): HTMLElement {
  const minimum = MIN_WIDTHS[side];
  const line = element('div', { role: 'separator', class: 'splitter', tabindex: '0', 'aria-label': label });
  line.setAttribute('aria-orientation', 'vertical');
  // Before the first layout, `container` has no width.
  const maximum = (): number =>
    Math.max(minimum, Math.floor((container.clientWidth || window.innerWidth) * MAX_SHARES[side]));

  function describe(width: number): void {
    line.setAttribute('aria-valuenow', String(width));
    line.setAttribute('aria-valuemin', String(minimum));
    line.setAttribute('aria-valuemax', String(maximum()));
  }
  function setWidth(pixels: number): number {
    const width = Math.round(Math.max(minimum, Math.min(maximum(), pixels)));
    setPanelWidth(panel, width);
    describe(width);
    return width;
  }

  let draggedWidth: number | undefined;
  line.addEventListener('pointerdown', (event) => {
    line.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  line.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (!line.hasPointerCapture(pointerId)) return;
    const { left, right } = container.getBoundingClientRect();
    draggedWidth = setWidth(side === 'left' ? clientX - left : right - clientX);
  });
  line.addEventListener('lostpointercapture', () => {
    if (draggedWidth !== undefined) onWidthChange(draggedWidth);
    draggedWidth = undefined;
  });
  line.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const by = direction * KEYBOARD_STEP * (side === 'left' ? 1 : -1);
    onWidthChange(setWidth(panel.offsetWidth + by));
  });
  describe(Math.max(minimum, initialWidth ?? 0));
  if (initialWidth !== undefined) setPanelWidth(panel, Math.max(minimum, initialWidth));
  new ResizeObserver(() => {
    if (panel.offsetWidth > 0) describe(panel.offsetWidth);
  }).observe(panel);
  return line;
}
