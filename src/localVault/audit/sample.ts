/**
 * Sample audit events of about a week, with one incident: a machine that does not belong to the company read card
 * numbers with the API key of the reporting job.
 */

import { createRandom, type Random } from '../data/random.ts';
import { VAULT_ID } from '../data/schema.ts';
import { type AuditedRequest, type Caller, createAuditEvent, type Event } from './event.ts';

const HOUR = 3_600_000_000_000n;
const DAY = 24n * HOUR;
const SECOND = 1_000_000_000n;

const QUERY_URI = `/v1/vaults/${VAULT_ID}/query`;
const AUDIT_URI = '/v1/audit/events';

const browser = {
  accessType: 'API',
  actorType: 'USER',
  authMode: 'SSO_JWT',
  origin: 'https://console.local.test',
};
const people: readonly Caller[] = [
  {
    ...browser,
    actor: 'maria.lopez@local.test',
    ipAddress: '192.0.2.14',
    jwtID: 'jwt-maria',
    sessionID: 'session-maria',
  },
  {
    ...browser,
    actor: 'kofi.mwangi@local.test',
    ipAddress: '192.0.2.27',
    jwtID: 'jwt-kofi',
    sessionID: 'session-kofi',
  },
  {
    actor: 'priya.patel@local.test',
    actorType: 'USER',
    accessType: 'SQL',
    ipAddress: '2001:db8::7',
    authMode: 'PAT_JWT',
    jwtID: 'pat-priya',
  },
];
const billing: Caller = {
  actor: 'sa-billing',
  actorType: 'SERVICE_ACCOUNT',
  accessType: 'API',
  ipAddress: '198.51.100.8',
  authMode: 'SERVICE_ACCOUNT_JWT',
  jwtID: 'jwt-billing',
  keyID: 'key-billing-1',
  bearerTokenContextID: 'tenant-42',
};
const reporting: Caller = {
  actor: 'sa-reporting',
  actorType: 'SERVICE_ACCOUNT',
  accessType: 'API',
  ipAddress: '198.51.100.9',
  authMode: 'API_KEY',
  keyID: 'key-reporting-1',
};
const stranger: Caller = { ...reporting, ipAddress: '203.0.113.77' };

const daily: readonly string[] = [
  "SELECT name, city FROM persons WHERE state = 'CA' LIMIT 25",
  'SELECT COUNT(*) FROM persons',
  "SELECT id, name, REDACTION(phone, 'MASKED') FROM persons WHERE city = 'Boston'",
  'SELECT p.name, c.purpose, c.granted FROM persons p JOIN consents c ON c.person_id = p.id LIMIT 25',
  'SELECT AVG(income) FROM persons WHERE income > 0',
  'SELECT brand, credit_limit FROM credit_cards WHERE credit_limit > 40000',
];

type SampleCall = Omit<AuditedRequest, 'requestID' | 'endedAt' | 'uri'> & { readonly shared?: string };

const createQueryCall = (
  caller: Caller,
  content: string,
  startedAt: bigint,
  status = 200,
  message = 'OK',
): SampleCall => ({
  operation: 'query',
  vaultID: VAULT_ID,
  caller,
  content,
  startedAt,
  status,
  message,
});
const createSampleListingCall = (caller: Caller, startedAt: bigint): SampleCall => ({
  operation: 'audit',
  caller,
  content: 'filterOps.accountID=local-account',
  startedAt,
  status: 200,
  message: 'OK',
});

function createWorkingDayCalls(random: Random, midnight: bigint): SampleCall[] {
  const pickTime = (hour: number, spread: number) =>
    midnight + BigInt(hour) * HOUR + BigInt(random.nextInt(0, spread * 3600)) * SECOND;
  const occasions: SampleCall[] = [];
  for (const person of people) {
    for (let i = random.nextInt(4, 9); i > 0; i--)
      occasions.push(createQueryCall(person, random.pick(daily), pickTime(8, 10)));
    if (random.chance(0.4))
      occasions.push(
        createQueryCall(
          person,
          'SELECT * FROM personnel',
          pickTime(9, 8),
          400,
          'relation "personnel" does not exist',
        ),
      );
  }
  occasions.push(createSampleListingCall(people[0] ?? billing, pickTime(17, 1)));
  for (let hour = 0; hour < 24; hour += 4) {
    const content = `SELECT person_id, brand FROM credit_cards WHERE expiry = '0${random.nextInt(1, 9)}/27'`;
    // One request that read two tables: two events share its ID.
    const shared = random.nextHex(32);
    occasions.push({ ...createQueryCall(billing, content, pickTime(hour, 1)), shared });
    occasions.push({
      ...createQueryCall(billing, 'SELECT id, purpose FROM consents WHERE granted = TRUE', pickTime(hour, 1)),
      shared,
    });
  }
  occasions.push(createQueryCall(reporting, 'SELECT COUNT(*) FROM credit_cards', pickTime(5, 1)));
  return occasions;
}

function createSampleTheftCalls(random: Random, midnight: bigint): SampleCall[] {
  let at = midnight + 2n * HOUR + 13n * 60n * SECOND;
  const occasions = [
    createQueryCall(
      stranger,
      "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM people",
      at,
      400,
      'relation "people" does not exist',
    ),
  ];
  for (let offset = 0; offset < 450; offset += 25) {
    at += BigInt(random.nextInt(2, 9)) * SECOND;
    const content = `SELECT person_id, REDACTION(card_number, 'PLAIN_TEXT'), expiry FROM credit_cards LIMIT 25 OFFSET ${offset}`;
    occasions.push(createQueryCall(stranger, content, at));
  }
  return occasions;
}

/**
 * Returns sample events of about a week, oldest first. All end before `vaultStart`, in nanoseconds since 1970. The same
 * arguments create the same events.
 */
export function createSampleEvents(vaultStart: bigint, seed: number): readonly Event[] {
  const random = createRandom(seed, 'audit');
  const today = vaultStart - (vaultStart % DAY);
  const occasions: SampleCall[] = [];
  for (let day = 7n; day >= 0n; day--) occasions.push(...createWorkingDayCalls(random, today - day * DAY));
  occasions.push(...createSampleTheftCalls(random, today - DAY));
  occasions.sort((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0));
  let last = 0n;
  return occasions.flatMap(({ shared, ...occasion }) => {
    const requestID = shared ?? random.nextHex(32);
    const changeID = random.nextHex(32);
    const traceID = random.nextHex(32);
    const took = BigInt(random.nextInt(800_000, 90_000_000));
    const startedAt = occasion.startedAt + BigInt(random.nextInt(0, 999_999_999));
    const endedAt = startedAt + took > last ? startedAt + took : last + 1n;
    if (endedAt >= vaultStart) return [];
    last = endedAt;
    const uri = occasion.operation === 'query' ? QUERY_URI : AUDIT_URI;
    return [createAuditEvent({ ...occasion, requestID, startedAt, endedAt, uri }, changeID, traceID)];
  });
}
