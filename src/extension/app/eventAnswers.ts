/** Answers over loaded audit events, on this machine: given by audit, shown by results. */
import * as vscode from 'vscode';
import type { Environment } from '../../core/service/connections/connections.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { QueryAnswer } from '../../core/service/types.ts';

/** One question with its answer. */
export interface EventAnswer {
  /** The statement, in PostgreSQL's SQL. */
  readonly statement: string;
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Rows that an answer holds at most; as many leave it open whether there are more. */
  readonly most: number;
  /** The environment of the connection that the events come from; undefined if that is unknown, as with opened files. */
  readonly environment: Environment | undefined;
  /** Whether the rows may contain literals of queries in plain text, because the setting shows them in the audit views. */
  readonly hasPlainLiterals: boolean;
  /**
   * Returns the answer. A second call runs the statement over the events that are loaded then, and fails if `environment` or
   * `hasPlainLiterals` is no longer true of them. Nothing is sent.
   */
  ask(signal?: AbortSignalLike): Promise<Outcome<QueryAnswer>>;
  /** Returns the same question over the events that are loaded now. The statement runs once `ask` is called. */
  again(): EventAnswer;
}

export interface EventAnswers extends vscode.Disposable {
  readonly onAnswer: vscode.Event<EventAnswer>;
  /** Shows it where results are. */
  show(answer: EventAnswer): void;
  readonly onWithdraw: vscode.Event<void>;
  /** Removes the rows of all answers from the results view, because they may contain values that are masked now. */
  withdraw(): void;
}

/**
 * Creates the channel by which audit answers get to the results view. Answers shown earlier are not repeated to new
 * listeners.
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
