import * as vscode from 'vscode';
import type { AnyConnection } from '../targets/targets.ts';

/**
 * Event before the data of `connection` is forgotten, or all data if `connection` is undefined. A listener with unsaved
 * work can refuse by passing `waitUntil` a promise that resolves to false.
 */
interface WillForget {
  readonly connection: AnyConnection | undefined;
  waitUntil(mayForget: Promise<boolean>): void;
}

/** Notifies features when what they read from vaults, such as rows, audit events and documents, is to be forgotten. */
export interface ForgetEvents extends vscode.Disposable {
  readonly onWillForget: vscode.Event<WillForget>;
  readonly onForget: vscode.Event<void>;
  /** Notifies the listeners of `onWillForget`. Resolves to false if one of them refuses. Forgets nothing itself. */
  mayForget(connection?: AnyConnection): Promise<boolean>;
  forget(): void;
}

export function createForgetEvents(): ForgetEvents {
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
