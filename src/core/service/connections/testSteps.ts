import type { VaultClient } from '../client.ts';
import { type ApiError, isNotSentError, type Outcome } from '../errors.ts';
import { getRequestedWait } from '../retry.ts';
import type { AbortSignalLike } from '../transport.ts';
import type { AuditContext, AuditPage } from '../types.ts';
import type { Connection, VaultRef } from './connections.ts';

const TEST_STEPS = ['address', 'proxy', 'name', 'connection', 'tls', 'response', 'token', 'account'] as const;
export type TestStep = (typeof TEST_STEPS)[number];

export type StepResult =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** The result is not known, for example because no request was sent. */
  | { readonly state: 'unknown' };

interface TestedStep {
  readonly step: TestStep;
  readonly result: StepResult;
}
interface TestedVault {
  readonly vault: VaultRef;
  readonly result: StepResult;
}

/** The identity under which the service logged the test's own request, taken from its audit event (S14, S16). */
export type Identity = Pick<AuditContext, 'actor' | 'actorType' | 'authMode'>;

export interface ConnectionReport {
  readonly steps: readonly TestedStep[];
  readonly vaults: readonly TestedVault[];
  readonly identity?: Identity;
}

export type AuditEventLister = Pick<VaultClient, 'listAuditEvents'>;

/**
 * Returns the maximum number of requests that a test sends to the service: a listing, one more to find its audit event,
 * and one for each vault. Requests that are sent again with a renewed token are not counted.
 */
export const countMaxTestRequests = (vaults: readonly VaultRef[]): number => 2 + vaults.length;

/**
 * Tests a connection by listing single audit events. No query is sent, because that would certainly create an audit
 * event (S40). Resolves to undefined if `signal` aborts.
 */
export async function testConnection(
  { accountID }: Pick<Connection, 'accountID'>,
  vaults: readonly VaultRef[],
  { listAuditEvents }: AuditEventLister,
  signal?: AbortSignalLike,
): Promise<ConnectionReport | undefined> {
  const first = await listAuditEvents({ filters: { accountID }, limit: 1, isWithoutRetry: true }, signal);
  if (signal?.aborted) return undefined;
  if (!first.ok) {
    const untested = vaults.map((vault) => ({ vault, result: { state: 'unknown' } }) as const);
    return { steps: getStepResults(first.error), vaults: untested };
  }
  let rateLimited: ApiError | undefined;
  const { requestID } = first.exchange;
  const identity = requestID && (await findIdentity(first.value, requestID));
  const tested: TestedVault[] = [];
  for (const vault of vaults) {
    if (signal?.aborted) return undefined;
    tested.push({ vault, result: await testVault(vault) });
  }
  if (signal?.aborted) return undefined;
  return { steps: getStepResults(undefined), vaults: tested, ...(identity && { identity }) };

  async function findIdentity(page: AuditPage, id: string): Promise<Identity | undefined> {
    const seen = readIdentity(page, id);
    if (seen) return seen;
    const filters = { accountID, 'context.requestID': id };
    const found = await listAuditEvents({ filters, limit: 1, isWithoutRetry: true }, signal);
    rememberRateLimit(found);
    return found.ok ? readIdentity(found.value, id) : undefined;
  }

  /**
   * Lists one audit event of the vault. Without an event of the vault in a successful response, the result is
   * `unknown`: the vault may exist, but may never have been used. If the service has asked to wait, fails without a
   * request.
   */
  async function testVault({ id, baseUrl }: VaultRef): Promise<StepResult> {
    if (rateLimited) return { state: 'failed', error: rateLimited };
    const filters = { accountID, vaultID: id };
    const own = baseUrl === undefined ? {} : { vaultBaseUrl: baseUrl };
    const listed = await listAuditEvents({ filters, limit: 1, isWithoutRetry: true, ...own }, signal);
    rememberRateLimit(listed);
    if (!listed.ok) return { state: 'failed', error: listed.error };
    const isSeen = listed.value.events?.some(({ request }) => request.vaultID === id) ?? false;
    return { state: isSeen ? 'passed' : 'unknown' };
  }

  function rememberRateLimit(outcome: Outcome<AuditPage>): void {
    if (!outcome.ok && getRequestedWait(outcome.error, () => 0).kind !== 'none') rateLimited = outcome.error;
  }
}

function readIdentity({ events }: AuditPage, requestID: string): Identity | undefined {
  const context = events?.find((event) => event.context.requestID === requestID)?.context;
  if (context?.actor === undefined) return undefined;
  const { actor, actorType, authMode } = context;
  return {
    actor,
    ...(actorType !== undefined && { actorType }),
    ...(authMode !== undefined && { authMode }),
  };
}

/** Returns the result of each step after a listing failed with `error`, or succeeded if it is undefined. */
export function getStepResults(error: ApiError | undefined): readonly TestedStep[] {
  if (!error) return TEST_STEPS.map((step) => ({ step, result: { state: 'passed' } }));
  const failed = TEST_STEPS.indexOf(findFailedStep(error));
  const known = countMaxPassedSteps(error);
  return TEST_STEPS.map((step, index) => {
    if (index === failed) return { step, result: { state: 'failed', error } };
    return { step, result: { state: index < Math.min(failed, known) ? 'passed' : 'unknown' } };
  });
}

const countMaxPassedSteps = (error: ApiError): number =>
  isNotSentError(error) || error.kind === 'timeout' || error.kind === 'cancelled' ? 1 : TEST_STEPS.length;

export function findFailedStep(error: ApiError): TestStep {
  switch (error.kind) {
    case 'badAddress':
    case 'noConnection':
      return 'address';
    case 'noToken':
    case 'badToken':
      return 'token';
    case 'noAccountID':
    case 'badFilter':
    case 'badVaultID':
      return 'account';
    case 'network':
      return findNetworkStep(error.code, error.mayHaveBeenSent);
    case 'status':
      return findStatusStep(error.status);
    case 'timeout':
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
    case 'unreadable':
      return 'response';
  }
}

const TLS_ERROR_CODE = /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_CA$|^ERR_TLS_|^ERR_SSL_|^EPROTO$/;

function findNetworkStep(code: string, mayHaveBeenSent: boolean): TestStep {
  if (code.startsWith('PROXY_') || code === 'WORKSPACE_PROXY') return 'proxy';
  if (code === 'ERR_INVALID_URL') return 'address';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  if (TLS_ERROR_CODE.test(code)) return 'tls';
  return mayHaveBeenSent || /^(?:NOT_HTTP|HPE_)/.test(code) ? 'response' : 'connection';
}

function findStatusStep(status: number): TestStep {
  if (status === 407) return 'proxy';
  if (status === 401) return 'token';
  return status === 429 || status >= 500 ? 'response' : 'account';
}
