/** Builds audit events in the service's format (S10–S20). */
import { randomBytes } from 'node:crypto';
import type { AuditContext } from '../../core/service/types.ts';
import { ACCOUNT_ID, PARENT_ACCOUNT_ID, TABLES, VAULT_ID, WORKSPACE_ID } from '../data/schema.ts';
import { formatTimestamp } from './clock.ts';

interface OwnContext {
  readonly changeID: string;
  readonly requestID: string;
  readonly traceID: string;
}

export interface Caller extends Omit<AuditContext, keyof OwnContext> {
  readonly accessType: string;
  readonly ipAddress: string;
}

type Operation = 'query' | 'audit' | 'none';

/** A request and its outcome, from which an event is built. Times are in nanoseconds since 1970. */
export interface AuditedRequest {
  readonly operation: Operation;
  readonly requestID: string;
  readonly caller: Caller;
  readonly method?: string;
  readonly uri: string;
  readonly vaultID?: string;
  /** The query or, if audit events are listed, the query string. Empty if it was not read. */
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

export function createAuditEvent(
  call: AuditedRequest,
  changeID: string = createRandomHex(16),
  traceID: string = createRandomHex(16),
): Event {
  const { actionType, apiName, method, resourceType, tags } = OPERATION_FIELDS[call.operation];
  return {
    context: { changeID, requestID: call.requestID, traceID, ...call.caller },
    response: {
      code: call.status,
      message: call.message,
      timestamp: formatTimestamp(call.endedAt),
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
      timestamp: formatTimestamp(call.startedAt),
      ...(call.vaultID === undefined ? {} : { vaultID: call.vaultID }),
      workspaceID: WORKSPACE_ID,
    },
    resourceIDs: listResourceIDs(call),
  };
}

function listResourceIDs({ operation, content, vaultID }: AuditedRequest): readonly string[] {
  const ids = [`ACCOUNT/${ACCOUNT_ID}`];
  if (vaultID !== undefined) ids.push(`VAULT/${vaultID}`);
  if (operation !== 'query' || vaultID !== VAULT_ID) return ids;
  for (const [id, pattern] of TABLE_PATTERNS) if (pattern.test(content)) ids.push(id);
  return ids;
}

const TABLE_PATTERNS = TABLES.map(({ name }) => [`TABLE/${name}`, new RegExp(`\\b${name}\\b`, 'i')] as const);
