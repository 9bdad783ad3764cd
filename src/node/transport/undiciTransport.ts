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
import { createTLSContext, type LoadedCertificate, readClientCertificate } from './clientCertificate.ts';
import {
  type Attempt,
  createNetworkErrorOutcome,
  findErrorCode,
  ResponseTooLargeError,
  readChunksAsUtf8,
  runWithDeadline,
} from './deadline.ts';
import { patchToSkipInterimResponses } from './interimResponses.ts';
import { selectProxy } from './proxy.ts';
import type { DisposableTransport, NetworkSettings } from './settings.ts';

export interface UndiciOptions {
  readonly ca?: readonly string[];
  readonly lookup?: typeof import('node:dns')['lookup'];
}

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 16;

export function createUndiciTransport(
  settings: NetworkSettings,
  options: UndiciOptions = {},
): DisposableTransport {
  const agents = new Map<string, Dispatcher>();
  const closing = new AbortController();

  const getAgent = (
    url: URL,
    proxy: string | undefined,
    certificate: LoadedCertificate | undefined,
  ): Dispatcher => {
    const key = `${url.protocol} ${certificate?.digest ?? ''} ${proxy ?? ''}`;
    const known = agents.get(key);
    if (known) return known;
    const shown = certificate && { ...options, certificate };
    const agent =
      proxy === undefined
        ? createDirectAgent(url, shown ?? options)
        : createProxyAgent(proxy, settings, shown ?? options);
    agents.set(key, agent);
    return agent;
  };

  return {
    send: (message, signal) =>
      runWithDeadline(message, signal, closing.signal, async (state) => {
        const url = new URL(message.url);
        const proxy = selectProxy(url, settings);
        // undici's SOCKS support is experimental and prints a warning. The editor's fetch supports SOCKS.
        if (proxy !== undefined && !/^https?:$/.test(getProxyScheme(proxy)))
          return createNetworkErrorOutcome('PROXY_UNSUPPORTED', false);
        const isShown = message.certificate && url.protocol === 'https:';
        const certificate = isShown ? await readClientCertificate(message.certificate) : undefined;
        return sendRequest(getAgent(url, proxy, certificate), url, message, state);
      }),
    dispose() {
      closing.abort();
      for (const agent of agents.values()) {
        // The agent is no longer used, so it does not matter how its sockets close.
        agent.destroy().catch(() => undefined);
      }
      agents.clear();
    },
  };
}

const getProxyScheme = (proxy: string): string => (URL.canParse(proxy) ? new URL(proxy).protocol : '');

type ConnectOptions = UndiciOptions & {
  readonly certificate?: LoadedCertificate;
};

function createDirectAgent({ protocol }: URL, options: ConnectOptions): Dispatcher {
  // Plain http is used only for this machine, and needs no certificate authorities.
  return new Agent({
    ...poolOptions,
    connect: protocol === 'https:' ? createConnectOptions(options) : {},
  });
}

function createProxyAgent(uri: string, settings: NetworkSettings, options: ConnectOptions): Dispatcher {
  // The client certificate is presented to the server, not to the proxy.
  const { certificate: _, ...others } = options;
  const connect = createConnectOptions(others);
  return new ProxyAgent({
    ...poolOptions,
    uri,
    requestTls: createConnectOptions(options),
    clientFactory: (origin, options) => {
      const client = new Pool(origin, options);
      // undici's index adds `connect` to every dispatcher, and ProxyAgent relies on that.
      const connect: Dispatcher['connect'] = (params: Dispatcher.ConnectOptions) =>
        connectThrough.call(client, params).catch((error: unknown) => Promise.reject(new ProxyError(error)));
      return Object.assign(client, { connect });
    },
    // http.proxyStrictSSL applies only to the proxy.
    proxyTls: { ...connect, rejectUnauthorized: settings.strictSSL !== false },
    ...(settings.proxyAuthorization && { token: settings.proxyAuthorization }),
  });
}

/**
 * Thrown if a CONNECT request to the proxy gets no valid response, for example because the connection fails. Not thrown
 * if the proxy rejects the request with a status such as 407. `code` is `PROXY_` and the code of the cause, or
 * `PROXY_UNKNOWN`.
 */
class ProxyError extends Error {
  readonly code: string;
  constructor(cause: unknown) {
    super('proxy');
    this.code = `PROXY_${findErrorCode(cause) ?? 'UNKNOWN'}`;
  }
}

// `runWithDeadline` enforces the time limits, so undici's timeouts for headers and bodies are off.
const poolOptions = {
  connections: CONNECTIONS,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  factory: (origin: string | URL, options: object) =>
    new Pool(origin, {
      ...(options as PoolTypes.Options),
      factory: createClientSkippingInterims,
    }),
} as const;

function createClientSkippingInterims(origin: URL, options: object): Dispatcher {
  const { connect, ...others } = options as ClientTypes.Options;
  if (typeof connect !== 'function') throw new TypeError('connect');
  const reading: buildConnector.connector = (target, done) =>
    connect(target, (...result) =>
      result[0] ? done(result[0], null) : done(null, patchToSkipInterimResponses(result[1])),
    );
  return new Client(origin, { ...others, connect: reading });
}

function createConnectOptions({ ca, lookup, certificate }: ConnectOptions) {
  const context = createTLSContext({ ca: [...listCertificateAuthorities(), ...(ca ?? [])] }, certificate);
  return {
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    secureContext: context,
    ...(lookup && { lookup }),
  };
}

const listCertificateAuthorities = (): readonly string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
];

async function sendRequest(
  agent: Dispatcher,
  url: URL,
  message: TransportRequest,
  state: Attempt,
): Promise<TransportOutcome> {
  const answer = await request.call(wrapToMarkWriting(agent, state), {
    origin: url.origin,
    path: url.pathname + url.search,
    method: message.method,
    headers: { ...message.headers, 'accept-encoding': 'gzip, br' },
    body: message.body ?? null,
    signal: state.signal,
  });
  state.markResponseStarted();
  const headers = lowercaseHeaderNames(answer.headers);
  const length = Number(headers['content-length'] ?? 0);
  if (length > message.maxBytes) {
    answer.body.destroy();
    throw new ResponseTooLargeError();
  }
  const decoders = createDecompressors(headers['content-encoding'] ?? '');
  if (decoders === undefined) {
    answer.body.destroy();
    return createNetworkErrorOutcome('ERR_CONTENT_ENCODING', true);
  }
  let plain: Readable = answer.body;
  // Errors and a premature end reach the reader through the chain, so the callback has nothing to do.
  for (const decoder of decoders) plain = pipeline(plain, decoder, () => undefined);
  const { text, bytes } = await readChunksAsUtf8(plain, message.maxBytes);
  return {
    ok: true,
    response: { status: answer.statusCode, headers, body: text, bytes },
  };
}

function wrapToMarkWriting(agent: Dispatcher, state: Attempt): Pick<Dispatcher, 'dispatch'> {
  return {
    dispatch: (options, handler) =>
      agent.dispatch(options, {
        onRequestStart(controller, context) {
          state.markWriting();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (controller, ...rest) => handler.onResponseStart?.(controller, ...rest),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      }),
  };
}

function lowercaseHeaderNames(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}

function createDecompressors(encoding: string): Duplex[] | undefined {
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
