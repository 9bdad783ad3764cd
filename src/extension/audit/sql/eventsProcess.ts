import { type ChildProcess, fork } from 'node:child_process';
import { type EventsSqlAnswer, type EventsSqlRequest, eventsSqlAnswer } from '../../../protocol/eventsSql.ts';

type Take = (answer: EventsSqlAnswer) => void;

/**
 * The process with the PostgreSQL in it. It answers one request after the other; a statement under way can't be stopped
 * but by ending the process.
 */
export class EventsProcess {
  readonly #child: ChildProcess;
  /** Those who wait for an answer, in the order in which they asked; the first for `ready`. */
  readonly #waiting: Take[] = [];
  #ended: EventsSqlAnswer | undefined;
  readonly ready: Promise<EventsSqlAnswer>;

  /** `entry` is the program's file. */
  constructor(entry: string) {
    // Electron runs as plain Node with this variable; a real Node ignores it.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    this.#child = fork(entry, [], {
      ...{ env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    this.ready = this.#next();
    this.#child.on('message', (message) => {
      const answer = eventsSqlAnswer(message);
      if (answer) this.#waiting.shift()?.(answer);
    });
    this.#child.once('error', (error) => this.#finish(error.message));
    this.#child.once('exit', (code) => this.#finish(`exit ${code}`));
  }

  /** Whether it can be asked. */
  isAlive(): boolean {
    return this.#ended === undefined;
  }

  /** Never rejects: `failed` where the process ends first. */
  ask(request: EventsSqlRequest): Promise<EventsSqlAnswer> {
    const answer = this.#next();
    if (!this.#ended) this.#child.send(request);
    return answer;
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#finish('ended');
    this.#child.kill('SIGKILL');
  }

  #next(): Promise<EventsSqlAnswer> {
    return this.#ended ? Promise.resolve(this.#ended) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #finish(message: string): void {
    this.#ended ??= { type: 'failed', message };
    for (const take of this.#waiting.splice(0)) take(this.#ended);
  }
}
