/**
 * Passes the results of SQL statements over loaded audit events from the audit feature to the results view. These
 * statements run on this machine and are not sent to the service.
 */
import * as vscode from 'vscode';
import type { Environment } from '../../core/service/connections/connections.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { QueryResult } from '../../core/service/types.ts';

/** A SQL statement over the loaded audit events, and the way to get its rows. */
export interface EventAnswer {
  readonly statement: string;
  /** When the user ran the statement, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Maximum number of rows in the result. If the result has this many, more may exist. */
  readonly maxRows: number;
  /**
   * Environment of the connection that the events come from. Undefined if it is unknown, for example if the events
   * come from a file.
   */
  readonly environment: Environment | undefined;
  /**
   * True if the rows may contain literals of queries in plain text, because the user's setting does not mask
   * literals in the audit views.
   */
  readonly hasPlainLiterals: boolean;
  /**
   * Returns the rows of the statement. The first call may return rows that were read when the user ran the statement.
   * Each other call runs it over the events that are loaded now, and returns an error if `environment` or
   * `hasPlainLiterals` does not match these events. Nothing is sent to the service.
   */
  runStatement(signal?: AbortSignalLike): Promise<Outcome<QueryResult>>;
  /**
   * Returns the same statement for the events that are loaded now. It does not run until `runStatement` of the
   * returned object is called.
   */
  createRepeat(): EventAnswer;
}

export interface EventAnswers extends vscode.Disposable {
  readonly onAnswer: vscode.Event<EventAnswer>;
  /** Passes the answer to the results view, which displays its rows. */
  show(answer: EventAnswer): void;
  readonly onWithdraw: vscode.Event<void>;
  /**
   * Fires `onWithdraw`, at which the results of statements over audit events are removed from the results view, because
   * they may contain values that have to be masked now.
   */
  withdraw(): void;
}

/**
 * Creates the channel through which answers over audit events are passed to listeners. A listener receives only answers
 * that are shown after it was added.
 */
export function createEventAnswers(): EventAnswers {
  const answers = new vscode.EventEmitter<EventAnswer>();
  const withdrawals = new vscode.EventEmitter<void>();
  return {
    onAnswer: answers.event,
    show: (answer) => answers.fire(answer),
    onWithdraw: withdrawals.event,
    withdraw: () => withdrawals.fire(),
    dispose() {
      answers.dispose();
      withdrawals.dispose();
    },
  };
}
