import { createIcon, element, setText } from './dom.ts';

interface NoticeContent<ID extends string = string> {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly { readonly id: ID; readonly label: string }[];
}

export interface Notice<ID extends string = string> {
  readonly element: HTMLElement;
  showOrHide(content: NoticeContent<ID> | undefined, kind: NoticeKind): void;
  focus(): void;
}

type NoticeKind = 'info' | 'warning' | 'error' | 'none' | 'cancelled';

const icons = {
  info: 'info',
  warning: 'warning',
  error: 'error',
  none: 'circle-slash',
  cancelled: 'debug-stop',
} as const;
const kinds = Object.keys(icons);

export function createNotice<ID extends string>(onButton: (id: ID) => void): Notice<ID> {
  const title = element('h2', { tabindex: '-1' });
  const text = element('p', {});
  const buttons = element('div', { class: 'buttons' });
  const iconElement = element('div', { class: 'sign' });
  const root = element(
    'section',
    { class: 'notice' },
    iconElement,
    element('div', { class: 'words' }, title, text, buttons),
  );
  root.hidden = true;
  let drawn = '';

  return {
    element: root,
    showOrHide(content, kind) {
      root.hidden = content === undefined;
      const key = JSON.stringify([content, kind]);
      if (!content || key === drawn) return;
      drawn = key;
      // Other CSS classes stay, because the owner of the notice sets them, for example `strip` for a notice above rows.
      root.classList.remove(...kinds);
      root.classList.add(kind);
      iconElement.replaceChildren(createIcon(icons[kind]));
      setText(title, content.title);
      setText(text, content.text);
      buttons.replaceChildren(
        ...content.buttons.map(({ id, label }, index) => {
          const button = element(
            'button',
            { type: 'button', class: index === 0 ? 'primary' : 'secondary' },
            label,
          );
          button.addEventListener('click', () => onButton(id));
          return button;
        }),
      );
    },
    focus() {
      (buttons.querySelector('button') ?? title).focus();
    },
  };
}
