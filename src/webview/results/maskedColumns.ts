import { getRowsDescription, type ResultsState } from '../../protocol/results.ts';
import { element, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

interface MaskedColumns {
  readonly element: HTMLElement;
  draw(state: ResultsState): void;
}

/** Creates a button that displays how many columns are masked. A click on it calls `onReveal`. */
export function createMaskedColumnsButton(onReveal: () => void): MaskedColumns {
  const button = element('button', { type: 'button', class: 'action masked-columns' });
  button.hidden = true;
  button.title = `${strings.shortcut(strings.revealAll, strings.maskKeys)}\n${strings.revealOne}`;
  button.setAttribute('aria-keyshortcuts', 'Alt+M');
  button.addEventListener('click', onReveal);
  return {
    element: button,
    draw(state) {
      const count = getRowsDescription(state)?.maskedColumns?.length ?? 0;
      const isOffered = count > 0 && state.can.toggleMask === true;
      button.hidden = !isOffered;
      setText(button, isOffered ? strings.maskedColumns(count) : '');
    },
  };
}
