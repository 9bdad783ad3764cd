/** Tables of audit events in a PostgreSQL in memory: filled, then closed to all but reading. */
import { PGlite } from '@electric-sql/pglite';
import type { CopyPiece } from '../../core/audit/sql/copyPiece.ts';
import { TABLES } from '../../core/audit/sql/eventTables.ts';
import { type EngineFiles, memoryBytes, pgliteOptions, readOnlySession } from '../engine/database.ts';
import type { EngineRows } from '../engine/engine.ts';
import { runStatement } from '../engine/runStatement.ts';

/** Without a log: nothing is left to recover when the process ends. */
const CREATE = TABLES.map(
  ({ name, columns }) =>
    `CREATE UNLOGGED TABLE ${name} (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')});`,
).join('\n');

/** The role that questions run as. */
const READER = 'events_reader';

/**
 * The walls, as around the local vault: a role that may read the two tables and no catalog, and run functions that only
 * compute. What changes, waits, reads settings or files, or runs a text as SQL, is not among them.
 */
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

/** No column of these tables has a type that is hidden. */
const nothingHidden: ReadonlySet<number> = new Set();

export interface EventsDatabase {
  add(rows: Pick<CopyPiece, 'events' | 'reads'>): Promise<void>;
  /** Closes the tables; gives the number of events whose JSON PostgreSQL can't hold. */
  close(): Promise<number>;
  /** Rejects with StatementError where PostgreSQL refuses the statement. */
  ask(sql: string, maxRows: number): Promise<EngineRows>;
  /** Memory that it holds; it never shrinks. */
  memoryBytes(): number;
}

/** Empty tables, in memory only. */
export async function openEventsDatabase(files: EngineFiles): Promise<EventsDatabase> {
  const db = await PGlite.create(pgliteOptions(files));
  await db.exec(CREATE);
  let unreadable = 0;
  const copy = (table: string, rows: Uint8Array): Promise<unknown> =>
    db.query(`COPY ${table} FROM '/dev/blob'`, [], { blob: new Blob([Buffer.from(rows)]) });
  return {
    async add({ events, reads }) {
      await copy('events', events).catch(async () => {
        // One of them is at fault: each by itself, and that one without its JSON.
        for (const line of Buffer.from(events).toString().split('\n').slice(0, -1)) {
          await copy('events', Buffer.from(`${line}\n`)).catch(async () => {
            unreadable++;
            await copy('events', Buffer.from(`${withoutJson(line)}\n`));
          });
        }
      });
      if (reads.length > 0) await copy('reads', reads);
    },
    async close() {
      await db.exec(CLOSE);
      await db.exec(readOnlySession(READER));
      return unreadable;
    },
    ask: (sql, maxRows) => runStatement(db, nothingHidden, sql, maxRows, 'asText'),
    memoryBytes: () => memoryBytes(db),
  };
}

/** A row of `events` with NULL in place of its JSON. */
function withoutJson(line: string): string {
  const isJson = TABLES[0]?.columns.map(([, type]) => type === 'jsonb') ?? [];
  return line
    .split('\t')
    .map((cell, place) => (isJson[place] ? '\\N' : cell))
    .join('\t');
}
