/** Random events as a service may send them: with parts missing, of other types, and hostile. */
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import type { EventRecord, GapRecord } from '../../../../../src/core/audit/handover/records.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import {
  createObject,
  ExactNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'a\udc00b',
    '\u202egnp.exe',
    '__proto__',
    'Unknown',
    '[x](command:x)',
    'x'.repeat(5_000),
    '2026-11-20T10:00:00Z',
    '{"a":1}',
  ),
);

const anyName = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('', '__proto__', 'constructor', '1', '0', 'context.actor', 'actor', 'gap'),
);

/** Any JSON value, with numbers that JavaScript would change. */
const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    hostileText,
    fc.constantFrom<JsonValue>(
      null,
      true,
      0,
      -1,
      200,
      1.5,
      new ExactNumber('9007199254740993'),
      new ExactNumber('1e999'),
      new ExactNumber('200.0'),
      new ExactNumber('-0'),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(anyName, tie('value')), { maxLength: 3 }).map(objectOf),
  ),
})).value;

/** Makes an object as `parseJson` does, in which `__proto__` is a name like any other. */
function objectOf(members: readonly (readonly [string, JsonValue])[]): JsonObject {
  const values = new Map(members);
  return createObject([...values.keys()], (name) => values.get(name) ?? null);
}

const textOr = (...usual: string[]): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: hostileText },
    { weight: 1, arbitrary: anyJson },
  );

/** An object with some of these members and, at times, others; at times another value in its place. */
function part(
  members: Readonly<Record<string, fc.Arbitrary<JsonValue>>>,
  mayBeOther = true,
): fc.Arbitrary<JsonValue> {
  const known = Object.entries(members).map(([name, value]) =>
    fc.oneof(
      { weight: 7, arbitrary: value.map((one): readonly [string, JsonValue] => [name, one]) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  );
  const others = fc.oneof(
    { weight: 3, arbitrary: fc.constant<readonly (readonly [string, JsonValue])[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(anyName, anyJson), { maxLength: 2 }) },
  );
  const some = fc.tuple(fc.tuple(...known), others);
  const object = some.map(
    ([own, more]): JsonValue => objectOf([...more, ...own.filter((member) => member !== undefined)]),
  );
  return mayBeOther ? fc.oneof({ weight: 29, arbitrary: object }, { weight: 1, arbitrary: anyJson }) : object;
}

const timestamp = textOr(
  '2026-11-20 10:00:00.123456789',
  '1969-12-31 23:59:59.999999999',
  '0000-01-01 00:00:00.000000000',
  '9999-12-31 23:59:60.999999999',
  '2016-12-31 23:59:60.500000000',
  '2026-11-20T10:00:00+05:30',
  '2026-02-30 10:00:00.000000000',
);
const address = textOr(
  '198.51.100.8',
  '2001:db8::1',
  '::ffff:198.51.100.8',
  '0000:0000:0000:0000:0000:ffff:198.51.100.8',
  'fe80::1%eth0',
  '10.1',
  '198.51.100.8, 10.0.0.1',
  ' 198.51.100.8',
);
const content = textOr(
  "SELECT name FROM persons WHERE ssn = '123-45-6789'",
  'SELECT p.name, c.expiry FROM persons p JOIN credit_cards c ON c.person_id = p.id',
  'SELECT * FROM "Persons"; DELETE FROM persons',
  "SELECT 'unclosed FROM persons",
  'select count(*) from consents',
  'filterOps.accountID=a&filterOps.vaultID=v',
);
const uri = textOr(
  '/v1/vaults/local-vault/query',
  '/v1/vaults/a%2Fb/query?x=1',
  '/v1/vaults/%zz/query',
  '/v1/vaults/\ud800/query',
  '/v1/audit/events?filterOps.accountID=a',
  '/v1/vaults/v/persons',
  'https://vault.example/v1/vaults/v/query',
);

const anyEventJson = part(
  {
    context: part({
      changeID: textOr('change-1', 'change-2'),
      requestID: textOr('request-1'),
      traceID: textOr('trace-1'),
      actor: textOr('ada@example.com', 'a•••@example.com', 'sa-billing', 'no mail @ all'),
      actorType: textOr('USER', 'SERVICE_ACCOUNT', 'NONE'),
      accessType: textOr('API'),
      ipAddress: address,
      authMode: textOr('SSO_JWT', 'SERVICE_ACCOUNT_JWT', 'API_KEY'),
      jwtID: textOr('jwt-1'),
      origin: textOr('https://app.example'),
      bearerTokenContextID: textOr('tenant-42'),
      keyID: textOr('key-1'),
      sessionID: textOr('session-1'),
    }),
    request: part({
      timestamp,
      actionType: textOr('READ', 'read', 'LIST', 'CREATE', 'UPDATE', 'DELETE', 'ACCESS'),
      apiName: textOr('QueryService.ExecuteQuery'),
      data: part({ content }),
      httpInfo: part({ URI: uri, method: textOr('POST', 'GET', 'get', 'QUERY') }),
      resourceType: textOr('RECORD'),
      tags: fc.oneof(fc.array(textOr('DML'), { maxLength: 3 }), anyJson),
      vaultID: textOr('local-vault'),
      workspaceID: textOr('local-workspace'),
    }),
    response: part({
      code: fc.oneof(
        fc.constantFrom<JsonValue>(200, 404, 500, 0, 7, 1_000, -1, '200', 'OK', new ExactNumber('2e2')),
        anyJson,
      ),
      message: textOr('OK', "column 'x' does not exist"),
      timestamp,
      data: part({ records: anyJson }),
    }),
    accountID: textOr('account-1'),
    parentAccountID: textOr('account-0'),
    resourceIDs: fc.oneof(
      fc.array(
        textOr('ACCOUNT/account-1', 'VAULT/local-vault', 'TABLE/persons', 'table/consents', 'x', '/y', 'z/'),
        {
          maxLength: 4,
        },
      ),
      anyJson,
    ),
  },
  false,
);

/** A random event as the transport decodes it. Some are kept as text, as in a listing. */
export const anyEventRecord: fc.Arbitrary<EventRecord> = fc
  .record({
    json: anyEventJson,
    isCompact: fc.boolean(),
    isMasked: fc.boolean(),
    variant: fc.constantFrom(undefined, 1, 2),
  })
  .map(({ json, isCompact, isMasked, variant }): EventRecord => {
    const parsed = parseJson(stringifyJson(json));
    if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('not an event');
    const event = toAuditEvent(parsed.value);
    if (isCompact) return { kind: 'event', event: toCompactEvent(event), isMasked };
    return { kind: 'event', event: variant === undefined ? event : { ...event, variant }, isMasked };
  });

const gapEnd = fc.option(
  fc.record(
    {
      timestamp: fc.constantFrom('2026-11-20 10:00:00.123456789', 'not a time'),
      changeID: fc.constantFrom('change-1', 'Unknown'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { nil: undefined },
);

export const anyGapRecord: fc.Arbitrary<GapRecord> = fc
  .record({
    above: gapEnd,
    below: gapEnd,
    isOpenEnded: fc.boolean(),
    isClosed: fc.boolean(),
  })
  .map(({ above, below, isOpenEnded, isClosed }) => ({
    kind: 'gap',
    gap: {
      id: 'gap-1',
      ...(above && { above }),
      ...(below && { below }),
      isOpenEnded,
      foundAt: '2026-11-20T10:00:00.000Z',
      ...(isClosed && { closedAt: '2026-11-20T11:00:00.000Z' }),
    },
  }));
