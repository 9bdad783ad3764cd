/** Entry of the engine's worker thread: one PGlite, one query at a time. It is ended from outside, never by itself. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { errorText } from '../../core/messages/thrown.ts';
import { buildDatabase, memoryBytes, restoreDatabase } from './database.ts';
import type { WorkerMessage, WorkerQuery, WorkerStart } from './messages.ts';
import { runStatement, StatementError, sensitiveTypeIDs } from './runStatement.ts';

const post = (port: MessagePort, message: WorkerMessage, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

async function open({ files, rows, seed, snapshot }: WorkerStart) {
  if (snapshot !== undefined) return { db: await restoreDatabase(files, snapshot), snapshot: undefined };
  return buildDatabase(files, rows, seed);
}

async function serve(port: MessagePort, start: WorkerStart): Promise<void> {
  const { db, snapshot } = await open(start);
  const sensitive = await sensitiveTypeIDs(db);
  port.on('message', async ({ sql, maxRows }: WorkerQuery) => {
    try {
      const rows = await runStatement(db, sensitive, sql, maxRows);
      post(port, { type: 'rows', rows, memoryBytes: memoryBytes(db) });
    } catch (error) {
      if (error instanceof StatementError)
        post(port, { type: 'sqlError', message: error.message, memoryBytes: memoryBytes(db) });
      else post(port, { type: 'crashed', message: errorText(error) });
    }
  });
  post(port, { type: 'ready', snapshot }, snapshot === undefined ? [] : [snapshot]);
}

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a worker thread');
port.once('message', (start: WorkerStart) => {
  serve(port, start).catch((error: unknown) => post(port, { type: 'failed', message: errorText(error) }));
});
