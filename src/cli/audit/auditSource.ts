/** Fetches audit events of a connection from the service. */
import { type CursorParameters, cursorParameters } from '../../core/audit/feed/ledger.ts';
import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import {
  getCursorParameterNames,
  getPagingSupport,
  type ServiceProfile,
} from '../../core/conformance/profile.ts';
import type { Connection } from '../../core/service/connections/connections.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike, Transport } from '../../core/service/transport.ts';
import type { AuditPage, NextOps } from '../../core/service/types.ts';
import type { CommandIO } from '../commandIO.ts';
import { createConnectionClient, findConnection } from '../connection.ts';
import { ArgumentError } from '../options.ts';

/** For each value of `--cursor`, the names of the parameters for the next page; null if only one page is requested. */
const cursorNames: Readonly<Record<string, CursorParameters | null>> = {
  after: { timestamp: 'afterOps.timestamp', changeID: 'afterOps.changeID' },
  next: { timestamp: 'nextOps.timestamp', changeID: 'nextOps.changeID' },
  none: null,
};

/** The message if a listing can't be read further, although older events may exist. */
export const LISTING_CUT =
  'Older events may exist: the service returned no cursor that leads to them. Check --cursor.';

export interface AuditSource {
  /** Address of the service, without a slash at the end. */
  readonly address: string;
  /** Scheme, host, and port of the service. */
  readonly origin: string;
  readonly host: string;
  /** Whether further pages are requested. */
  readonly pages: boolean;
  /** Fetches the page at a cursor, or the first page. Does not retry a failed request. */
  fetch(cursor: NextOps | undefined, signal?: AbortSignalLike): Promise<Outcome<AuditPage>>;
  /**
   * Returns how many milliseconds this machine's clock is ahead of the service's, by the Date header of the last response;
   * negative if it is behind. Undefined until a response has such a header.
   */
  getClockError(): number | undefined;
  /** Returns the IDs of the most recent requests of this source, each of which may itself have created an event. */
  ownRequestIDs(): ReadonlySet<string>;
}

const MAX_OWN_REQUESTS = 10_000;

/** Finds the connection of the options, as `findConnection` does, and requires an account ID. */
export async function findAuditConnection(
  options: Parameters<typeof findConnection>[0],
): Promise<Connection> {
  const { url, account, connections } = options;
  if (connections === undefined && url && !account) throw new ArgumentError('--account is missing.');
  const connection = await findConnection(options);
  if (connection.accountID === '')
    throw new ArgumentError('Listing audit events needs an account ID. Add accountID to the connection.');
  return connection;
}

/**
 * Returns the parameters that request a further page, or null if no further page is to be requested. Like the editor's
 * setting, the option takes precedence over the profile.
 */
function findCursorNames(
  cursor: string | undefined,
  profile: ServiceProfile | undefined,
): CursorParameters | null {
  if (cursor === undefined && profile && getPagingSupport(profile) !== 'untried')
    return getCursorParameterNames(profile) ?? null;
  const names = cursorNames[cursor ?? 'after'];
  if (names === undefined || !Object.hasOwn(cursorNames, cursor ?? 'after'))
    throw new ArgumentError(`--cursor must be after, next, or none, not "${cursor}".`);
  return names;
}

/**
 * Creates the source of a connection's events. `filters` are evaluated by the service; those for the connection's
 * account and workspace are added. Throws an ArgumentError if `cursor` is not a value of `--cursor`.
 */
export function createAuditSource(
  connection: Connection,
  {
    filters,
    cursor,
    profile,
    secrets,
  }: {
    readonly filters: AuditFilters;
    /** The option `--cursor`; undefined if it is not given. */
    readonly cursor: string | undefined;
    readonly profile?: ServiceProfile | undefined;
    /** The options that name environment variables with secrets. */
    readonly secrets: Parameters<typeof createConnectionClient>[1];
  },
  io: CommandIO,
): AuditSource {
  const names = findCursorNames(cursor, profile);
  const { origin, host, href } = new URL(connection.baseUrl);
  const address = href.replace(/\/$/, '');
  let clockError: number | undefined;
  const transport: Transport = {
    async send(request, signal) {
      const outcome = await io.transport.send(request, signal);
      const date = outcome.ok ? Date.parse(outcome.response.headers.date ?? '') : Number.NaN;
      if (!Number.isNaN(date) && new URL(request.url).origin === origin) clockError = io.now() - date;
      return outcome;
    },
  };
  const client = createConnectionClient(connection, secrets, { ...io, transport });
  const own = new Set<string>();
  const { accountID, parentAccountID, workspaceID } = connection;
  const allFilters: AuditFilters = {
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
    ...(workspaceID === undefined ? {} : { workspaceID }),
    ...filters,
    accountID,
  };
  return {
    address,
    origin,
    host,
    pages: names !== null,
    async fetch(place, signal) {
      const parameters = cursorParameters(place, names);
      const outcome = await client.listAuditEvents(
        { filters: allFilters, isWithoutRetry: true, ...(parameters ? { cursor: parameters } : {}) },
        signal,
      );
      if (outcome.ok && outcome.exchange.requestID !== undefined) {
        own.add(outcome.exchange.requestID);
        const [oldest] = own;
        if (own.size > MAX_OWN_REQUESTS && oldest !== undefined) own.delete(oldest);
      }
      return outcome;
    },
    getClockError: () => clockError,
    ownRequestIDs: () => own,
  };
}
