/** 100,000 loaded audit events in the host: their memory, and what a change of filters costs there. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventFromData } from '../../src/core/audit/feed/compactEvent.ts';
import { createLedger, type Ledger } from '../../src/core/audit/feed/ledger.ts';
import { EventStore } from '../../src/core/audit/store/eventStore.ts';
import { noFilters, type TrailFilters } from '../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../src/core/audit/table/trail.ts';
import { nodeBytes } from '../../src/node/nodeBytes.ts';
import { textTerms } from '../unit/core/audit/questions.ts';
import { createWhoReadWhat } from '../unit/core/audit/store/plainWhoReadWhat.ts';
import { auditPage } from './auditEvents.ts';
import { type Bench, type BenchEntry, median, sized } from './bench.ts';

const count = sized(100_000, 1_000);
const queries = sized(10_000, 100);
const pageSize = 500;
const runs = sized(9, 1);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
async function used(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

/** A listing with its ledger, as a feed and the trail behind it hold them. */
function load(events: number): {
  readonly ledger: Ledger;
  readonly table: EventStore;
  readonly bytes: number;
} {
  const table = new EventStore(nodeBytes, parseQueryReads);
  const ledger = createLedger({ listing: 1, onNewEvents: (some) => table.add(some) });
  let bytes = 0;
  for (let to = events; to > 0; to -= pageSize) {
    const { page, bytes: own } = auditPage(to - pageSize, to);
    bytes += own;
    ledger.addPage(page, to === events ? 'newest' : 'older');
  }
  return { ledger, table, bytes };
}

/** All that a table shows of these filters. */
function viewOf(table: EventStore, filters: TrailFilters): void {
  table.rows(filters, newestFirst);
  table.facets(filters);
  table.histogram(filters);
}

function timed(work: (run: number) => void): number {
  const taken = Array.from({ length: runs }, (_, run) => {
    const started = performance.now();
    work(run);
    return performance.now() - started;
  });
  return median(taken);
}

const bench: Bench = async () => {
  // Once for what the first use makes for good.
  viewOf(load(pageSize).table, noFilters);
  const before = await used();
  const { ledger, table, bytes } = load(count);
  const memory = ((await used()) - before) / bytes;
  const parsed: unknown[] = [];
  const beforeParsed = await used();
  for (let to = count; to > 0; to -= pageSize) parsed.push(auditPage(to - pageSize, to).page);
  const memoryParsed = ((await used()) - beforeParsed) / bytes;
  parsed.length = 0;

  const texts = ['card_number', 'user99', 'nowhere to be found', 'e', 'person7@'];
  const search = timed((run) => {
    viewOf(table, { fields: new Map(), terms: textTerms(texts[run % texts.length] ?? '') });
  });
  const facet = timed((run) => {
    const only = new Set([`person${run + 1}@example.com`]);
    viewOf(table, { fields: new Map([['actor', { only, not: new Set() }]]) });
  });
  const range = timed((run) => {
    const from = Date.UTC(2026, 0, 6) + run * 60_000;
    viewOf(table, {
      fields: new Map(),
      range: { from, to: from + 86_400_000 },
    });
  });
  if (ledger.provenance().loaded !== count) throw new Error('not all are loaded');
  const some = Array.from(table.rows(noFilters, newestFirst).slice(0, queries));
  const whoReadWhat = timed(() => {
    const builder = createWhoReadWhat(parseQueryReads);
    for (const number of some) {
      const event = table.event(number);
      if (event) builder.add(number, eventFromData(event));
    }
    if (builder.result().queries !== queries) throw new Error('not all are queries');
  });
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
    {
      id: 'audit-memory-100k',
      unit: '×',
      better: 'lower',
      target: 2,
      runs: 1,
      value: memory,
      what: '100,000 loaded events with the index of the table, in bytes of the answers',
      peers: [{ name: 'events as parsed', value: memoryParsed }],
    },
    entry('audit-facet-host-ms', '100,000 events: a facet chosen, in the host', facet, 50),
    entry('audit-search-host-ms', '100,000 events: a text searched, in the host', search, 50),
    entry('audit-range-host-ms', '100,000 events: a stretch of time chosen, in the host', range, 16),
    entry('who-read-what-ms', 'who read what over 10,000 query events', whoReadWhat, 300),
  ];
};
export default bench;
