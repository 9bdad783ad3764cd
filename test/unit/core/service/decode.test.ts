import assert from 'node:assert/strict';
import { outcomeOfEvent } from '../../../../src/core/audit/table/outcome.ts';
import { decodeAuditPage, decodeQueryResult } from '../../../../src/core/service/decode.ts';
import { ExactNumber, stringifyJson } from '../../../../src/core/service/json.ts';

function queryAnswer(text: string) {
  const decoded = decodeQueryResult(text);
  if (!decoded.ok) assert.fail(JSON.stringify(decoded));
  return decoded.value;
}

function auditPage(value: unknown) {
  const decoded = decodeAuditPage(JSON.stringify(value));
  if (!decoded.ok) assert.fail(JSON.stringify(decoded));
  return decoded.value;
}

describe('decodeQueryResult', () => {
  it('tells null from an empty list', () => {
    assert.deepEqual(queryAnswer('{"records":null}'), { records: null });
    assert.deepEqual(queryAnswer('{"records":[]}'), { records: [] });
  });

  it('keeps columns in the order of the text, integer-like names and __proto__ too', () => {
    const { records } = queryAnswer(
      '{"records":[{"fields":{"z":1,"7":2,"__proto__":"p","0":1.10}}],"more":true}',
    );
    assert.deepEqual(records?.[0]?.fields, [
      ['z', 1],
      ['7', 2],
      ['__proto__', 'p'],
      ['0', new ExactNumber('1.10')],
    ]);
  });

  it('gives a record without fields no columns', () => {
    assert.deepEqual(queryAnswer('{"records":[{},{"fields":null},{"fields":{}}]}').records, [
      { fields: [] },
      { fields: [] },
      { fields: [] },
    ]);
  });

  it('keeps more than 25 records', () => {
    const text = JSON.stringify({ records: Array.from({ length: 26 }, (_, id) => ({ fields: { id } })) });
    assert.equal(queryAnswer(text).records?.length, 26);
  });

  it('names the wrong shape by its path', () => {
    const path = (text: string) => {
      const decoded = decodeQueryResult(text);
      return !decoded.ok && decoded.what === 'shape' ? decoded.path : decoded;
    };
    assert.equal(path('[]'), '$');
    assert.equal(path('7.10'), '$');
    assert.equal(path('{}'), 'records');
    assert.equal(path('{"rows":[]}'), 'records');
    assert.equal(path('{"records":[{"id":1}]}'), 'records[0].fields');
    assert.equal(path('{"records":{}}'), 'records');
    assert.equal(path('{"records":[{"fields":{}},3]}'), 'records[1]');
    assert.equal(path('{"records":[{"fields":[]}]}'), 'records[0].fields');
    assert.equal(path('{"records":[{"fields":1.10}]}'), 'records[0].fields');
  });

  it('tells an error that the service reports from an answer, and from fields that say nothing', () => {
    const reported = { ok: false, what: 'reported' };
    for (const text of [
      '{"error":{"message":"no"}}',
      '{"error":"no","records":[]}',
      '{"errors":[{"message":"no"}],"records":null}',
      '{"code":7,"message":"no","details":[]}',
      '{"error":true}',
    ]) {
      assert.deepEqual(decodeQueryResult(text), reported, text);
    }
    for (const error of ['null', '""', '[]', '{}', 'false', '0']) {
      assert.deepEqual(queryAnswer(`{"error":${error},"errors":${error},"records":[]}`), { records: [] });
    }
    assert.deepEqual(queryAnswer('{"records":null,"message":"OK"}'), { records: null });
  });

  it('tells cut JSON and JSON too deep to read from another shape', () => {
    assert.deepEqual(decodeQueryResult('{"records":[{"fields":{"a":1'), { ok: false, what: 'json' });
    assert.deepEqual(decodeQueryResult('['.repeat(100_000)), { ok: false, what: 'tooDeep' });
  });
});

