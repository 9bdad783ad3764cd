import { PGlite } from '@electric-sql/pglite';
import type { CopyChunk } from '../../core/audit/sql/copyChunk.ts';
import { EVENT_TABLES } from '../../core/audit/sql/eventTables.ts';
import {
  createPgliteOptions,
  createReadOnlySessionSQL,
  type EngineFiles,
  getMemoryBytes,
} from '../engine/database.ts';
import type { EngineRows } from '../engine/engine.ts';
import { runStatement } from '../engine/runStatement.ts';

/** SQL that creates the empty tables. They are unlogged, because nothing is recovered after the process ends. */
const CREATE = EVENT_TABLES.map(
  ({ name, columns }) =>
    `CREATE UNLOGGED TABLE ${name} (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')});`,
).join('\n');

const READER = 'events_reader';

const CLOSE = `
  ALTER TABLE events ADD PRIMARY KEY (number);
  CREATE ROLE ${READER};
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${READER};
  REVOKE ALL ON ALL TABLES IN SCHEMA pg_catalog, information_schema FROM PUBLIC;
  UPDATE pg_proc SET proacl = '{postgres=X/postgres}' WHERE pronamespace = 'pg_catalog'::regnamespace
   AND (provolatile = 'v' OR proname LIKE 'pg\\_%' OR proname LIKE '%\\_to\\_xml%' OR proname LIKE 'has\\_%'
     OR proname LIKE 'inet\\_%' OR proname IN ('current_setting', 'ts_stat', 'ts_rewrite', 'txid_current'))
   AND prokind = 'f'
   AND oid NOT IN (
     SELECT oprcode::oid FROM pg_operator UNION SELECT oprrest::oid FROM pg_operator
     UNION SELECT oprjoin::oid FROM pg_operator
     UNION SELECT aggtransfn::oid FROM pg_aggregate UNION SELECT aggfinalfn::oid FROM pg_aggregate
     UNION SELECT castfunc FROM pg_cast UNION SELECT typinput::oid FROM pg_type
     UNION SELECT typoutput::oid FROM pg_type UNION SELECT amproc::oid FROM pg_amproc);
  SET default_statistics_target = 10;
  ANALYZE events; ANALYZE reads;`;

const nothingHidden: ReadonlySet<number> = new Set();

export interface EventsDatabase {
  addEvents(rows: Pick<CopyChunk, 'events' | 'reads'>): Promise<void>;
  makeReadOnlyAndCountUnreadable(): Promise<number>;
  runStatement(sql: string, maxRows: number): Promise<EngineRows>;
  getMemoryBytes(): number;
}

/**
 * Creates the database with empty tables. `loadDataDir` is a tar archive of the data directory that initdb makes; if it
 * is undefined, initdb runs, which takes most of the time.
 */
export async function createEventsDatabase(files: EngineFiles, loadDataDir?: Blob): Promise<EventsDatabase> {
  const options = createPgliteOptions(files);
  const db = await PGlite.create(loadDataDir === undefined ? options : { ...options, loadDataDir });
  await db.exec(CREATE);
  let unreadable = 0;
  const copy = (table: string, rows: Uint8Array): Promise<unknown> =>
    db.query(`COPY ${table} FROM '/dev/blob'`, [], { blob: new Blob([Buffer.from(rows)]) });
  return {
    async addEvents({ events, reads }) {
      await copy('events', events).catch(async () => {
        // Most likely PostgreSQL can't store the JSON of an event. Each event is now added separately. An event that
        // fails again is added with NULL in its JSON columns.
        for (const line of Buffer.from(events).toString().split('\n').slice(0, -1)) {
          await copy('events', Buffer.from(`${line}\n`)).catch(async () => {
            unreadable++;
            await copy('events', Buffer.from(`${replaceJsonWithNull(line)}\n`));
          });
        }
      });
      if (reads.length > 0) await copy('reads', reads);
    },
    async makeReadOnlyAndCountUnreadable() {
      await db.exec(CLOSE);
      await db.exec(createReadOnlySessionSQL(READER));
      return unreadable;
    },
    runStatement: (sql, maxRows) => runStatement(db, nothingHidden, sql, maxRows, 'asText'),
    getMemoryBytes: () => getMemoryBytes(db),
  };
}

function replaceJsonWithNull(line: string): string {
  const isJson = EVENT_TABLES[0]?.columns.map(([, type]) => type === 'jsonb') ?? [];
  return line
    .split('\t')
    .map((cell, place) => (isJson[place] ? '\\N' : cell))
    .join('\t');
}
