import * as vscode from 'vscode';
import type { Log } from './log.ts';

const WAIT_MS = 100;

/**
 * Sets context keys of the editor. Changes are applied together after a delay, because the editor evaluates its menus
 * after each change.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #log: Pick<Log, 'defect'>;
  readonly #applied = new Map<string, unknown>();
  readonly #pending = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Pick<Log, 'defect'>) {
    this.#log = log;
  }

  scheduleContextKey(key: string, value: boolean | string): void {
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
