import * as vscode from 'vscode';
import type { Log } from './log.ts';

/**
 * Milliseconds from the first change to the update of the editor's context keys. Changes made in the meantime are
 * combined.
 */
const WAIT_MS = 100;

/**
 * Sets context keys of the editor, which enable commands and show views. The editor evaluates its menus after a change,
 * so changes are applied together after `WAIT_MS`: the last value of each key, if it differs from the value applied
 * before.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #log: Pick<Log, 'defect'>;
  readonly #applied = new Map<string, unknown>();
  readonly #pending = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Pick<Log, 'defect'>) {
    this.#log = log;
  }

  /** Sets a context key after a short delay. `key` is its full name, which starts with `vaultsql.`. */
  set(key: string, value: boolean | string): void {
    this.#pending.set(key, value);
    this.#timer ??= setTimeout(() => this.#applyChanges(), WAIT_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #applyChanges(): void {
    this.#timer = undefined;
    for (const [key, value] of this.#pending) {
      if (this.#applied.get(key) === value) continue;
      this.#applied.set(key, value);
      vscode.commands.executeCommand('setContext', key, value).then(undefined, (error: unknown) => {
        this.#applied.delete(key);
        this.#log.defect('context key', error);
      });
    }
    this.#pending.clear();
  }
}
