import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseUser } from '../configuration.ts';
import { readFields, type SentFields } from '../requestForm.ts';
import { roleOf } from './config.ts';
import type { Engine, EngineRequest, EngineResult } from './engine.ts';
import { ClickHouseError, createError, httpStatus } from './errors.ts';
import { scanStatement } from './statement.ts';

/** URL parameters that are neither settings nor values of the statement's parameters. */
const RESERVED: ReadonlySet<string> = new Set(
  `query database default_format query_id user password quota_key role session_id session_timeout session_check
  close_session compress decompress buffer_size wait_end_of_query stacktrace client_protocol_version`.split(
    /\s+/,
  ),
);

/** Formats' media types, where they are not plain text. */
const mediaTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONCompact: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8; header=absent',
};

/** Maximum size of a field of a request, as by the default of ClickHouse's setting `http_max_field_value_size`. */
const MAX_FIELD_BYTES = 128 * 1024;

/** Time between two attempts to cancel a statement, in milliseconds. */
const CANCEL_INTERVAL_MS = 20;

/** A request as the HTTP interface understands it. */
interface Call {
  readonly request: EngineRequest;
  /** Whether the statement is cancelled when the client closes the connection. */
  readonly isCancelledOnClose: boolean;
}

/** Creates a server with the parts of ClickHouse's HTTP interface that a client with plain requests uses. */
export function createHttpInterface(engine: Engine, users: readonly ClickHouseUser[]): Server {
  const running = new Set<string>();

  /** Cancels a statement again and again, since it may not have begun yet. */
  const cancelUntilEnded = async (queryID: string): Promise<void> => {
    while (running.has(queryID)) {
      await engine.cancel(queryID).catch(() => undefined);
      await delay(CANCEL_INTERVAL_MS);
    }
  };

  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const isGet = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (isGet && (url.pathname === '/ping' || (url.pathname === '/' && !url.searchParams.has('query')))) {
      response.end('Ok.\n');
      return;
    }
    if (url.pathname !== '/') {
      response
        .writeHead(404)
        .end(`There is no handle ${url.pathname}\n\nUse / or /ping for health checks.\n`);
      return;
    }
    const user = authenticate(incoming, url, users, engine.version);
    const body = await readBody(incoming);
    const contentType = incoming.headers['content-type'];
    const fields = await readFields({ url: url.href, contentType, body });
    rejectLongField(fields, engine.version);
    const call = parseCall(incoming, url, user, fields);
    const { queryID } = call.request;
    rejectSecondStatement(call.request, engine.version);
    if (running.has(queryID))
      throw createError(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', sameID(queryID), engine.version);
    running.add(queryID);
    response.once('close', () => {
      if (call.isCancelledOnClose) void cancelUntilEnded(queryID);
    });
    try {
      const result = await engine.run(call.request);
      if (!response.destroyed) sendResult(response, call.request, result);
    } finally {
      running.delete(queryID);
    }
  };

  return createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      if (response.destroyed) return;
      const known = error instanceof ClickHouseError ? error : undefined;
      response.writeHead(known === undefined ? 500 : httpStatus(known), {
        'Content-Type': 'text/plain; charset=UTF-8',
        'X-ClickHouse-Exception-Code': String(known?.code ?? 1001),
      });
      response.end(`${known?.message ?? `Code: 1001. DB::Exception: ${String(error)}`}\n`);
    });
  });
}

const sameID = (queryID: string): string => `Query with id = ${queryID} is already running.`;

/** Returns the user whose name and password a request has. Throws as a server does, without telling which is wrong. */
function authenticate(
  incoming: IncomingMessage,
  url: URL,
  users: readonly ClickHouseUser[],
  version: string,
): ClickHouseUser {
  const fail = (text: string): ClickHouseError => createError(516, 'AUTHENTICATION_FAILED', text, version);
  const [name, password] = credentialsOf(incoming, url, fail);
  if (name === '') throw fail('Got an empty user name from X-ClickHouse HTTP headers');
  const user = users.find((one) => one.name === name && one.password === password);
  if (user !== undefined) return user;
  throw fail(`${name}: Authentication failed: password is incorrect, or there is no user with such name.`);
}

