import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { drainMs, graceMs } from '../run/waiting.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly shell?: boolean;
  readonly stdio?: StdioOptions;
}

/** How a process ended. `code` is null after a signal; `output` is both streams, in order of arrival. */
export interface RunResult {
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly output: string;
}

/** Children alive now: none outlives this process. */
const alive = new Set<ChildProcess>();

const cleanups: (() => Promise<void>)[] = [];

/** Has something done after a signal has ended the children and before it ends this process. */
export function onSignal(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup);
}

process.once('exit', () => {
  for (const child of alive) killGroup(child, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    // Children have groups of their own to end: they are given the time for it.
    await Promise.all([...alive].map((child) => stop(child)));
    for (const cleanup of cleanups) await cleanup();
    process.exit(130);
  });
}

/** Starts a process in a group of its own, so that its children end with it, and with this process. */
export function start(
  command: string,
  args: readonly string[],
  options: Omit<RunOptions, 'timeoutMs'> = {},
): ChildProcess {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    shell: options.shell ?? false,
    stdio: options.stdio ?? ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  child.once('error', () => alive.delete(child));
  return child;
}

/** Ends a process and its children: politely, and after a while for good. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  killGroup(child, 'SIGTERM');
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
  // What ignored the first signal, or was left behind by its parent.
  killGroup(child, 'SIGKILL');
}

/** Runs a process to its end and gives how it ended; never throws for a bad exit. `onOutput` hears it live. */
export async function tryRun(
  command: string,
  args: readonly string[],
  options: RunOptions,
  onOutput?: (text: string) => void,
): Promise<RunResult> {
  const child = start(command, args, options);
  let output = '';
  let timedOut = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
  }
  const timer = setTimeout(() => {
    timedOut = true;
    void stop(child);
  }, options.timeoutMs);
  try {
    // Not 'close': a grandchild that keeps the pipe open must not keep us.
    await once(child, 'exit');
    await drained(child);
  } catch (error) {
    output += String(error);
  } finally {
    clearTimeout(timer);
    killGroup(child, 'SIGKILL');
  }
  return { code: child.exitCode, timedOut, output };
}

/** Runs a process to its end and gives its output. Throws, with the end of the output, on anything but exit code 0. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  const result = await tryRun(command, args, options);
  if (result.code === 0) return result.output;
  const how = result.timedOut
    ? `took longer than ${options.timeoutMs / 1000} s`
    : `ended with ${result.code}`;
  throw new Error(`${command} ${args.join(' ')} ${how}:\n${result.output.slice(-4_000)}`);
}

/** Waits a moment for the rest of a finished process's output. */
async function drained(child: ChildProcess): Promise<void> {
  const ends = [child.stdout, child.stderr].map((stream) =>
    stream === null || stream.closed ? undefined : once(stream, 'close'),
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, drainMs);
  });
  await Promise.race([Promise.all(ends), patience]);
  clearTimeout(timer);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') {
      if (child.exitCode === null)
        spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    } else process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
