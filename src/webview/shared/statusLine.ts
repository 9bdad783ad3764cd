import type { ResultsState } from '../../protocol/results.ts';
import { createIcon, element, setOrRemoveAttribute, setText } from './dom.ts';
import { setShortenedText } from './shortenedText.ts';
import { strings } from './strings.ts';

/**
 * Returns the name of a connection, or of a connection and its vault after a slash. Each of them loses its middle if
 * there is no room, because names often differ only at their end. The badge's tooltip has the whole names.
 */
function createTargetName(label: string): readonly HTMLElement[] {
  const view = element('span', { class: 'target' });
  let isSplit = false;
  for (const name of label.split(/(?<=^[^/]*\/)/)) {
    const part = element('span', { class: 'name' });
    isSplit = setShortenedText(part, name) || isSplit;
    view.append(part);
  }
  if (!isSplit) return [view];
  // A screen reader would speak the parts as separate words.
  view.ariaHidden = 'true';
  return [element('span', { class: 'unseen' }, label), view];
}

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
        ...createTargetName(target.label),
      );
    },
  };
}
