/** Entry point of the worker thread `dist/parser.cjs`, which runs node-sql-parser. */
import sqlParser from 'node-sql-parser/build/postgresql.js';
import { serveThread } from '../servedThread.ts';
import type { ParserAnswer, ParserMethods } from './messages.ts';

const parser = new sqlParser.Parser();

function parse(text: string): ParserAnswer {
  try {
    // By default, the text is trimmed. The offsets of errors would then not always refer to the original text.
    parser.parse(text, { database: 'Postgresql', trimQuery: false });
    return { kind: 'parsed' };
  } catch (error) {
    const offset = getErrorOffset(error);
    return offset === undefined ? { kind: 'failed' } : { kind: 'error', offset };
  }
}

function getErrorOffset(error: unknown): number | undefined {
  const { location } = error as { location?: { start?: { offset?: unknown } } };
  const offset = location?.start?.offset;
  return typeof offset === 'number' ? offset : undefined;
}

serveThread<ParserMethods>({ parse });
