/**
 * What becomes of each fault: the tests check it (`note` in support.ts), and the help page is made from it. Faults that
 * a person can't tell apart share a row.
 */
import type { ApiError, NetworkError, StatusError } from '../../src/core/service/errors.ts';

interface Row {
  /** As the tests note them. */
  readonly faults: readonly string[];
  /** For the help page. */
  readonly what: string;
}
/** A person reads the sentences of `error`; what differs from one time to the next is an example. */
export interface FailingRow extends Row {
  readonly error: ApiError;
  /** An example of when the service wants to be sent the request again, where it says so. */
  readonly retryAt?: string;
}
/** No message: it goes on, as `result` says. */
export interface HandledRow extends Row {
  readonly result: string;
}

const unreadable = (what: 'html' | 'json' | 'tooDeep' | 'shape', path?: string): ApiError => ({
  ...{ kind: 'unreadable', what, status: 200, retry: false },
  ...(path !== undefined && { path }),
});
const status = (code: number): StatusError => ({ kind: 'status', status: code, message: '', retry: false });
const network = (code: string, mayHaveBeenSent = false): NetworkError => ({
  ...{ kind: 'network', code, mayHaveBeenSent, retry: true },
});
const redirect = (toOrigin?: string): ApiError => ({
  ...{ kind: 'redirect', status: 307, retry: false },
  ...(toOrigin !== undefined && { toOrigin }),
});

