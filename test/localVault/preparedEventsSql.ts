/**
 * The process for SQL over loaded audit events, without initdb, which takes four fifths of its start: it loads the data
 * directory that `prepareDataDir` stored.
 */
import { openAsBlob } from 'node:fs';
import { loadEngineFiles } from '../../src/localVault/engine/files.ts';
import { createEventsDatabase } from '../../src/localVault/eventsSql/database.ts';
import { serveEventsCalls } from '../../src/localVault/eventsSql/serveCalls.ts';
import { DATA_DIR_VARIABLE } from './preparedDataDir.ts';

async function openPrepared() {
  const path = process.env[DATA_DIR_VARIABLE];
  if (path === undefined) throw new Error(`${DATA_DIR_VARIABLE} is not set`);
  return createEventsDatabase(await loadEngineFiles(), await openAsBlob(path));
}

serveEventsCalls(openPrepared());
