import { createIcon, element } from './dom.ts';

interface MenuItem {
  readonly label: string;
  /** The keyboard shortcut of the item, displayed beside its label. The menu itself does not listen for it. */
  readonly keys?: string;
  readonly checked?: boolean;
  readonly run: () => void;
}
/** An entry without an action, whose label explains why an action is not offered. It can be focused, to be read out. */
interface MenuReason {
  readonly reason: string;
}
export type MenuEntry = MenuItem | MenuReason | 'separator';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Opens the menus of a view. At most one menu is open at a time. */
export class Menus {
  #close: (() => void) | undefined;

  /**
   * Closes the open menu, if any, and opens another one at or near `point` (in pixels from the top left of the window).
   * Returns a function that closes the new menu if it is still open.
   */
  openReplacingPreviousMenu(label: string, entries: readonly MenuEntry[], point: Point): () => void {
    this.#close?.();
    const close = openMenu(label, entries, point, () => {
      if (this.#close === close) this.#close = undefined;
    });
    this.#close = close;
    return () => {
      if (this.#close === close) close();
    };
  }
}

function openMenu(
  label: string,
  entries: readonly MenuEntry[],
  point: Point,
  onClosed: () => void,
): () => void {
  const focusBefore = document.activeElement;
  const listeners = new AbortController();
  const menu = element('div', { role: 'menu', class: 'menu', 'aria-label': label });
  const items: HTMLElement[] = [];

  const close = (): void => {
    listeners.abort();
    const hadFocus = menu.contains(document.activeElement);
    menu.remove();
    onClosed();
    if (hadFocus && focusBefore instanceof HTMLElement) focusBefore.focus();
  };
  const choose = (item: MenuItem): void => {
    close();
    item.run();
  };
  for (const entry of entries) {
    if (entry === 'separator') {
      menu.append(element('div', { role: 'separator', class: 'separator' }));
      continue;
    }
    if ('reason' in entry) {
      const view = element(
        'div',
        { role: 'menuitem', tabindex: '-1', class: 'item', 'aria-disabled': 'true' },
        element('span', { class: 'codicon' }),
        element('span', { class: 'label' }, entry.reason),
      );
      items.push(view);
      menu.append(view);
      continue;
    }
    const role = entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox';
    const view = element('div', { role, tabindex: '-1', class: 'item' });
    if (entry.checked !== undefined) view.setAttribute('aria-checked', String(entry.checked));
    view.append(entry.checked === true ? createIcon('check') : element('span', { class: 'codicon' }));
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
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (event.key === 'Enter' || event.key === ' ') items[index]?.click();
    else {
      const letter = event.key.toLowerCase();
      const after = [...items.slice(index + 1), ...items.slice(0, index + 1)];
      const startsWithLetter = (item: HTMLElement): boolean =>
        item.querySelector('.label')?.textContent?.toLowerCase().startsWith(letter) === true;
      if (letter.length === 1) after.find(startsWithLetter)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  const closeIfOutside = (event: Event): void => {
    if (!(event.target instanceof Node && menu.contains(event.target))) close();
  };
  const options = { capture: true, signal: listeners.signal };
  for (const type of ['pointerdown', 'wheel', 'focusin'] as const)
    window.addEventListener(type, closeIfOutside, options);
  for (const type of ['resize', 'blur'] as const)
    window.addEventListener(type, close, { signal: listeners.signal });
  (document.querySelector('main') ?? document.body).append(menu);
  const drawArrows = addScrollArrows(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(point.x, window.innerWidth - width - 2))}px`;
  menu.style.top = `${Math.max(0, Math.min(point.y, window.innerHeight - height - 2))}px`;
  drawArrows();
  items[0]?.focus();
  return close;
}

function addScrollArrows(menu: HTMLElement): () => void {
  const createArrow = (where: 'above' | 'below', by: 1 | -1): HTMLElement => {
    const mark = element('div', { class: `cut ${where}`, 'aria-hidden': 'true' }, createIcon('chevron-down'));
    mark.addEventListener('click', () => menu.scrollBy(0, (by * menu.clientHeight) / 2));
    return mark;
  };
  const above = createArrow('above', -1);
  const below = createArrow('below', 1);
  menu.prepend(above);
  menu.append(below);
  const draw = (): void => {
    const left = menu.scrollHeight - menu.clientHeight - menu.scrollTop;
    above.classList.toggle('seen', menu.scrollTop > 1);
    below.classList.toggle('seen', left > 1);
  };
  menu.addEventListener('scroll', draw);
  return draw;
}
