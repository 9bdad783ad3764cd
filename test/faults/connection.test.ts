import assert from 'node:assert/strict';
import type { ApiError, StatusError } from '../../src/core/service/errors.ts';
import type { Transport } from '../../src/core/service/transport.ts';
import { createUndiciTransport } from '../../src/node/transport/undiciTransport.ts';
import { eventually } from '../run/waiting.ts';
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

const broken = (code: string, mayHaveBeenSent = true): ApiError => ({
  kind: 'network',
  code,
  mayHaveBeenSent,
  retry: true,
});
const tooLarge: ApiError = { kind: 'tooLarge', limitBytes: 1_000_000, retry: false };
const timeout: ApiError = { kind: 'timeout', seconds: IMPATIENT_MS / 1000, retry: true };

for (const [name, transport] of Object.entries(transports)) {
  describe(`connections that fail, over ${name}`, () => {
    let server: HostileServer;
    before(async () => {
      server = await startHostileServer();
    });
    after(() => server.close());

    const send = async (fault: string, deps = {}) => {
      const outcome = await clientFor(server.url(fault), transport, deps).client.executeQuery(query);
      note(fault, outcome);
      return outcome;
    };

    for (const fault of ['gzip', 'brotli']) {
      it(`${fault} is read`, async () => assert.deepEqual(answerOf(await send(fault)), { records: [] }));
    }
    for (const fault of ['gzip-bomb', 'gzip-twice', 'endless-body', 'announced-1gb']) {
      it(`${fault} is stopped at the limit`, async () => {
        assert.deepEqual(errorOf(await send(fault, { maxBytes: 1_000_000 })), tooLarge);
      });
    }
    for (const fault of ['stalled-headers', 'dripping-headers', 'stalled-body', 'dripping-body']) {
      it(`${fault} ends at the deadline`, async () => {
        assert.deepEqual(errorOf(await send(fault, { timeoutMs: () => IMPATIENT_MS })), timeout);
      });
    }
    describe('with a limit for the first byte', () => {
      const limited: Transport = {
        send: (request, signal) => transport.send({ ...request, firstByteTimeoutMs: IMPATIENT_MS }, signal),
      };
      const askFor = (fault: string, deps = {}) =>
        clientFor(server.url(fault), limited, deps).client.executeQuery(query);

      for (const fault of ['stalled-headers', 'dripping-headers']) {
        it(`${fault} ends at it, and the sentence names it`, async () => {
          const error = errorOf(await askFor(fault));
          assert.deepEqual(error, { ...timeout, limit: 'firstByte' });
          note(`${fault} (first byte)`, { ok: false, error });
          assert.match(sentenceOf(error), /^No response within 0.4 seconds.*network\.firstByteSeconds/);
          assert.match(sentenceOf(error), /The query may have run/);
        });
      }
      it('a body that takes longer is read', async () => {
        const outcome = await askFor('slow-body');
        assert.deepEqual(answerOf(outcome), { records: [] });
      });
      it('the whole request’s own is named where it is shorter', async () => {
        const error = errorOf(await askFor('stalled-headers', { timeoutMs: () => IMPATIENT_MS / 2 }));
        assert.deepEqual(error, { ...timeout, seconds: IMPATIENT_MS / 2000 });
        assert.match(sentenceOf(error), /network\.timeoutSeconds/);
      });
    });
    for (const fault of ['reset-before-headers', 'reset-mid-body', 'short-body']) {
      it(`${fault}: a query is not sent again`, async () => {
        const before = server.seen.length;
        assert.deepEqual(errorOf(await send(fault)), broken('ECONNRESET'));
        assert.equal(server.seen.length, before + 1);
      });
    }
    it('a reset while listing audit events is tried again', async () => {
      const { client, waits } = clientFor(server.url('reset-once'), transport);
      assert.deepEqual(answerOf(await client.listAuditEvents({ filters })).events, []);
      assert.equal(waits.length, 1);
      note('reset-once (audit)');
    });
    for (const fault of ['gzip-damaged', 'not-http', 'endless-headers']) {
      it(`${fault} is no answer`, async () => {
        const error = errorOf(await send(fault));
        assert.equal(error.kind, 'network');
        assert.equal(error.kind === 'network' && error.mayHaveBeenSent, true);
      });
    }
    for (const fault of ['gzip-damaged', 'gzip-cut']) {
      it(`${fault} is not laid to something other than the service`, async () => {
        const said = sentenceOf(errorOf(await send(fault)));
        assert.doesNotMatch(said, /HTTP|other than the service/);
      });
    }
    it('gzip-cut is no answer', async () => {
      // The editor's fetch accepts what could be unpacked; then the JSON is cut.
      const { kind } = errorOf(await send('gzip-cut'));
      assert.equal(kind, name === 'editor' ? 'unreadable' : 'network');
    });

    it('redirects are not followed, and nothing arrives at the other server', async () => {
      const other = await startHostileServer();
      const { client } = clientFor(server.url(`redirect-307/${other.port}`), transport);
      const outcome = await client.executeQuery(query);
      const audit = await client.listAuditEvents({ filters });
      note('redirect-307', outcome);
      const expected = {
        kind: 'redirect',
        status: 307,
        retry: false,
        toOrigin: `http://127.0.0.1:${other.port}`,
      };
      assert.deepEqual(errorOf(outcome), expected);
      assert.deepEqual(errorOf(audit), expected);
      assert.equal(other.seen.length, 0);
      await other.close();
    });
    it('a redirect to a file is not one to the same origin', async () => {
      const expected = { kind: 'redirect', status: 307, retry: false, toOrigin: 'file:' };
      assert.deepEqual(errorOf(await send('redirect-file')), expected);
    });
    it('redirects in a circle or to nowhere end at the first', async () => {
      const before = server.seen.length;
      assert.equal(errorOf(await send('redirect-loop')).kind, 'redirect');
      assert.deepEqual(errorOf(await send('redirect-nowhere')), {
        kind: 'redirect',
        status: 302,
        retry: false,
      });
      assert.equal(server.seen.length, before + 2);
    });

    it('a request ID with blanks, or endless, becomes one that can be shown', async () => {
      const outcome = await send('hostile-request-id');
      assert.equal(outcome.ok && outcome.exchange.requestID, `ab${'c'.repeat(62)}`);
    });
    it('a request ID that repeats the token comes without it', async () => {
      const outcome = await send('echoes-token');
      assert.equal(outcome.ok && outcome.exchange.requestID, 'idBearerend');
    });

    it('cancelling ends waiting for headers, and for the body, at once', async () => {
      for (const fault of ['stalled-headers', 'stalled-body']) {
        const abort = new AbortController();
        const outcome = clientFor(server.url(fault), transport).client.executeQuery(query, abort.signal);
        const before = server.seen.length;
        await eventually('the request', () => server.seen.length > before);
        abort.abort();
        assert.deepEqual(errorOf(await outcome), { kind: 'cancelled', retry: true });
        note(`cancelled during ${fault}`, await outcome);
      }
    });

    it('pages one after the other share their connection', async () => {
      const own = await startHostileServer();
      const { client } = clientFor(own.url('records-26'), transport);
      for (let page = 0; page < 5; page++) assert.equal((await client.executeQuery(query)).ok, true);
      assert.ok(own.connections() <= 2, String(own.connections()));
      await own.close();
    });

    it('a server that was restarted between two pages is simply asked again', async () => {
      const first = await startHostileServer();
      const { client } = clientFor(first.url('records-26'), transport);
      assert.equal((await client.executeQuery(query)).ok, true);
      await first.close();
      const refused = await client.executeQuery(query);
      assert.deepEqual(errorOf(refused), broken('ECONNREFUSED', false));
      note('connection refused', refused);
      const second = await startHostileServer(first.port);
      assert.equal((await client.executeQuery(query)).ok, true);
      await second.close();
      note('server restarted while paging');
    });
  });
}

