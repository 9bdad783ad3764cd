import type { AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from '../shared/dom.ts';

export interface FilterButtons {
  readonly element: HTMLElement;
  draw(state: Pick<AuditState, 'askServer' | 'range' | 'zone'>): void;
  focusAdd(): void;
}

interface FilterButtonEvents {
  /**
   * Called when the user presses the button for the time range. `point` is its lower-left corner, in pixels of the
   * window.
   */
  readonly onTimeRange: (point: { readonly x: number; readonly y: number }) => void;
  readonly onAdd: () => void;
  readonly onAskServer: () => void;
}

export function createFilterButtons({ onTimeRange, onAdd, onAskServer }: FilterButtonEvents): FilterButtons {
  const label = element('span', { class: 'label' });
  const time = element(
    'button',
    { type: 'button', class: 'action time', 'aria-haspopup': 'menu' },
    createIcon('calendar'),
    label,
    createIcon('chevron-down'),
  );
  time.addEventListener('click', () => {
    const { left, bottom } = time.getBoundingClientRect();
    onTimeRange({ x: left, y: bottom });
  });
  const add = element(
    'button',
    { type: 'button', class: 'action add', 'aria-label': strings.addFilter, title: strings.addFilter },
    createIcon('add'),
    element('span', {}, strings.addFilter),
  );
  add.addEventListener('click', onAdd);
  const ask = element(
    'button',
    { type: 'button', class: 'action ask', 'aria-label': strings.askServer },
    createIcon('cloud'),
    element('span', {}, strings.askServerShort),
    element('span', { class: 'cost' }, `· ${strings.oneRequest}`),
  );
  ask.addEventListener('click', onAskServer);
  return {
    element: element('div', { class: 'filter-buttons' }, ask, time, add),
    draw({ askServer, range, zone: { name: zone } }) {
      ask.hidden = askServer === undefined;
      ask.title = `${strings.askServer}: ${askServer ?? ''}`;
      setOrRemoveAttribute(ask, 'aria-description', askServer);
      setText(label, range ?? strings.allTimes);
      time.classList.toggle('chosen', range !== undefined);
      setOrRemoveAttribute(time, 'aria-label', strings.timeRange(range, zone));
      setOrRemoveAttribute(time, 'title', strings.timeRange(range, zone));
    },
    focusAdd: () => add.focus(),
  };
}
