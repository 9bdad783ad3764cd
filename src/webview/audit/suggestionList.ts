/** A list of suggestions below an input, by the ARIA pattern of a combobox: the focus stays in the input. */
import type { QuestionCompletion, QuestionCompletions } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setOrRemoveAttribute } from '../shared/dom.ts';

const LIST_ID = 'question-suggestions';

export class SuggestionList {
  readonly #input: HTMLInputElement;
  readonly #onAccept: () => void;
  readonly #list = element('div', {
    role: 'listbox',
    id: LIST_ID,
    class: 'menu suggestions',
    'aria-label': strings.suggestions,
  });
  #shown: QuestionCompletions | undefined;
  #active = -1;

  constructor(input: HTMLInputElement, onAccept: () => void) {
    this.#input = input;
    this.#onAccept = onAccept;
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', 'false');
  }

  get isOpen(): boolean {
    return this.#shown !== undefined;
  }

  showSuggestions(completions: QuestionCompletions): void {
    this.closeList();
    if (completions.items.length === 0) return;
    this.#shown = completions;
    this.#list.replaceChildren(...completions.items.map((item, index) => this.#createItem(item, index)));
    (document.querySelector('main') ?? document.body).append(this.#list);
    const { left, bottom: inputBottom, width } = this.#input.getBoundingClientRect();
    // Below all rows of the bar, so that its buttons stay visible.
    const bottom = this.#input.closest('.bar')?.getBoundingClientRect().bottom ?? inputBottom;
    this.#list.style.minWidth = `${Math.min(width, 240)}px`;
    this.#list.style.maxHeight = `${Math.max(80, Math.min(260, window.innerHeight - bottom - 8))}px`;
    this.#list.style.top = `${bottom + 2}px`;
    this.#list.style.left = `${Math.max(0, Math.min(left, window.innerWidth - this.#list.offsetWidth - 2))}px`;
    this.#input.setAttribute('aria-expanded', 'true');
    this.#input.setAttribute('aria-controls', LIST_ID);
  }

  closeList(): void {
    this.#shown = undefined;
    this.#active = -1;
    this.#list.remove();
    this.#input.setAttribute('aria-expanded', 'false');
    for (const name of ['aria-activedescendant', 'aria-controls']) this.#input.removeAttribute(name);
  }

  /** Handles a key pressed in the input while the list is open. Returns whether the key was handled. */
  handleSuggestionKey({ key }: KeyboardEvent): boolean {
    if (!this.#shown) return false;
    const count = this.#shown.items.length;
    if (key === 'ArrowDown') this.#highlightSuggestion((this.#active + 1) % count);
    else if (key === 'ArrowUp') this.#highlightSuggestion(this.#active <= 0 ? count - 1 : this.#active - 1);
    else if (key === 'Escape') this.closeList();
    else if ((key === 'Enter' || key === 'Tab') && this.#active >= 0) this.#acceptSuggestion(this.#active);
    else return false;
    return true;
  }

  #createItem({ label, detail }: QuestionCompletion, index: number): HTMLElement {
    const item = element(
      'div',
      { role: 'option', id: `${LIST_ID}-${index}`, class: 'item', 'aria-selected': 'false' },
      element('span', { class: 'label' }, label),
      element('span', { class: 'keys' }, detail),
    );
    // The focus stays in the input.
    item.addEventListener('pointerdown', (event) => event.preventDefault());
    item.addEventListener('click', () => this.#acceptSuggestion(index));
    return item;
  }

  #highlightSuggestion(index: number): void {
    this.#active = index;
    for (const [at, item] of [...this.#list.children].entries())
      item.setAttribute('aria-selected', String(at === index));
    setOrRemoveAttribute(this.#input, 'aria-activedescendant', `${LIST_ID}-${index}`);
    this.#list.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  #acceptSuggestion(index: number): void {
    const { from, to, items } = this.#shown ?? { from: 0, to: 0, items: [] };
    const text = items[index]?.text;
    this.closeList();
    if (text === undefined) return;
    const rest = this.#input.value.slice(to);
    const inserted = /^[\s,]/.test(rest) ? text.trimEnd() : text;
    this.#input.setRangeText(inserted, from, to, 'end');
    this.#onAccept();
  }
}
