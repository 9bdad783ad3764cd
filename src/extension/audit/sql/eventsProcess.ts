import { type ChildProcess, fork } from 'node:child_process';
import { errorText } from '../../../core/messages/thrownErrors.ts';
import type {
  EventRows,
  EventsQuery,
  EventsSqlMethods,
  EventsSqlResult,
} from '../../../protocol/eventsSql.ts';
import { createProcessPort } from '../../../protocol/ports.ts';
import { createRpc, type Rpc } from '../../../protocol/rpc.ts';

/**
 * Thrown if a call to the process failed or the process ended. The message is that of the error in the process, or
 * says how the process ended.
 */
export class EventsProcessFailed extends Error {
  override readonly name = 'EventsProcessFailed';
}

/**
 * The process that runs PostgreSQL with the loaded events. It handles one call after another; a statement can be
 * stopped only by ending the process. A call that fails rejects with `EventsProcessFailed`, as do all pending and later
 * calls once the process has ended.
 */
export class EventsProcess {
  readonly #child: ChildProcess;
  readonly #rpc: Rpc<EventsSqlMethods>;
  #isAlive = true;

  /** Starts the process that runs PostgreSQL. `entry` is the path of the JavaScript bundle that it executes. */
  constructor(entry: string) {
    // Electron runs as plain Node with this variable; a real Node ignores it.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    this.#child = fork(entry, [], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#rpc = createRpc<EventsSqlMethods>(createProcessPort(this.#child), {}, () => undefined);
    this.#child.once('error', (error) => this.#finish(error.message));
    this.#child.once('exit', (code) => this.#finish(`exit ${code}`));
  }

  /** Whether the process can still be used: false after it ended, or if it could not be started. */
  isAlive(): boolean {
    return this.#isAlive;
  }
  add(rows: EventRows): Promise<void> {
    return this.#outcome(this.#rpc.call('add', rows));
  }
  /**
   * Makes the tables read-only after the last row was added. Resolves to the number of events whose JSON PostgreSQL
   * can't store, which is NULL in the table.
   */
  close(): Promise<{ readonly unreadable: number }> {
    return this.#outcome(this.#rpc.call('close', {}));
  }
  /** Runs a statement after `close`. */
  ask(question: EventsQuery): Promise<EventsSqlResult> {
    return this.#outcome(this.#rpc.call('ask', question));
  }
  /** Kills the process at once, even during a statement. Pending calls reject. */
  end(): void {
    this.#finish('ended');
    this.#child.kill('SIGKILL');
  }

  #outcome<Value>(call: Promise<Value>): Promise<Value> {
    return call.catch((error: unknown) => {
      throw new EventsProcessFailed(errorText(error), { cause: error });
    });
  }
  #finish(reason: string): void {
    this.#isAlive = false;
    this.#rpc.dispose(reason);
  }
}
