/** The audit table over 100,000 loaded events in a real browser: from an action to the frame that shows it. */
import { AuditFakeHost, eventOf } from '../webview/auditHost.ts';
import { bundle, startHarness } from '../webview/harness.ts';
import { eventText } from './auditEvents.ts';
import { type Bench, type BenchEntry, median, quantile } from './bench.ts';

const count = 100_000;
const runs = 9;

const bench: Bench = async () => {
  const before = await bundle('test/bench/audit/inPage.ts');
  const harness = await startHarness(new Map(), 'audit');
  try {
    const events = Array.from({ length: count }, (_, n) => eventOf(eventText(count - 1 - n)));
    const { connect } = new AuditFakeHost(events);
    const { page } = await harness.open({ width: 1200, height: 600, before, connect });
    await page.getByRole('grid', { name: 'Audit events' }).waitFor();
    const facet: number[] = [];
    const search: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const texts = ['card_number', 'user99', 'person7@', 'job', 'consents'];
      const searched = await page.evaluate((text) => window.auditBench.search(text), texts[run % 5] ?? '');
      await page.evaluate(() => window.auditBench.search(''));
      const chosen = await page.evaluate((place) => window.auditBench.facet('actor', place), run + 1);
      await page.evaluate((place) => window.auditBench.facet('actor', place), run + 1);
      // The first run is for what the first use makes for good.
      if (run === 0) continue;
      search.push(searched);
      facet.push(chosen);
    }
    await page.evaluate(() => window.auditBench.brush(20));
    const frames = await page.evaluate(() => window.auditBench.brush(180));
    const idle = await page.evaluate(() => window.auditBench.idle(180));
    const entry = (id: string, what: string, value: number, target: number): BenchEntry => ({
      ...{ id, what, value, unit: 'ms', better: 'lower', target, peers: [], runs },
    });
    return [
      entry(
        'audit-facet-ms',
        '100,000 events: a value chosen, to the frame that shows it',
        median(facet),
        50,
      ),
      entry(
        'audit-search-ms',
        '100,000 events: a text typed, to the frame that shows it',
        median(search),
        50,
      ),
      {
        ...entry(
          'audit-brush-ms',
          '100,000 events: work in a frame while the brush is dragged, p95',
          quantile(frames, 0.95),
          16,
        ),
        peers: [{ name: 'frames without any dragging', value: quantile(idle, 0.95) }],
      },
      {
        ...{ id: 'audit-script-kb', unit: 'KB', better: 'lower', target: 120, peers: [], runs: 1 },
        ...{ what: 'the whole audit table, minified', value: Buffer.byteLength(harness.script) / 1024 },
      },
    ];
  } finally {
    await harness.close();
  }
};
export default bench;
