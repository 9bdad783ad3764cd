const EXIT_GRACE_MS = 1500;

/**
 * Kills this process after 1.5 seconds, unless it has ended by itself. Otherwise, a disk that does not respond could
 * keep the process running.
 */
export function scheduleForcedExit(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_GRACE_MS).unref();
}
