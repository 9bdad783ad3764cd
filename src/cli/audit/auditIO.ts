import type { Transport } from '../../core/service/transport.ts';
import { sleep } from '../../node/sleep.ts';
import { createTransport } from '../../node/transport/index.ts';

/** What the commands `audit` use of the process, so that tests can replace it. */
export interface AuditIO {
  writeOut(text: string): void;
  writeError(text: string): void;
  readonly isErrorTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  readonly transport: Transport;
  /** Aborts when the command is to end after the current page. */
  readonly stopping: AbortSignal;
  /** Aborts when requests are to end at once. */
  readonly aborting: AbortSignal;
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Milliseconds that a request may still take after the command was told to end. */
const GRACE_MS = 10_000;

export function createAuditIO(): AuditIO {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const stop = (): void => {
    // The second signal ends the process at once.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    setTimeout(() => aborting.abort(), GRACE_MS).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isErrorTerminal: process.stderr.isTTY === true,
    environment: process.env,
    nodeVersion: process.versions.node,
    transport: createTransport({
      getSettings: () => ({ transport: 'undici', env: process.env }),
      loadHttp: () => import('../../node/transport/undiciTransport.ts'),
    }),
    stopping: stopping.signal,
    aborting: aborting.signal,
    now: Date.now,
    wait: sleep,
  };
}
