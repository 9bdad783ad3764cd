/** Certificates of both sides, and what becomes of a request: the tests and the help page go by this table. */

/** A server by its certificate. */
export interface Certified {
  readonly name: string;
  /** Of `test/fixtures/tls`. */
  readonly pem: string;
  /** Whether its authority is one that this machine trusts. */
  readonly isTrusted: boolean;
  /** Of the refusal; none for the good one. */
  readonly code?: string;
}

export const servers: readonly Certified[] = [
  { name: 'valid', pem: 'good', isTrusted: true },
  {
    name: 'of an unknown authority',
    pem: 'good',
    isTrusted: false,
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  },
  { name: 'expired', pem: 'expired', isTrusted: true, code: 'CERT_HAS_EXPIRED' },
  { name: 'of another host', pem: 'wrong-host', isTrusted: true, code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  { name: 'self-signed', pem: 'self-signed', isTrusted: true, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
];

/** Whether the server asks for a certificate of the client, and whether that has one to show. */
export interface Asking {
  readonly asks: boolean;
  readonly shows: boolean;
}
export const askings: readonly Asking[] = [false, true].flatMap((asks) =>
  [false, true].map((shows) => ({ asks, shows })),
);

/** `untrusted`: nothing is sent · `rejected`: by the server, before it has the request. */
export type Exchanged = 'answered' | 'untrusted' | 'rejected';
export const exchanged = ({ code }: Certified, { asks, shows }: Asking): Exchanged =>
  code !== undefined ? 'untrusted' : asks && !shows ? 'rejected' : 'answered';
