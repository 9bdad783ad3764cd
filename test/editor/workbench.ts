import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { againMs, eventually, waitMs } from '../run/waiting.ts';
import { unlessReplaced } from './frames.ts';
import { inItsTime, literal, QuickInput } from './quickInput.ts';
import { TextEditor } from './textEditor.ts';

/**
 * The workbench as a person meets it: everything is found by role and accessible name, and every wait is for
 * something that can be seen. Locators are given out, so that tests say what they expect of them.
 */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly editor: TextEditor;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.editor = new TextEditor(page);
  }

  /** Waits until the workbench can be used. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor();
    await this.page.locator('.statusbar').getByRole('button').first().waitFor();
    await this.tab('Explorer').waitFor();
  }

  /**
   * Runs a command from the Command Palette by its title, category included. A palette that was opened before an
   * extension's commands were known does not show them, so it is opened again until the command is there.
   */
  async runCommand(title: string): Promise<void> {
    await this.#choose('F1', `>${title}`, new RegExp(`^${literal(title)}(,|$)`));
    await this.quickInput.palette.waitFor({ state: 'hidden' });
  }

  /**
   * Runs a command until that is to be seen. For commands that may be run twice: the editor forgets at times to give a
   * page the focus, where it hears late that the page had lost it.
   */
  async runCommandUntil(title: string, shown: Locator): Promise<void> {
    await eventually(`what ${title} shows`, async () => {
      await this.runCommand(title);
      return inItsTime(shown.waitFor({ timeout: againMs }));
    });
  }

  /** Runs a command that asks for a line, and answers it. */
  async runCommandWith(title: string, line: string): Promise<void> {
    await this.runCommand(title);
    await this.quickInput.answer(line);
  }

  /** Runs a command that offers a list, and takes a choice of it. */
  async runCommandAndChoose(title: string, name: RegExp, filter: string): Promise<void> {
    await this.runCommand(title);
    await this.quickInput.choose(name, filter);
  }

  /** Runs a command that opens a list of that title. */
  async openList(command: string, title: string | RegExp): Promise<void> {
    await this.runCommand(command);
    await this.quickInput.opened(title);
  }

  /**
   * Opens a quick input by its key, types, and takes what is to be chosen. All of it again where the key was lost, or
   * the list does not know the choice yet.
   */
  async #choose(key: string, typed: string, name: RegExp): Promise<void> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      await this.page.keyboard.press(key);
      const chosen = await this.quickInput.typeAndTake(typed, name, againMs);
      if (chosen) return;
      if (Date.now() > deadline)
        throw new Error(`The list of "${typed}" does not show what was to be chosen.`);
      await this.quickInput.leave();
    }
  }

  /** Opens a file of the workspace by Quick Open. */
  async openFile(name: string): Promise<void> {
    await this.#choose('ControlOrMeta+P', name, new RegExp(`^${literal(name)}\\b`));
    await this.editorTab(name).waitFor();
  }

  editorTab(name: string): Locator {
    return this.page.getByRole('main').getByRole('tab', { name: new RegExp(`^${literal(name)}\\b`) });
  }

  /** A tab of the activity bar, the panel or the side bar's header: `Explorer`, `Problems`, `Vault SQL`. */
  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${literal(name)}( \\(|$| - )`) }).first();
  }

  /** Shows a view container by its tab; does nothing when it is shown already (a click would hide it). */
  async showContainer(name: string): Promise<void> {
    const tab = this.tab(name);
    await tab.waitFor();
    const shown = tab.and(this.page.locator('[aria-expanded="true"]'));
    await eventually(`the view container ${name}`, async () => {
      if (await shown.isVisible()) return true;
      // The click hides it where a command has shown it since. Then it is clicked again.
      await tab.click();
      await inItsTime(shown.waitFor({ timeout: againMs }));
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
      return shown.isVisible();
    });
  }

  /** A row of a tree view. */
  treeItem(view: string, name: string | RegExp): Locator {
    return this.tree(view).getByRole('treeitem', { name }).first();
  }

  tree(view: string): Locator {
    return this.page.getByRole('tree', { name: new RegExp(`^${literal(view)}`) });
  }

  /** A button in the title bar of a view; those of an unfocused view show only under the mouse. */
  async viewAction(view: string, action: string | RegExp): Promise<void> {
    const toolbar = this.page.getByRole('toolbar', { name: new RegExp(`${literal(view)} actions$`) }).first();
    await this.page
      .locator('.pane-header, .composite.title', { hasText: view })
      .first()
      .hover({ force: true })
      .catch(() => undefined);
    await toolbar.getByRole('button', { name: action }).click();
  }

  /** A button of the editor's title bar. */
  editorAction(action: string | RegExp): Locator {
    return this.page.getByRole('toolbar', { name: 'Editor actions' }).getByRole('button', { name: action });
  }

  /** Any button of the workbench itself, such as those of welcome content. */
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  statusBarItem(name: string | RegExp): Locator {
    return this.page.locator('.statusbar').getByRole('button', { name }).first();
  }

  /** A notification whose text is visible. Its buttons are found within it. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ hasText: text }).first();
  }

  /** All visible notifications. */
  get notifications(): Locator {
    return this.page.locator('.notification-list-item');
  }

  /** A modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Opens the Problems panel and gives its rows, files included. */
  async problems(): Promise<Locator> {
    await this.runCommand('Problems: Focus on Problems View');
    return this.page.locator('.markers-panel').getByRole('treeitem');
  }

  /**
   * The document of the webview of that title (a view's name or an editor's title). Webviews float over the
   * workbench: they are not inside the view that shows them.
   */
  async webview(title: string): Promise<FrameLocator> {
    const active = `#active-frame[title=${JSON.stringify(title)}]`;
    return eventually(`a webview "${title}"`, async () => {
      const names = await this.page
        .locator('iframe.webview.ready')
        .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('name')));
      for (const name of names) {
        // By its name, not its place: another webview may come or go.
        const inner = this.page.locator(`iframe.webview[name="${name}"]`).contentFrame().locator(active);
        if (((await unlessReplaced(inner.count())) ?? 0) > 0) return inner.contentFrame();
      }
      return undefined;
    });
  }

  /**
   * Waits until the editor has done what it does about the keys pressed before: those come to it in turn, also from
   * within a webview, and so does the focus of one. Two keys that are no command are pressed, of which it says so; again
   * where a page that opens took the keyboard between them.
   */
  async keysHandled(): Promise<void> {
    const says = (text: RegExp): Promise<boolean> =>
      inItsTime(this.page.locator('.statusbar').getByText(text).waitFor({ timeout: againMs }));
    await eventually('what the editor says of keys that are no command', async () => {
      await this.page.keyboard.press('ControlOrMeta+K');
      if (!(await says(/Waiting for second key of chord/))) return false;
      await this.page.keyboard.press('F9');
      return says(/is not a command/);
    });
  }

  /** Takes a picture of the whole window. */
  async screenshot(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path, animations: 'disabled' });
  }
}
