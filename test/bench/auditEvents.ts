/** Pages of audit events as a service sends them (S10–S22): people, programs, queries, some refused. */

import { msToTimestamp } from '../../src/core/audit/feed/timestamps.ts';
import { decodeAuditPage } from '../../src/core/service/decode.ts';
import type { AuditPage } from '../../src/core/service/types.ts';

const actors = Array.from({ length: 40 }, (_, i) => (i % 4 ? `person${i}@example.com` : `sa-job-${i}`));
const firstMs = Date.UTC(2026, 0, 5);
const hex = (n: number, salt: number): string =>
  [1, 2, 3, 4]
    .map((part) => ((Math.imul(n + salt, 2_654_435_761 * part) ^ (n * 97 * part)) >>> 0).toString(16))
    .map((text) => text.padStart(8, '0'))
    .join('');

/** The query text of event `n`: most differ by a literal or an OFFSET. */
export function queryText(n: number): string {
  switch (n % 5) {
    case 0:
      return `SELECT name, city FROM persons WHERE state = 'S${n % 50}' LIMIT 25 OFFSET ${(n % 400) * 25}`;
    case 1:
      return `SELECT person_id, REDACTION(card_number, 'PLAIN_TEXT'), expiry FROM credit_cards WHERE id = ${n}`;
    case 2:
      return `SELECT p.name, c.purpose FROM persons p JOIN consents c ON c.person_id = p.id WHERE p.email ILIKE 'user${n}%'`;
    case 3:
      return `SELECT * FROM consents WHERE person_id = ${n} OFFSET 25`;
    default:
      return `SELECT COUNT(*) FROM credit_cards WHERE credit_limit > ${n % 5000}`;
  }
}

/** The JSON of event `n`; a higher number is a later event. */
export function eventText(n: number): string {
  const actor = actors[(n * 7) % actors.length] ?? '';
  const isUser = actor.includes('@');
  const time =
    msToTimestamp(firstMs + n * 6_000 + (n % 5_999)).slice(0, -6) + String(n % 1_000_000).padStart(6, '0');
  const failed = n % 17 === 0;
  return JSON.stringify({
    context: {
      changeID: hex(n, 1),
      requestID: hex(n, 2),
      traceID: hex(n, 3),
      actor,
      actorType: isUser ? 'USER' : 'SERVICE_ACCOUNT',
      accessType: n % 9 === 0 ? 'SQL' : 'API',
      ipAddress: `198.51.100.${(n * 3) % 60}`,
      authMode: isUser ? 'SSO_JWT' : 'API_KEY',
      jwtID: `jwt-${actor}`,
      ...(isUser && { sessionID: `session-${n % 300}`, origin: 'https://console.example.com' }),
    },
    response: { code: failed ? 400 : 200, message: failed ? 'bad request' : 'OK', timestamp: time, data: {} },
    accountID: 'account-1',
    parentAccountID: 'parent-1',
    request: {
      actionType: 'READ',
      apiName: 'QueryService.ExecuteQuery',
      data: { content: queryText(n) },
      httpInfo: { URI: `/v1/vaults/vault-${n % 3}/query`, method: 'POST' },
      resourceType: 'RECORD',
      tags: ['DML'],
      timestamp: time,
      vaultID: `vault-${n % 3}`,
      workspaceID: 'workspace-1',
    },
    resourceIDs: ['ACCOUNT/account-1', `VAULT/vault-${n % 3}`, 'TABLE/persons'],
  });
}

/** Events `from` … `to` − 1, newest first, as one page; `bytes` are those of the answer's body. */
export function auditPage(from: number, to: number): { readonly page: AuditPage; readonly bytes: number } {
  const texts = Array.from({ length: to - from }, (_, i) => eventText(to - 1 - i));
  const next = `{"timestamp":"2026-01-05 00:00:00.000000000","changeID":"c${from}"}`;
  const body = `{"event":[${texts.join(',')}],"nextOps":${from === 0 ? 'null' : next}}`;
  const decoded = decodeAuditPage(body);
  if (!decoded.ok) throw new Error(decoded.what);
  return { page: decoded.value, bytes: Buffer.byteLength(body) };
}