describe('unsolicited interim responses, over undici', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());
  const send = async (fault: string, deps = {}) => {
    const outcome = await clientFor(server.url(fault), transports.undici, deps).client.executeQuery(query);
    note(fault, outcome);
    return outcome;
  };

  for (const fault of ['1xx-continue', '1xx-many', '1xx-switching', '1xx-in-pieces']) {
    it(`${fault}: the answer after them is read, and so is the next one on that connection`, async () => {
      for (let turn = 0; turn < 2; turn++) assert.deepEqual(answerOf(await send(fault)), { records: [] });
    });
  }
  it('are part of the answer where they are in its body', async () => {
    assert.deepEqual(errorOf(await send('1xx-in-the-body')), {
      kind: 'unreadable',
      what: 'json',
      status: 200,
      retry: true,
    });
  });
  it('without an end are given up at the deadline, or at their limit', async () => {
    assert.equal(errorOf(await send('1xx-endless', { timeoutMs: () => IMPATIENT_MS })).kind, 'timeout');
    assert.equal(errorOf(await send('1xx-never-whole')).kind, 'network');
  });
});

describe('Retry-After', () => {
  let server: HostileServer;
  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());

  const waitsFor = async (fault: string) => {
    const { client, waits } = clientFor(server.url(fault), transports.undici);
    const outcome = await client.executeQuery(query);
    note(fault, outcome);
    return outcome.ok ? waits : errorOf(outcome);
  };

  it('of 0 waits a quarter of a second', async () =>
    assert.deepEqual(await waitsFor('retry-after-0'), [250]));
  it('of 99999 is left to the user: nothing more is sent', async () => {
    const before = server.seen.length;
    const error = await waitsFor('retry-after-99999');
    assert.ok('kind' in error && error.kind === 'status');
    assert.deepEqual([error.status, error.retryAfterMs], [429, 99_999_000]);
    assert.ok(Math.abs((error.retryAt ?? 0) - Date.now() - 99_999_000) < 5000);
    assert.equal(server.seen.length, before + 1);
  });
  it('as a date waits until then', async () => {
    const sent = Date.now();
    const waits = await waitsFor('retry-after-date');
    const elapsed = Date.now() - sent;
    assert.ok(Array.isArray(waits) && waits.length === 1);
    // The date is 5 s after the response, without its fraction of a second.
    assert.ok((waits[0] ?? 0) >= 4000 - elapsed && (waits[0] ?? 0) <= 5000, `${waits} after ${elapsed}`);
  });
  it('sent twice with one value is that value', async () =>
    assert.deepEqual(await waitsFor('retry-after-repeated'), [250]));
  for (const fault of ['retry-after-garbage', 'retry-after-empty']) {
    it(`that can’t be read may mean any time: nothing more is sent (${fault})`, async () => {
      const before = server.seen.length;
      const error = await waitsFor(fault);
      assert.deepEqual(error, {
        kind: 'status',
        status: 429,
        message: '',
        retry: true,
        hasUnreadableRetryAfter: true,
      });
      assert.equal(server.seen.length, before + 1);
      assert.match(sentenceOf(error as ApiError), /asked to wait.*could not be read/);
      const { client, waits } = clientFor(server.url(`${fault}`), transports.undici);
      assert.equal((await client.executeQuery(query)).ok, true, 'the user tries again');
      assert.deepEqual(waits, []);
    });
  }
  it('that is absent leaves a query to the user', async () => {
    const before = server.seen.length;
    const error = await waitsFor('retry-after-none');
    assert.ok('kind' in error && error.kind === 'status' && !error.hasUnreadableRetryAfter);
    assert.equal(server.seen.length, before + 1);
  });
  it('that never ends is given up after two more tries', async () => {
    const before = server.seen.length;
    const { retryAt, ...error } = (await waitsFor('always-503')) as StatusError;
    assert.ok(retryAt !== undefined);
    assert.deepEqual(error, {
      kind: 'status',
      status: 503,
      message: 'down',
      retry: true,
      retryAfterMs: 1000,
      requestID: 'req-1',
    });
    assert.equal(server.seen.length, before + 3);
  });
});

