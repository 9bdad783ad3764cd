/**
 * The faults that end in a message: the tests check each message (`note` in support.ts), and the help page is made from
 * this table. Faults with the same message share a row.
 */
import type { ApiError, NetworkError, StatusError } from '../../src/core/service/errors.ts';

export interface FaultRow {
  /** As the tests note them. */
  readonly faults: readonly string[];
  /** For the help page. */
  readonly what: string;
}
/** A person reads the sentences of `error`; what differs from one time to the next is an example. */
export interface FailingRow extends FaultRow {
  readonly error: ApiError;
  /** An example of when the service wants to be sent the request again, where it says so. */
  readonly retryAt?: string;
  /** The vault that the request went to, where the message names it. */
  readonly vaultID?: string;
  /** True where the request went to the local vault. */
  readonly isLocalVault?: true;
}

const unreadable = (what: 'html' | 'json' | 'tooDeep' | 'shape', path?: string): ApiError => ({
  kind: 'unreadable',
  what,
  status: 200,
  retry: false,
  ...(path !== undefined && { path }),
});
const status = (code: number): StatusError => ({ kind: 'status', status: code, message: '', retry: false });
const network = (code: string, mayHaveBeenSent = false): NetworkError => ({
  kind: 'network',
  code,
  mayHaveBeenSent,
  retry: true,
});
const redirect = (toOrigin?: string): ApiError => ({
  kind: 'redirect',
  status: 307,
  retry: false,
  ...(toOrigin !== undefined && { toOrigin }),
});

