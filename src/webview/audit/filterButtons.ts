/** What narrows the events, in the line of the toolbar: the range of time, and the button that adds any other filter. */
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon, setAttribute, setText } from '../shared/dom.ts';

export interface FilterButtons {
  readonly element: HTMLElement;
  /** The range of time in force in the host's words, in a zone of that name; undefined: all times. */
  draw(range: string | undefined, zone: string): void;
  /** Where the keyboard goes when a filter that it was on is gone. */
  focusAdd(): void;
}

interface FilterButtonEvents {
  /** The button's place on the screen. */
  readonly onTime: (at: { readonly x: number; readonly y: number }) => void;
  readonly onAdd: () => void;
}

export function createFilterButtons({ onTime, onAdd }: FilterButtonEvents): FilterButtons {
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
    onTime({ x: left, y: bottom });
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
