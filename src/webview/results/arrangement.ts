/** The line that says how the loaded rows are arranged, over what, and takes it back. */
import type { RowsShown } from '../../protocol/results.ts';
import { element, icon } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

export interface Arrangement {
  readonly element: HTMLElement;
  /** Nothing is arranged where no rows are shown. */
  draw(shown: Pick<RowsShown, 'arranged' | 'columns' | 'scope'> | undefined): void;
}

const nothing = { arranged: { filters: [] }, columns: [], scope: '' } as const;

export interface ArrangementEvents {
  readonly onClearSort: () => void;
  readonly onClearFilter: (id: string) => void;
  /** The chip that had the focus is gone. */
  readonly onFocusLost: () => void;
  /** Says a changed order or choice of rows to a screen reader. */
  readonly announce: (text: string) => void;
}

export function createArrangement(events: ArrangementEvents): Arrangement {
  const root = element('div', { class: 'arranged' });
  root.hidden = true;
  let drawn = '';

  function chip(text: string, name: string, remove: () => void): HTMLElement {
    const button = element('button', { type: 'button', class: 'chip', 'aria-label': name, title: name });
    button.append(element('span', { class: 'label' }, text), icon('close'));
    button.addEventListener('click', remove);
    return button;
  }

  return {
    element: root,
    draw({ arranged: { sort, filters }, columns, scope } = nothing) {
      const key = JSON.stringify([sort, filters, scope, sort && columns[sort.column]?.name]);
      if (key === drawn) return;
      drawn = key;
      const hadFocus = root.contains(document.activeElement);
      const chips: HTMLElement[] = [];
      const said: string[] = [];
      if (sort) {
        const text = strings.sorted(columns[sort.column]?.name ?? '', sort.descending);
        chips.push(chip(text, `${text}: ${strings.sortNone}`, events.onClearSort));
        said.push(text);
      }
      for (const { id, label } of filters) {
        chips.push(chip(label, strings.removeFilter(label), () => events.onClearFilter(id)));
        said.push(label);
      }
      if (chips.length > 0) events.announce([...said, scope].join(', '));
      else if (!root.hidden) events.announce(strings.sortNone);
      root.hidden = chips.length === 0;
      root.replaceChildren(...chips, element('span', { class: 'scope' }, scope));
      if (!hadFocus) return;
      const [first] = chips;
      if (first) first.focus();
      else events.onFocusLost();
    },
  };
}
