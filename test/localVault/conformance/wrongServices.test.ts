import assert from 'node:assert/strict';
import { type CheckOptions, MAX_REQUESTS } from '../../../src/core/conformance/check.ts';
import type { Finding, RuleID } from '../../../src/core/conformance/rules.ts';
import { snapshotKept } from '../testVault.ts';
import { check } from './checkedVault.ts';
import { LastingEngine, withVault } from './combinations.ts';
import {
  answer,
  busy,
  type Changes,
  changing,
  eachEvent,
  eachRecord,
  isQuery,
  refusal,
  sql,
} from './wrongServices.ts';

let engine: LastingEngine;

const noWait = async (): Promise<void> => undefined;

async function checked(changes: Changes, given: Partial<CheckOptions> = {}) {
  const options = { transport: changing(changes), table: 'persons', sleep: noWait, ...given };
  const report = await withVault(engine, {}, (vault) => check(vault, options));
  const of = (rule: RuleID): Finding =>
    report.findings.find((finding) => finding.rule === rule) ?? assert.fail();
  return { ...report, of };
}

/** Rejects the queries whose text matches. */
const refusing = (pattern: RegExp): Changes => ({
  request: (request) => (isQuery(request) && pattern.test(sql(request)) ? refusal : request),
});
const withoutParameter = (pattern: RegExp): Changes => ({
  request: (request) => ({ ...request, url: request.url.replace(pattern, '') }),
});

const anyCondition = /\b(?:WHERE|ON)\b/;

/** A rule that a service breaks, what it does, and the verdict, with the reason if it can't be told. */
const cases: readonly (readonly [RuleID, string, Changes, string])[] = [
  [
    'S5',
    'needs no token',
    {
      request: (request) =>
        request.headers.authorization ? request : answer(200, { event: [], nextOps: null }),
    },
    'fails',
  ],
  ['S10', 'has events whose context is text', { body: eachEvent((event) => (event.context = 'x')) }, 'fails'],
  [
    'S11',
    'has resource IDs without a type',
    { body: eachEvent((event) => (event.resourceIDs = ['x'])) },
    'fails',
  ],
  [
    'S12',
    'has events without an ID',
    { body: eachEvent((event) => delete event.context.changeID) },
    'unknown tooFew',
  ],
  [
    'S12',
    'has one event without an ID',
    { body: eachEvent((event, at) => at === 0 && delete event.context.changeID) },
    'fails',
  ],
  [
    'S12',
    'gives two events one ID',
    {
      body: eachEvent((event, at) => {
        if (at < 2) event.context.changeID = 'one';
      }),
    },
    'fails',
  ],
  [
    'S13',
    'sends no request ID',
    { headers: ({ 'x-request-id': _id, ...headers }) => headers },
    'unknown noRule',
  ],
  ['S16', 'has another mode', { body: eachEvent((event) => (event.context.authMode = 'MAGIC')) }, 'fails'],
  ['S19', 'has codes as text', { body: eachEvent((event) => (event.response.code = '200')) }, 'fails'],
  [
    'S21',
    'has times in milliseconds',
    { body: eachEvent((event) => (event.request.timestamp = '2026-01-01 00:00:00.123')) },
    'fails',
  ],
  [
    'S22',
    'has a cursor without a change ID',
    { body: ({ nextOps, ...body }) => ({ ...body, nextOps: nextOps && { timestamp: nextOps.timestamp } }) },
    'fails',
  ],
  ['S24', 'ignores the filter of vaults', withoutParameter(/&filterOps\.vaultID=[^&]*/), 'fails'],
  [
    'S24',
    'rejects the filter of request IDs',
    { request: (request) => (/filterOps\.context\.requestID=/.test(request.url) ? refusal : request) },
    'fails',
  ],
  ['S24', 'ignores all filters', withoutParameter(/&filterOps\.(?!accountID)[^&]*/g), 'fails'],
  [
    'S25',
    'needs no account',
    {
      request: (request) =>
        request.url.endsWith('/events') ? answer(200, { event: [], nextOps: null }) : request,
    },
    'fails',
  ],
  ['S26', 'ignores lists of resource IDs', withoutParameter(/&filterOps\.resourceIDs=[^&]*/), 'fails'],
  [
    'S26',
    'rejects lists of resource IDs',
    { request: (request) => (/resourceIDs=[^&]*%2C/.test(request.url) ? refusal : request) },
    'fails',
  ],
  ['S28', 'ignores cursors while many events are added', busy(5), 'unknown tooFew'],
  [
    'S31',
    'has errors of another form',
    { request: (request) => (request.url.endsWith('/events') ? answer(400, '[1]') : request) },
    'fails',
  ],
  [
    'S35',
    'has lists as values',
    { body: eachRecord((fields) => ({ ...fields, tags: [1] })) },
    'unknown noRule',
  ],
  [
    'S36',
    'ignores OFFSET',
    {
      request: (request) => ({
        ...request,
        ...(request.body ? { body: request.body.replace(/ OFFSET \d+/, '') } : {}),
      }),
    },
    'fails',
  ],
  [
    'S36',
    'returns equal rows',
    { body: eachRecord((fields) => (Object.keys(fields).length > 2 ? { a: 'x' } : fields)) },
    'unknown tooFew',
  ],
  [
    'S36',
    'returns nothing after OFFSET',
    { body: (body, request) => (/OFFSET 5/.test(sql(request)) ? { records: null } : body) },
    'unknown tooFew',
  ],
  [
    'S36',
    'returns 40 records',
    {
      body: (body, request) =>
        /LIMIT 25/.test(sql(request)) ? { records: Array(40).fill(body.records[0]) } : body,
    },
    'fails',
  ],
  [
    'S40',
    'hides the text of queries',
    { body: eachEvent((event) => (event.request.data = { content: 'x' })) },
    'unknown noEvent',
  ],
  [
    'S40',
    'calls a query a write',
    { body: eachEvent((event) => (event.request.actionType = 'UPDATE')) },
    'fails',
  ],
  ['D2', 'rejects every condition', refusing(anyCondition), 'unknown needsPolicies'],
  ['D2', 'rejects LIKE', refusing(/LIKE/), 'unknown needsPolicies'],
  ['D2', 'rejects comparisons of numbers', refusing(/ > 0/), 'unknown needsPolicies'],
  ['D3', 'rejects joins', refusing(/FULL OUTER JOIN/), 'unknown needsPolicies'],
  ['D4', 'rejects functions', refusing(/AVG/), 'unknown needsPolicies'],
  ['D4', 'rejects REDACTION', refusing(/REDACTION/), 'unknown needsPolicies'],
  [
    'D5',
    'accepts ORDER BY',
    { request: (request) => (/ORDER BY/.test(sql(request)) ? answer(200, { records: null }) : request) },
    'fails',
  ],
  ['D5', 'rejects LIMIT 0', refusing(/LIMIT 0/), 'unknown refusesAnything'],
  ['D6', 'rejects LIMIT 0', refusing(/LIMIT 0/), 'unknown refusesAnything'],
  ['D7', 'rejects NULL without IS', refusing(/ NULL OR /), 'fails'],
  ['D7', 'rejects every condition', refusing(anyCondition), 'unknown needsPolicies'],
  ['D10', 'rejects LIMIT 0', refusing(/LIMIT 0/), 'unknown refusesAnything'],
  ['D10', 'rejects REDACTION', refusing(/REDACTION/), 'fails'],
];

