import * as vscode from 'vscode';
import type { Log } from './log.ts';

/** For so long a change waits. */
const WAIT_MS = 100;

/**
 * Context keys, which enable commands and show views. For each change the editor looks at all its menus again, and
 * rows on their way to the screen wait for that: a change that is taken back within `WAIT_MS`, as by a query that is
 * answered at once, is never made.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #log: Pick<Log, 'defect'>;
  readonly #made = new Map<string, unknown>();
  readonly #wanted = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Pick<Log, 'defect'>) {
    this.#log = log;
  }

  /** `key` with its `vaultsql.`. */
  set(key: string, value: boolean | string): void {
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
      vscode.commands.executeCommand('setContext', key, value).then(undefined, (error: unknown) => {
        this.#made.delete(key);
        this.#log.defect('context key', error);
      });
    }
    this.#wanted.clear();
  }
}
