import assert from 'node:assert/strict';
import { createFormatter } from '../../../../../src/core/audit/handover/format.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/service/json.ts';
import { findEcsProblems } from './ecsSchema.ts';
import { valueAt } from './restoredEvent.ts';
import { closedGap, context, openGap, queryJson, sha256, toRecord } from './sampleRecords.ts';

const map = createFormatter('ecs', context);

/** The value at a dotted path of the record of an event. */
function mapped(json: JsonObject, path: string): JsonValue | undefined {
  const record = map(toRecord(json));
  assert.deepEqual(findEcsProblems(record), []);
  return valueAt(record, path.split('.'));
}

describe('ECS records', () => {
  it('of a query have all that the event says', () => {
    const original = JSON.stringify(queryJson);
    const { unmapped, ...own } = map(toRecord(queryJson)).vault_sql as JsonObject;
    assert.deepEqual(
      { ...map(toRecord(queryJson)), vault_sql: own },
      {
        '@timestamp': '2026-11-20T10:00:00.123456789Z',
        ecs: { version: '9.4.0' },
        agent: { type: 'vault-sql', version: '1.2.3' },
        service: { address: 'https://vault.example' },
        event: {
          id: 'change-1',
          kind: 'event',
          category: ['database'],
          type: ['access'],
          outcome: 'success',
          action: 'READ',
          module: 'vault_sql',
          dataset: 'vault_sql.audit',
          created: '2026-11-20T10:00:05.000Z',
          hash: sha256(original),
          original,
        },
        user: { id: 'ada@example.com', email: 'ada@example.com' },
        source: { address: '198.51.100.8', ip: '198.51.100.8' },
        related: { user: ['ada@example.com'], ip: ['198.51.100.8'] },
        trace: { id: 'trace-1' },
        http: { request: { id: 'request-1', method: 'POST' }, response: { status_code: 200 } },
        url: { original: '/v1/vaults/vault-1/query', path: '/v1/vaults/vault-1/query' },
        db: {
          namespace: 'vault-1',
          collection: { name: 'persons' },
          operation: { name: 'SELECT' },
          query: { text: "SELECT name FROM Persons WHERE city = 'Oslo'" },
        },
        vault_sql: {
          account_id: 'account-1',
          parent_account_id: 'account-0',
          workspace_id: 'workspace-1',
          change_id: 'change-1',
          session_id: 'session-1',
          actor_type: 'USER',
          access_type: 'API',
          auth_mode: 'SSO_JWT',
          jwt_id: 'jwt-1',
          key_id: 'key-1',
          bearer_token_context_id: 'tenant-42',
          origin: 'https://app.example',
          api_name: 'QueryService.ExecuteQuery',
          resource_type: 'RECORD',
          resource_ids: ['ACCOUNT/account-1', 'TABLE/persons'],
          tags: ['DML'],
          is_masked: false,
          tables: ['persons'],
          are_all_tables: true,
        },
      },
    );
    assert.deepEqual(JSON.parse(String(unmapped)), {
      request: { timestamp: '2026-11-20 10:00:00.123456789' },
      response: { message: 'OK', timestamp: '2026-11-20 10:00:00.223456789', data: { rows: 1 } },
      shard: 7,
    });
  });

  it('of a masked event do not have its text as the original', () => {
    assert.equal(valueAt(map(toRecord(queryJson, true)), ['event', 'original']), undefined);
    assert.equal(valueAt(map(toRecord(queryJson, true)), ['vault_sql', 'is_masked']), true);
  });

  it('of requests other than queries have the category api, and a type if the action is known', () => {
    const category = (actionType: string, URI = '/v1/x') =>
      ['event.category', 'event.type'].map((path) =>
        mapped({ request: { actionType, httpInfo: { URI } } }, path),
      );
    assert.deepEqual(category('READ'), [['api'], ['access']]);
    assert.deepEqual(category('CREATE'), [['api'], ['creation']]);
    assert.deepEqual(category('UPDATE'), [['api'], ['change']]);
    assert.deepEqual(category('DELETE'), [['api'], ['deletion']]);
    assert.deepEqual(category('ACCESS'), [['api'], undefined]);
    assert.deepEqual(category('ACCESS', '/v1/audit/events'), [['api'], ['access']]);
  });

  it('have a query only if the content of the request is one', () => {
    const db = (content: string, URI = '/v1/vaults/v/query') =>
      mapped({ request: { data: { content }, httpInfo: { URI } } }, 'db');
    assert.deepEqual(db('SELECT 1'), {
      namespace: 'v',
      operation: { name: 'SELECT' },
      query: { text: 'SELECT 1' },
    });
    assert.deepEqual(db('DELETE FROM t'), { namespace: 'v', query: { text: 'DELETE FROM t' } });
    assert.equal(db('SELECT 1', '/v1/vaults/v/persons'), undefined);
    assert.equal(db('{}', '/v1/vaults/v/persons'), undefined);
  });

  it('of an event without anything have nothing of it', () => {
    const { '@timestamp': timestamp, user, source, related, http, url, db, error, event } = map(toRecord({}));
    assert.deepEqual([user, source, related, http, url, db, error], Array(7).fill(undefined));
    assert.equal(timestamp, '2026-11-20T10:00:05.000Z');
    assert.equal(valueAt(event, ['outcome']), 'unknown');
    assert.equal(valueAt(event, ['action']), undefined);
  });

  it('of failures have the code and the message as an error', () => {
    const failure: JsonObject = { response: { code: 403, message: 'no access' } };
    assert.deepEqual(mapped(failure, 'error'), { code: '403', message: 'no access' });
    assert.equal(mapped(failure, 'event.outcome'), 'failure');
    assert.equal(mapped({ response: { message: 'no access' } }, 'error'), undefined);
  });

  it('split the path of a request from its parameters, beside the whole', () => {
    const url = (URI: string) => mapped({ request: { httpInfo: { URI } } }, 'url');
    assert.deepEqual(url('/v1/x'), { original: '/v1/x', path: '/v1/x' });
    assert.deepEqual(url('/v1/x?a=1?b'), { original: '/v1/x?a=1?b', path: '/v1/x', query: 'a=1?b' });
    const address = 'https://vault.example/v1?a=1';
    assert.deepEqual(url(address), { original: address });
  });

  it('keep an address that is none beside the one that can be searched as such', () => {
    const source = (ipAddress: string) => mapped({ context: { ipAddress } }, 'source');
    assert.deepEqual(source('2001:db8::1'), { address: '2001:db8::1', ip: '2001:db8::1' });
    for (const address of ['10.1', '198.51.100.8, 10.0.0.1', 'fe80::1%eth0', 'host'])
      assert.deepEqual(source(address), { address });
  });

  it('have times that exist in every calendar, with the digits of the service', () => {
    const time = (timestamp: string) => mapped({ request: { timestamp } }, '@timestamp');
    assert.equal(time('2016-12-31 23:59:60.500000001'), '2017-01-01T00:00:00.500000001Z');
    assert.equal(time('1969-12-31 23:59:59.999999999'), '1969-12-31T23:59:59.999999999Z');
    assert.equal(time('0000-01-01 00:00:00.000000000'), '0000-01-01T00:00:00.000000000Z');
    assert.equal(time('9999-12-31 23:59:60.000000000'), '9999-12-31T23:59:59.999000000Z');
    assert.equal(time('2026-11-20T10:00:00.5+01:00'), '2026-11-20T09:00:00.500000000Z');
    assert.equal(time('2026-02-30 10:00:00.000000000'), '2026-11-20T10:00:05.000Z');
  });

  it('have what is not mapped as one text, which no mapping of fields can refuse', () => {
    const odd = { '': 1, '.': 2, 'a.b': [1, 'x', {}], context: { actor: 7 } };
    assert.equal(mapped(odd, 'vault_sql.unmapped'), JSON.stringify(odd));
  });

  it('of a gap are errors of the pipeline when found, and events when closed', () => {
    assert.deepEqual(valueAt(map(openGap), ['event']), {
      id: 'gap:7',
      kind: 'pipeline_error',
      action: 'audit-gap-found',
      module: 'vault_sql',
      dataset: 'vault_sql.collector',
      created: '2026-11-20T10:00:05.000Z',
    });
    assert.match(
      String(valueAt(map(openGap), ['error', 'message'])),
      /^Audit events between .* may be missing\.$/,
    );
    assert.equal(valueAt(map(closedGap), ['event', 'kind']), 'event');
    assert.equal(map(closedGap).error, undefined);
    assert.equal(map(closedGap).message, 'A gap was closed: the missing audit events were fetched.');
  });
});
