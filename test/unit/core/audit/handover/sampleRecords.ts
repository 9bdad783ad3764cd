import { createHash } from 'node:crypto';
import type { FormatContext } from '../../../../../src/core/audit/handover/format.ts';
import type { EventRecord, GapRecord } from '../../../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../src/core/service/json.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const context: FormatContext = {
  productVersion: '1.2.3',
  now: () => Date.parse('2026-11-20T10:00:05.000Z'),
  sha256,
  origin: 'https://vault.example',
};

export const toRecord = (json: JsonObject, isMasked = false): EventRecord => ({
  kind: 'event',
  event: toAuditEvent(json),
  isMasked,
});

/** A query with every field of the service, and one that the service does not document. */
export const queryJson: JsonObject = {
  context: {
    changeID: 'change-1',
    requestID: 'request-1',
    traceID: 'trace-1',
    actor: 'ada@example.com',
    actorType: 'USER',
    accessType: 'API',
    ipAddress: '198.51.100.8',
    authMode: 'SSO_JWT',
    jwtID: 'jwt-1',
    origin: 'https://app.example',
    bearerTokenContextID: 'tenant-42',
    keyID: 'key-1',
    sessionID: 'session-1',
  },
  request: {
    actionType: 'READ',
    apiName: 'QueryService.ExecuteQuery',
    data: { content: "SELECT name FROM Persons WHERE city = 'Oslo'" },
    httpInfo: { URI: '/v1/vaults/vault-1/query', method: 'POST' },
    resourceType: 'RECORD',
    tags: ['DML'],
    timestamp: '2026-11-20 10:00:00.123456789',
    vaultID: 'vault-1',
    workspaceID: 'workspace-1',
  },
  response: {
    code: 200,
    message: 'OK',
    timestamp: '2026-11-20 10:00:00.223456789',
    data: { rows: 1 },
  },
  accountID: 'account-1',
  parentAccountID: 'account-0',
  resourceIDs: ['ACCOUNT/account-1', 'TABLE/persons'],
  shard: 7,
};

/** A request that failed, other than a query. */
export const otherJson: JsonObject = {
  context: { changeID: 'change-2', actor: 'billing', authMode: 'SERVICE_ACCOUNT_JWT' },
  request: {
    actionType: 'CREATE',
    apiName: 'RecordService.InsertRecord',
    httpInfo: { URI: '/v1/vaults/vault-1/persons?upsert=true', method: 'POST' },
    vaultID: 'vault-1',
  },
  response: { code: 403, message: 'no access', timestamp: '2026-11-20 10:00:01.000000000' },
  resourceIDs: ['VAULT/vault-1', 'loose'],
};

export const openGap: GapRecord = {
  kind: 'gap',
  gap: {
    id: '7',
    above: { timestamp: '2026-11-20 10:00:00.000000000', changeID: 'change-9' },
    below: { timestamp: '2026-11-20 09:00:00.000000000' },
    isOpenEnded: false,
    foundAt: '2026-11-20T10:00:04.000Z',
  },
};

export const closedGap: GapRecord = {
  kind: 'gap',
  gap: {
    id: '7',
    isOpenEnded: true,
    foundAt: '2026-11-20T10:00:04.000Z',
    closedAt: '2026-11-20T10:00:05.000Z',
  },
};
