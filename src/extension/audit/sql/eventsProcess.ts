import { type ChildProcess, fork } from 'node:child_process';
import { errorText } from '../../../core/messages/thrown.ts';
import type {
  EventRows,
  EventsQuestion,
  EventsSqlAnswer,
  EventsSqlMethods,
} from '../../../protocol/eventsSql.ts';
import { processPort } from '../../../protocol/ports.ts';
import { createRpc, type Rpc } from '../../../protocol/rpc.ts';

/** The process failed or ended. Its message is that of the error in the process, or says how the process ended. */
export class EventsProcessFailed extends Error {
  override readonly name = 'EventsProcessFailed';
}

/**
 * The process with the PostgreSQL that contains the loaded events. It runs one call after the other; a statement can be
 * stopped only by ending the process. Every method rejects with `EventsProcessFailed`.
 */
export class EventsProcess {
  readonly #child: ChildProcess;
  readonly #rpc: Rpc<EventsSqlMethods>;
  #isAlive = true;

  /** `entry` is the path of the process's bundle. */
  constructor(entry: string) {
    // Electron runs as plain Node with this variable; a real Node ignores it.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    this.#child = fork(entry, [], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#rpc = createRpc<EventsSqlMethods>(processPort(this.#child), {}, () => undefined);
    this.#child.once('error', (error) => this.#finish(error.message));
    this.#child.once('exit', (code) => this.#finish(`exit ${code}`));
  }

  /** Whether calls can be made. */
  isAlive(): boolean {
    return this.#isAlive;
  }
  add(rows: EventRows): Promise<void> {
    return this.#outcome(this.#rpc.call('add', rows));
  }
  close(): Promise<{ readonly unreadable: number }> {
    return this.#outcome(this.#rpc.call('close', {}));
  }
  ask(question: EventsQuestion): Promise<EventsSqlAnswer> {
    return this.#outcome(this.#rpc.call('ask', question));
  }
  /** Ends the process, whatever it is doing. */
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
