import { errors, type Locator, type Page } from 'playwright-core';
import { afterTimer, againMs, waitMs } from '../run/waiting.ts';

/**
 * The box at the top of the workbench: palette, pick list, or a line to type. Keys are pressed at its input: where a
 * view took the keyboard meanwhile, the input has it again first.
 */
export class QuickInput {
  readonly #widget: Locator;

  constructor(page: Page) {
    // One that is fading out takes no input any more, though it can still be seen.
    this.#widget = page.locator('.quick-input-widget:not(.quick-input-widget-closing)');
  }

  /** The line to type in; for a password its `type` attribute says so. */
  get input(): Locator {
    return this.#widget.locator('.quick-input-filter input, .quick-input-box input').first();
  }

  /** The choices shown now (the list is drawn virtually: only the visible ones). */
  get options(): Locator {
    return this.#widget.getByRole('option');
  }

  /** Waits until it is open; with a title, until the one of that title is. */
  async opened(title?: string | RegExp): Promise<void> {
    if (title === undefined) await this.input.waitFor();
    else await this.#widget.locator('.quick-input-title').getByText(title, { exact: true }).waitFor();
  }

  /**
   * Types `text` and chooses the option `name`. Resolves to false if the box is not open, the option is missing, or the
   * choice is not accepted within `timeout` milliseconds: the editor ignores an Enter while it adds late results to the list.
   */
  async typeAndTake(text: string, name: RegExp, timeout: number): Promise<boolean> {
    const taken = await inItsTime(this.input.fill(text, { timeout }).then(() => this.#take(name, timeout)));
    return taken && (await this.#isLeft(text, timeout));
  }

  /** Whether the box closes, or its text is no longer `text`, within `timeout` milliseconds. */
  async #isLeft(text: string, timeout: number): Promise<boolean> {
    const deadline = Date.now() + timeout;
    const isShown = (inputs: HTMLInputElement[], line: string): boolean =>
      inputs.some((input) => input.checkVisibility() && input.value === line);
    while (await this.input.evaluateAll(isShown, text)) {
      if (Date.now() > deadline) return false;
      await afterTimer(10);
    }
    return true;
  }

  /** Whether it is the Command Palette that is open. */
  get palette(): Locator {
    return this.#widget.getByRole('textbox', { name: /^Type the name of a command/ });
  }

  async closed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }

  /** What is wrong with the input, as shown under it. */
  get message(): Locator {
    return this.#widget.locator('.quick-input-message');
  }

  /** Types what is sought and takes the choice of that name: its label exactly, or a pattern. */
  async choose(name: string | RegExp, filter?: string): Promise<void> {
    await this.opened();
    if (filter !== undefined) await this.input.fill(filter);
    await this.#take(name);
  }

  /** Goes down to a choice and confirms it. The list may still be sorted by what was typed, so it is looked at again. */
  async #take(name: string | RegExp, timeout = waitMs): Promise<void> {
    const deadline = Date.now() + timeout;
    const option = this.option(name);
    await option.waitFor({ timeout });
    while (!(await option.getAttribute('class', { timeout }))?.includes('focused')) {
      if (Date.now() > deadline) throw new errors.TimeoutError(`The keyboard does not reach ${name}.`);
      await this.input.press('ArrowDown', { timeout });
    }
    await this.input.press('Enter', { timeout });
  }

  /** The choice of that name, if it is visible. */
  option(name: string | RegExp): Locator {
    const label = typeof name === 'string' ? new RegExp(`^${literal(name)}(,|$)`) : name;
    return this.#widget.getByRole('option', { name: label }).first();
  }

  /** Ticks a choice of a list with several, without closing it. */
  async tick(name: string | RegExp): Promise<void> {
    await this.option(name).getByRole('checkbox').click();
  }

  /** Types a line and confirms it. */
  async answer(text: string): Promise<void> {
    await this.opened();
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Names a file in the folder that the editor's own dialog for files begins with, and confirms it. */
  async nameFile(title: string | RegExp, name: string): Promise<void> {
    await this.opened(title);
    await this.option('..').waitFor();
    await this.input.press('End');
    // In place of the name that is proposed.
    while (!/[/\\]$/.test(await this.input.inputValue())) await this.input.press('Backspace');
    // Key by key: the dialog looks the path up while it is typed.
    await this.input.pressSequentially(name, { delay: 20 });
    await this.input.press('Enter');
  }

  async confirm(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Closes it where it is open. */
  async leave(): Promise<void> {
    if (await this.input.isVisible()) await inItsTime(this.input.press('Escape', { timeout: againMs }));
    await this.closed();
  }

  async dismiss(): Promise<void> {
    await this.opened();
    await this.input.press('Escape');
    await this.closed();
  }
}

/** Whether that was done in the time it was given; rejects where it failed otherwise. */
export async function inItsTime(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** A text as a regular expression that finds it. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