describe('a check of a service that breaks one rule', () => {
  before(async () => {
    await snapshotKept();
    engine = new LastingEngine();
  });
  after(() => engine.stop());

  for (const [rule, what, changes, expected] of cases)
    it(`${rule}: one that ${what}`, async () => {
      const { of, requests } = await checked(changes);
      const { verdict, reason } = of(rule);
      assert.equal([verdict, ...(reason ? [reason] : [])].join(' '), expected, JSON.stringify(of(rule)));
      assert.ok(requests <= MAX_REQUESTS);
    });

  it('claims no form of an error that it saw once, from a gateway', async () => {
    let errors = 0;
    const { of, profile } = await checked({
      response: (response) =>
        response.status === 400 && errors++ === 0 ? { ...response, body: 'bad request' } : response,
    });
    assert.equal(profile.listing.errorBody, undefined);
    assert.equal(of('S31').verdict, 'unknown');
  });

  it('says of no construct with a condition that it is rejected where every condition is', async () => {
    const { profile } = await checked(refusing(anyCondition));
    assert.deepEqual(
      profile.query.refusedConstructs.filter(
        (name) => /VALUE|NULL|JOIN|TEST/.test(name) && name !== 'WHOLE-ROW VALUE',
      ),
      [],
    );
  });

  it('finds out how cursors work where a page with a limit has one event', async () => {
    const { profile, of } = await checked({
      request: (request) => ({ ...request, url: request.url.replace(/([?&]limit)=3\b/, '$1=1') }),
    });
    assert.equal(profile.listing.cursor, 'afterOps');
    assert.equal(profile.listing.isCursorInclusive, false);
    assert.deepEqual(of('S29').seen, {
      what: 'pageSize',
      size: undefined,
      limit: 'accepted',
      shortPages: true,
    });
  });

  it('finds the names of cursors where others are ignored', async () => {
    const { profile, of } = await checked({
      request: (request) => ({
        ...request,
        url: request.url.replace(/[?&]afterOps\.[^&]*/g, '').replaceAll('nextOps.', 'afterOps.'),
      }),
    });
    assert.equal(profile.listing.cursor, 'nextOps');
    assert.equal(of('S28').verdict, 'fails');
  });

  for (const retryAfter of ['3600', 'some day'])
    it(`sends nothing more after a Retry-After of ${retryAfter}`, async () => {
      let sent = 0;
      const { of, requests } = await checked({
        request: (request) =>
          ++sent > 15
            ? answer(429, { error: { message: 'slow down' } }, { 'retry-after': retryAfter })
            : request,
      });
      assert.deepEqual([requests, sent], [16, 16]);
      assert.equal(of('S42').reason, 'notReached');
      assert.equal(of('S9').seen?.what, 'rateLimit');
    });

  it('claims nothing of what its limit of requests cut off', async () => {
    for (const maxRequests of [20, 35, 45, 52]) {
      const { of, requests } = await checked({}, { maxRequests });
      assert.ok(requests <= maxRequests);
      for (const rule of ['D6', 'D10'] as const) {
        const { verdict, reason, evidence } = of(rule);
        if (verdict === 'unknown') assert.equal(reason, 'notReached', `${rule} at ${maxRequests}`);
        else assert.ok(evidence.length >= 4, `${rule} at ${maxRequests}`);
      }
    }
  });
});
