/** A server that answers as no service should: the first part of the path names the fault (see behaviours.ts). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import { behaviours } from './behaviours.ts';

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HostileServer {
  readonly port: number;
  /** Every request that arrived, in order. */
  readonly seen: Seen[];
  /** How many connections were made so far. */
  connections(): number;
  /** The most requests that waited for an answer at one time. */
  mostAtOnce(): number;
  /** Base address whose requests get `fault`. */
  url(fault: string): string;
  close(): Promise<void>;
}

/** One request to a behaviour: `turn` counts the requests for that fault from 0. */
export interface Exchange {
  readonly request: Seen;
  readonly answer: ServerResponse;
  readonly turn: number;
}

export type Behaviour = (exchange: Exchange) => void | Promise<void>;

/** Starts the server on a loopback port of the system's choice, or on `port`. */
export async function startHostileServer(port = 0): Promise<HostileServer> {
  const seen: Seen[] = [];
  let atOnce = 0;
  let most = 0;
  const turns = new Map<string, number>();
  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    atOnce++;
    most = Math.max(most, atOnce);
    answer.on('close', () => atOnce--);
    const request: Seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(request);
    const fault = url.split('/')[1] ?? '';
    const turn = turns.get(fault) ?? 0;
    turns.set(fault, turn + 1);
    const behave = behaviours[fault];
    if (behave) await behave({ request, answer, turn });
    else answer.writeHead(599).end(`no such fault: ${fault}`);
  });
  let connections = 0;
  server.on('connection', () => connections++);
  const listening = await listen(server, port);
  return {
    port: listening,
    seen,
    connections: () => connections,
    mostAtOnce: () => most,
    url: (fault) => `http://127.0.0.1:${listening}/${fault}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface TlsServerOptions {
  /** Clients have to show a certificate by this authority. */
  readonly clientAuthority?: string;
  readonly maxVersion?: tls.SecureVersion;
}

/** Starts a server of `text` (a whole HTTP answer) under the certificate in `pem`; for any other protocol fault too. */
export async function startTlsServer(pem: string, text: string, more: TlsServerOptions = {}) {
  const received: string[] = [];
  /** Names of the clients that showed a certificate. */
  const clients: string[] = [];
  const { clientAuthority, maxVersion } = more;
  const options = {
    cert: pem,
    key: pem,
    ...(clientAuthority && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
    ...(maxVersion && { maxVersion }),
  };
  const server = tls.createServer(options, (socket) => {
    socket.on('error', () => undefined);
    const { subject } = socket.getPeerCertificate();
    if (subject) clients.push(String(subject.CN));
    socket.on('data', (data) => {
      received.push(data.toString());
      socket.end(text);
    });
  });
  // A client that refuses the certificate breaks the handshake: that is what the test wants.
  server.on('tlsClientError', () => undefined);
  const port = await listen(server, 0);
  return {
    port,
    received,
    clients,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Listens on loopback only; resolves to the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
