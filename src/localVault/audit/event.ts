/** Builds audit events in the service's format (S10–S20). */
import { randomBytes } from 'node:crypto';
import type { AuditContext } from '../../core/service/types.ts';
import { ACCOUNT_ID, PARENT_ACCOUNT_ID, TABLES, VAULT_ID, WORKSPACE_ID } from '../data/schema.ts';
import { formatInstant } from './clock.ts';

interface OwnContext {
  readonly changeID: string;
  readonly requestID: string;
  readonly traceID: string;
}

/** The caller of a request, as fields of an event's `context`. `actor` is undefined if unknown. */
export interface Caller extends Omit<AuditContext, keyof OwnContext> {
  readonly accessType: string;
  readonly ipAddress: string;
}

/** The operation of a request; `none` for a request to any other path, which is rejected. */
type Operation = 'query' | 'audit' | 'none';

/** A request and its outcome, from which an event is built. Times are in nanoseconds since 1970. */
export interface Call {
  readonly operation: Operation;
  readonly requestID: string;
  readonly caller: Caller;
  /** HTTP method of the request; by default that of the operation. */
  readonly method?: string;
  /** Path of the request, without its query string. */
  readonly uri: string;
  /** Vault ID in the request's path, even if there is no such vault; undefined if the path is not that of a query. */
  readonly vaultID?: string;
  /**
   * The query text or, when audit events are listed, the query string. Empty if the request was rejected before either
   * was read.
   */
  readonly content: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly status: number;
  readonly message: string;
}

export interface Event {
  readonly context: Caller & OwnContext;
  readonly response: {
    readonly code: number;
    readonly message: string;
    readonly timestamp: string;
    readonly data: Record<string, never>;
  };
  readonly accountID: string;
  readonly parentAccountID: string;
  readonly request: {
    readonly actionType: string;
    readonly apiName: string;
    readonly data: { readonly content: string };
    readonly httpInfo: { readonly URI: string; readonly method: string };
    readonly resourceType: string;
    readonly tags: readonly string[];
    readonly timestamp: string;
    readonly vaultID?: string;
    readonly workspaceID: string;
  };
  readonly resourceIDs: readonly string[];
}

const createRandomHex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Returns a new random request ID of 32 hexadecimal digits. */
export const createRequestID = (): string => createRandomHex(16);

const OPERATION_FIELDS = {
  query: {
    actionType: 'READ',
    apiName: 'QueryService.ExecuteQuery',
    method: 'POST',
    resourceType: 'RECORD',
    tags: ['DML'],
  },
  audit: {
    actionType: 'LIST',
    apiName: 'AuditService.ListDataAuditEvents',
    method: 'GET',
    resourceType: 'AUDIT_EVENT',
    tags: ['AUDIT'],
  },
  none: {
    actionType: 'ACCESS',
    apiName: 'Gateway.RefuseRequest',
    method: '',
    resourceType: 'REQUEST',
    tags: ['REFUSED'],
  },
} as const satisfies Record<Operation, object>;

/** Builds the event of a request. `changeID` and `traceID` are random by default. */
export function createAuditEvent(
  call: Call,
  changeID: string = createRandomHex(16),
  traceID: string = createRandomHex(16),
): Event {
  const { actionType, apiName, method, resourceType, tags } = OPERATION_FIELDS[call.operation];
  return {
    context: { changeID, requestID: call.requestID, traceID, ...call.caller },
    response: {
      code: call.status,
      message: call.message,
      timestamp: formatInstant(call.endedAt),
      data: {},
    },
    accountID: ACCOUNT_ID,
    parentAccountID: PARENT_ACCOUNT_ID,
    request: {
      actionType,
      apiName,
      data: { content: call.content },
      httpInfo: { URI: call.uri, method: call.method ?? method },
      resourceType,
      tags,
      timestamp: formatInstant(call.startedAt),
      ...(call.vaultID === undefined ? {} : { vaultID: call.vaultID }),
      workspaceID: WORKSPACE_ID,
    },
    resourceIDs: listResourceIDs(call),
  };
}

/**
 * Returns the resources of a request: the account, the vault of a query and, for a query to the local vault, the tables
 * whose names occur in its text as whole words, in upper or lower case.
 */
function listResourceIDs({ operation, content, vaultID }: Call): readonly string[] {
  const ids = [`ACCOUNT/${ACCOUNT_ID}`];
  if (vaultID !== undefined) ids.push(`VAULT/${vaultID}`);
  if (operation !== 'query' || vaultID !== VAULT_ID) return ids;
  for (const [id, pattern] of TABLE_PATTERNS) if (pattern.test(content)) ids.push(id);
  return ids;
}

const TABLE_PATTERNS = TABLES.map(({ name }) => [`TABLE/${name}`, new RegExp(`\\b${name}\\b`, 'i')] as const);
