import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stop } from '../editor/processes.ts';
import { eventually } from '../run/waiting.ts';

/** A ClickHouse server on this machine, as tests control it. */
export interface EngineServer {
  /** Address of its HTTP interface, such as `http://127.0.0.1:15000/`. It stays the same after a restart. */
  readonly url: string;
  /** The folder with the server's data. */
  readonly folder: string;
  /** Ends the server as an administrator would; it finishes running requests. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts the server on the same folder and address, after stopping it if it runs. Resolves once it answers. */
  restart(): Promise<void>;
  /** Freezes the server with SIGSTOP: connections are accepted by the system, and nothing is answered. */
  pause(): void;
  /** Resumes a server that `pause` froze. */
  resume(): void;
}

export interface ServerProcessOptions {
  /** The server's name in error messages. */
  readonly name: string;
  readonly url: string;
  readonly folder: string;
  /** Starts the process, with its output in pipes. */
  launch(): ChildProcess;
}

/** Maximum number of characters of a server's output that an error message contains. */
const MAX_OUTPUT = 4_000;

/** The life of one server process: started, frozen, ended, and started again. */
export class ServerProcess implements EngineServer {
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.url;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** Starts the process and resolves once it answers; rejects with its output if it ends before that. */
  async start(): Promise<void> {
    const { name, url } = this.#options;
    const child = this.#options.launch();
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT);
      });
    }
    child.once('error', (error) => {
      output += String(error);
    });
    await eventually(
      () => `${name} does not answer\n${output}`,
      () => {
        if (child.pid === undefined || hasEnded(child)) throw new Error(`${name} ended\n${output}`);
        return answersPing(url);
      },
    );
  }

  async stop(): Promise<void> {
    if (this.#child === undefined) return;
    this.resume();
    await stop(this.#child);
    this.#child = undefined;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const answersPing = (url: string): Promise<boolean> =>
  fetch(`${url}ping`).then(
    async (response) => (await response.text()) === 'Ok.\n',
    () => false,
  );
