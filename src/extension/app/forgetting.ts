import * as vscode from 'vscode';
import type { AnyConnection } from '../targets/targets.ts';

/** Everything, or what is of a connection, is about to be forgotten: one answer of no keeps it. */
interface WillForget {
  /** Undefined where it is everything. */
  readonly connection: AnyConnection | undefined;
  waitUntil(mayForget: Promise<boolean>): void;
}

/** The person wants everything forgotten that is held of the vaults: rows, events, documents. */
export interface Forgetting extends vscode.Disposable {
  /** Who holds work of the person asks for it, and answers whether it may go. */
  readonly onWillForget: vscode.Event<WillForget>;
  readonly onForget: vscode.Event<void>;
  /** Asks all of them, for everything or for what is of a connection. */
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
