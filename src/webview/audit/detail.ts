/** Details beside the table: one event with what can be done about it, or what is of no event: figures, a chart. */
import type { AuditDetail } from '../../protocol/audit.ts';
import { element, icon, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { drawEventDetail } from './eventDetail.ts';

export interface DetailPane {
  readonly element: HTMLElement;
  isOpen(): boolean;
  /** Whether it is open with a row. */
  showsRow(): boolean;
  /** Shows a row; `refresh` asks again for the one shown. */
  show(row: number): void;
  /** Shows something that is of no row. The keyboard goes there, unless that was shown already. */
  showAside(name: string, nodes: readonly Node[]): void;
  /** Another row became the active one. */
  follow(row: number): void;
  /** So many rows were put in above the one shown. */
  moved(rows: number): void;
  close(): void;
  focus(): void;
  /** What was searched for, marked in what is shown from now on. */
  setHits(hits: RegExp | undefined): void;
}

export interface DetailSource {
  readonly detail: (row: number) => Promise<AuditDetail>;
  readonly activate: (row: number, id: string) => void;
  readonly onClosed: () => void;
  /** It takes room beside the table now, or no longer. */
  readonly onRoom: () => void;
}

const followMs = 60;

/** The button that has the keyboard, by its name: drawn again it has it again. */
const pressedIn = (content: HTMLElement): string | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && content.contains(activeElement)
    ? activeElement.dataset.id
    : undefined;
};
const buttonOf = (content: HTMLElement, id: string): HTMLElement | null =>
  content.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);

export function createDetailPane({ detail, activate, onClosed, onRoom }: DetailSource): DetailPane {
  const title = element('h2', { tabindex: '-1' });
  const subtitle = element('span', { class: 'subtitle' });
  const shut = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.closePane },
    icon('close'),
  );
  shut.title = strings.shortcut(strings.closePane, 'Escape');
  shut.addEventListener('click', () => close());
  const head = element('div', { class: 'head' }, element('div', { class: 'heading' }, title, subtitle), shut);
  const content = element('div', { class: 'content' });
  const root = element('section', { class: 'pane', 'aria-label': strings.pane }, head, content);
  root.hidden = true;
  let mode: 'row' | 'aside' = 'row';
  /** The row shown. */
  let place = 0;
  /** The row that is shown next. */
  let next = 0;
  let drawing = 0;
  let hits: RegExp | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setHidden(hidden: boolean): void {
    if (root.hidden === hidden) return;
    root.hidden = hidden;
    onRoom();
  }

  async function show(row: number): Promise<void> {
    mode = 'row';
    place = row;
    setHidden(false);
    drawing += 1;
    const own = drawing;
    const known = await detail(row).catch(() => undefined);
    if (own !== drawing) return;
    setText(title, known?.title ?? '');
    setText(subtitle, known?.subtitle ?? '');
    const pressed = pressedIn(content);
    content.replaceChildren(
      ...(known
        ? drawEventDetail(known, (id) => activate(place, id), hits)
        : [element('p', {}, strings.failed)]),
    );
    if (pressed !== undefined) (buttonOf(content, pressed) ?? title).focus();
  }

  function close(): void {
    if (root.hidden) return;
    clearTimeout(timer);
    drawing += 1;
    const hadFocus = root.contains(document.activeElement);
    setHidden(true);
    content.replaceChildren();
    if (hadFocus) onClosed();
  }

  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  const focus = (): void =>
    (content.querySelector<HTMLElement>('[tabindex="0"], button, table') ?? title).focus();

  return {
    element: root,
    isOpen: () => !root.hidden,
    showsRow: () => !root.hidden && mode === 'row',
    show: (row) => void show(row),
    showAside(name, nodes) {
      drawing += 1;
      const isNew = root.hidden || mode === 'row' || title.textContent !== name;
      const { activeElement } = document;
      const hadFocus = root.contains(activeElement) && activeElement !== shut;
      const pressed = pressedIn(content);
      mode = 'aside';
      setHidden(false);
      setText(title, name);
      setText(subtitle, '');
      content.replaceChildren(...nodes);
      const again = pressed === undefined ? null : buttonOf(content, pressed);
      if (again) again.focus();
      else if (isNew || hadFocus) focus();
    },
    follow(row) {
      if (root.hidden || mode !== 'row') return;
      clearTimeout(timer);
      next = row;
      timer = setTimeout(() => void show(next), followMs);
    },
    moved(rows) {
      place += rows;
      next += rows;
    },
    close,
    focus,
    setHits(next) {
      hits = next;
    },
  };
}
