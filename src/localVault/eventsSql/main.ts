/** Entry of the process that runs SQL over loaded audit events. */
import { loadEngineFiles } from '../engine/files.ts';
import { createEventsDatabase } from './database.ts';
import { serveEventsCalls } from './serveCalls.ts';

serveEventsCalls(loadEngineFiles().then((files) => createEventsDatabase(files)));
