import type { Transport } from '../core/service/transport.ts';
import { sleep } from '../node/sleep.ts';
import { createTransport } from '../node/transport/index.ts';
import { CLEAR_LINE, writeError } from './terminalText.ts';

/** The parts of the process that commands with requests use. Tests replace them. */
export interface CommandIO {
  writeOut(text: string): void;
  /** Writes to standard error. Characters that control a terminal are replaced, except for the text `CLEAR_LINE`. */
  writeError(text: string): void;
  readonly isErrorTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  readonly transport: Transport;
  /** Aborts at the first SIGINT or SIGTERM. The command should then end after the current page. */
  readonly stopping: AbortSignal;
  /** Aborts some seconds after `stopping`. Requests and waits should then end at once. */
  readonly aborting: AbortSignal;
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Milliseconds from `stopping` to `aborting`, so that a request in progress can usually end. */
const GRACE_MS = 10_000;

/**
 * Creates the parts of this process. `forcedEnd` is a sentence for the user about what remains of the output if a second
 * signal ends the process at once.
 */
export function createCommandIO(forcedEnd: string): CommandIO {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) {
      if (process.stderr.isTTY) writeError(CLEAR_LINE);
      writeError(`Ended at once by a second signal. ${forcedEnd}\n`);
      process.exit(1);
    }
    stopping.abort();
    setTimeout(() => aborting.abort(), GRACE_MS).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError,
    isErrorTerminal: process.stderr.isTTY === true,
    environment: process.env,
    nodeVersion: process.versions.node,
    transport: createTransport({
      getSettings: () => ({ transport: 'undici', env: process.env }),
      loadHttp: () => import('../node/transport/undiciTransport.ts'),
    }),
    stopping: stopping.signal,
    aborting: aborting.signal,
    now: Date.now,
    wait: sleep,
  };
}

/** Major and minor number of the oldest version of Node.js on which the HTTP library runs. */
const MIN_NODE = [22, 19] as const;

function isNodeTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
}

/**
 * Returns whether the HTTP library runs on this version of Node.js. If not, reports that to the user. `start` is the
 * start of the message, up to the verb.
 */
export function checkNodeVersion(
  start: string,
  { nodeVersion, writeError }: Pick<CommandIO, 'nodeVersion' | 'writeError'>,
): boolean {
  if (!isNodeTooOld(nodeVersion)) return true;
  writeError(`${start} Node.js 22.19 or later; this is ${nodeVersion}.\n`);
  return false;
}
