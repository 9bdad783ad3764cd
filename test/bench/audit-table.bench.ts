/** The audit table over 100,000 loaded events, and a million, in a real browser: from an action to the frame that shows it. */
import type { Frame as PageFrame } from 'playwright-core';
import { bundle, type Harness, startHarness } from '../webview/harness.ts';
import type {} from './audit/agGrid.ts';
import { frameCpu } from './audit/frameCpu.ts';
import type { Frame } from './audit/inPage.ts';
import { type Bench, type BenchEntry, median, quantile, sized } from './bench.ts';

const runs = sized(9, 1);
const [fewer, many] = [sized(100_000, 1_000), sized(1_000_000, 2_000)];
const draggedFrames = sized(180, 5);
const texts = ['card_number', 'user99', 'person7@', 'job', 'consents'];
/** A frame that comes this long after the one before has let at least one go by; at 60 a second. */
const lateMs = 25;

const bench: Bench = async () => {
  const before = await bundle('test/bench/audit/inPage.ts');
  const harness = await startHarness(
    new Map([
      ['/outer', '<!DOCTYPE html><html><body><script src="/outer.js"></script></body></html>'],
      ['/outer.js', await bundle('test/bench/audit/outerPage.ts')],
      ['/audit-host.js', await bundle('test/bench/audit/hostThread.ts')],
      ['/ag-grid', peerPage],
      ['/ag-grid.js', await bundle('test/bench/audit/agGrid.ts')],
    ]),
    'audit',
  );
  try {
    const peer = await searchPeer(harness);
    const page = await openInner(harness, before, fewer);
    const facet: number[] = [];
    const search: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const searched = await page.evaluate((text) => window.auditBench.search(text), texts[run % 5] ?? '');
      await page.evaluate(() => window.auditBench.search(''));
      const chosen = await page.evaluate((place) => window.auditBench.facet('actor', place), run + 1);
      await page.evaluate((place) => window.auditBench.facet('actor', place), run + 1);
      // The first run is for what the first use makes for good.
      if (run === 0) continue;
      search.push(searched);
      facet.push(chosen);
    }
    const brushed = await brush(page);
    const odd = await oddTimes(page);
    await page.page().close();
    const pageOfMillion = await openInner(harness, before, many);
    const brushedMillion = await brush(pageOfMillion);
    const oddOfMillion = await oddTimes(pageOfMillion);
    const entry = (id: string, what: string, value: number, target: number): BenchEntry => ({
      id,
      what,
      value,
      unit: 'ms',
      better: 'lower',
      target,
      peers: [],
      runs,
    });
    return [
      entry(
        'audit-facet-ms',
        '100,000 events: a value chosen, to the frame that shows it',
        median(facet),
        50,
      ),
      {
        ...entry(
          'audit-search-ms',
          '100,000 events: a text typed, to the frame that shows it',
          median(search),
          50,
        ),
        peers: [{ name: 'ag-grid-community', value: peer }],
      },
      {
        ...entry(
          'audit-brush-ms',
          '100,000 events: work in a frame while the brush is dragged, p95',
          ...([brushed.work, 16] as const),
        ),
        peers: brushed.peers,
      },
      {
        ...entry(
          'audit-1m-brush-page-ms',
          '1,000,000 events: work in a frame while the brush is dragged, p95',
          ...([brushedMillion.work, 16] as const),
        ),
        peers: brushedMillion.peers,
      },
      entry(
        'audit-odd-ms',
        '100,000 events: what is odd about those of an actor, to the frame that shows it',
        ...([median(odd), 300] as const),
      ),
      entry(
        'audit-1m-odd-ms',
        '1,000,000 events: what is odd about those of an actor, to the frame that shows it',
        ...([median(oddOfMillion), 3_000] as const),
      ),
      {
        id: 'audit-script-kb',
        unit: 'KB',
        better: 'lower',
        target: 120,
        peers: [],
        runs: 1,
        what: 'the whole audit table, minified',
        value: Buffer.byteLength(harness.script) / 1024,
      },
    ];
  } finally {
    await harness.close();
  }
};
export default bench;

/** The audit table inside the page around it, with the rows of so many events drawn. */
async function openInner(harness: Harness, before: string, events: number): Promise<PageFrame> {
  const path = `/outer?events=${events}`;
  const { page } = await harness.open({ width: 1200, height: 600, before, path });
  const handle = await page.locator('iframe').elementHandle();
  const inner = await handle?.contentFrame();
  if (!inner) throw new Error('no page inside');
  // Its host, in a thread of its own, has loaded all events meanwhile.
  await inner.getByRole('grid', { name: 'Audit events' }).waitFor({ timeout: 300_000 });
  await inner
    .getByRole('status')
    .filter({ hasText: `${events} events` })
    .waitFor({ timeout: 300_000 });
  return inner;
}

/** Work in a frame while the brush is dragged, p95; beside it what frames take without, and how many come late. */
async function brush(
  page: PageFrame,
): Promise<{ readonly work: number; readonly peers: BenchEntry['peers'] }> {
  // The first time is for what the first use makes for good.
  await page.evaluate(() => window.auditBench.brush(20));
  const dragged = await page.evaluate((count) => window.auditBench.brush(count), draggedFrames);
  const cpu = await frameCpu(page.page(), () =>
    page.evaluate((count) => window.auditBench.brush(count), draggedFrames),
  );
  const idle = await page.evaluate((count) => window.auditBench.idle(count), draggedFrames);
  const work = (of: readonly Frame[]): number =>
    quantile(
      of.map((one) => one.work),
      0.95,
    );
  const late = (of: readonly Frame[]): number =>
    (100 * of.filter(({ since }) => since > lateMs).length) / of.length;
  return {
    work: work(dragged),
    peers: [
      { name: 'of these on the processor', value: quantile(cpu, 0.95) },
      { name: 'without any dragging', value: work(idle) },
      { name: 'late frames of 100', value: late(dragged) },
      { name: 'late without dragging', value: late(idle) },
    ],
  };
}

async function oddTimes(page: PageFrame): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const ms = await page.evaluate((place) => window.auditBench.odd('actor', place), run + 1);
    if (run > 0) taken.push(ms);
  }
  return taken;
}

const peerPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ag-grid</title>
<style>body { margin: 0; font: 13px sans-serif } #grid { height: 600px }</style></head>
<body><div id="grid"></div><script src="/ag-grid.js"></script></body></html>`;

/** The same texts looked for by a grid that holds the same events in its page; it has neither counts nor a histogram. */
async function searchPeer(harness: Harness): Promise<number> {
  const view = await harness.open({ width: 1200, height: 600, path: `/ag-grid?events=${fewer}` });
  const taken: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const ms = await view.page.evaluate((text) => window.gridSearch(text), texts[run % 5] ?? '');
    await view.page.evaluate(() => window.gridSearch(''));
    if (run > 0) taken.push(ms);
  }
  await view.close();
  return median(taken);
}
