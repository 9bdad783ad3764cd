/** HTTP by undici, with agents of our own. Its own bundle (dist/http.cjs), loaded at the first request. */
import { type Duplex, pipeline, type Readable } from 'node:stream';
import tls from 'node:tls';
import zlib from 'node:zlib';
import type { buildConnector, Client as ClientTypes, Dispatcher, Pool as PoolTypes } from 'undici';
import connectThrough from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { TransportOutcome, TransportRequest } from '../../core/service/transport.ts';
import { type CertificateFiles, contextWith, readCertificate } from './clientCertificate.ts';
import { type Attempt, networkCode, networkError, readText, TooLarge, underDeadline } from './deadline.ts';
import { readOverInterim } from './interimResponses.ts';
import { proxyFor } from './proxy.ts';
import type { DisposableTransport, NetworkSettings } from './settings.ts';

export interface UndiciOptions {
  /** Trusted beside Node's and the system's authorities; for tests. */
  readonly ca?: readonly string[];
  /** In place of the system's name lookup; for tests. */
  readonly lookup?: typeof import('node:dns')['lookup'];
}

/** Longest wait for a connection, TLS included. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Sockets for one origin; loading all pages asks for at most 8 at once. */
const CONNECTIONS = 16;

/**
 * A transport for `settings` as they are now; build another one when they change. It never follows redirects, and
 * verifies the server's certificate whatever the settings say.
 */
export function createUndiciTransport(
  settings: NetworkSettings,
  options: UndiciOptions = {},
): DisposableTransport {
  const agents = new Map<string, Dispatcher>();
  const closing = new AbortController();

  const agentFor = (
    url: URL,
    proxy: string | undefined,
    certificate: CertificateFiles | undefined,
  ): Dispatcher => {
    const key = `${url.protocol} ${certificate?.digest ?? ''} ${proxy ?? ''}`;
    const known = agents.get(key);
    if (known) return known;
    const shown = certificate && { ...options, certificate };
    const agent =
      proxy === undefined
        ? directAgent(url, shown ?? options)
        : proxyAgent(proxy, settings, shown ?? options);
    agents.set(key, agent);
    return agent;
  };

  return {
    send: (message, signal) =>
      underDeadline(message, signal, closing.signal, async (state) => {
        const url = new URL(message.url);
        const proxy = proxyFor(url, settings);
        // undici's SOCKS is experimental, and warns the whole process so; the editor's fetch has its own.
        if (proxy !== undefined && !/^https?:$/.test(schemeOf(proxy)))
          return networkError('PROXY_UNSUPPORTED', false);
        const isShown = message.certificate && url.protocol === 'https:';
        const certificate = isShown ? await readCertificate(message.certificate) : undefined;
        return exchange(agentFor(url, proxy, certificate), url, message, state);
      }),
    dispose() {
      closing.abort();
      for (const agent of agents.values()) {
        // The agent is no longer used: how its sockets close does not matter.
        agent.destroy().catch(() => undefined);
      }
      agents.clear();
    },
  };
}

const schemeOf = (proxy: string): string => (URL.canParse(proxy) ? new URL(proxy).protocol : '');

/** As `UndiciOptions`, for connections on which a certificate is shown. */
type ConnectOptions = UndiciOptions & { readonly certificate?: CertificateFiles };

function directAgent({ protocol }: URL, options: ConnectOptions): Dispatcher {
  // Plain http is for this machine only: no reason to read the system's authorities for it.
  return new Agent({ ...pool, connect: protocol === 'https:' ? connectOptions(options) : {} });
}

function proxyAgent(uri: string, settings: NetworkSettings, options: ConnectOptions): Dispatcher {
  // The certificate of the client is for the server alone.
  const { certificate: _, ...others } = options;
  const connect = connectOptions(others);
  return new ProxyAgent({
    ...pool,
    uri,
    requestTls: connectOptions(options),
    clientFactory: (origin, options) => {
      const client = new Pool(origin, options);
      // undici's index adds `connect` to every dispatcher, and ProxyAgent relies on that.
      const connect: Dispatcher['connect'] = (params: Dispatcher.ConnectOptions) =>
        connectThrough.call(client, params).catch((error: unknown) => Promise.reject(new ProxyError(error)));
      return Object.assign(client, { connect });
    },
    // http.proxyStrictSSL is about the proxy alone.
    proxyTls: { ...connect, rejectUnauthorized: settings.strictSSL !== false },
    ...(settings.proxyAuthorization && { token: settings.proxyAuthorization }),
  });
}

