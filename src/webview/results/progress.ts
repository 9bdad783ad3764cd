/** The progress bar. It is indeterminate while the total number of rows is unknown. */
import type { ResultsState } from '../../protocol/results.ts';
import { element, setOrRemoveAttribute } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';

interface ProgressBar {
  readonly element: HTMLElement;
  draw(state: ResultsState): void;
}

export function createProgressBar(): ProgressBar {
  const fill = element('div', { class: 'fill' });
  const root = element(
    'div',
    { role: 'progressbar', class: 'progress', 'aria-label': strings.loading },
    fill,
  );
  root.hidden = true;
  return {
    element: root,
    draw(state) {
      const progress = state.phase === 'rows' ? state.progress : undefined;
      root.hidden = state.phase !== 'loading' && progress === undefined;
      const isKnown = progress !== undefined && progress.total > 0;
      const percent = isKnown ? Math.min(100, Math.floor((100 * progress.done) / progress.total)) : undefined;
      root.classList.toggle('known', isKnown);
      fill.style.width = `${percent ?? 0}%`;
      setOrRemoveAttribute(root, 'aria-valuenow', percent === undefined ? undefined : String(percent));
    },
  };
}
