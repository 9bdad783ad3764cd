/** The pane beside or below the table: the details and actions of one event, or other content such as a chart. */
import type { AuditDetail } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { element, icon, setText } from '../shared/dom.ts';
import type { Menus } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';
import { drawActions } from './eventActions.ts';
import { drawEventDetail } from './eventDetail.ts';

export interface DetailPane {
  readonly element: HTMLElement;
  isOpen(): boolean;
  /** Whether the pane is open and displays an event. */
  showsRow(): boolean;
  show(row: number): void;
  /**
   * Displays a text in place of an event because the table has no rows any more. Does nothing if no event is displayed.
   */
  showNone(): void;
  /** Displays content other than an event. The focus moves there, unless content of that name was displayed already. */
  showAside(name: string, nodes: readonly Node[]): void;
  /** Displays the row that became the active one, after a short delay. Does nothing if no event is displayed. */
  follow(row: number): void;
  /** Shifts the index of the displayed row after `rows` rows were inserted above it, or removed if negative. */
  moved(rows: number): void;
  close(): void;
  focus(): void;
  /** Sets the pattern that is highlighted in events displayed from now on; undefined highlights nothing. */
  setHits(hits: RegExp | undefined): void;
}

interface DetailSource {
  readonly detail: (row: number) => Promise<AuditDetail>;
  readonly activate: (row: number, id: string) => void;
  readonly menus: Menus;
  readonly onClosed: () => void;
  /** Called when the pane was opened or closed, which changes the space for the table. */
  readonly onRoom: () => void;
}

const followMs = 60;

/** Returns the key of the focused button in the pane, so that the button can be focused again after it was redrawn. */
const pressedIn = (pane: HTMLElement): string | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && pane.contains(activeElement)
    ? activeElement.dataset.id
    : undefined;
};
const buttonOf = (pane: HTMLElement, id: string): HTMLElement | null =>
  pane.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);

/** Creates the elements of the pane, and returns a function that fills them. */
function createFrame() {
  const title = element('h2', { tabindex: '-1' });
  const subtitle = element('span', { class: 'subtitle' });
  const shut = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.closePane },
    icon('close'),
  );
  shut.title = strings.shortcut(strings.closePane, 'Escape');
  const heading = element('div', { class: 'heading' }, title, subtitle);
  const actions = element('div', { class: 'choices' });
  const head = element('div', { class: 'head' }, heading, actions, shut);
  const content = element('div', { class: 'content' });
  const root = element('section', { class: 'pane', 'aria-label': strings.pane }, head, content);
  function draw(
    words: { readonly title: string; readonly subtitle: string },
    buttons: readonly Node[],
    nodes: readonly Node[],
  ): void {
    setText(title, words.title);
    setText(subtitle, words.subtitle);
    actions.replaceChildren(...buttons);
    content.replaceChildren(...nodes);
  }
  return { root, title, actions, shut, content, draw };
}

export function createDetailPane({ detail, activate, menus, onClosed, onRoom }: DetailSource): DetailPane {
  const { root, title, actions, shut, content, draw } = createFrame();
  root.hidden = true;
  shut.addEventListener('click', () => close());
  let mode: 'row' | 'aside' = 'row';
  /** Index of the displayed row. */
  let place = 0;
  /** Index of the row to display after the delay. */
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
    const pressed = pressedIn(root);
    // Once another event is to be shown, a button of this one would act on that.
    const act = (id: string): void => {
      if (own === drawing) activate(place, id);
    };
    draw(
      { title: known?.title ?? '', subtitle: known?.subtitle ?? '' },
      known ? drawActions(known, act, menus) : [],
      [known ? drawEventDetail(known, hits) : element('p', {}, strings.failed)],
    );
    if (pressed !== undefined) (buttonOf(root, pressed) ?? title).focus();
  }

  function close(): void {
    if (root.hidden) return;
    clearTimeout(timer);
    drawing += 1;
    const hadFocus = root.contains(document.activeElement);
    setHidden(true);
    draw({ title: '', subtitle: '' }, [], []);
    if (hadFocus) onClosed();
  }

  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  const focus = (): void =>
    (
      actions.querySelector('button') ??
      content.querySelector<HTMLElement>('[tabindex="0"], button, table') ??
      title
    ).focus();

  return {
    element: root,
    isOpen: () => !root.hidden,
    showsRow: () => !root.hidden && mode === 'row',
    show: (row) => void show(row),
    showNone() {
      if (root.hidden || mode !== 'row') return;
      clearTimeout(timer);
      drawing += 1;
      const { activeElement } = document;
      const hadFocus = root.contains(activeElement) && activeElement !== shut;
      draw({ title: strings.pane, subtitle: '' }, [], [element('p', {}, auditStrings.noRow)]);
      if (hadFocus) title.focus();
    },
    showAside(name, nodes) {
      clearTimeout(timer);
      drawing += 1;
      const isNew = root.hidden || mode === 'row' || title.textContent !== name;
      const { activeElement } = document;
      const hadFocus = root.contains(activeElement) && activeElement !== shut;
      const pressed = pressedIn(content);
      mode = 'aside';
      setHidden(false);
      draw({ title: name, subtitle: '' }, [], nodes);
      const again = pressed === undefined ? null : buttonOf(content, pressed);
      if (again) again.focus();
      else if (isNew || hadFocus) focus();
    },
    follow(row) {
      if (root.hidden || mode !== 'row') return;
      clearTimeout(timer);
      drawing += 1;
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
