/** Ends the process of a local vault. */

/** Milliseconds after which the process is killed. It usually ends by itself in far less. */
const PATIENCE_MS = 1500;

/**
 * Kills this process unless it ends by itself within 1.5 seconds. A disk that does not respond would keep it running,
 * and `process.exit` would wait for the disk too.
 */
export function endSoon(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
}
