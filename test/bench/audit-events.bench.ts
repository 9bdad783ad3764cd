/** 100,000 loaded audit events in the host: their memory, and what a change of filters costs there. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type AuditStore, createAuditStore } from '../../src/core/audit/feed/store.ts';
import { readQuery } from '../../src/core/audit/table/queryReads.ts';
import { createAuditTable } from '../../src/core/audit/table/table.ts';
import { createWhoReadWhat } from '../../src/core/audit/table/whoReadWhat.ts';
import { auditPage } from './auditEvents.ts';
import { type Bench, type BenchEntry, median } from './bench.ts';

const count = 100_000;
const queries = 10_000;
const pageSize = 500;
const runs = 9;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
async function used(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function load(events: number): { readonly store: AuditStore; readonly bytes: number } {
  const store = createAuditStore();
  let bytes = 0;
  for (let to = events; to > 0; to -= pageSize) {
    const { page, bytes: own } = auditPage(to - pageSize, to);
    bytes += own;
    store.addPage(page, to === events ? 'newest' : 'older');
  }
  return { store, bytes };
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
  createAuditTable().sync(load(pageSize).store.events());
  const before = await used();
  const { store, bytes } = load(count);
  const table = createAuditTable();
  table.sync(store.events());
  const memory = ((await used()) - before) / bytes;
  const parsed: unknown[] = [];
  const beforeParsed = await used();
  for (let to = count; to > 0; to -= pageSize) parsed.push(auditPage(to - pageSize, to).page);
  const memoryParsed = ((await used()) - beforeParsed) / bytes;
  parsed.length = 0;

  const texts = ['card_number', 'user99', 'nowhere to be found', 'e', 'person7@'];
  const search = timed((run) => {
    table.setFilters({ fields: new Map(), text: texts[run % texts.length] ?? '' });
    table.view();
  });
  const facet = timed((run) => {
    const only = new Set([`person${run + 1}@example.com`]);
    table.setFilters({ fields: new Map([['actor', { only, not: new Set() }]]) });
    table.view();
  });
  const range = timed((run) => {
    const from = Date.UTC(2026, 0, 6) + run * 60_000;
    table.setFilters({ fields: new Map(), range: { from, to: from + 86_400_000 } });
    table.view();
  });
  const some = store.events().slice(0, queries);
  const whoReadWhat = timed(() => {
    const builder = createWhoReadWhat(readQuery);
    for (const event of some) builder.add(event);
    if (builder.result().queries !== queries) throw new Error('not all are queries');
  });
  const entry = (id: string, what: string, value: number, target: number): BenchEntry => ({
    ...{ id, what, value, unit: 'ms', better: 'lower', target, peers: [], runs },
  });
  return [
    {
      ...{ id: 'audit-memory-100k', unit: '×', better: 'lower', target: 2, runs: 1, value: memory },
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
