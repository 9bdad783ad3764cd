import assert from 'node:assert/strict';
import { ExactNumber, stringifyJson } from '../../src/core/service/json.ts';
import type { Field } from '../../src/core/service/types.ts';
import { type HostileServer, startHostileServer } from './hostileServer.ts';
import {
  answerOf,
  clientFor,
  errorOf,
  filters,
  IMPATIENT_MS,
  note,
  query,
  sentenceOf,
  transports,
} from './support.ts';

describe('answers that no service should give', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());

  const errors: [string, object][] = [
    ['html-200', { kind: 'unreadable', what: 'html', status: 200, retry: true }],
    ['html-as-json', { kind: 'unreadable', what: 'html', status: 200, retry: true, requestID: 'req-1' }],
    ['html-502', { kind: 'status', status: 502, message: '502 Bad Gateway', retry: true, isWebPage: true }],
    [
      'status-404',
      { kind: 'status', status: 404, message: 'no such table', retry: false, requestID: 'req-1' },
    ],
    [
      'status-404-page',
      { kind: 'status', status: 404, message: 'Welcome to nginx', retry: false, isWebPage: true },
    ],
    ['status-408', { kind: 'status', status: 408, message: 'too slow', retry: true, requestID: 'req-1' }],
    ['status-425', { kind: 'status', status: 425, message: 'too early', retry: true, requestID: 'req-1' }],
    ['empty-200', { kind: 'unreadable', what: 'json', status: 200, retry: true, requestID: 'req-1' }],
    ['empty-204', { kind: 'status', status: 204, message: '', retry: false, requestID: 'req-1' }],
    ['truncated-json', { kind: 'unreadable', what: 'json', status: 200, retry: true, requestID: 'req-1' }],
    [
      'json-list',
      { kind: 'unreadable', what: 'shape', path: '$', status: 200, retry: false, requestID: 'req-1' },
    ],
    [
      'records-object',
      { kind: 'unreadable', what: 'shape', path: 'records', status: 200, retry: false, requestID: 'req-1' },
    ],
    [
      'record-number',
      {
        kind: 'unreadable',
        what: 'shape',
        path: 'records[1]',
        status: 200,
        retry: false,
        requestID: 'req-1',
      },
    ],
    [
      'records-missing',
      { kind: 'unreadable', what: 'shape', path: 'records', status: 200, retry: false, requestID: 'req-1' },
    ],
    [
      'record-without-fields',
      {
        kind: 'unreadable',
        what: 'shape',
        path: 'records[1].fields',
        status: 200,
        retry: false,
        requestID: 'req-1',
      },
    ],
    ['error-in-200', { kind: 'status', status: 200, message: 'no', retry: false, requestID: 'req-1' }],
    [
      'errors-in-200',
      { kind: 'status', status: 200, message: 'column name is unknown', retry: false, requestID: 'req-1' },
    ],
    [
      'error-beside-records',
      { kind: 'status', status: 200, message: 'no', retry: false, requestID: 'req-1' },
    ],
    [
      'message-in-200',
      { kind: 'status', status: 200, message: 'role lacks permission', retry: false, requestID: 'req-1' },
    ],
    ['deep-100000', { kind: 'unreadable', what: 'tooDeep', status: 200, retry: false, requestID: 'req-1' }],
    [
      'error-string-code',
      { kind: 'status', status: 401, message: 'token expired', retry: false, requestID: 'req-1' },
    ],
    [
      'error-html-chars',
      {
        kind: 'status',
        status: 400,
        message: '<img onerror=x> [x](command:y) $(icon)',
        retry: false,
        requestID: 'req-1',
      },
    ],
  ];
  for (const [name, transport] of Object.entries(transports)) {
    for (const [fault, expected] of errors) {
      it(`${fault}, over ${name}`, async () => {
        const outcome = await clientFor(server.url(fault), transport).client.executeQuery(query);
        note(fault, outcome);
        assert.deepEqual(errorOf(outcome), expected);
      });
    }
  }

  it('an audit listing without its list, and with something else, is no empty list', async () => {
    const listing = async (fault: string) => {
      const outcome = await clientFor(server.url(fault), transports.undici).client.listAuditEvents({
        filters,
      });
      note(`${fault} (audit)`, outcome);
      return outcome;
    };
    const common = { status: 200, retry: false, requestID: 'req-1' };
    assert.deepEqual(errorOf(await listing('audit-of-another-form')), {
      kind: 'unreadable',
      what: 'shape',
      path: 'event',
      ...common,
    });
    assert.deepEqual(errorOf(await listing('errors-in-200')), {
      kind: 'status',
      message: 'column name is unknown',
      ...common,
    });
    // Each part of an event list may be left out (S10).
    assert.equal(answerOf(await listing('records-missing')).events, null);
  });

  it('a service’s message beside status 200 is quoted', async () => {
    const outcome = await clientFor(server.url('errors-in-200'), transports.undici).client.executeQuery(
      query,
    );
    assert.match(sentenceOf(errorOf(outcome)), /The service says: column name is unknown/);
  });

  for (const fault of [
    ...[
      'html-200',
      'html-502',
      'empty-200',
      'truncated-json',
      'json-list',
      'records-missing',
      'error-in-200',
    ],
    ...['deep-100000', 'gzip-damaged', 'gzip-cut', 'gzip-bomb', 'endless-body', 'announced-1gb'],
    ...['stalled-body', 'short-body', 'reset-mid-body', 'not-http', 'endless-headers', '1xx-endless'],
  ]) {
    for (const [name, transport] of Object.entries(transports)) {
      it(`${fault}, over ${name}: the query may have run`, async () => {
        const isStalled = fault === 'stalled-body' || fault === '1xx-endless';
        const { client } = clientFor(server.url(fault), transport, {
          maxBytes: 100_000,
          ...(isStalled && { timeoutMs: () => IMPATIENT_MS }),
        });
        const said = sentenceOf(errorOf(await client.executeQuery(query)));
        assert.match(said, /The query may have run/);
        assert.doesNotMatch(sentenceOf(errorOf(await client.executeQuery(query)), 'audit'), /query may/);
      });
    }
  }

  const recordsOf = async (fault: string) => {
    const value = answerOf(await clientFor(server.url(fault), transports.undici).client.executeQuery(query));
    note(fault);
    return value.records;
  };
  const fieldsOf = async (fault: string): Promise<readonly Field[]> =>
    (await recordsOf(fault))?.[0]?.fields ?? assert.fail();

  it('records null, empty and 26 long are three different results', async () => {
    assert.equal(await recordsOf('records-null'), null);
    assert.deepEqual(await recordsOf('error-null'), []);
    assert.equal((await recordsOf('records-26'))?.length, 26);
  });

  it('a column named __proto__ is a column, and changes no object', async () => {
    const names = (await fieldsOf('column-proto')).map(([name]) => name);
    assert.deepEqual(names, ['__proto__', 'constructor', 'toString']);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('integer-like columns keep their order, and of repeated ones the last value counts', async () => {
    assert.deepEqual(await fieldsOf('columns-integers'), [
      ['b', 1],
      ['10', 2],
      ['2', 3],
      ['a', 4],
    ]);
    assert.deepEqual(await fieldsOf('columns-repeated'), [
      ['a', 3],
      ['b', 2],
    ]);
  });

  it('numbers that a double would change stay as sent', async () => {
    assert.deepEqual(await fieldsOf('numbers-exact'), [
      ['id', new ExactNumber('9007199254740993')],
      ['amount', new ExactNumber('1.10')],
      ['huge', new ExactNumber('1e400')],
      ['zero', new ExactNumber('-0')],
    ]);
  });

  it('text of any kind comes through unchanged', async () => {
    assert.deepEqual(await fieldsOf('lone-surrogate'), [
      ['a', '\ud800'],
      ['\udc00', 'b'],
    ]);
    assert.deepEqual(await fieldsOf('nul-and-direction'), [['a', 'x\0y\u202ez']]);
    assert.deepEqual(await fieldsOf('invalid-utf8'), [['a', '\ufffd\ufffd']]);
    assert.deepEqual(await fieldsOf('markup'), [
      ['a', '[x](command:evil)'],
      ['b', '$(icon)'],
      ['c', '<img src=x onerror=alert(1)>'],
    ]);
  });

  it('large and nested values come through whole', async () => {
    assert.equal(String((await fieldsOf('cell-1mb'))[0]?.[1]).length, 1024 * 1024);
    assert.equal((await fieldsOf('columns-10000')).length, 10_000);
    assert.equal(stringifyJson((await fieldsOf('deep-100'))[0]?.[1] ?? null).length, 200);
  });
});
