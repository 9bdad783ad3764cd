/** What the transports need to know of the editor's settings and the environment; injected, so that these files run in plain Node. */
import type { Transport } from '../../core/service/transport.ts';

export interface NetworkSettings {
  /** `vaultsql.network.transport`. */
  readonly transport: 'auto' | 'undici' | 'editor';
  /** `http.proxy`; empty or absent: none. */
  readonly proxy?: string | undefined;
  /** `http.proxySupport`; `off` means direct, whatever else is set. */
  readonly proxySupport?: string | undefined;
  /** `http.noProxy`; if it has entries, the environment's NO_PROXY is ignored, as the editor does. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxyStrictSSL`: false accepts any certificate of the proxy; never of the server. */
  readonly strictSSL?: boolean | undefined;
  /** `http.proxyAuthorization`: value of the header Proxy-Authorization. */
  readonly proxyAuthorization?: string | null | undefined;
  /** Whether the editor's own fetch would go by a workspace's proxy settings instead of the user's. */
  readonly changedByWorkspace?: boolean;
  /** `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A transport that holds connections open until it is disposed. */
export interface DisposableTransport extends Transport {
  /** Ends open requests (as `cancelled`) and closes every connection. */
  dispose(): void;
}
