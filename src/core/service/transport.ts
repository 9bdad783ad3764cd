/** The one door to the network. Implementations live outside core. */
import type { ClientCertificate } from './connections/clientCertificate.ts';
import type { ApiError } from './errors.ts';

export type ShownCertificate = ClientCertificate & { readonly passphrase?: string };

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The path of `url` with names in place of what a person chose, such as `/v1/vaults/{vaultID}/query`: for the log. */
  readonly template: string;
  /** 1 at first; more where the same request is sent again. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Shown only to the server of `url`, never to a proxy. */
  readonly certificate?: ShownCertificate;
  /** From connecting to the last byte. */
  readonly timeoutMs: number;
  /** From writing the request until status and headers of the response are there; absent: no limit of its own. */
  readonly firstByteMs?: number;
  /** Cap on the decompressed body. */
  readonly maxBytes: number;
}

/** Header names in lower case. `body` is the decoded UTF-8 text. */
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
  /** Never throws; never follows a redirect; resolves as `cancelled` soon after `signal` aborts. */
  send(request: TransportRequest, signal?: AbortSignalLike): Promise<TransportOutcome>;
}

/** The part of AbortSignal that core needs; core has no DOM and no Node types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
