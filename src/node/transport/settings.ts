/** The settings that transports need, passed in so that this code runs in plain Node. */
import type { Transport } from '../../core/service/transport.ts';

export interface NetworkSettings {
  readonly transport: 'auto' | 'undici' | 'editor';
  /** The setting `http.proxy`. If empty or undefined, the proxy is taken from the environment. */
  readonly proxy?: string | undefined;
  /** The setting `http.proxySupport`. `off` makes undici connect directly. */
  readonly proxySupport?: string | undefined;
  /** The setting `http.noProxy`. If it has entries, the environment's NO_PROXY is ignored. */
  readonly noProxy?: readonly string[] | undefined;
  /** The setting `http.proxyStrictSSL`. With undici, it applies only to the certificate of the proxy. */
  readonly strictSSL?: boolean | undefined;
  readonly proxyAuthorization?: string | null | undefined;
  /** Whether the workspace overrides the user's proxy settings. The editor's `fetch` uses the overriding settings. */
  readonly changedByWorkspace?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface DisposableTransport extends Transport {
  /** Ends open requests with the error `cancelled`. */
  dispose(): void;
}
