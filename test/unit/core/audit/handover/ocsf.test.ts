import assert from 'node:assert/strict';
import { createFormatter } from '../../../../../src/core/audit/handover/format.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/service/json.ts';
import { findOcsfProblems } from './ocsfSchema.ts';
import { valueAt } from './restoredEvent.ts';
import { closedGap, context, openGap, otherJson, queryJson, sha256, toRecord } from './sampleRecords.ts';

const map = createFormatter('ocsf', context);

/** The value at a dotted path of the record of an event. */
function mapped(json: JsonObject, path: string): JsonValue | undefined {
  const record = map(toRecord(json));
  assert.deepEqual(findOcsfProblems(record), []);
  return valueAt(record, path.split('.'));
}

describe('OCSF records', () => {
  it('of a query have all that the event says', () => {
    assert.deepEqual(map(toRecord(queryJson)), {
      category_uid: 6,
      category_name: 'Application Activity',
      class_uid: 6005,
      class_name: 'Datastore Activity',
      activity_id: 4,
      activity_name: 'Query',
      type_uid: 600504,
      type_name: 'Datastore Activity: Query',
      severity_id: 1,
      severity: 'Informational',
      time: Date.parse('2026-11-20T10:00:00.123Z'),
      status_id: 1,
      status: 'Success',
      status_code: '200',
      status_detail: 'OK',
      metadata: {
        version: '1.9.0',
        product: { name: 'Vault SQL', version: '1.2.3' },
        uid: 'change-1',
        original_event_uid: 'change-1',
        correlation_uid: 'request-1',
        tenant_uid: 'account-1',
        event_code: 'QueryService.ExecuteQuery',
        log_source: 'https://vault.example',
        logged_time: context.now(),
        original_time: '2026-11-20 10:00:00.123456789',
      },
      actor: {
        user: {
          uid: 'ada@example.com',
          email_addr: 'ada@example.com',
          type_id: 1,
          type: 'User',
          programmatic_credentials: [{ uid: 'key-1' }],
        },
        session: { uid: 'session-1', credential_uid: 'jwt-1' },
      },
      src_endpoint: { ip: '198.51.100.8' },
      database: { uid: 'vault-1', type_id: 99, type: 'Data privacy vault' },
      table: { name: 'persons', uid: 'persons' },
      query_info: { uid: 'change-1', query_string: "SELECT name FROM Persons WHERE city = 'Oslo'" },
      http_request: { http_method: 'POST', url: { path: '/v1/vaults/vault-1/query' } },
      http_response: { code: 200 },
      raw_data_hash: { algorithm: 'SHA-256', algorithm_id: 3, value: sha256(JSON.stringify(queryJson)) },
      unmapped: {
        event: plain({
          context: plain({
            traceID: 'trace-1',
            actorType: 'USER',
            accessType: 'API',
            authMode: 'SSO_JWT',
            origin: 'https://app.example',
            bearerTokenContextID: 'tenant-42',
          }),
          request: plain({
            actionType: 'READ',
            resourceType: 'RECORD',
            tags: ['DML'],
            timestamp: '2026-11-20 10:00:00.123456789',
            workspaceID: 'workspace-1',
          }),
          response: plain({ timestamp: '2026-11-20 10:00:00.223456789', data: { rows: 1 } }),
          parentAccountID: 'account-0',
          resourceIDs: ['ACCOUNT/account-1', 'TABLE/persons'],
          shard: 7,
        }),
        vault_sql: { is_masked: false, tables: ['persons'], are_all_tables: true },
      },
    });
  });

  it('of another request are API activities with its resources', () => {
    const { class_uid, activity_id, type_uid, api, resources, status, status_code, time } = map(
      toRecord(otherJson),
    );
    assert.deepEqual(
      { class_uid, activity_id, type_uid, api, resources, status, status_code, time },
      {
        class_uid: 6003,
        activity_id: 1,
        type_uid: 600301,
        api: { operation: 'RecordService.InsertRecord' },
        resources: [{ type: 'VAULT', uid: 'vault-1' }, { uid: 'loose' }],
        status: 'Failure',
        status_code: '403',
        time: Date.parse('2026-11-20T10:00:01.000Z'),
      },
    );
  });

  it('of a listing of audit events are datastore activities if the event names a vault', () => {
    const request = { actionType: 'LIST', httpInfo: { URI: '/v1/audit/events?filterOps.accountID=a' } };
    assert.equal(mapped({ request }, 'type_uid'), 600302);
    assert.equal(mapped({ request: { ...request, vaultID: 'v' } }, 'type_uid'), 600508);
    assert.equal(mapped({ request, resourceIDs: ['TABLE/t'] }, 'type_uid'), 600508);
  });

  it('of a query whose vault and table are unknown are API activities', () => {
    assert.equal(mapped({ request: { data: { content: 'SELECT 1' } } }, 'class_uid'), 6003);
    assert.equal(mapped({ request: { data: { content: 'SELECT x FROM t' } } }, 'class_uid'), 6005);
  });

  it('name an action that OCSF does not define', () => {
    const activity = (actionType: string) => [
      mapped({ request: { actionType } }, 'activity_id'),
      mapped({ request: { actionType } }, 'activity_name'),
    ];
    assert.deepEqual(activity('read'), [2, 'Read']);
    assert.deepEqual(activity('LIST'), [2, 'Read']);
    assert.deepEqual(activity('INSERT'), [1, 'Create']);
    assert.deepEqual(activity('UPDATE'), [3, 'Update']);
    assert.deepEqual(activity('DELETE'), [4, 'Delete']);
    assert.deepEqual(activity('ACCESS'), [99, 'ACCESS']);
    assert.deepEqual(activity(''), [0, 'Unknown']);
  });

  it('say that what OCSF requires is unknown, and nothing else', () => {
    const record = map(toRecord({}));
    assert.deepEqual(findOcsfProblems(record), []);
    assert.deepEqual(record.actor, { user: { name: 'Unknown', type_id: 0, type: 'Unknown' } });
    assert.deepEqual(record.src_endpoint, { name: 'Unknown' });
    assert.deepEqual(record.api, { operation: 'Unknown' });
    assert.equal(record.activity_id, 0);
    assert.equal(record.status_id, 0);
    assert.equal(record.time, context.now());
    assert.match(String(valueAt(record, ['metadata', 'debug', '0'])), /no valid timestamp/);
    for (const name of ['database', 'table', 'query_info', 'http_request', 'http_response', 'resources'])
      assert.equal(record[name], undefined, name);
  });

  it('tell users from services, and others by their own word', () => {
    const type = (actorType?: string, authMode?: string) =>
      ['type_id', 'type'].map((name) =>
        mapped(
          {
            context: {
              actor: 'a',
              ...(actorType === undefined ? {} : { actorType }),
              ...(authMode === undefined ? {} : { authMode }),
            },
          },
          `actor.user.${name}`,
        ),
      );
    assert.deepEqual(type('USER'), [1, 'User']);
    assert.deepEqual(type('SERVICE_ACCOUNT'), [4, 'Service']);
    assert.deepEqual(type(undefined, 'SERVICE_ACCOUNT_JWT'), [4, 'Service']);
    assert.deepEqual(type('NONE', 'SERVICE_ACCOUNT_JWT'), [99, 'NONE']);
    assert.deepEqual(type(undefined, 'API_KEY'), [0, 'Unknown']);
  });

  it('have an e-mail address only if the actor is a user with a whole one', () => {
    const email = (actor: string, actorType: string) =>
      mapped({ context: { actor, actorType } }, 'actor.user.email_addr');
    assert.equal(email('ada@example.com', 'USER'), 'ada@example.com');
    assert.equal(email('a•••@example.com', 'USER'), undefined);
    assert.equal(email('ada@example.com', 'SERVICE_ACCOUNT'), undefined);
  });

  it('have an actor with a session alone if that is all that is known', () => {
    assert.deepEqual(mapped({ context: { sessionID: 's' } }, 'actor'), { session: { uid: 's' } });
  });

  it('have only such addresses as OCSF accepts, and the others unmapped', () => {
    for (const ipAddress of ['10.1', '198.51.100.8, 10.0.0.1', 'fe80::1%eth0', ' 198.51.100.8', 'host']) {
      assert.deepEqual(mapped({ context: { ipAddress } }, 'src_endpoint'), { name: 'Unknown' });
      assert.equal(mapped({ context: { ipAddress } }, 'unmapped.event.context.ipAddress'), ipAddress);
    }
    // The longest that OCSF accepts, and one that is longer.
    const longest = '0000:0000:0000:0000:0000:ffff:10.10.10.1';
    assert.deepEqual(mapped({ context: { ipAddress: `${longest}0` } }, 'src_endpoint'), { name: 'Unknown' });
    for (const ip of ['2001:db8::1', '::ffff:198.51.100.8', longest])
      assert.deepEqual(mapped({ context: { ipAddress: ip } }, 'src_endpoint'), { ip });
  });

  it('have the first usable time, also with a zone and in a leap second', () => {
    const time = (request: string, response: string) =>
      mapped({ request: { timestamp: request }, response: { timestamp: response } }, 'time');
    const later = '2026-11-20 10:00:01.000000000';
    assert.equal(time('2026-11-20T10:00:00+05:30', later), Date.parse('2026-11-20T04:30:00Z'));
    assert.equal(time('2016-12-31 23:59:60.500000000', later), Date.parse('2017-01-01T00:00:00.500Z'));
    assert.equal(time('yesterday', later), Date.parse('2026-11-20T10:00:01Z'));
    assert.equal(time('yesterday', 'today'), context.now());
  });

  it('split the path of a request from its parameters, and keep an address whole', () => {
    const url = (URI: string) => mapped({ request: { httpInfo: { URI } } }, 'http_request.url');
    assert.deepEqual(url('/v1/x'), { path: '/v1/x' });
    assert.deepEqual(url('/v1/x?a=1?b'), { path: '/v1/x', query_string: 'a=1?b' });
    assert.deepEqual(url('https://vault.example/v1?a=1'), { url_string: 'https://vault.example/v1?a=1' });
    assert.equal(url(''), undefined);
  });

  it('have only such methods as OCSF defines, and the others unmapped', () => {
    const method = (name: string) =>
      ['http_request.http_method', 'unmapped.event.request.httpInfo.method'].map((path) =>
        mapped({ request: { httpInfo: { method: name } } }, path),
      );
    assert.deepEqual(method('DELETE'), ['DELETE', undefined]);
    assert.deepEqual(method('get'), [undefined, 'get']);
  });

  it('of codes that are no HTTP status have no HTTP response', () => {
    const codes = (code: JsonValue) =>
      ['http_response', 'status_code', 'unmapped.event.response.code', 'status_id'].map((path) =>
        mapped({ response: { code } }, path),
      );
    assert.deepEqual(codes(404), [{ code: 404 }, '404', undefined, 2]);
    assert.deepEqual(codes(100), [{ code: 100 }, '100', undefined, 2]);
    assert.deepEqual(codes(599), [{ code: 599 }, '599', undefined, 2]);
    for (const code of [-404, 0, 7, 99, 600]) assert.deepEqual(codes(code), [undefined, `${code}`, code, 2]);
    assert.deepEqual(codes('200'), [undefined, '200', undefined, 1]);
    assert.deepEqual(codes('OK'), [undefined, 'OK', undefined, 0]);
    assert.deepEqual(codes(null), [undefined, undefined, null, 0]);
  });

  it('of a gap are a notice of its own class, once when found and once when closed', () => {
    const found = map(openGap);
    assert.equal(found.class_uid, 0);
    assert.equal(found.activity_name, 'Gap found');
    assert.equal(found.severity_id, 3);
    assert.equal(found.time, Date.parse('2026-11-20T10:00:04Z'));
    assert.equal(
      found.message,
      'Audit events between 2026-11-20 09:00:00.000000000 and 2026-11-20 10:00:00.000000000 may be missing.',
    );
    assert.deepEqual(found.unmapped, {
      vault_sql: {
        gap: {
          id: '7',
          above: { timestamp: '2026-11-20 10:00:00.000000000', change_id: 'change-9' },
          below: { timestamp: '2026-11-20 09:00:00.000000000' },
          is_open_ended: false,
          found_at: '2026-11-20T10:00:04.000Z',
        },
      },
    });
    const closed = map(closedGap);
    assert.equal(closed.activity_name, 'Gap closed');
    assert.equal(closed.severity_id, 1);
    assert.equal(closed.time, Date.parse('2026-11-20T10:00:05Z'));
    assert.equal(valueAt(closed, ['metadata', 'correlation_uid']), '7');
  });
});

/** What is left of an event has no prototype, so that `__proto__` is a name like any other. */
function plain(object: JsonObject): JsonObject {
  return Object.setPrototypeOf({ ...object }, null) as JsonObject;
}
