/**
 * The settings of the editor and the environment that transports need, passed in so that this code runs in plain Node.
 */
import type { Transport } from '../../core/service/transport.ts';

export interface NetworkSettings {
  /** The setting `vaultsql.network.transport`. */
  readonly transport: 'auto' | 'undici' | 'editor';
  /** The setting `http.proxy`. If empty or undefined, the proxy is taken from the environment. */
  readonly proxy?: string | undefined;
  /** The setting `http.proxySupport`. `off` means that undici connects directly, whatever else is set. */
  readonly proxySupport?: string | undefined;
  /** The setting `http.noProxy`. If it has entries, the environment's NO_PROXY is ignored. */
  readonly noProxy?: readonly string[] | undefined;
  /**
   * The setting `http.proxyStrictSSL`. If false, undici accepts any certificate of the proxy, but not of the server.
   */
  readonly strictSSL?: boolean | undefined;
  /** The setting `http.proxyAuthorization`: value of the header Proxy-Authorization. */
  readonly proxyAuthorization?: string | null | undefined;
  /** Whether workspace settings change the proxy that the editor's `fetch` uses. */
  readonly changedByWorkspace?: boolean;
  /** The environment variables, as in `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A transport that may keep connections open until it is disposed. */
export interface DisposableTransport extends Transport {
  /** Ends open requests with the error `cancelled`, and closes the connections that the transport itself has opened. */
  dispose(): void;
}
