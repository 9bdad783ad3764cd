import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFields } from '../requestForm.ts';

export interface RecordingProxy {
  readonly url: string;
  /** The statements that were sent, in order. */
  readonly statements: readonly string[];
  /** The IDs of the statements, in the same order. */
  readonly queryIDs: readonly string[];
  /** Whether SELECTs are held back from now on. They are never answered. */
  holdsSelects: boolean;
  /** Whether requests to stop a statement are refused, as for a user without the right to do so. */
  refusesToStop: boolean;
  close(): Promise<void>;
}

/** Sends a received request to the server at `target`, and returns its response. `body` is what was received. */
export const forwardRequest = (
  { headers, url = '/' }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  target: string,
): Promise<Response> =>
  fetch(new URL(url, target), {
    method: 'POST',
    headers: {
      authorization: headers.authorization ?? '',
      'content-type': headers['content-type'] ?? 'text/plain',
    },
    body,
  });

/** Starts an HTTP server on this machine that passes requests on to the server at `target`, and records them. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const statements: string[] = [];
  const queryIDs: string[] = [];
  const server = createServer((incoming, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const url = new URL(incoming.url ?? '/', target);
      const contentType = incoming.headers['content-type'];
      const { query, rest = '' } = await readFields({ url: url.href, contentType, body });
      const statement = `${query}${rest}`;
      statements.push(statement);
      queryIDs.push(url.searchParams.get('query_id') ?? '');
      if (proxy.holdsSelects && statement.startsWith('SELECT')) return;
      if (proxy.refusesToStop && statement.startsWith('KILL')) {
        response.writeHead(403, { 'x-clickhouse-exception-code': '497' }).end('Code: 497.');
        return;
      }
      const answer = await forwardRequest(incoming, body, target);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    forward().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${port}`,
    statements,
    queryIDs,
    holdsSelects: false,
    refusesToStop: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return proxy;
}
