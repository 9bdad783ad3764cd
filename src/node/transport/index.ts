import type { AbortSignalLike, TransportOutcome, TransportRequest } from '../../core/service/transport.ts';
import { createNetworkErrorOutcome, isTLSErrorCode } from './deadline.ts';
import { createEditorTransport } from './editorTransport.ts';
import type { DisposableTransport, NetworkSettings } from './settings.ts';

export type { DisposableTransport, NetworkSettings } from './settings.ts';

type HttpModule = Pick<typeof import('./undiciTransport.ts'), 'createUndiciTransport'>;

interface TransportDeps {
  /** Returns the current settings. Called again for each request, so that a change applies to the next one. */
  readonly getSettings: () => NetworkSettings;
  readonly loadHttp: () => HttpModule | Promise<HttpModule>;
  readonly getFetch?: () => typeof globalThis.fetch;
}

interface SwitchingTransport extends DisposableTransport {
  /**
   * Makes later requests by undici open new connections, and forgets for which origins the editor's `fetch` is used.
   */
  reset(): void;
}

/**
 * Creates the transport that follows the settings. With `auto`, a request that undici could not send may be sent by the
 * editor's `fetch`. If that succeeds, later requests to the same origin may be sent by the editor's `fetch` without
 * trying undici. The editor's `fetch` is not tried after a TLS error of undici, because it may be less strict.
 */
export function createTransport(deps: TransportDeps): SwitchingTransport {
  const editor = createEditorTransport(deps.getFetch);
  const editorOrigins = new Set<string>();
  const retired = new Set<DisposableTransport>();
  let current: { readonly key: string; readonly transport: Promise<DisposableTransport> } | undefined;
  let disposed = false;
  let pendingRequests = 0;

  const retireCurrent = () => {
    current?.transport.then((transport) => {
      if (disposed || pendingRequests === 0) transport.dispose();
      else retired.add(transport);
    }, ignoreLoadFailure);
    current = undefined;
  };

  const getUndiciTransport = (settings: NetworkSettings): Promise<DisposableTransport> => {
    const key = JSON.stringify({
      ...settings,
      env: getProxyVariables(settings.env),
      transport: undefined,
    });
    if (current?.key !== key) {
      retireCurrent();
      editorOrigins.clear();
      const transport = Promise.resolve()
        .then(deps.loadHttp)
        .then((http) => http.createUndiciTransport(settings));
      current = { key, transport };
    }
    return current.transport;
  };

  const sendByUndici = async (
    request: TransportRequest,
    signal?: AbortSignalLike,
  ): Promise<TransportOutcome> => {
    let transport: DisposableTransport;
    try {
      transport = await getUndiciTransport(deps.getSettings());
    } catch (error) {
      current = undefined;
      return createNetworkErrorOutcome(
        'TRANSPORT_NOT_LOADED',
        false,
        error instanceof Error ? error.name : undefined,
      );
    }
    return transport.send(request, signal);
  };

  const sendAuto = async (request: TransportRequest, signal?: AbortSignalLike): Promise<TransportOutcome> => {
    const { origin, hostname } = new URL(request.url);
    const { changedByWorkspace } = deps.getSettings();
    if (editorOrigins.has(origin) && !changedByWorkspace) {
      const outcome = await editor.send(request, signal);
      if (wasUnsentWithoutTLSError(outcome)) editorOrigins.delete(origin);
      return outcome;
    }
    const first = await sendByUndici(request, signal);
    // Addresses of this machine are reached only directly, which has failed.
    if (!wasUnsentWithoutTLSError(first) || changedByWorkspace || signal?.aborted || isLoopback(hostname))
      return first;
    const second = await editor.send(request, signal);
    if (second.ok) editorOrigins.add(origin);
    return wasUnsentWithoutTLSError(second) ? first : second;
  };

  return {
    async send(request, signal) {
      if (disposed) return { ok: false, error: { kind: 'cancelled', retry: true } };
      // e.g. https://256.256.256.256, which looks like an address and is not one.
      if (!URL.canParse(request.url)) return createNetworkErrorOutcome('ERR_INVALID_URL', false);
      pendingRequests++;
      try {
        const { transport, changedByWorkspace } = deps.getSettings();
        // The editor's `fetch` can't present a client certificate.
        if (request.certificate)
          return transport === 'editor'
            ? createNetworkErrorOutcome('CLIENT_CERT_EDITOR', false)
            : await sendByUndici(request, signal);
        if (transport === 'editor')
          return changedByWorkspace && !isLoopback(new URL(request.url).hostname)
            ? createNetworkErrorOutcome('WORKSPACE_PROXY', false)
            : await editor.send(request, signal);
        return await (transport === 'undici' ? sendByUndici : sendAuto)(request, signal);
      } finally {
        pendingRequests--;
        if (pendingRequests === 0) {
          for (const transport of retired) transport.dispose();
          retired.clear();
        }
      }
    },
    reset() {
      retireCurrent();
      editorOrigins.clear();
    },
    dispose() {
      disposed = true;
      for (const transport of retired) transport.dispose();
      retired.clear();
      editor.dispose();
      retireCurrent();
    },
  };
}

const isLoopback = (hostname: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

function wasUnsentWithoutTLSError(outcome: TransportOutcome): boolean {
  if (outcome.ok || outcome.error.kind !== 'network') return false;
  return !outcome.error.mayHaveBeenSent && !isTLSErrorCode(outcome.error.code);
}

function getProxyVariables(env: NetworkSettings['env']): readonly (string | undefined)[] {
  const names = ['no_proxy', 'NO_PROXY', 'https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return names.map((name) => env[name]);
}

/** Ignores an error that was already returned to the request that loaded the module. */
function ignoreLoadFailure(): void {}