export const failing: readonly FailingRow[] = [
  {
    faults: ['dns-failure'],
    what: 'The host name is unknown',
    error: network('ENOTFOUND'),
  },
  {
    faults: ['no connection before the deadline'],
    what: 'No connection in time',
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
    what: 'The files hold no certificate with its key',
    error: network('CLIENT_CERT_INVALID'),
  },
  {
    faults: ['stalled-headers (first byte)', 'dripping-headers (first byte)'],
    what: 'The server takes the request and sends nothing, or endless headers',
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
  { faults: ['not-http'], what: 'Not HTTP', error: network('NOT_HTTP', true) },
  {
    faults: ['endless-headers', '1xx-never-whole'],
    what: 'Headers beyond 16 KB',
    error: network('UND_ERR_HEADERS_OVERFLOW', true),
  },
  {
    faults: ['gzip-damaged'],
    what: 'Damaged compression',
    error: network('Z_DATA_ERROR', true),
  },
  {
    faults: ['gzip-cut'],
    what: 'Compressed data that is cut off',
    error: network('Z_BUF_ERROR', true),
  },
  {
    faults: ['gzip-bomb', 'gzip-twice', 'endless-body', 'announced-1gb'],
    what: 'A response beyond 16 MB, unpacked',
    error: { kind: 'tooLarge', limitBytes: 16 * 1024 * 1024, retry: false },
  },
  {
    faults: ['redirect-307', 'redirect-loop', 'page 2: redirect-while-paging'],
    what: 'A redirect to another address, or in a circle',
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
    what: 'No JSON, or JSON that is cut off',
    error: unreadable('json'),
  },
  {
    faults: [
      ...['json-list', 'records-object', 'record-number', 'records-missing', 'record-without-fields'],
      ...['audit-of-another-form (audit)', 'page 2: odd-while-paging', 'page 2: missing-while-paging'],
    ],
    what: 'JSON of another form, such as no records',
    error: unreadable('shape', 'records'),
  },
  {
    faults: ['deep-100000'],
    what: 'Nesting without end',
    error: unreadable('tooDeep'),
  },
  {
    faults: [
      ...['error-in-200', 'errors-in-200', 'error-beside-records', 'message-in-200'],
      'errors-in-200 (audit)',
    ],
    what: 'An error beside status 200',
    error: status(200),
  },
  { faults: ['empty-204'], what: 'Status 204', error: status(204) },
  { faults: ['error-html-chars'], what: 'Status 400', error: status(400) },
  {
    faults: ['error-string-code', 'expired-while-paging', 'page 2: 401-while-paging'],
    what: 'Status 401, also while paging, and no other token to be had',
    error: status(401),
  },
  {
    faults: ['page 2: 403-while-paging'],
    what: 'Status 403',
    error: status(403),
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
    what: 'Status 503 with `Retry-After`, also after waiting',
    error: status(503),
    retryAt: '16:12',
  },
  {
    faults: ['no account ID'],
    what: 'No account ID for audit events',
    error: { kind: 'noAccountID', retry: false },
  },
];

export const handled: readonly HandledRow[] = [
  {
    faults: ['proxy'],
    what: 'A proxy in the settings or the environment',
    result: 'The request goes through a tunnel; the proxy sees host and port only.',
  },
  {
    faults: ['reset-once (audit)'],
    what: 'The connection breaks while listing audit events',
    result: 'Sent again.',
  },
  {
    faults: ['retry-after-0', 'retry-after-date', 'retry-after-repeated'],
    what: '`Retry-After` of up to 30 s: 0, seconds, or a date',
    result:
      'Waits as long as the service asks, at least 250 ms, then sends again. The state line says until when; cancelling ends the wait.',
  },
  {
    faults: ['server restarted while paging'],
    what: 'The server restarts while paging',
    result: 'The next page comes from the new one.',
  },
  {
    faults: ['gzip', 'brotli', '1xx-continue', '1xx-many', '1xx-switching', '1xx-in-pieces'],
    what: 'Compression; interim responses (1xx)',
    result: 'Read.',
  },
  {
    faults: ['hostile-request-id', 'echoes-token'],
    what: 'A request ID that is endless, or repeats the token',
    result: 'Shortened; the token is removed.',
  },
  {
    faults: ['records-null', 'error-null', 'page 2: null-while-paging', 'page 2: empty-while-paging'],
    what: 'Records `null` or empty',
    result: 'No rows; while paging, the end of the result.',
  },
  {
    faults: ['records-26', 'pages-26'],
    what: 'A page of 26 records',
    result: 'Each record once: the 26th comes with the next page.',
  },
  {
    faults: ['offset-ignored'],
    what: 'The service ignores OFFSET',
    result: 'One page; paging stops and says why.',
  },
  {
    faults: ['pages-overlapping'],
    what: 'Pages overlap',
    result: 'Repeated rows are counted.',
  },
  {
    faults: ['pages-reordered'],
    what: 'Pages in another order',
    result: 'Shown in the order received.',
  },
  {
    faults: ['pages-endless'],
    what: 'Pages without end',
    result: 'Stops at `vaultsql.results.maxRows`.',
  },
  {
    faults: ['columns-changing'],
    what: 'Columns change from record to record',
    result: 'All columns; empty where a record has none.',
  },
  {
    faults: ['50 quick Nexts'],
    what: '50 quick clicks on Next',
    result: 'One request at a time; the last position is shown.',
  },
  {
    faults: ['load all: 401-while-paging'],
    what: 'The token expires while loading all',
    result: 'Rows stay; loading continues after you sign in.',
  },
  {
    faults: ['column-proto', 'columns-integers'],
    what: 'Columns named `__proto__` or `10`',
    result: 'Shown in the order received.',
  },
  {
    faults: ['columns-repeated'],
    what: 'A column twice in one record',
    result: 'The last value counts.',
  },
  {
    faults: ['numbers-exact'],
    what: 'Numbers beyond 2^53, `1.10`, `1e400`',
    result: 'All digits, in copies and exports too.',
  },
  {
    faults: ['lone-surrogate', 'nul-and-direction', 'invalid-utf8'],
    what: 'Half characters, NUL, right-to-left override, invalid UTF-8',
    result: 'Kept as text; invalid bytes become �.',
  },
  {
    faults: ['markup'],
    what: 'Markup, links, and icons in values',
    result: 'Shown as text.',
  },
  {
    faults: ['formulas'],
    what: 'Formulas in values and column names',
    result: 'Guarded in exports for spreadsheets.',
  },
  {
    faults: ['cell-1mb', 'columns-10000', 'deep-100'],
    what: 'A value of 1 MB, 10,000 columns, 100 levels',
    result: 'Shortened in the grid, whole in exports.',
  },
  {
    faults: ['event-null'],
    what: 'Events `null`',
    result: 'The end of the trail.',
  },
  {
    faults: ['events-odd'],
    what: 'Events with missing or odd parts',
    result: 'Shown with what they have.',
  },
  {
    faults: ['next-repeated', 'next-absent', 'next-alternating', 'cursor-refused'],
    what: 'A cursor that repeats, is missing, or is rejected',
    result: 'Paging stops: older events may exist.',
  },
  {
    faults: ['records-missing (audit)'],
    what: 'A response without an event list',
    result: 'No events.',
  },
];
