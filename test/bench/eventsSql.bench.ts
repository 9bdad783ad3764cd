/** How long 100,000 loaded audit events take to become tables that are asked in SQL, literals masked. */
import { join } from 'node:path';
import { compactEvent } from '../../src/core/audit/feed/compactEvent.ts';
import { maskedEvent } from '../../src/core/audit/masking/repeated.ts';
import { noFilters } from '../../src/core/audit/table/filter.ts';
import { readQuery } from '../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../src/core/audit/table/trail.ts';
import { decodeAuditPage } from '../../src/core/service/decode.ts';
import { maskLiterals } from '../../src/core/sql/analysis/maskLiterals.ts';
import { EventsSql } from '../../src/extension/audit/sql/eventsSql.ts';
import { FileTrail } from '../../src/extension/audit/trail/fileTrail.ts';
import { root } from '../editor/cache.ts';
import { eventText } from './auditEvents.ts';
import type { Bench } from './bench.ts';

const EVENTS = 100_000;
const PAGE = 5_000;

async function loaded(): Promise<FileTrail> {
  const trail = new FileTrail();
  for (let from = 0; from < EVENTS; from += PAGE) {
    const texts = Array.from({ length: PAGE }, (_, at) => eventText(from + at));
    const page = decodeAuditPage(`{"event":[${texts.join(',')}]}`);
    if (!page.ok) throw new Error(page.what);
    await trail.add(1, (page.value.events ?? []).map(compactEvent));
  }
  return trail;
}

const bench: Bench = async () => {
  const trail = await loaded();
  const sql = new EventsSql({
    feed: {
      trail,
      listing: () => 1,
      query: () => ({ listing: 1, filters: noFilters, sort: newestFirst, gaps: [] }),
    },
    masking: { shown: (event) => maskedEvent(event, maskLiterals), value: (_field, text) => text },
    readQuery: () => readQuery,
    entry: join(root, 'dist', 'localVault', 'eventsSql.cjs'),
  });
  const ask = async (text: string): Promise<number> => {
    const began = performance.now();
    const answered = await sql.ask({ sql: text, maxRows: 100, signal: new AbortController().signal });
    if (answered.kind !== 'rows') throw new Error(answered.kind);
    return (performance.now() - began) / 1000;
  };
  const first = await ask('SELECT actor, count(*) FROM events GROUP BY actor');
  const again = await ask('SELECT actor, count(*) FROM events GROUP BY actor');
  sql.forget();
  return [
    {
      id: 'events-sql-load',
      what: '100,000 loaded events put into tables of PostgreSQL, all queries different, with the first answer',
      ...{ value: first, unit: 's', better: 'lower', target: 5, runs: 1 },
      peers: [{ name: 'the same question again', value: again }],
    },
  ];
};
export default bench;
