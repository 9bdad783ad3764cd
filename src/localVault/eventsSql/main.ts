/** Entry of the process that answers SQL over loaded audit events. It ends with the one that started it. */
import { on } from 'node:events';
import { errorText } from '../../core/messages/thrown.ts';
import type { EventsSqlAnswer, EventsSqlRequest } from '../../protocol/eventsSql.ts';
import { loadEngineFiles } from '../engine/files.ts';
import { StatementError } from '../engine/runStatement.ts';
import { recordsBody } from '../server/records.ts';
import { type EventsDatabase, openEventsDatabase } from './database.ts';

/** Beyond this a process is given up once it has answered. */
const MOST_MEMORY = 2 * 1024 * 1024 * 1024;

const say = (answer: EventsSqlAnswer): void => void process.send?.(answer);

async function answerTo(database: EventsDatabase, request: EventsSqlRequest): Promise<EventsSqlAnswer> {
  switch (request.type) {
    case 'add':
      await database.add(request);
      return { type: 'added' };
    case 'close':
      return { type: 'loaded', unreadable: await database.close() };
    case 'ask': {
      const rows = await database.ask(request.sql, request.maxRows);
      return { type: 'rows', body: recordsBody(rows, 'withNulls') };
    }
  }
}

function faultOf(error: unknown): EventsSqlAnswer {
  if (!(error instanceof StatementError)) return { type: 'failed', message: errorText(error) };
  const { message, position } = error;
  return { type: 'refused', message, ...(position === undefined ? {} : { position }) };
}

async function serve(): Promise<void> {
  // They wait from now on, and are answered one after the other.
  const requests = on(process, 'message') as AsyncIterable<[EventsSqlRequest]>;
  const database = await openEventsDatabase(await loadEngineFiles());
  say({ type: 'ready' });
  for await (const [request] of requests) {
    const answer = await answerTo(database, request).catch(faultOf);
    say(answer);
    // The next question gets a process of its own.
    if (answer.type === 'failed' || database.memoryBytes() > MOST_MEMORY) process.disconnect();
  }
}

process.once('disconnect', () => process.exit());
serve().catch((error: unknown) => {
  say({ type: 'failed', message: errorText(error) });
  process.disconnect();
});
