import type { AuditChip, AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from '../shared/dom.ts';

export interface Chips {
  readonly element: HTMLElement;
  draw(state: Pick<AuditState, 'chips' | 'cover' | 'range' | 'text'>): void;
}

export interface ChipEvents {
  readonly onRemove: (id: string) => void;
  readonly onClear: () => void;
  readonly onLoadUntilCovered: () => void;
  /** Called when no chips are left after a chip whose button had the focus was removed. */
  readonly onLastRemoved: () => void;
}

function createTextButton(text: string, name: string, run: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': name, title: name },
    element('span', {}, text),
  );
  button.addEventListener('click', run);
  return button;
}

export function createChips({ onRemove, onClear, onLoadUntilCovered, onLastRemoved }: ChipEvents): Chips {
  const clear = createTextButton(strings.clear, strings.clearLocal, onClear);
  const coverButton = createTextButton('', '', onLoadUntilCovered);
  coverButton.prepend(createIcon('fold-down'));
  const list = element('div', { class: 'chips-list' });
  const root = element(
    'div',
    { role: 'group', class: 'chips', 'aria-label': strings.chips },
    list,
    coverButton,
    clear,
  );
  let drawn = '';

  function createChip({ id, name, label, kind, place }: AuditChip): HTMLElement {
    const title = `${label} (${place})`;
    const remove = element(
      'button',
      { type: 'button', 'aria-label': strings.removeFilter(name), 'aria-description': title },
      createIcon('close'),
    );
    remove.title = strings.removeFilter(name);
    remove.addEventListener('click', () => onRemove(id));
    const chip = element('span', { class: `chip ${kind}`, title });
    chip.append(createIcon(kind === 'service' ? 'cloud' : 'filter'));
    chip.append(element('span', { class: 'label' }, label), remove);
    return chip;
  }

  return {
    element: root,
    draw({ chips, cover, range, text }) {
      coverButton.hidden = cover === undefined;
      const coverText = coverButton.querySelector('span:last-child');
      if (coverText) setText(coverText, strings.coverShort(cover ?? ''));
      for (const name of ['aria-label', 'title'])
        setOrRemoveAttribute(coverButton, name, strings.cover(cover ?? ''));
      clear.hidden = range === undefined && text === '' && !chips.some(({ kind }) => kind === 'local');
      root.hidden = chips.length === 0 && coverButton.hidden && clear.hidden;
      const key = JSON.stringify(chips);
      if (key === drawn) return;
      drawn = key;
      const focused = [...list.children].findIndex((chip) => chip.contains(document.activeElement));
      list.replaceChildren(...chips.map(createChip));
      // After a filter was removed, the focus stays among the others.
      if (focused >= 0) {
        const next = list.children.item(Math.min(focused, chips.length - 1))?.querySelector('button');
        if (next) next.focus();
        else onLastRemoved();
      }
    },
  };
}
