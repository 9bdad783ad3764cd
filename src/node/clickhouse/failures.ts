/** Failures of requests to ClickHouse: whether a retry may help, and the sentences for the user. */
import { networkSentences } from '../../core/messages/networkErrors.ts';
import { terminalText } from '../../core/messages/terminalTexts.ts';
import type { TransportError } from '../../core/service/transport.ts';

/**
 * Code of the network error of a request that was not sent, because the settings no longer name the table at this address
 * for this user, or because the user's password is no longer stored.
 */
export const ACCESS_CHANGED = 'ACCESS_CHANGED';

/** A response that reports an error. */
interface ServerFailure {
  readonly kind: 'server';
  readonly status: number;
  /** ClickHouse's error code, such as 516; undefined if the response has none. */
  readonly code: number | undefined;
  /** ClickHouse's error name, such as ACCESS_DENIED; undefined if the response has none. */
  readonly name: string | undefined;
  /** Present if ClickHouse's text says that the statement or one of its values is too long. */
  readonly isTooLong?: true;
  /** Milliseconds that the response asks the client to wait; undefined if it does not. */
  readonly retryAfterMs: number | undefined;
}

export type ClickHouseFailure =
  | TransportError
  | ServerFailure
  /** The response is not from ClickHouse, but for example from a web server. */
  | { readonly kind: 'notClickHouse'; readonly status: number };

/**
 * ClickHouse's codes of errors after which a retry of the same request may succeed: timeouts (159, 209), network and
 * replicas (210, 279, 319), limits that other requests use up (202, 241, 252), Keeper (225, 242, 999), a disk that is
 * full (75, 243), and a server that shuts down or was stopped (236, 394).
 */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([
  75, 159, 202, 209, 210, 225, 236, 241, 242, 243, 252, 279, 319, 394, 999,
]);
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Matches codes of network errors after which a retry does not help, without the prefix `PROXY_` that errors of a proxy
 * have. A number is the HTTP status with which a proxy rejected a tunnel.
 */
const PERMANENT_NETWORK_CODE =
  /CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$|^NOT_HTTP$|^UNSUPPORTED$|^UNKNOWN$|^(?!408|429)[34]\d\d$|^501$/;

/** Whether a retry of the same request may succeed. */
export function isTransient(failure: ClickHouseFailure): boolean {
  switch (failure.kind) {
    case 'network':
      return !PERMANENT_NETWORK_CODE.test(failure.code.replace(/^PROXY_/, ''));
    case 'timeout':
      return true;
    case 'cancelled':
    case 'tooLarge':
    case 'notClickHouse':
      return false;
    case 'server':
      // Codes of 1000 and above are errors of libraries or of the operating system.
      return failure.code === undefined
        ? TRANSIENT_STATUSES.has(failure.status)
        : TRANSIENT_CODES.has(failure.code) || failure.code >= 1000;
  }
}

/** Whether the server, or a proxy in front of it, rejected the request because of its size. */
export const isTooLargeRequest = (failure: ClickHouseFailure): boolean =>
  failure.kind === 'server' && (failure.isTooLong === true || [413, 414, 431].includes(failure.status));

/** The request that failed, for the sentences about it. */
interface FailureContext {
  readonly host: string;
  /** The user name that was sent to the server. */
  readonly user: string;
  /** The table, with its database; undefined for a request about no table. */
  readonly table?: string;
  /** How many times the request was sent before it was given up; undefined if it was sent only once. */
  readonly attempts?: number | undefined;
}

/**
 * Returns sentences that say what failed, what the user can do, and whether the request was given up after several
 * attempts. They never quote the server's text, which may contain parts of events.
 */
export function describeFailure(failure: ClickHouseFailure, context: FailureContext): string {
  const cause = describeCause(failure, context);
  const { attempts } = context;
  return attempts === undefined ? cause : `${cause} Gave up after ${attempts} attempts.`;
}

function describeCause(failure: ClickHouseFailure, context: FailureContext): string {
  const { host } = context;
  switch (failure.kind) {
    case 'network': {
      const { title, text } = networkSentences(failure, { operation: 'audit', baseUrlHost: host });
      // These sentences name the host.
      return `ClickHouse: ${terminalText(title)}. ${terminalText(text)}`;
    }
    case 'timeout':
      return `ClickHouse at ${host} did not respond within ${failure.seconds} s. Check that the server is up and not overloaded.`;
    case 'cancelled':
      return `The request to ClickHouse at ${host} was cancelled.`;
    case 'tooLarge':
      return `The response of ${host} is too large. Check that --to names ClickHouse's HTTP interface.`;
    case 'notClickHouse':
      return `${host} is not ClickHouse's HTTP interface (HTTP ${failure.status}). Check the address and port; 8123 and 8443 are usual.`;
    case 'server':
      return describeServerFailure(failure, context);
  }
}

function describeServerFailure(
  { status, code, name }: ServerFailure,
  { host, user, table }: FailureContext,
): string {
  const error = name ?? (code === undefined ? `HTTP ${status}` : `error ${code}`);
  const target = table ?? 'the table';
  switch (code) {
    case 192:
    case 193:
    case 194:
    case 516:
      return `ClickHouse at ${host} rejected the user or the password of "${user}" (${error}). Set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.`;
    case 497:
      return `The ClickHouse user "${user}" lacks rights for ${target} (${error}). Grant INSERT on it.`;
    case 164:
      return `The ClickHouse user "${user}" is read-only (${error}). Use a user that may insert into ${target}.`;
    case 452:
      return `The profile of the ClickHouse user "${user}" forbids a setting that inserts need (${error}). Allow async_insert, insert_distributed_sync, date_time_input_format, and input_format_*.`;
    case 60:
    case 81:
      return `${target} does not exist at ${host} (${error}). Create it with: audit init clickhouse`;
    case 75:
    case 243:
      return `The disk of ClickHouse at ${host} is full or failed (${error}). Free up space.`;
    case 701:
    case 170:
      return `The cluster is unknown to ClickHouse at ${host} (${error}). Check --cluster, and remote_servers in its configuration.`;
    case 210:
    case 279:
      return `A server of the cluster behind ClickHouse at ${host} can't be reached (${error}). Start that server.`;
    default:
      break;
  }
  if (status === 413)
    return `ClickHouse at ${host} rejected an event because of its size (413). Raise the limit of the server, or of the proxy in front of it.`;
  if (status === 407)
    return `Proxy authentication required (407) for ClickHouse at ${host}. Check HTTPS_PROXY and NO_PROXY.`;
  if (code === undefined && (status === 500 || status === 502 || status === 503 || status === 504))
    return `ClickHouse at ${host} is unavailable (${error}). Check that the server and the proxy in front of it are up.`;
  if (status === 401 || status === 403)
    return `${host} rejected the user "${user}" (${error}). The response is not ClickHouse's own: check the address and port, and what a proxy in front of the server needs.`;
  return `ClickHouse at ${host} failed (${error}). See its log.`;
}
