/** The line between the grid and the details, which the user drags or moves by the arrow keys. */
import { element } from './dom.ts';

interface Splitter {
  readonly element: HTMLElement;
}

const step = 24;
const minimum = 180;

/**
 * Creates a line that sets the width of `panel`, the element to its right, in steps of 24 pixels by key. `room`
 * contains both sides, each of which keeps at least 180 pixels.
 */
export function createSplitter(label: string, panel: HTMLElement, room: HTMLElement): Splitter {
  const line = element('div', { role: 'separator', class: 'splitter', tabindex: '0', 'aria-label': label });
  line.setAttribute('aria-orientation', 'vertical');
  // Before the first layout there is no room to measure.
  const maximum = (): number => Math.max(minimum, (room.clientWidth || window.innerWidth) - minimum);

  function set(pixels: number): void {
    const width = Math.round(Math.max(minimum, Math.min(maximum(), pixels)));
    panel.style.setProperty('--width', `${width}px`);
    line.setAttribute('aria-valuenow', String(width));
    line.setAttribute('aria-valuemin', String(minimum));
    line.setAttribute('aria-valuemax', String(maximum()));
  }

  line.addEventListener('pointerdown', (event) => {
    line.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  line.addEventListener('pointermove', (event) => {
    if (line.hasPointerCapture(event.pointerId)) set(room.getBoundingClientRect().right - event.clientX);
  });
  line.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set(panel.clientWidth + by);
  });
  set(340);
  return { element: line };
}
