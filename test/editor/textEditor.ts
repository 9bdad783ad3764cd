import type { Locator, Page } from 'playwright-core';
import { againMs, eventually } from '../run/waiting.ts';
import { inItsTime } from './quickInput.ts';

/** The text editor that has the focus, by keyboard and eye. */
export class TextEditor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #monaco(): Locator {
    return this.#page.getByRole('main').locator('.monaco-editor').first();
  }

  /** Puts the focus into the text, where it was last; again where something that opens meanwhile takes it. */
  async focus(): Promise<void> {
    const focused = this.#page.getByRole('main').locator('.monaco-editor.focused').first();
    await eventually('the focus in the text', async () => {
      await this.#page.keyboard.press('ControlOrMeta+1');
      return inItsTime(focused.waitFor({ timeout: againMs }));
    });
  }

  /** Types at the caret. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.type(text);
  }

  /** Puts a text in place of all there is, as by pasting: no completion or bracket is added. */
  async replaceAll(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.insertText(text);
  }

  /** Puts the caret at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('Control+G');
    const input = this.#page.locator('.quick-input-widget .quick-input-box input').first();
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.#page.keyboard.press('Enter');
    await this.#page
      .locator('.statusbar')
      .getByRole('button', { name: `Ln ${line}, Col ${column}` })
      .waitFor();
  }

  /** Where the caret is, as the status bar says. */
  async caret(): Promise<{ line: number; column: number }> {
    const item = this.#page.locator('.statusbar').getByRole('button', { name: /^Ln \d+, Col \d+/ });
    const [, line, column] = /Ln (\d+), Col (\d+)/.exec((await item.getAttribute('aria-label')) ?? '') ?? [];
    return { line: Number(line), column: Number(column) };
  }

  /** Waits until that is visible. Whitespace of any kind and length is one space. */
  async shows(text: string | RegExp): Promise<void> {
    const hasText =
      typeof text === 'string' ? text : new RegExp(text.source.replaceAll(' ', '\\s+'), text.flags);
    await this.#page.getByRole('main').locator('.view-lines').filter({ hasText }).first().waitFor();
  }

  /** The visible lines, joined; what was just typed may not be drawn yet. */
  async text(): Promise<string> {
    const lines = await this.#monaco.locator('.view-line').evaluateAll((elements) =>
      elements
        .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
    return lines.join('\n');
  }

  /** Visible squiggles. */
  squiggles(severity: 'error' | 'warning' | 'info' | 'hint'): Locator {
    return this.#monaco.locator(`.squiggly-${severity}`);
  }

  /** A CodeLens of that text. */
  codeLens(text: string | RegExp): Locator {
    return this.#page
      .getByRole('main')
      .locator('.codelens-decoration')
      .getByRole('button', { name: text })
      .first();
  }
}
