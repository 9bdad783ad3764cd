/** Ends the process of a local vault. */

const EXIT_GRACE_MS = 1500;

/**
 * Kills this process 1.5 seconds later, unless it has ended by itself. A disk that does not respond would keep it
 * running, and `process.exit` would wait for the disk too.
 */
export function scheduleForcedExit(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_GRACE_MS).unref();
}
