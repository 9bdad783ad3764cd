import type { ResultsState } from '../../protocol/results.ts';
import { element, setOrRemoveAttribute, setText } from '../shared/dom.ts';
import type { MenuEntry, Menus } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';

interface RequestTime {
  readonly element: HTMLElement;
  draw(state: ResultsState): void;
}

interface RequestTimeEvents {
  readonly onCopyID: () => void;
  readonly onShowAudit: () => void;
}

export function createRequestTimeButton(menus: Menus, events: RequestTimeEvents): RequestTime {
  const button = element('button', { type: 'button', class: 'action request', 'aria-haspopup': 'menu' });
  button.hidden = true;
  let entries: readonly MenuEntry[] = [];
  button.addEventListener('click', () => {
    const { left, bottom } = button.getBoundingClientRect();
    if (entries.length > 0)
      menus.openReplacingPreviousMenu(strings.requestMenu, entries, { x: left, y: bottom });
  });
  return {
    element: button,
    draw({ request, target, can }) {
      button.hidden = request === undefined;
      const { time, id, detail = '' } = request ?? { time: '' };
      entries = [
        ...(can.copyRequestID ? [{ label: strings.copyRequestID, run: events.onCopyID }] : []),
        ...(can.showAudit ? [{ label: strings.showAudit, run: events.onShowAudit }] : []),
      ];
      setText(button, time);
      setOrRemoveAttribute(button, 'aria-label', strings.answeredIn(time));
      setOrRemoveAttribute(button, 'aria-disabled', entries.length > 0 ? undefined : 'true');
      const tooltipLines = [detail, id === undefined ? '' : strings.request(id), target?.label ?? ''];
      setOrRemoveAttribute(button, 'title', tooltipLines.filter(Boolean).join('\n'));
    },
  };
}
