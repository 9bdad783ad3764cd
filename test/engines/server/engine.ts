import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseError } from './errors.ts';
import { replaceQueryID, type Statement } from './statement.ts';

/** A connection of the library; only the library knows what it contains. */
type Connection = object;

interface NativeResult {
  readonly bytes: Uint8Array;
  /** Seconds. */
  readonly elapsed: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

interface NativeInsert {
  readonly rowsWritten: number;
  readonly bytesWritten: number;
  /** Seconds. */
  readonly elapsed: number;
}

/** The part of chdb's native module that is used here. */
interface Native {
  CreateConnection(folder: string, args: readonly string[]): Connection;
  CloseConnection(connection: Connection): void;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>;
  InsertRawAsyncConnection(
    connection: Connection,
    prefix: string,
    rows: Buffer,
    countLines: boolean,
  ): Promise<NativeInsert>;
}

/** One request to the engine. */
export interface EngineRequest {
  /** The statement, and after it the rows of an INSERT. */
  readonly statement: Buffer;
  /** What is known of the statement, with offsets in bytes. */
  readonly outline: Statement;
  /** The format of a result when the statement names none. */
  readonly defaultFormat: string;
  /** Name of the user, of which the role has the rights. */
  readonly user: string;
  readonly role: string;
  /** The setting `readonly` that is in force before `settings`; 0 for none. */
  readonly readonly: number;
  /** The time limit that is in force before `settings`, in seconds; 0 for none. */
  readonly maxExecutionSeconds: number;
  readonly database?: string;
  /** Settings that the request changes, each checked by the engine. */
  readonly settings: ReadonlyMap<string, string>;
  /** Values of the statement's parameters, escaped as in the format TabSeparated. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly queryID: string;
}

export interface EngineResult {
  readonly bytes: Uint8Array;
  readonly elapsedSeconds: number;
  readonly readRows: number;
  readonly readBytes: number;
  readonly writtenRows: number;
  readonly writtenBytes: number;
}

export interface Engine {
  /** The engine's version, such as 26.7.2.1. */
  readonly version: string;
  /** Runs one statement on a connection of its own. Rejects with a ClickHouseError. */
  run(request: EngineRequest): Promise<EngineResult>;
  /** Cancels the running statement with this ID, if there is one. */
  cancel(queryID: string): Promise<void>;
  close(): void;
}

/**
 * Opens ClickHouse's engine on a folder. `chdb` is the folder of the npm package. Each request has a connection of its
 * own, which takes less than a millisecond, so settings and parameters of one request never reach another.
 */
export async function openEngine(chdb: string, folder: string, configFile: string): Promise<Engine> {
  const loader = createRequire(import.meta.url)(join(chdb, 'dist', 'loader.js')) as { loadNative(): Native };
  const native = loader.loadNative();
  const open = (): Connection => native.CreateConnection(folder, [`--config-file=${configFile}`]);
  // While it is open the library keeps the engine, which otherwise ends with the last connection.
  const own = open();
  const query = async (connection: Connection, sql: string, format = 'TabSeparated'): Promise<NativeResult> =>
    native.QueryAsyncConnection(connection, sql, format);
  const { bytes } = await query(own, 'SELECT version()');
  const version = Buffer.from(bytes).toString().trim();

  const execute = async (connection: Connection, request: EngineRequest): Promise<EngineResult> => {
    for (const sql of preparations(request)) await query(connection, sql);
    const { statement, outline } = request;
    if (outline.dataStart !== undefined) {
      const prefix = `${statement.subarray(0, outline.dataStart).toString()}\n`;
      const rows = withoutLineBreak(statement.subarray(outline.dataStart));
      const inserted = await native.InsertRawAsyncConnection(connection, prefix, rows, false);
      return {
        bytes: new Uint8Array(),
        elapsedSeconds: inserted.elapsed,
        readRows: inserted.rowsWritten,
        readBytes: inserted.bytesWritten,
        writtenRows: inserted.rowsWritten,
        writtenBytes: inserted.bytesWritten,
      };
    }
    const text = statement.toString();
    const sql = outline.command === 'KILL' ? replaceQueryID(text, QUERY_ID_COLUMN) : text;
    const result = await query(connection, sql, request.defaultFormat);
    return {
      bytes: result.bytes,
      elapsedSeconds: result.elapsed,
      readRows: result.rowsRead,
      readBytes: result.bytesRead,
      writtenRows: 0,
      writtenBytes: 0,
    };
  };

  return {
    version,
    run: async (request) => {
      const connection = open();
      try {
        return await execute(connection, request);
      } catch (error) {
        throw parseError(error instanceof Error ? error.message : String(error), version, request.user);
      } finally {
        native.CloseConnection(connection);
      }
    },
    cancel: async (queryID) => {
      await query(own, `KILL QUERY WHERE ${QUERY_ID_COLUMN} = ${literal(queryID)}`);
    },
    close: () => native.CloseConnection(own),
  };
}

/** The library chooses query IDs itself. A request's ID is therefore in a setting that does nothing but be logged. */
const QUERY_ID_COLUMN = "Settings['log_comment']";

/**
 * Returns the statements that prepare a new connection for the request. `implicit_select` is a default of the library
 * alone, by which it accepts an expression as a statement.
 */
function preparations(request: EngineRequest): string[] {
  const { database, parameters, settings } = request;
  const assign = ([name, value]: readonly [string, string]): string => `${name} = ${literal(value)}`;
  const own = [assign(['log_comment', request.queryID]), 'implicit_select = 0'];
  own.push(`max_execution_time = ${request.maxExecutionSeconds}`);
  if (request.readonly > 0) own.push(`readonly = ${request.readonly}`);
  return [
    ...(database === undefined ? [] : [`USE ${identifier(database)}`]),
    `SET ROLE ${identifier(request.role)}`,
    // Each parameter has a statement of its own, because the length of a statement is limited.
    ...[...parameters].map(([name, value]) => `SET ${assign([`param_${name}`, value])}`),
    `SET ${own.join(', ')}`,
    ...(settings.size > 0 ? [`SET ${[...settings].map(assign).join(', ')}`] : []),
  ];
}

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const identifier = (text: string): string => `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** Removes the spaces and the line break between the format of an INSERT and its rows. */
function withoutLineBreak(rows: Buffer): Buffer {
  const [blank = ''] = /^[ \t]*\r?\n?/.exec(rows.toString('latin1', 0, 100)) ?? [];
  return rows.subarray(blank.length);
}
