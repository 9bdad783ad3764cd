/** The line above the grid: which environment, what is shown, how it was had. */
import type { ResultsState } from '../../protocol/results.ts';
import { element, icon, setText } from './dom.ts';
import { strings } from './strings.ts';

export interface StateLine {
  readonly badge: HTMLElement;
  readonly status: HTMLElement;
  readonly detail: HTMLElement;
  draw(state: Pick<ResultsState, 'status' | 'detail' | 'target'>): void;
}

const environmentIcons = { production: 'flame', test: 'beaker', development: 'tools' } as const;

export function createStateLine(): StateLine {
  const badge = element('div', { class: 'badge' });
  badge.hidden = true;
  const status = element('div', { role: 'status', class: 'status' });
  const words = element('span', {});
  const detail = element('div', { class: 'detail' }, words);
  let drawn = '';
  return {
    badge,
    status,
    detail,
    draw(state) {
      setText(status, state.status);
      setText(words, state.detail);
      detail.title = state.detail;
      const { target } = state;
      const key = JSON.stringify(target);
      if (key === drawn) return;
      drawn = key;
      badge.hidden = target === undefined;
      if (!target) return badge.replaceChildren();
      badge.title = `${target.label} (${strings[target.environment]})`;
      badge.className = `badge ${target.environment}`;
      badge.replaceChildren(
        icon(environmentIcons[target.environment]),
        element('span', { class: 'environment' }, strings[target.environment]),
        element('span', { class: 'target' }, target.label),
      );
    },
  };
}
