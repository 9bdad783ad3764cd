/** The end of a vault's process. */

/** What is asked to end does so by itself in far less. */
const PATIENCE_MS = 1500;

/**
 * Ends this process hard, unless it has ended by itself soon: a disk that does not answer would keep it, and
 * `process.exit` would wait for the disk as well.
 */
export function endSoon(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
}
