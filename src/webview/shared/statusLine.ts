import type { ResultsState } from '../../protocol/results.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from './dom.ts';
import { strings } from './strings.ts';

interface StatusLine {
  readonly badge: HTMLElement;
  readonly status: HTMLElement;
  drawStatusAndBadge(state: Pick<ResultsState, 'status' | 'detail' | 'target'>): void;
}

const environmentIcons = { production: 'flame', test: 'beaker', development: 'tools' } as const;

export function createStatusLine(): StatusLine {
  const badge = element('div', { class: 'badge' });
  badge.hidden = true;
  const status = element('div', { role: 'status', class: 'status' });
  let drawn = '';
  return {
    badge,
    status,
    drawStatusAndBadge(state) {
      setText(status, state.status);
      // The tooltip contains the detail and the whole status, because the displayed status may be truncated.
      setOrRemoveAttribute(status, 'title', [state.status, state.detail].filter(Boolean).join(' · '));
      const { target } = state;
      const key = JSON.stringify(target);
      if (key === drawn) return;
      drawn = key;
      badge.hidden = target === undefined;
      if (!target) return badge.replaceChildren();
      badge.title = `${target.label} (${strings[target.environment]})`;
      badge.className = `badge ${target.environment}`;
      badge.replaceChildren(
        createIcon(environmentIcons[target.environment]),
        element('span', { class: 'environment' }, strings[target.environment]),
        element('span', { class: 'target' }, target.label),
      );
    },
  };
}
