/** The filters in force, each with a button that takes it away, and the button that adds one. */
import type { AuditChip } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon } from '../shared/dom.ts';

export interface Chips {
  readonly element: HTMLElement;
  /** `canCover`: older events may lie in the range of time, and can be loaded. */
  draw(chips: readonly AuditChip[], canCover: boolean): void;
}

export interface ChipEvents {
  readonly onAdd: () => void;
  readonly onRemove: (id: string) => void;
  readonly onClear: () => void;
  readonly onCover: () => void;
}

export function createChips({ onAdd, onRemove, onClear, onCover }: ChipEvents): Chips {
  const add = element('button', { type: 'button', class: 'action add' }, icon('add'), strings.addFilter);
  add.addEventListener('click', onAdd);
  const clear = element('button', { type: 'button', class: 'action' }, strings.clearLocal);
  clear.addEventListener('click', onClear);
  const cover = element('button', { type: 'button', class: 'action' }, icon('arrow-down'), strings.cover);
  cover.addEventListener('click', onCover);
  const list = element('div', { class: 'chips-list' });
  const root = element(
    'div',
    { role: 'group', class: 'chips', 'aria-label': strings.chips },
    add,
    list,
    cover,
    clear,
  );
  let drawn = '';

  function chipOf({ id, name, label, kind }: AuditChip): HTMLElement {
    const title = `${label} (${strings[kind]})`;
    const remove = element(
      'button',
      { type: 'button', 'aria-label': strings.removeFilter(name), 'aria-description': title },
      icon('close'),
    );
    remove.title = strings.removeFilter(name);
    remove.addEventListener('click', () => onRemove(id));
    const chip = element('span', { class: `chip ${kind}`, title });
    chip.append(icon(kind === 'service' ? 'cloud' : 'filter'));
    chip.append(element('span', { class: 'label' }, label), remove);
    return chip;
  }

  return {
    element: root,
    draw(chips, canCover) {
      cover.hidden = !canCover;
      const key = JSON.stringify(chips);
      if (key === drawn) return;
      drawn = key;
      const focused = [...list.children].findIndex((chip) => chip.contains(document.activeElement));
      list.replaceChildren(...chips.map(chipOf));
      clear.hidden = !chips.some(({ kind }) => kind === 'local');
      // Who took a filter away stays among them.
      if (focused >= 0) {
        const next = list.children.item(Math.min(focused, chips.length - 1))?.querySelector('button');
        (next ?? add).focus();
      }
    },
  };
}
