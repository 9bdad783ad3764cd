import { type EventsSqlMethods, type EventsSqlResult, eventsSqlGuards } from '../../protocol/eventsSql.ts';
import { createProcessPort } from '../../protocol/ports.ts';
import { createRpc, createSequentialHandlers, type Handlers } from '../../protocol/rpc.ts';
import { guardHandlers } from '../../protocol/validate.ts';
import { StatementError } from '../engine/runStatement.ts';
import { formatRecords } from '../server/records.ts';
import type { EventsDatabase } from './database.ts';

/**
 * Memory size of the database in bytes. If it is exceeded after a query, the process ends, because WebAssembly memory
 * never shrinks.
 */
const MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

async function runQuery(database: EventsDatabase, sql: string, maxRows: number): Promise<EventsSqlResult> {
  try {
    return { type: 'rows', body: formatRecords(await database.runStatement(sql, maxRows), 'withNulls') };
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    const { message, position } = error;
    return { type: 'refused', message, ...(position === undefined ? {} : { position }) };
  }
}

const scheduleDisconnect = (): void => void setImmediate(() => process.disconnect());

/**
 * Serves the calls of the parent process once the database is open. This process ends after its parent disconnects,
 * after a failed call, or after a query that exceeds the memory limit.
 */
export function serveEventsCalls(opening: Promise<EventsDatabase>): void {
  process.once('disconnect', () => process.exit());
  const handlers: Handlers<EventsSqlMethods> = {
    add: async (rows) => (await opening).addEvents(rows),
    close: async () => ({ unreadable: await (await opening).makeReadOnlyAndCountUnreadable() }),
    async ask({ sql, maxRows }) {
      const database = await opening;
      const answer = await runQuery(database, sql, maxRows);
      if (database.getMemoryBytes() > MAX_MEMORY_BYTES) scheduleDisconnect();
      return answer;
    },
  };
  const methods = guardHandlers(eventsSqlGuards, createSequentialHandlers(handlers));
  createRpc<Record<string, never>>(createProcessPort(process), methods, scheduleDisconnect);
  // Avoids an unhandled rejection. The calls report why the database could not be opened.
  opening.catch(() => undefined);
}