function credentialsOf(
  incoming: IncomingMessage,
  url: URL,
  fail: (text: string) => ClickHouseError,
): readonly [name: string, password: string] {
  const { authorization } = incoming.headers;
  const hasParameters = url.searchParams.has('user') || url.searchParams.has('password');
  const mixed = (first: string, second: string): ClickHouseError =>
    fail(`Invalid authentication: it is not allowed to use ${first} and ${second} simultaneously`);
  const name = header(incoming, 'x-clickhouse-user');
  const password = header(incoming, 'x-clickhouse-key');
  if (name !== '' || password !== '') {
    if (authorization !== undefined) throw mixed('X-ClickHouse HTTP headers', 'Authorization HTTP header');
    if (hasParameters) throw mixed('X-ClickHouse HTTP headers', 'authentication via parameters');
    return [name, password];
  }
  if (authorization !== undefined) {
    if (hasParameters) throw mixed('Authorization HTTP header', 'authentication via parameters');
    const [scheme = '', encoded = ''] = authorization.split(' ');
    if (scheme.toLowerCase() !== 'basic')
      throw fail(`Invalid authentication: '${scheme}' HTTP Authorization scheme is not supported`);
    const decoded = Buffer.from(encoded, 'base64').toString();
    const colon = decoded.indexOf(':');
    return colon < 0 ? [decoded, ''] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  }
  return [url.searchParams.get('user') ?? 'default', url.searchParams.get('password') ?? ''];
}

function parseCall(incoming: IncomingMessage, url: URL, user: ClickHouseUser, fields: SentFields): Call {
  const { query, others, rest = Buffer.alloc(0) } = fields;
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [name, value] of others) {
    if (name === '' || RESERVED.has(name)) continue;
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else settings.set(name, value);
  }
  const isGet = incoming.method === 'GET' || incoming.method === 'HEAD';
  const readonly = user.readonly ?? (isGet ? 2 : 0);
  const effectiveReadonly = Number(settings.get('readonly') ?? readonly);
  const database = header(incoming, 'x-clickhouse-database') || url.searchParams.get('database');
  const separator = query === '' || fields.rest === undefined ? '' : '\n';
  const statement = Buffer.concat([Buffer.from(`${query}${separator}`), rest]);
  return {
    request: {
      statement,
      outline: scanStatement(statement.toString('latin1')),
      defaultFormat:
        header(incoming, 'x-clickhouse-format') || url.searchParams.get('default_format') || 'TabSeparated',
      user: user.name,
      role: roleOf(user),
      readonly,
      maxExecutionSeconds: user.maxExecutionSeconds ?? 0,
      ...(database === null || database === '' ? {} : { database }),
      settings,
      parameters,
      queryID: url.searchParams.get('query_id') || header(incoming, 'x-clickhouse-query-id') || randomUUID(),
    },
    // A server looks at the connection only while it runs a statement that can't write.
    isCancelledOnClose:
      effectiveReadonly > 0 && Number(settings.get('cancel_http_readonly_queries_on_client_close')) === 1,
  };
}

function rejectLongField({ longestField }: SentFields, version: string): void {
  if (longestField > MAX_FIELD_BYTES)
    throw createError(1000, 'POCO_EXCEPTION', 'HTML Form Exception: Field value too long', version);
}

function rejectSecondStatement({ statement, outline }: EngineRequest, version: string): void {
  const start = outline.secondStatement;
  if (start === undefined) return;
  const rest = statement.toString('utf8', start, start + 50);
  const place = `failed at position ${start + 1} (;): ${rest}`;
  throw createError(
    62,
    'SYNTAX_ERROR',
    `Syntax error (Multi-statements are not allowed): ${place}.`,
    version,
  );
}

function sendResult(response: ServerResponse, request: EngineRequest, result: EngineResult): void {
  const format = request.outline.format ?? request.defaultFormat;
  const summary = {
    read_rows: result.readRows,
    read_bytes: result.readBytes,
    written_rows: result.writtenRows,
    written_bytes: result.writtenBytes,
    total_rows_to_read: 0,
    result_rows: result.writtenRows,
    result_bytes: result.writtenBytes,
    elapsed_ns: Math.round(result.elapsedSeconds * 1e9),
  };
  response.writeHead(200, {
    'Content-Type': mediaTypes[format] ?? 'text/plain; charset=UTF-8',
    'X-ClickHouse-Query-Id': request.queryID,
    'X-ClickHouse-Format': format,
    'X-ClickHouse-Timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'X-ClickHouse-Summary': JSON.stringify(summary, (_key, value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    ),
  });
  response.end(result.bytes);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function header(incoming: IncomingMessage, name: string): string {
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : '';
}