describe('a connection that can’t be made, over undici', () => {
  it('to an unknown host name was not sent', async () => {
    const transport = createUndiciTransport(
      { transport: 'undici', env: {} },
      {
        lookup: ((_: string, __: object, done: (error: Error) => void) =>
          done(Object.assign(new Error('lookup'), { code: 'ENOTFOUND' }))) as never,
      },
    );
    const outcome = await clientFor('https://vault.test', transport).client.executeQuery(query);
    transport.dispose();
    note('dns-failure', outcome);
    assert.deepEqual(errorOf(outcome), broken('ENOTFOUND', false));
  });

  for (const [fault, code, sendings] of [
    ['dns-busy', 'EAI_AGAIN', 3],
    ['certificate not valid yet', 'CERT_NOT_YET_VALID', 1],
    ['certificate revoked', 'CERT_REVOKED', 1],
  ] as const) {
    it(`${fault}: was not sent, and is tried ${sendings === 1 ? 'once' : `${sendings} times`}`, async () => {
      let connections = 0;
      const lookup = (_: string, __: object, done: (error: Error) => void): void => {
        connections++;
        done(Object.assign(new Error(fault), { code }));
      };
      const transport = createUndiciTransport({ transport: 'undici', env: {} }, { lookup: lookup as never });
      const outcome = await clientFor('https://vault.test', transport).client.executeQuery(query);
      transport.dispose();
      note(fault, outcome);
      assert.deepEqual(errorOf(outcome), broken(code, false));
      assert.equal(connections, sendings);
    });
  }

  it('is given up at the deadline, as not sent', async () => {
    const transport = createUndiciTransport(
      { transport: 'undici', env: {} },
      { lookup: (() => undefined) as never },
    );
    const { client } = clientFor('https://vault.test', transport, { timeoutMs: () => IMPATIENT_MS });
    const outcome = await client.executeQuery(query);
    note('no connection before the deadline', outcome);
    assert.deepEqual(errorOf(outcome), broken('ETIMEDOUT', false));
    const abort = new AbortController();
    const cancelled = clientFor('https://vault.test', transport).client.executeQuery(query, abort.signal);
    abort.abort();
    assert.equal(errorOf(await cancelled).kind, 'cancelled');
    transport.dispose();
  });

  it('ends open requests when the transport is disposed', async () => {
    const server = await startHostileServer();
    const transport = createUndiciTransport({ transport: 'undici', env: {} });
    const outcome = clientFor(server.url('stalled-headers'), transport).client.executeQuery(query);
    await eventually('the request', () => server.seen.length > 0);
    transport.dispose();
    assert.equal(errorOf(await outcome).kind, 'cancelled');
    note('deactivated during a request', await outcome);
    await server.close();
  });
});