export const failing: readonly FailingRow[] = [
  {
    faults: ['dns-failure'],
    what: 'The host name is unknown',
    error: network('ENOTFOUND'),
  },
  {
    faults: ['dns-busy'],
    what: 'DNS does not respond, even after two more tries',
    error: network('EAI_AGAIN'),
  },
  {
    faults: ['connection refused'],
    what: 'Nothing listens at the address and port, or a firewall rejects the connection',
    error: network('ECONNREFUSED'),
  },
  {
    faults: ['local vault stopped'],
    what: 'The local vault was stopped',
    error: network('ECONNREFUSED'),
    isLocalVault: true,
  },
  {
    faults: ['no connection before the deadline'],
    what: 'The connection could not be made in time',
    error: network('ETIMEDOUT'),
  },
  {
    faults: ['proxy answers 407'],
    what: 'The proxy requires a sign-in',
    error: network('PROXY_407'),
  },
  {
    faults: ['proxy answers 502'],
    what: 'The proxy can’t reach the service',
    error: network('PROXY_502'),
  },
  {
    faults: ['proxy hangs up'],
    what: 'The proxy ends the connection',
    error: network('PROXY_ECONNRESET'),
  },
  {
    faults: ['proxy not there'],
    what: 'No proxy at that address',
    error: network('PROXY_ECONNREFUSED'),
  },
  {
    faults: ['SOCKS proxy (undici alone)'],
    what: 'A SOCKS proxy, with `vaultsql.network.transport` set to `undici`',
    error: network('PROXY_UNSUPPORTED'),
  },
  {
    faults: ['certificate of the proxy'],
    what: 'The proxy has a self-signed certificate',
    error: network('PROXY_DEPTH_ZERO_SELF_SIGNED_CERT'),
  },
  {
    faults: ['certificate expired'],
    what: 'Expired certificate',
    error: network('CERT_HAS_EXPIRED'),
  },
  {
    faults: ['certificate not valid yet'],
    what: 'Certificate that is not valid yet',
    error: network('CERT_NOT_YET_VALID'),
  },
  {
    faults: ['certificate revoked'],
    what: 'Certificate with another problem',
    error: network('CERT_REVOKED'),
  },
  {
    faults: ['certificate wrong-host'],
    what: 'Certificate of another host',
    error: network('ERR_TLS_CERT_ALTNAME_INVALID'),
  },
  {
    faults: ['certificate self-signed'],
    what: 'Self-signed certificate',
    error: network('DEPTH_ZERO_SELF_SIGNED_CERT'),
  },
  {
    faults: ['certificate of an unknown authority'],
    what: 'Certificate of an unknown authority',
    error: network('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  },
  {
    faults: ['plain HTTP in place of TLS'],
    what: 'The server does not speak TLS',
    error: network('ERR_SSL_WRONG_VERSION_NUMBER'),
  },
  {
    faults: ['HTTP/2 alone'],
    what: 'The server accepts HTTP/2 only',
    error: network('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'),
  },
  {
    faults: ['TLS handshake refused'],
    what: 'The server ends the TLS handshake',
    error: network('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'),
  },
  {
    faults: ['host that is no address'],
    what: 'The host looks like an IP address but is not a valid one',
    error: network('ERR_INVALID_URL'),
  },
  {
    faults: ['proxy of the workspace'],
    what: 'The workspace changes proxy settings, with `vaultsql.network.transport` set to `editor`',
    error: network('WORKSPACE_PROXY'),
  },
  {
    faults: ['client certificate by the editor'],
    what: 'A client certificate, with `vaultsql.network.transport` set to `editor`',
    error: network('CLIENT_CERT_EDITOR'),
  },
  {
    faults: ['client certificate refused: certificate_required'],
    what: 'The server requires a client certificate',
    error: network('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
  },
  {
    faults: ['client certificate refused: bad_certificate'],
    what: 'The server rejects the client certificate',
    error: network('ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE'),
  },
  {
    faults: ['client certificate refused: unknown_ca'],
    what: 'The server does not know the authority of the client certificate',
    error: network('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'),
  },
  {
    faults: [
      'client certificate without the passphrase',
      'client certificate with another passphrase',
      'client certificate of PKCS#12 with another passphrase',
    ],
    what: 'No passphrase for the client certificate, or a wrong one',
    error: network('CLIENT_CERT_PASSPHRASE'),
  },
  {
    faults: ['client certificate that are not there'],
    what: 'The files of the client certificate are missing',
    error: network('CLIENT_CERT_MISSING'),
  },
  {
    faults: ['client certificate that are folders'],
    what: 'The files of the client certificate can’t be read',
    error: network('CLIENT_CERT_UNREADABLE'),
  },
  {
    faults: ['client certificate whose key is another one', 'client certificate that are none'],
    what: 'The files do not contain a certificate with its key',
    error: network('CLIENT_CERT_INVALID'),
  },
  {
    faults: ['stalled-headers (first byte)', 'dripping-headers (first byte)'],
    what: 'The server accepts the request but sends nothing, or endless headers',
    error: { kind: 'timeout', seconds: 30, limit: 'firstByte', retry: true },
  },
  {
    faults: [
      ...['stalled-headers', 'dripping-headers', 'stalled-body', 'dripping-body', '1xx-endless'],
      'page 2: stalled-while-paging',
    ],
    what: 'The response does not end in time',
    error: { kind: 'timeout', seconds: 60, retry: true },
  },
  {
    faults: [
      'cancelled during stalled-headers',
      'cancelled during stalled-body',
      'deactivated during a request',
    ],
    what: 'You cancel, or the window closes',
    error: { kind: 'cancelled', retry: true },
  },
  {
    faults: ['reset-before-headers', 'reset-mid-body', 'short-body', 'page 2: reset-while-paging'],
    what: 'The connection breaks',
    error: network('ECONNRESET', true),
  },
  { faults: ['not-http'], what: 'The response is not HTTP', error: network('NOT_HTTP', true) },
  {
    faults: ['endless-headers', '1xx-never-whole'],
    what: 'Headers of more than 16 KB',
    error: network('UND_ERR_HEADERS_OVERFLOW', true),
  },
  {
    faults: ['gzip-damaged'],
    what: 'A damaged compressed response',
    error: network('Z_DATA_ERROR', true),
  },
  {
    faults: ['gzip-cut'],
    what: 'A compressed response that is cut off',
    error: network('Z_BUF_ERROR', true),
  },
  {
    faults: ['gzip-bomb', 'gzip-twice', 'endless-body', 'announced-1gb'],
    what: 'A response of more than 16 MB, uncompressed',
    error: { kind: 'tooLarge', limitBytes: 16 * 1024 * 1024, retry: false },
  },
  {
    faults: ['redirect-307', 'redirect-loop', 'page 2: redirect-while-paging'],
    what: 'A redirect to another address, or a redirect loop',
    error: redirect('https://elsewhere.example'),
  },
  {
    faults: ['redirect-file'],
    what: 'A redirect to a file',
    error: redirect('file:'),
  },
  {
    faults: ['redirect-nowhere'],
    what: 'A redirect without an address',
    error: redirect(),
  },
  {
    faults: ['html-200', 'html-as-json', 'page 2: html-while-paging'],
    what: 'A web page instead of data',
    error: unreadable('html'),
  },
  {
    faults: ['empty-200', 'truncated-json', '1xx-in-the-body', 'page 2: truncated-while-paging'],
    what: 'A response that is not JSON, or is cut off',
    error: unreadable('json'),
  },
  {
    faults: [
      ...['json-list', 'records-object', 'record-number', 'records-missing', 'record-without-fields'],
      ...['audit-of-another-form (audit)', 'page 2: odd-while-paging', 'page 2: missing-while-paging'],
    ],
    what: 'JSON with an unexpected structure, such as without records',
    error: unreadable('shape', 'records'),
  },
  {
    faults: ['deep-100000'],
    what: 'JSON that is nested too deeply',
    error: unreadable('tooDeep'),
  },
  {
    faults: [
      ...['error-in-200', 'errors-in-200', 'error-beside-records', 'message-in-200'],
      'errors-in-200 (audit)',
    ],
    what: 'An error in a response with status 200',
    error: status(200),
  },
  { faults: ['empty-204'], what: 'Status 204', error: status(204) },
  { faults: ['error-html-chars'], what: 'Status 400', error: status(400) },
  {
    faults: ['error-string-code', 'expired-while-paging', 'page 2: 401-while-paging'],
    what: 'Status 401, also while paging, and the token can’t be renewed',
    error: status(401),
  },
  {
    faults: ['page 2: 403-while-paging'],
    what: 'Status 403',
    error: status(403),
  },
  {
    faults: ['status-404'],
    what: 'Status 404',
    error: status(404),
    vaultID: 'v1',
  },
  {
    faults: ['status-404-page'],
    what: 'Status 404 with a web page',
    error: { ...status(404), isWebPage: true },
  },
  {
    faults: ['status-408'],
    what: 'Status 408',
    error: status(408),
  },
  {
    faults: ['status-425'],
    what: 'Status 425',
    error: status(425),
  },
  {
    faults: ['retry-after-none'],
    what: 'Status 429 without `Retry-After`',
    error: status(429),
  },
  {
    faults: ['retry-after-garbage', 'retry-after-empty', 'page 2: unreadable-wait-while-paging'],
    what: 'Status 429 with a `Retry-After` that is neither seconds nor a date',
    error: { ...status(429), hasUnreadableRetryAfter: true },
  },
  {
    faults: ['retry-after-99999'],
    what: 'Status 429 with a `Retry-After` of more than 30 s',
    error: status(429),
    retryAt: '16:12',
  },
  {
    faults: ['page 2: 500-while-paging'],
    what: 'Status 500',
    error: status(500),
  },
  {
    faults: ['html-502'],
    what: 'Status 502 with a web page',
    error: status(502),
  },
  {
    faults: ['always-503'],
    what: 'Status 503 with `Retry-After`, even after waiting',
    error: status(503),
    retryAt: '16:12',
  },
  {
    faults: ['no account ID'],
    what: 'No account ID for audit events',
    error: { kind: 'noAccountID', retry: false },
  },
  {
    faults: ['filter that is no resource ID'],
    what: 'A filter for audit events that can’t be sent',
    error: { kind: 'badFilter', detail: 'resourceIDs: not-a-resource-id', retry: false },
  },
  {
    faults: ['no token'],
    what: 'You are not signed in',
    error: { kind: 'noToken', retry: false },
  },
  {
    faults: ['token with whitespace'],
    what: 'The access token contains characters that are not allowed in a token',
    error: { kind: 'badToken', detail: 'blank', retry: false },
  },
  {
    faults: ['plain http to another machine'],
    what: 'The connection uses plain http to another machine',
    error: { kind: 'badAddress', detail: 'plain-http', retry: false },
  },
  {
    faults: ['vault without an ID'],
    what: 'The ID of the vault is empty or invalid',
    error: { kind: 'badVaultID', detail: 'empty', retry: false },
  },
  {
    faults: ['connection removed'],
    what: 'The connection was removed since the first page',
    error: { kind: 'noConnection', retry: true },
  },
  {
    faults: ['vault removed'],
    what: 'The vault was removed from its connection since the first page',
    error: { kind: 'noConnection', detail: 'vault', retry: true },
  },
];
