/**
 * Checks a service: sends SELECT statements and requests for audit events, and compares the responses with the rules of
 * SERVICE.md. No write is sent.
 */
import type { Sleep } from '../service/retry.ts';
import type { AbortSignalLike, Transport } from '../service/transport.ts';
import { Findings } from './findings.ts';
import { ListingCheck } from './listing.ts';
import { createEmptyProfile, type ServiceProfile } from './profile.ts';
import { RecordsCheck } from './records.ts';
import { Requester } from './requests.ts';
import type { Finding } from './rules.ts';

/** Default maximum number of requests of a check. Each may create an audit event. */
export const MAX_REQUESTS = 60;

export interface CheckOptions {
  readonly transport: Transport;
  /** Base addresses for listing audit events (`audit`) and for queries (`vault`), without a slash at the end. */
  readonly addresses: { readonly audit: string; readonly vault: string };
  readonly token: string;
  readonly accountID: string;
  readonly vaultID: string;
  /**
   * Table to query, in a form that `isTableName` accepts. If undefined, a table is searched for in the audited queries
   * of the vault. If none is found, no query is sent.
   */
  readonly table?: string | undefined;
  readonly maxRequests?: number;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
  readonly now: () => number;
  /**
   * Letters and digits at the end of the table alias in the first query. They make the query's text differ from the
   * texts of earlier checks, so that its audit event can be recognized by its text.
   */
  readonly aliasSuffix: string;
  readonly onRequest?: (sent: number) => void;
  readonly signal?: AbortSignalLike | undefined;
}

export interface CheckReport {
  readonly findings: readonly Finding[];
  readonly profile: ServiceProfile;
  readonly requests: number;
  readonly isCutOff: boolean;
  readonly isCancelled: boolean;
}

/** Checks a service and returns a report. A request that fails may leave verdicts `unknown`. */
export async function checkService(options: CheckOptions): Promise<CheckReport> {
  const { addresses, vaultID, table, now, aliasSuffix, signal } = options;
  const sleep: Sleep = (ms) => options.sleep(ms, signal);
  const findings = new Findings();
  findings.setUnknown('notObservable', 'S2', 'S4', 'S6', 'S7', 'S8', 'S17', 'S37', 'S38', 'S39', 'D11');
  findings.setUnknown('needsWrite', 'D1');
  findings.setUnknown('needsPolicies', 'D8', 'D9');
  const requests = new Requester({
    ...options,
    maxRequests: options.maxRequests ?? MAX_REQUESTS,
    onRequest: options.onRequest ?? (() => undefined),
    signal,
  });
  const listing = new ListingCheck(requests, findings);
  const records = new RecordsCheck(requests, findings, listing, { table, vaultID, sleep, now, aliasSuffix });
  const isListed = await listing.probeListing();
  await records.probeQueryRules();
  requests.releaseReservedRequests();
  if (isListed) await listing.verifyListingFindings();
  await records.withdrawUnprovenDialect();
  setGeneralFindings(findings, requests, addresses);
  return {
    findings: findings.listFindingsOfAllRules(),
    profile: createProfile(addresses.audit, now(), listing.result, records.result),
    requests: requests.sentCount,
    isCutOff: requests.isCutOff,
    isCancelled: signal?.aborted ?? false,
  };
}

/**
 * Statuses with which a listing may fail: those of S30, 429 for a rate limit (S9), and 403, which some services return
 * for a missing token.
 */
const EXPECTED_ERROR_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 429, 500]);

function setGeneralFindings(
  findings: Findings,
  requests: Requester,
  addresses: CheckOptions['addresses'],
): void {
  const works = (['S23', 'S32'] as const).filter((rule) => findings.getVerdict(rule) === 'holds');
  // S1 stays unknown if a listing or a query was not accepted, S3 if neither was. The reason is that of S23 or S32.
  const reason = findings.getReason('S23') ?? findings.getReason('S32');
  findings.set('S1', works.length === 2 ? true : undefined, [], { reason });
  findings.set('S3', works.length > 0 ? true : undefined, [], { reason });
  if (addresses.audit !== addresses.vault && works.includes('S32')) findings.set('S2', true, []);
  const { rateLimit } = requests;
  // The service's document does not say how requests are limited, so no response can contradict it.
  findings.set('S9', rateLimit?.hasRetryAfter ? true : undefined, [], {
    reason: rateLimit ? 'noRule' : 'notObservable',
    seen: rateLimit ? { what: 'rateLimit', hasRetryAfter: rateLimit.hasRetryAfter } : undefined,
  });
  const [listing, queries] = [requests.getErrorStatuses('audit'), requests.getErrorStatuses('query')];
  const isDocumented = listing.every((status) => EXPECTED_ERROR_STATUSES.has(status));
  const canTell = works.length > 0 && listing.length > 0;
  findings.set('S30', canTell ? isDocumented : undefined, [], {
    reason: 'tooFew',
    seen: listing.length === 0 ? undefined : { what: 'statuses', statuses: listing },
  });
  // The service's document names no error status of a query, so no status can contradict it.
  findings.set('S41', undefined, [], {
    reason: queries.length === 0 ? 'notObservable' : 'noRule',
    seen: queries.length === 0 ? undefined : { what: 'statuses', statuses: queries },
  });
}

function createProfile(
  address: string,
  checkedAt: number,
  listing: ListingCheck['result'],
  records: RecordsCheck['result'],
): ServiceProfile {
  const { requestID, delayMs, ...query } = records;
  return {
    ...createEmptyProfile(address, checkedAt),
    listing: {
      ...listing,
      ...(requestID === undefined ? {} : { requestID }),
      ...(delayMs === undefined ? {} : { delayMs }),
    },
    query: {
      ...query,
      acceptedLevels: [...query.acceptedLevels],
      refusedLevels: [...query.refusedLevels],
      acceptedConstructs: [...query.acceptedConstructs],
      refusedConstructs: [...query.refusedConstructs],
    },
  };
}
