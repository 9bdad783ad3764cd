import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon, setAttribute, setText } from '../shared/dom.ts';

export interface FilterButtons {
  readonly element: HTMLElement;
  /** Draws the text for the active time range; `range` is undefined for all times. */
  draw(range: string | undefined, zone: string): void;
  focusAdd(): void;
}

interface FilterButtonEvents {
  /** Called when the button for the time range is pressed. `point` is below it, in pixels of the window. */
  readonly onTimeRange: (point: { readonly x: number; readonly y: number }) => void;
  readonly onAdd: () => void;
}

export function createFilterButtons({ onTimeRange, onAdd }: FilterButtonEvents): FilterButtons {
  const label = element('span', { class: 'label' });
  const time = element(
    'button',
    { type: 'button', class: 'action time', 'aria-haspopup': 'menu' },
    icon('calendar'),
    label,
    icon('chevron-down'),
  );
  time.addEventListener('click', () => {
    const { left, bottom } = time.getBoundingClientRect();
    onTimeRange({ x: left, y: bottom });
  });
  const add = element(
    'button',
    { type: 'button', class: 'action add', 'aria-label': strings.addFilter, title: strings.addFilter },
    icon('add'),
    element('span', {}, strings.addFilter),
  );
  add.addEventListener('click', onAdd);
  return {
    element: element('div', { class: 'filter-buttons' }, time, add),
    draw(range, zone) {
      setText(label, range ?? strings.allTimes);
      time.classList.toggle('chosen', range !== undefined);
      setAttribute(time, 'aria-label', strings.timeRange(range, zone));
      setAttribute(time, 'title', strings.timeRange(range, zone));
    },
    focusAdd: () => add.focus(),
  };
}
