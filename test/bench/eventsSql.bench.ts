/** How long 100,000 loaded audit events take to become tables that are asked in SQL, literals masked. */

import { join } from 'node:path';
import { toCompactEvent } from '../../src/core/audit/feed/compactEvent.ts';
import { noFilters } from '../../src/core/audit/table/filter.ts';
import { newestFirst } from '../../src/core/audit/table/trail.ts';
import { decodeAuditPage } from '../../src/core/service/decode.ts';
import { ThreadTrail } from '../../src/extension/audit/sources/threadTrail.ts';
import { EventsSql } from '../../src/extension/audit/sql/eventsSql.ts';
import { root } from '../editor/cache.ts';
import { eventText } from './auditEvents.ts';
import { type Bench, median, sized } from './bench.ts';
import { watched } from './watched.ts';

const EVENTS = sized(100_000, 1_000);
const PAGE = sized(5_000, 500);
const RUNS = sized(3, 1);

/** The events in the thread that has them in the editor too. */
async function loaded(): Promise<ThreadTrail> {
  const trail = new ThreadTrail(join(root, 'dist', 'trail.cjs'), (error) => {
    throw error;
  });
  for (let from = 0; from < EVENTS; from += PAGE) {
    const texts = Array.from({ length: PAGE }, (_, at) => eventText(from + at));
    const page = decodeAuditPage(`{"event":[${texts.join(',')}]}`);
    if (!page.ok) throw new Error(page.what);
    await trail.add(1, (page.value.events ?? []).map(toCompactEvent));
  }
  return trail;
}

const bench: Bench = async () => {
  // The thread keeps no process running.
  const alive = setInterval(() => undefined, 60_000);
  const trail = await loaded();
  const none: readonly [] = [];
  const sql = new EventsSql({
    trail,
    marks: { listMarks: () => none },
    state: { getListingNumber: () => 1, environment: () => 'test' },
    filters: { createTrailQuery: () => ({ listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] }) },
    masking: {
      rules: () => ({ literals: true, revealed: [], addresses: undefined }),
      addNumberedAddresses: () => true,
    },
    entry: join(root, 'dist', 'localVault', 'eventsSql.cjs'),
  });
  const ask = async (text: string): Promise<number> => {
    const began = performance.now();
    const answered = await sql.runOverLoadedEvents({
      sql: text,
      maxRows: 100,
      signal: new AbortController().signal,
    });
    if (answered.kind !== 'rows') throw new Error(answered.kind);
    return (performance.now() - began) / 1000;
  };
  const [first, again]: [number[], number[]] = [[], []];
  const held = await watched(async () => {
    for (let run = 0; run < RUNS; run++) {
      sql.endProcessAndDropTables();
      first.push(await ask('SELECT actor, count(*) FROM events GROUP BY actor'));
      again.push(await ask('SELECT actor, count(*) FROM events GROUP BY actor'));
    }
  });
  sql.endProcessAndDropTables();
  await trail.dispose();
  clearInterval(alive);
  return [
    {
      id: 'events-sql-load',
      what: '100,000 loaded events put into tables of PostgreSQL, all queries different, with the first answer',
      value: median(first),
      unit: 's',
      better: 'lower',
      target: 15,
      runs: RUNS,
      peers: [{ name: 'the same question again', value: median(again) }],
    },
    {
      id: 'events-sql-held-ms',
      what: '100,000 loaded events put into tables: the longest that the host is held, CPU',
      value: held.cpu,
      unit: 'ms',
      better: 'lower',
      target: 16,
      runs: RUNS,
      peers: [{ name: 'on the clock', value: held.wall }],
    },
  ];
};
export default bench;
