/** A row of buttons that follows the ARIA toolbar pattern: one tab stop, and arrow keys that move between buttons. */
import { createIcon, element, setOrRemoveAttribute, setText } from './dom.ts';
import { strings } from './strings.ts';

export interface ToolbarButton {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** The keyboard shortcut, displayed in the tooltip. The toolbar itself does not listen for it. */
  readonly keys?: string;
  readonly text?: string;
  readonly isToggle?: boolean;
  readonly opensMenu?: boolean;
}

interface Toolbar {
  readonly element: HTMLElement;
  /**
   * Adds a button before the one with the ID `before`, or as the last one if there is no such button. Does nothing if
   * the toolbar already has a button with the ID of `button`.
   */
  add(button: ToolbarButton, before?: string): void;
  /** Enables or disables a button. A disabled button can still have the focus. */
  setEnabled(id: string, enabled: boolean): void;
  /**
   * Changes a button's accessible name and tooltip. `text` replaces the visible text of a button that was created with
   * one.
   */
  setName(id: string, name: string, text?: string): void;
  /** Sets the text below the name in a button's tooltip, or removes it if `detail` is undefined. */
  setTooltipDetail(id: string, detail: string | undefined): void;
  setPressed(id: string, pressed: boolean): void;
  setVisible(id: string, visible: boolean): void;
  getButtonRectangle(id: string): DOMRect | undefined;
  focus(): void;
}

export function createToolbar(
  label: string,
  buttons: readonly ToolbarButton[],
  onPress: (id: string) => void,
): Toolbar {
  const views = new Map<string, HTMLButtonElement>();
  const details = new Map<string, string>();
  const shortcuts = new Map<string, string>();
  function drawTitle(id: string, view: HTMLButtonElement): void {
    const name = view.getAttribute('aria-label') ?? '';
    const keys = shortcuts.get(id);
    const detail = details.get(id);
    const title = keys ? strings.shortcut(name, keys) : name;
    setOrRemoveAttribute(view, 'title', detail ? `${title}\n${detail}` : title);
  }
  function addButton(button: ToolbarButton, before?: string): void {
    if (views.has(button.id)) return;
    const view = element('button', {
      type: 'button',
      class: 'action',
      'aria-label': button.name,
      tabindex: '-1',
    });
    if (button.isToggle) view.setAttribute('aria-pressed', 'false');
    if (button.opensMenu) view.setAttribute('aria-haspopup', 'menu');
    view.append(
      createIcon(button.icon),
      ...(button.text ? [element('span', { class: 'words' }, button.text)] : []),
    );
    view.addEventListener('click', () => {
      if (view.getAttribute('aria-disabled') !== 'true') onPress(button.id);
    });
    if (button.keys) shortcuts.set(button.id, button.keys);
    drawTitle(button.id, view);
    views.set(button.id, view);
    bar.insertBefore(view, (before === undefined ? undefined : views.get(before)) ?? null);
    setTabStop(visibleButtons()[0]);
  }
  const bar = element('div', { role: 'toolbar', class: 'toolbar', 'aria-label': label });

  const visibleButtons = (): HTMLButtonElement[] =>
    [...bar.querySelectorAll<HTMLButtonElement>(':scope > button')].filter((view) => !view.hidden);
  function setTabStop(stop: HTMLButtonElement | undefined): void {
    for (const view of views.values()) view.tabIndex = view === stop ? 0 : -1;
  }
  bar.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLButtonElement) setTabStop(event.target);
  });
  bar.addEventListener('keydown', (event) => {
    const row = visibleButtons();
    const at = row.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: row.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    row[(to + row.length) % row.length]?.focus();
    event.preventDefault();
  });
  for (const button of buttons) addButton(button);

  return {
    element: bar,
    add: addButton,
    setEnabled(id, enabled) {
      const view = views.get(id);
      if (view) setOrRemoveAttribute(view, 'aria-disabled', enabled ? undefined : 'true');
    },
    setName(id, name, text) {
      const view = views.get(id);
      if (!view) return;
      setOrRemoveAttribute(view, 'aria-label', name);
      drawTitle(id, view);
      const words = view.querySelector<HTMLElement>(':scope > .words');
      if (words && text !== undefined) setText(words, text);
    },
    setTooltipDetail(id, detail) {
      const view = views.get(id);
      if (!view || details.get(id) === detail) return;
      if (detail === undefined) details.delete(id);
      else details.set(id, detail);
      drawTitle(id, view);
    },
    setPressed(id, pressed) {
      views.get(id)?.setAttribute('aria-pressed', String(pressed));
    },
    setVisible(id, visible) {
      const view = views.get(id);
      if (!view || view.hidden === !visible) return;
      const hadFocus = document.activeElement === view;
      view.hidden = !visible;
      if (hadFocus) visibleButtons()[0]?.focus();
      if (!visible && view.tabIndex === 0) setTabStop(visibleButtons()[0]);
    },
    getButtonRectangle: (id) => views.get(id)?.getBoundingClientRect(),
    focus() {
      const row = visibleButtons();
      (row.find((view) => view.tabIndex === 0) ?? row[0])?.focus();
    },
  };
}
