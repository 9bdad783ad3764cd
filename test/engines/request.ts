import assert from 'node:assert/strict';

/** A request to ClickHouse's HTTP interface. */
export interface SqlRequest {
  /** The statement, in the URL parameter `query`. */
  readonly query?: string;
  /** The request's body: the statement, its rest, or the rows of an INSERT; or a form with the statement and `param_…`. */
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly user?: string;
  readonly password?: string;
  /** Other URL parameters: settings, `param_…`, `query_id`, `database`, `default_format`. */
  readonly url?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
  readonly signal?: AbortSignal;
}

export interface SqlResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request to a ClickHouse server at `server` and returns its response, whatever its status is. */
export async function sendSql(server: string, request: SqlRequest): Promise<SqlResponse> {
  const url = new URL(server);
  for (const [name, value] of Object.entries(request.url ?? {})) url.searchParams.append(name, value);
  if (request.query !== undefined) url.searchParams.set('query', request.query);
  const headers = new Headers();
  if (request.user !== undefined) headers.set('X-ClickHouse-User', request.user);
  if (request.password !== undefined) headers.set('X-ClickHouse-Key', request.password);
  const isGet = request.method === 'GET';
  const response = await fetch(url, {
    method: request.method ?? 'POST',
    headers,
    body: isGet ? null : (request.body ?? ''),
    signal: request.signal ?? null,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Runs a statement as the administrator and returns the response's text. Fails unless its status is 200. */
export async function runSql(server: string, query: string, request: SqlRequest = {}): Promise<string> {
  const { status, text } = await sendSql(server, { query, ...request });
  assert.equal(status, 200, `${query}\n${text}`);
  return text;
}

/** Runs a SELECT as the administrator and returns its rows as objects. Fails unless the response's status is 200. */
export async function selectRows<Row>(
  server: string,
  query: string,
  request: SqlRequest = {},
): Promise<Row[]> {
  const text = await runSql(server, `${query} FORMAT JSONEachRow`, request);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
