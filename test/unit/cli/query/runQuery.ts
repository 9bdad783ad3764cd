import { runQueryCommand } from '../../../../src/cli/query/queryCommand.ts';
import type { QueryIO } from '../../../../src/cli/query/queryIO.ts';
import type { TransportRequest } from '../../../../src/core/service/transport.ts';

export interface Response {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const rows = (...all: readonly object[]): Response => ({
  body: { records: all.map((fields) => ({ fields })) },
});

/** A service with `total` persons. It reads LIMIT and OFFSET at the end of each statement. */
export function persons(total: number): (statement: string) => Response {
  return (statement) => {
    const [, limit = '25', offset = '0'] = /LIMIT (\d+) OFFSET (\d+)$/.exec(statement) ?? [];
    if (/COUNT\(\*\)/.test(statement)) return rows({ count: total });
    const ids = Array.from({ length: total }, (_, index) => index + 1);
    const page = ids.slice(Number(offset), Number(offset) + Number(limit));
    return page.length === 0
      ? { body: { records: null } }
      : rows(...page.map((id) => ({ id, name: `person ${id}` })));
  };
}

export interface QueryRun {
  readonly code: number;
  readonly out: string;
  readonly bytes: Buffer;
  readonly error: string;
  readonly statements: readonly string[];
  readonly requests: readonly TransportRequest[];
}

/** Runs the command over files in memory and a service that `respond` describes, without a network. */
export async function runQuery(
  args: readonly string[],
  input: string | Readonly<Record<string, string | Uint8Array>>,
  respond: (statement: string, index: number) => Response = persons(0),
  { waits, ...more }: Partial<QueryIO> & { readonly waits?: number[] } = {},
): Promise<QueryRun> {
  const files = typeof input === 'string' ? { '-': input } : input;
  const requests: TransportRequest[] = [];
  const statements: string[] = [];
  const chunks: Uint8Array[] = [];
  let [out, error] = ['', ''];
  let now = Date.UTC(2026, 0, 1);
  const io: QueryIO = {
    writeOut(text) {
      out += text;
    },
    writeError(text) {
      error += text;
    },
    async writeBytes(bytes) {
      chunks.push(bytes);
    },
    async readFile(file) {
      const content = files[file];
      if (content === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
      return Buffer.from(content);
    },
    isErrorTerminal: false,
    isOutputTerminal: false,
    environment: {},
    nodeVersion: '24.0.0',
    transport: {
      async send(request) {
        const { query } = JSON.parse(request.body ?? '') as { query: string };
        requests.push(request);
        statements.push(query);
        const { status = 200, body, headers = {} } = respond(query, statements.length - 1);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const named = { 'x-request-id': `r${statements.length}`, ...headers };
        return {
          ok: true,
          response: { status, headers: named, body: text, bytes: text.length },
        };
      },
    },
    stopping: new AbortController().signal,
    aborting: new AbortController().signal,
    now: () => now,
    async wait(ms) {
      now += ms;
      waits?.push(ms);
    },
    ...more,
  };
  const code = await runQueryCommand(args, () => io);
  const bytes = Buffer.concat(chunks);
  return {
    code,
    out: out + bytes.toString(),
    bytes,
    error,
    statements,
    requests,
  };
}

/** A connection to a vault that is not one of production, so that only declared masks apply. */
export const testVault = [
  ...['--url', 'https://vault.example', '--vault', 'v1', '--token-command', 'printf secret'],
  ...['--environment', 'test'],
];
