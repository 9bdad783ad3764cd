import * as vscode from 'vscode';
import type { AnyConnection } from '../targets/targets.ts';

/**
 * Event that is fired before everything, or everything of one connection, is forgotten. A listener with unsaved work
 * calls `waitUntil` with a promise, which resolves to false to refuse.
 */
interface WillForget {
  /** The connection whose data is about to be forgotten. Undefined if everything is about to be forgotten. */
  readonly connection: AnyConnection | undefined;
  waitUntil(mayForget: Promise<boolean>): void;
}

/** Notifies features when what they read from vaults, such as rows, audit events and documents, is to be forgotten. */
export interface Forgetting extends vscode.Disposable {
  /** Fires at each call of `mayForget`. A listener can delay or refuse with `waitUntil`. */
  readonly onWillForget: vscode.Event<WillForget>;
  readonly onForget: vscode.Event<void>;
  /**
   * Fires `onWillForget` for everything, or for what belongs to `connection`. Resolves to false if a listener refuses.
   * Does not fire `onForget`.
   */
  mayForget(connection?: AnyConnection): Promise<boolean>;
  forget(): void;
}

export function createForgetting(): Forgetting {
  const asking = new vscode.EventEmitter<WillForget>();
  const forgetting = new vscode.EventEmitter<void>();
  return {
    onWillForget: asking.event,
    onForget: forgetting.event,
    async mayForget(connection) {
      const answers: Promise<boolean>[] = [];
      asking.fire({ connection, waitUntil: (answer) => void answers.push(answer) });
      return (await Promise.all(answers)).every(Boolean);
    },
    forget: () => forgetting.fire(),
    dispose() {
      asking.dispose();
      forgetting.dispose();
    },
  };
}
