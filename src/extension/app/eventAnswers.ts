import * as vscode from 'vscode';
import type { Environment } from '../../core/service/connections/connections.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { QueryResult } from '../../core/service/types.ts';

/** A SQL statement over the loaded audit events, with a function that returns its rows. */
export interface EventAnswer {
  readonly statement: string;
  /** When the statement's rows were requested, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly maxRows: number;
  readonly environment: Environment | undefined;
  /** True if the rows may contain unmasked literals of audited queries. */
  readonly hasPlainLiterals: boolean;
  /**
   * Returns the statement's rows, or why it failed. The first call may return the outcome of a run that has already
   * ended. Nothing is sent to the service.
   */
  runStatement(signal?: AbortSignalLike): Promise<Outcome<QueryResult>>;
  /**
   * Returns the same statement with `environment` and `hasPlainLiterals` of the events that are loaded now. The
   * statement does not run until `runStatement` of the returned object is called.
   */
  createRepeat(): EventAnswer;
}

export interface EventAnswers extends vscode.Disposable {
  readonly onAnswer: vscode.Event<EventAnswer>;
  show(answer: EventAnswer): void;
  readonly onWithdraw: vscode.Event<void>;
  /** Requests the removal of results over audit events, because they may contain values that must now be masked. */
  requestRemoval(): void;
}

export function createEventAnswers(): EventAnswers {
  const answers = new vscode.EventEmitter<EventAnswer>();
  const withdrawals = new vscode.EventEmitter<void>();
  return {
    onAnswer: answers.event,
    show: (answer) => answers.fire(answer),
    onWithdraw: withdrawals.event,
    requestRemoval: () => withdrawals.fire(),
    dispose() {
      answers.dispose();
      withdrawals.dispose();
    },
  };
}
