import * as vscode from 'vscode';

/** For so long a change waits. */
const WAIT_MS = 100;

/**
 * Context keys, which enable commands and show views. For each change the editor looks at all its menus again, and
 * rows on their way to the screen wait for that: a change that is taken back within `WAIT_MS`, as by a query that is
 * answered at once, is never made.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #made = new Map<string, boolean>();
  readonly #wanted = new Map<string, boolean>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `key` with its `vaultsql.`. */
  set(key: string, value: boolean): void {
    this.#wanted.set(key, value);
    this.#timer ??= setTimeout(() => this.#make(), WAIT_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #make(): void {
    this.#timer = undefined;
    for (const [key, value] of this.#wanted) {
      if (this.#made.get(key) === value) continue;
      this.#made.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
    this.#wanted.clear();
  }
}
