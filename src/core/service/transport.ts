/** The interface through which core uses the network. The implementations that open connections are outside core. */
import type { ClientCertificate } from './connections/clientCertificate.ts';
import type { ApiError } from './errors.ts';

export type CertificateWithPassphrase = ClientCertificate & { readonly passphrase?: string };

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The path for the log: without the query string and with placeholders, as in `/v1/vaults/{vaultID}/query`. */
  readonly template: string;
  /** The number of this attempt, from 1. It starts at 1 again after the token was renewed. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client certificate. It is presented to the server of `url`, not to a proxy. */
  readonly certificate?: CertificateWithPassphrase;
  readonly timeoutMs: number;
  /**
   * Timeout in milliseconds until the status and the headers of the response are received. It starts when the request
   * is written, or with the attempt if a transport does not know when it writes. Absent: only `timeoutMs` applies.
   */
  readonly firstByteTimeoutMs?: number;
  readonly maxBytes: number;
}

/**
 * A response with header names in lower case. `body` is decoded as UTF-8; `bytes` is the body's size before that, after
 * decompression.
 */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
}

export type TransportError = Extract<ApiError, { kind: 'network' | 'timeout' | 'cancelled' | 'tooLarge' }>;
export type TransportOutcome =
  | { readonly ok: true; readonly response: TransportResponse }
  | { readonly ok: false; readonly error: TransportError };

export interface Transport {
  /** Sends one request. Does not follow redirects. Resolves to an outcome with an error instead of rejecting. */
  send(request: TransportRequest, signal?: AbortSignalLike): Promise<TransportOutcome>;
}

/** The part of AbortSignal that core needs; core has no DOM and no Node types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
