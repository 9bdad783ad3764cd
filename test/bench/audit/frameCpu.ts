/** What the thread of a page computes for each frame, whatever else the machine is doing: from the browser's own trace. */
import type { Page } from 'playwright-core';

interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds of the processor; of what has a duration. */
  readonly tdur?: number;
}

/** What a page alone has, the end of each frame, and what is done for it. */
const [callback, frameEnd, task] = ['FireAnimationFrame', 'Commit', 'RunTask'];

/** Milliseconds of CPU for each frame that is drawn while `act` runs, with all that is done before it. */
export async function frameCpu(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const traced: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    const all = value as unknown as Traced[];
    traced.push(...all.filter(({ name }) => [callback, frameEnd, task].includes(name)));
  });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return perFrame(traced);
}

function perFrame(traced: readonly Traced[]): number[] {
  const threads = Object.values(Object.groupBy(traced, ({ pid, tid }) => `${pid} ${tid}`));
  const callbacks = (all: readonly Traced[] = []): number =>
    all.filter(({ name }) => name === callback).length;
  const [page = []] = threads.toSorted((a, b) => callbacks(b) - callbacks(a));
  const frames: number[] = [];
  let spent = 0;
  for (const { name, tdur = 0 } of page.toSorted((a, b) => a.ts - b.ts)) {
    if (name === task) spent += tdur / 1000;
    else if (name === frameEnd) {
      frames.push(spent);
      spent = 0;
    }
  }
  return frames;
}
