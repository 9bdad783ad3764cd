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

export class EventsProcessFailed extends Error {
  override readonly name = 'EventsProcessFailed';
}

/**
 * The process that runs PostgreSQL with the loaded events. A statement can be stopped only by
 * ending the process. Calls reject with `EventsProcessFailed` if they fail or the process ends.
 */
export class EventsProcess {
  readonly #child: ChildProcess;
  readonly #rpc: Rpc<EventsSqlMethods>;
  #isAlive = true;

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
    this.#child.once('error', (error) => this.#closeConnection(error.message));
    this.#child.once('exit', (code) => this.#closeConnection(`exit ${code}`));
  }

  /** Whether the process can be called. False after it ended or was killed, or if it could not be started. */
  isAlive(): boolean {
    return this.#isAlive;
  }
  sendEventRows(rows: EventRows): Promise<void> {
    return this.#outcome(this.#rpc.call('add', rows));
  }
  /**
   * Makes the tables read-only. Resolves to the number of events whose JSON PostgreSQL can't store.
   */
  makeTablesReadOnly(): Promise<{ readonly unreadable: number }> {
    return this.#outcome(this.#rpc.call('close', {}));
  }
  runEventsQuery(query: EventsQuery): Promise<EventsSqlResult> {
    return this.#outcome(this.#rpc.call('ask', query));
  }
  /** Kills the process at once, even during a statement. Pending calls reject. */
  killProcess(): void {
    this.#closeConnection('ended');
    this.#child.kill('SIGKILL');
  }

  #outcome<Value>(call: Promise<Value>): Promise<Value> {
    return call.catch((error: unknown) => {
      throw new EventsProcessFailed(errorText(error), { cause: error });
    });
  }
  #closeConnection(reason: string): void {
    this.#isAlive = false;
    this.#rpc.dispose(reason);
  }
}