/** No tunnel, because of the proxy: its code is the cause's with `PROXY_` in front. */
class ProxyError extends Error {
  readonly code: string;
  constructor(cause: unknown) {
    super('proxy');
    this.code = `PROXY_${networkCode(cause) ?? 'UNKNOWN'}`;
  }
}

// The deadlines are above undici, so its own timers stay off.
const pool = {
  connections: CONNECTIONS,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  factory: (origin: string | URL, options: object) =>
    new Pool(origin, { ...(options as PoolTypes.Options), factory: clientFor }),
} as const;

/** A client of one connection, which reads over interim responses. The pool gives it a function to connect by. */
function clientFor(origin: URL, options: object): Dispatcher {
  const { connect, ...others } = options as ClientTypes.Options;
  if (typeof connect !== 'function') throw new TypeError('connect');
  const reading: buildConnector.connector = (target, done) =>
    connect(target, (...result) =>
      result[0] ? done(result[0], null) : done(null, readOverInterim(result[1])),
    );
  return new Client(origin, { ...others, connect: reading });
}

function connectOptions({ ca, lookup, certificate }: ConnectOptions) {
  const context = contextWith({ ca: [...authorities(), ...(ca ?? [])] }, certificate);
  return { timeout: CONNECT_TIMEOUT_MS, allowH2: false, secureContext: context, ...(lookup && { lookup }) };
}

/** Node's authorities (with NODE_EXTRA_CA_CERTS) and the system's. Node reads them once, and keeps them. */
const authorities = (): readonly string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
];

async function exchange(
  agent: Dispatcher,
  url: URL,
  message: TransportRequest,
  state: Attempt,
): Promise<TransportOutcome> {
  const answer = await request.call(watchWriting(agent, state), {
    origin: url.origin,
    path: url.pathname + url.search,
    method: message.method,
    headers: { ...message.headers, 'accept-encoding': 'gzip, br' },
    body: message.body ?? null,
    signal: state.signal,
  });
  state.begin();
  const headers = lowerCased(answer.headers);
  const length = Number(headers['content-length'] ?? 0);
  if (length > message.maxBytes) {
    answer.body.destroy();
    throw new TooLarge();
  }
  const decoders = decodersFor(headers['content-encoding'] ?? '');
  if (decoders === undefined) {
    answer.body.destroy();
    return networkError('ERR_CONTENT_ENCODING', true);
  }
  let plain: Readable = answer.body;
  // Errors, and an end before the end, travel along the chain to the reader: nothing to do in the callback.
  for (const decoder of decoders) plain = pipeline(plain, decoder, () => undefined);
  const { text, bytes } = await readText(plain, message.maxBytes);
  return { ok: true, response: { status: answer.statusCode, headers, body: text, bytes } };
}

/** `agent`, noting in `state` when a connection is open and the request is written to it. */
function watchWriting(agent: Dispatcher, state: Attempt): Pick<Dispatcher, 'dispatch'> {
  return {
    dispatch: (options, handler) =>
      agent.dispatch(options, {
        onRequestStart(controller, context) {
          state.write();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (controller, ...rest) => handler.onResponseStart?.(controller, ...rest),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      }),
  };
}

function lowerCased(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}

/** Undoes `encoding` in reverse order; undefined if there is one that was not asked for, or a pile of them. */
function decodersFor(encoding: string): Duplex[] | undefined {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > 2) return undefined;
  const decoders: Duplex[] = [];
  for (const name of names.reverse()) {
    if (name === 'gzip' || name === 'x-gzip') decoders.push(zlib.createGunzip());
    else if (name === 'br') decoders.push(zlib.createBrotliDecompress());
    else if (name === 'deflate') decoders.push(zlib.createInflate());
    else return undefined;
  }
  return decoders;
}
