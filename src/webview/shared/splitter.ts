import { element } from './dom.ts';

interface Splitter {
  readonly element: HTMLElement;
}

const KEYBOARD_STEP = 24;
const MIN_WIDTH = 180;

/**
 * Creates a line with which the user sets the width of `panel`, the element to its right. `container` is the element
 * that contains both sides of the line.
 */
export function createSplitter(label: string, panel: HTMLElement, container: HTMLElement): Splitter {
  const line = element('div', { role: 'separator', class: 'splitter', tabindex: '0', 'aria-label': label });
  line.setAttribute('aria-orientation', 'vertical');
  // Before the first layout, `container` has no width.
  const maximum = (): number => Math.max(MIN_WIDTH, (container.clientWidth || window.innerWidth) - MIN_WIDTH);

  function setWidth(pixels: number): void {
    const width = Math.round(Math.max(MIN_WIDTH, Math.min(maximum(), pixels)));
    panel.style.setProperty('--width', `${width}px`);
    line.setAttribute('aria-valuenow', String(width));
    line.setAttribute('aria-valuemin', String(MIN_WIDTH));
    line.setAttribute('aria-valuemax', String(maximum()));
  }

  line.addEventListener('pointerdown', (event) => {
    line.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  line.addEventListener('pointermove', (event) => {
    if (line.hasPointerCapture(event.pointerId))
      setWidth(container.getBoundingClientRect().right - event.clientX);
  });
  line.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: KEYBOARD_STEP, ArrowRight: -KEYBOARD_STEP }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setWidth(panel.clientWidth + by);
  });
  setWidth(340);
  return { element: line };
}
