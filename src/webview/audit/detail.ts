/** The pane beside or below the table: the details of one event, or other content such as a chart. */
import type { AuditDetail } from '../../protocol/audit.ts';
import { createIcon, element, setText } from '../shared/dom.ts';
import type { Menus } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';
import { createActionButtons } from './eventActions.ts';
import { createEventDetail } from './eventDetail.ts';

export interface DetailPane {
  readonly element: HTMLElement;
  isOpen(): boolean;
  /**
   * Whether the pane is open for an event rather than for other content. Also true while the event is being loaded or a
   * text is displayed in its place.
   */
  displaysEvent(): boolean;
  displayEvent(row: number): void;
  /** If the pane is open for an event, displays a text in its place. */
  displayText(text: string): void;
  /**
   * Opens the pane, or keeps it open, with content other than an event and with `name` as the title. Moves the focus
   * into the pane unless the pane already displays content with this title.
   */
  displayContent(name: string, nodes: readonly Node[]): void;
  /**
   * Displays the event of a row after a short delay. Does nothing if `displaysEvent` returns false, or if this row is
   * already displayed or about to be.
   */
  scheduleRowDisplay(row: number): void;
  /** Does what `scheduleRowDisplay` does, even if the row is already displayed, because it may stand for another event now. */
  scheduleRowRedisplay(row: number): void;
  /** Shifts the index of the displayed row after `rowCount` rows were inserted above it, or removed if negative. */
  shiftRow(rowCount: number): void;
  close(): void;
  focus(): void;
  /** Sets the pattern to highlight in events that are displayed from now on; undefined highlights nothing. */
  setHighlightPattern(hits: RegExp | undefined): void;
}

interface DetailSource {
  readonly fetchDetail: (row: number) => Promise<AuditDetail>;
  readonly runAction: (row: number, id: string) => void;
  readonly menus: Menus;
  /** Called when the user presses the close button, or Escape in the pane. */
  readonly onCloseRequested: () => void;
  readonly onClosed: () => void;
  /** Called when the pane opens or closes, and when its content changes between an event and other content. */
  readonly onVisibilityChange: () => void;
}

const FOLLOW_DELAY_MS = 60;
/**
 * Milliseconds after the pane opens during which the second click of a double-click is ignored in the pane, because the
 * double-click may have begun on a row.
 */
const DOUBLE_CLICK_MS = 500;

const findFocusedButtonID = (pane: HTMLElement): string | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && pane.contains(activeElement)
    ? activeElement.dataset.id
    : undefined;
};
const findButton = (pane: HTMLElement, id: string): HTMLElement | null =>
  pane.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);

/**
 * Keeps the second click of a double-click from pressing or focusing a button that has just appeared under the pointer.
 */
function ignoreSecondClicks(pane: HTMLElement, hasJustOpened: () => boolean): void {
  for (const type of ['mousedown', 'click'] as const)
    pane.addEventListener(
      type,
      (event) => {
        if (event.detail < 2 || !hasJustOpened()) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
}

function createPaneFrame() {
  const title = element('h2', { tabindex: '-1' });
  const subtitle = element('span', { class: 'subtitle' });
  const closeButton = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.closePane },
    createIcon('close'),
  );
  closeButton.title = strings.shortcut(strings.closePane, 'Escape');
  const heading = element('div', { class: 'heading' }, title, subtitle);
  const actions = element('div', { class: 'choices' });
  const head = element('div', { class: 'head' }, heading, actions, closeButton);
  const content = element('div', { class: 'content' });
  const root = element('section', { class: 'pane', 'aria-label': strings.pane }, head, content);
  function draw(
    headingTexts: { readonly title: string; readonly subtitle: string },
    buttons: readonly Node[],
    nodes: readonly Node[],
  ): void {
    setText(title, headingTexts.title);
    setText(subtitle, headingTexts.subtitle);
    actions.replaceChildren(...buttons);
    content.replaceChildren(...nodes);
  }
  const focus = (): void =>
    (
      actions.querySelector('button') ??
      content.querySelector<HTMLElement>('[tabindex="0"], button, table') ??
      title
    ).focus();
  return { root, title, closeButton, content, draw, focus };
}

