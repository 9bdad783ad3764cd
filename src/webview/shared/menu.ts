/** A pop-up menu, after the ARIA menu pattern: arrows, Home, End, first letters, Escape; one at a time. */
import { element, icon } from './dom.ts';

export interface MenuItem {
  readonly label: string;
  /** The keys that do the same without the menu. */
  readonly keys?: string;
  /** For an item that is on or off. */
  readonly checked?: boolean;
  readonly run: () => void;
}
export type MenuEntry = MenuItem | 'separator';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The menus of a view, of which one is open at a time. */
export class Menus {
  #close: (() => void) | undefined;

  /** Opens a menu near a point of the window and moves the focus there; closing gives the focus back. */
  open(label: string, entries: readonly MenuEntry[], at: Point): void {
    this.#close?.();
    this.#close = openMenu(label, entries, at, () => {
      this.#close = undefined;
    });
  }
}

/** Gives what closes it. */
function openMenu(label: string, entries: readonly MenuEntry[], at: Point, onClosed: () => void): () => void {
  const before = document.activeElement;
  const stop = new AbortController();
  const menu = element('div', { role: 'menu', class: 'menu', 'aria-label': label });
  const items: HTMLElement[] = [];

  const finish = (): void => {
    stop.abort();
    const hadFocus = menu.contains(document.activeElement);
    menu.remove();
    onClosed();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  const choose = (item: MenuItem): void => {
    finish();
    item.run();
  };
  for (const entry of entries) {
    if (entry === 'separator') {
      menu.append(element('div', { role: 'separator', class: 'separator' }));
      continue;
    }
    const role = entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox';
    const view = element('div', { role, tabindex: '-1', class: 'item' });
    if (entry.checked !== undefined) view.setAttribute('aria-checked', String(entry.checked));
    view.append(entry.checked === true ? icon('check') : element('span', { class: 'codicon' }));
    view.append(element('span', { class: 'label' }, entry.label));
    if (entry.keys) view.append(element('span', { class: 'keys', 'aria-hidden': 'true' }, entry.keys));
    view.addEventListener('click', () => choose(entry));
    view.addEventListener('pointermove', () => view.focus({ preventScroll: true }));
    items.push(view);
    menu.append(view);
  }
  menu.addEventListener('keydown', (event) => {
    const index = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') finish();
    else if (event.key === 'Enter' || event.key === ' ') items[index]?.click();
    else {
      const letter = event.key.toLowerCase();
      const after = [...items.slice(index + 1), ...items.slice(0, index + 1)];
      const starts = (item: HTMLElement): boolean =>
        item.querySelector('.label')?.textContent?.toLowerCase().startsWith(letter) === true;
      if (letter.length === 1) after.find(starts)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  const outside = (event: Event): void => {
    if (!(event.target instanceof Node && menu.contains(event.target))) finish();
  };
  const options = { capture: true, signal: stop.signal };
  for (const type of ['pointerdown', 'wheel', 'focusin'] as const)
    window.addEventListener(type, outside, options);
  for (const type of ['resize', 'blur'] as const)
    window.addEventListener(type, finish, { signal: stop.signal });
  (document.querySelector('main') ?? document.body).append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(at.x, window.innerWidth - width - 2))}px`;
  menu.style.top = `${Math.max(0, Math.min(at.y, window.innerHeight - height - 2))}px`;
  items[0]?.focus();
  return finish;
}
