/** Lists as the editor opens them, answered by the test: one after the other, each open until it is left or disposed. */
import { EventEmitter, QuickPickItemKind, window } from '../../fakeVscode.ts';
import { settled } from '../fakeModel.ts';

export interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly buttons?: readonly { readonly tooltip?: string }[];
}

export class FakePick {
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  buttons: readonly { readonly tooltip?: string }[] = [];
  isOpen = false;
  selectedItems: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  readonly #accepting = new EventEmitter<void>();
  readonly #hiding = new EventEmitter<void>();
  readonly #typing = new EventEmitter<string>();
  readonly #buttons = new EventEmitter<unknown>();
  readonly #itemButtons = new EventEmitter<{ item: Item; button: unknown }>();
  readonly onDidAccept = this.#accepting.event;
  readonly onDidHide = this.#hiding.event;
  readonly onDidChangeValue = this.#typing.event;
  readonly onDidTriggerButton = this.#buttons.event;
  readonly onDidTriggerItemButton = this.#itemButtons.event;
  #items: readonly Item[] = [];

  get items(): readonly Item[] {
    return this.#items;
  }
  /** As the editor does, with the first item active. */
  set items(items: readonly Item[]) {
    this.#items = items;
    this.activeItems = items.filter(({ kind }) => kind !== QuickPickItemKind.Separator).slice(0, 1);
  }
  show(): void {
    this.isOpen = true;
  }
  dispose(): void {
    this.isOpen = false;
  }

  labels(): readonly string[] {
    return this.items.map(({ label }) => label);
  }
  item(label: string): Item {
    const found = this.items.find((one) => one.label === label);
    if (!found) throw new Error(`no ${label} among ${this.labels().join(', ')}`);
    return found;
  }
  type(text: string): void {
    this.value = text;
    this.#typing.fire(text);
  }
  enter(): void {
    this.#accepting.fire();
  }
  choose(label: string): void {
    this.activeItems = [this.item(label)];
    this.selectedItems = this.activeItems;
    this.enter();
  }
  /** Presses the button of an item with that tooltip, by default its first one. */
  pressButtonOf(label: string, tooltip?: string): void {
    const item = this.item(label);
    const button = item.buttons?.find((one) => tooltip === undefined || one.tooltip === tooltip);
    if (!button) throw new Error(`no button ${tooltip} of ${label}`);
    this.#itemButtons.fire({ item, button });
  }
  /** Presses the first button beside the title. */
  pressButton(): void {
    this.#buttons.fire(this.buttons[0]);
  }
  leave(): void {
    this.#hiding.fire();
  }
}

/** Answers what waits for the next list with that title to open. */
export function fakePicks(): (title: string) => Promise<FakePick> {
  const picks: FakePick[] = [];
  Object.assign(window, {
    createQuickPick: () => {
      const pick = new FakePick();
      picks.push(pick);
      return pick;
    },
  });
  return async (title) => {
    for (let turns = 0; turns < 1000; turns++) {
      const open = picks.find((pick) => pick.isOpen && pick.title === title);
      if (open) return open;
      await settled();
    }
    throw new Error(`no list ${title} among ${picks.map((pick) => pick.title).join(', ')}`);
  };
}