describe('decodeAuditPage', () => {
  it('accepts null and absent event and nextOps', () => {
    assert.deepEqual(auditPage({ event: null, nextOps: null }), { events: null, nextOps: null });
    assert.deepEqual(auditPage({}), { events: null, nextOps: null });
    assert.deepEqual(auditPage({ event: [], nextOps: {} }), { events: [], nextOps: {} });
    assert.deepEqual(auditPage({ event: [], nextOps: 'later' }).nextOps, {});
  });

  it('reads every field of an event (S10–S20), and keeps unknown ones in raw', () => {
    const event = {
      context: {
        changeID: 'c',
        requestID: 'r',
        traceID: 't',
        actor: 'a@b.test',
        actorType: 'GROUP',
        accessType: 'API',
        ipAddress: '10.0.0.1',
        authMode: 'PAT_JWT',
        jwtID: 'j',
        origin: 'https://o.test',
        bearerTokenContextID: 'b',
        keyID: 'k',
        sessionID: 's',
      },
      request: {
        actionType: 'READ',
        apiName: 'Query',
        data: { content: 'SELECT 1' },
        httpInfo: { URI: '/v1', method: 'POST' },
        resourceType: 'RECORD',
        tags: ['DML'],
        timestamp: '2023-06-27 14:01:14.271659365',
        vaultID: 'v',
        workspaceID: 'w',
      },
      response: { code: 200, message: 'OK', timestamp: '2023-06-27 14:01:14.271659366', data: { n: 1 } },
      accountID: 'acc',
      parentAccountID: 'parent',
      resourceIDs: ['VAULT/1'],
    };
    const nextOps = { timestamp: '2023-06-27 14:01:14.271659365', changeID: 'c' };
    const page = auditPage({ event: [{ ...event, extra: 1 }], nextOps });
    const { raw, ...typed } = page.events?.[0] ?? assert.fail();
    assert.deepEqual(JSON.parse(stringifyJson(raw)), { ...event, extra: 1 });
    assert.deepEqual(JSON.parse(JSON.stringify(typed)), event);
    assert.deepEqual(page.nextOps, nextOps);
  });

  it('keeps codes and times of another type as they were sent', () => {
    const decoded = decodeAuditPage(
      `{"event":[
        {"request":{"timestamp":1767571200000000001},"response":{"code":"200","timestamp":1767571200.50}},
        {"request":{"timestamp":0},"response":{"code":200.5}},
        {"response":{"code":""}}
      ]}`,
    );
    const page = decoded.ok ? decoded.value : assert.fail();
    assert.deepEqual(
      page.events?.map(({ request, response }) => [request.timestamp, response.code, response.timestamp]),
      [
        ['1767571200000000001', '200', '1767571200.50'],
        ['0', '200.5', undefined],
        [undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(page.events?.map(outcomeOfEvent), ['succeeded', 'unknown', 'unknown']);
  });

  it('leaves out a field of the wrong type without losing the event', () => {
    const page = auditPage({
      event: [
        {
          context: { changeID: 7, actor: 'a' },
          request: { data: 'x', tags: 'DML', timestamp: {} },
          response: { code: ['200'], message: null, timestamp: true },
          resourceIDs: ['VAULT/1', 5],
        },
        { context: null, request: [], response: 'ok' },
        {},
      ],
    });
    const plain = page.events?.map(({ raw, ...event }) => event);
    assert.deepEqual(plain, [
      { context: { actor: 'a' }, request: {}, response: {}, resourceIDs: ['VAULT/1'] },
      { context: {}, request: {}, response: {}, resourceIDs: [] },
      { context: {}, request: {}, response: {}, resourceIDs: [] },
    ]);
    assert.equal(stringifyJson(page.events?.[0]?.raw ?? null).includes('"changeID":7'), true);
  });

  it('names the wrong shape by its path', () => {
    assert.deepEqual(decodeAuditPage('{"event":{}}'), { ok: false, what: 'shape', path: 'event' });
    assert.deepEqual(decodeAuditPage('{"event":[{},null]}'), { ok: false, what: 'shape', path: 'event[1]' });
  });
});