export function createDetailPane({
  fetchDetail,
  runAction,
  menus,
  onCloseRequested,
  onClosed,
  onVisibilityChange,
}: DetailSource): DetailPane {
  const { root, title, closeButton: shut, content, draw, focus } = createPaneFrame();
  root.hidden = true;
  shut.addEventListener('click', onCloseRequested);
  let mode: 'row' | 'aside' = 'row';
  let displayedRow = 0;
  /** Index of the row that is displayed or about to be; -1 if there is none. */
  let nextRow = -1;
  let drawing = 0;
  let openedAt = 0;
  let hits: RegExp | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancelRowDisplay(): void {
    clearTimeout(timer);
    nextRow = -1;
    drawing += 1;
  }

  function open(next: typeof mode): void {
    if (!root.hidden && mode === next) return;
    mode = next;
    if (root.hidden) openedAt = performance.now();
    root.hidden = false;
    onVisibilityChange();
  }

  async function displayRow(row: number): Promise<void> {
    clearTimeout(timer);
    displayedRow = row;
    nextRow = row;
    open('row');
    drawing += 1;
    const drawingNumber = drawing;
    const loadedDetail = await fetchDetail(row).catch(() => undefined);
    if (drawingNumber !== drawing) return;
    const pressed = findFocusedButtonID(root);
    // When another event is about to be displayed, the buttons of this event must no longer act.
    const act = (id: string): void => {
      if (drawingNumber === drawing) runAction(displayedRow, id);
    };
    draw(
      { title: loadedDetail?.title ?? '', subtitle: loadedDetail?.subtitle ?? '' },
      loadedDetail ? createActionButtons(loadedDetail, act, menus) : [],
      [loadedDetail ? createEventDetail(loadedDetail, hits) : element('p', {}, strings.failed)],
    );
    if (pressed !== undefined) (findButton(root, pressed) ?? title).focus();
  }

  function close(): void {
    if (root.hidden) return;
    cancelRowDisplay();
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    onVisibilityChange();
    draw({ title: '', subtitle: '' }, [], []);
    if (hadFocus) onClosed();
  }

  ignoreSecondClicks(root, () => performance.now() - openedAt < DOUBLE_CLICK_MS);
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCloseRequested();
  });
  const refresh = (row: number): void => {
    if (root.hidden || mode !== 'row') return;
    clearTimeout(timer);
    drawing += 1;
    nextRow = row;
    timer = setTimeout(() => void displayRow(nextRow), FOLLOW_DELAY_MS);
  };

  return {
    element: root,
    isOpen: () => !root.hidden,
    displaysEvent: () => !root.hidden && mode === 'row',
    displayEvent: (row) => void displayRow(row),
    displayText(text) {
      if (root.hidden || mode !== 'row') return;
      cancelRowDisplay();
      const { activeElement } = document;
      const hadFocus = root.contains(activeElement) && activeElement !== shut;
      draw({ title: strings.pane, subtitle: '' }, [], [element('p', {}, text)]);
      if (hadFocus) title.focus();
    },
    displayContent(name, nodes) {
      cancelRowDisplay();
      const isNew = root.hidden || mode === 'row' || title.textContent !== name;
      const { activeElement } = document;
      const hadFocus = root.contains(activeElement) && activeElement !== shut;
      const pressed = findFocusedButtonID(content);
      open('aside');
      draw({ title: name, subtitle: '' }, [], nodes);
      const again = pressed === undefined ? null : findButton(content, pressed);
      if (again) again.focus();
      else if (isNew || hadFocus) focus();
    },
    scheduleRowDisplay(row) {
      if (row !== nextRow) refresh(row);
    },
    scheduleRowRedisplay: refresh,
    shiftRow(rows) {
      displayedRow += rows;
      if (nextRow >= 0) nextRow += rows;
    },
    close,
    focus,
    setHighlightPattern(next) {
      hits = next;
    },
  };
}
