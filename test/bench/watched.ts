/** How long the thread that asks, which is the host's, is held by what others do for it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

export interface Held {
  /** The longest in milliseconds between two turns: what other programs take is in it. */
  readonly wall: number;
  /** The most milliseconds of CPU that this thread took from one turn to another: what it did itself. */
  readonly cpu: number;
}

/** What `act` answers, and how long this thread was held meanwhile. */
export async function watched<Answer>(
  act: () => Promise<Answer>,
): Promise<Held & { readonly answer: Answer }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let [cpu, isDone] = [0, false];
  async function watch(): Promise<void> {
    for (let before = process.threadCpuUsage(); !isDone; before = process.threadCpuUsage()) {
      await setTimeout(1);
      const { user, system } = process.threadCpuUsage(before);
      cpu = Math.max(cpu, (user + system) / 1000);
    }
  }
  const watching = watch();
  delay.enable();
  const answer = await act();
  isDone = true;
  // What held it last is noted in a later turn.
  await watching;
  delay.disable();
  return { answer, wall: delay.max / 1e6, cpu };
}
