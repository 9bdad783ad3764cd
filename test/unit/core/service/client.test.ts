import assert from 'node:assert/strict';
import { createVaultClient, type VaultClientDeps } from '../../../../src/core/service/client.ts';
import type { TransportOutcome, TransportRequest } from '../../../../src/core/service/transport.ts';

type Answer = Partial<{ status: number; headers: Record<string, string>; body: string }>;

function clientWith(answers: readonly (Answer | TransportOutcome)[], deps: Partial<VaultClientDeps> = {}) {
  const sent: TransportRequest[] = [];
  const waits: number[] = [];
  const client = createVaultClient({
    transport: {
      async send(request) {
        const answer = answers[Math.min(sent.length, answers.length - 1)] ?? {};
        sent.push(request);
        if ('ok' in answer) return answer;
        const { status = 200, headers = {}, body = '{}' } = answer;
        return { ok: true, response: { status, headers, body, bytes: body.length } };
      },
    },
    baseUrl: 'https://vault.example/prefix/',
    token: async () => 'secret-token',
    timeoutMs: () => 1000,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    now: () => 1_700_000_000_000,
    ...deps,
  });
  return { client, sent, waits };
}

const query = { vaultID: 'v1', query: 'SELECT 1' };
const filters = { accountID: 'acc' };

describe('vault client', () => {
  it('sends a query as the service takes it (S32, S33)', async () => {
    const { client, sent } = clientWith([{ body: '{"records":[]}', headers: { 'x-request-id': 'r1' } }]);
    const outcome = await client.executeQuery({ vaultID: 'a/b', query: 'SELECT "ü" -- \ud800' });
    assert.deepEqual(outcome, {
      ok: true,
      value: { records: [] },
      exchange: { status: 200, milliseconds: 0, bytes: 14, requestID: 'r1' },
    });
    assert.deepEqual(sent, [
      {
        method: 'POST',
        url: 'https://vault.example/prefix/v1/vaults/a%2Fb/query',
        template: '/v1/vaults/{vaultID}/query',
        attempt: 1,
        headers: {
          accept: 'application/json',
          authorization: 'Bearer secret-token',
          'content-type': 'application/json',
        },
        body: '{"query":"SELECT \\"ü\\" -- \\ud800"}',
        timeoutMs: 1000,
        maxBytes: 16 * 1024 * 1024,
      },
    ]);
  });

  it('ends at once when it is cancelled while the token is on its way, and tells who gets it', async () => {
    const abort = new AbortController();
    let given: unknown;
    const { client, sent } = clientWith([{}], {
      token: (_origin, signal) => {
        given = signal;
        setImmediate(() => abort.abort());
        return new Promise(() => undefined);
      },
    });
    const outcome = await client.executeQuery(query, abort.signal);
    assert.equal(!outcome.ok && outcome.error.kind, 'cancelled');
    assert.equal(given, abort.signal);
    assert.deepEqual(sent, []);
  });

  it('asks for audit events as the service takes it (S23), without a body', async () => {
    const { client, sent } = clientWith([{}]);
    const outcome = await client.listAuditEvents({
      filters: { 'context.actor': 'a&b@c.test', accountID: 'acc' },
      cursor: { 'afterOps.changeID': 'c 1' },
      limit: 50,
    });
    assert.equal(outcome.ok, true);
    assert.equal(sent[0]?.method, 'GET');
    assert.equal(
      sent[0]?.url,
      'https://vault.example/prefix/v1/audit/events?filterOps.accountID=acc&filterOps.context.actor=a%26b%40c.test&afterOps.changeID=c%201&limit=50',
    );
    assert.equal(sent[0]?.body, undefined);
    assert.equal('content-type' in (sent[0]?.headers ?? {}), false);
  });

  it('sends a vault’s queries to its own host, and asks for that host’s token', async () => {
    const origins: string[] = [];
    const { client, sent } = clientWith([{}], {
      token: async (origin) => {
        origins.push(origin);
        return 'Bearer abc\n';
      },
    });
    await client.executeQuery({ ...query, vaultBaseUrl: 'https://v1.vault.example' });
    assert.equal(sent[0]?.url, 'https://v1.vault.example/v1/vaults/v1/query');
    assert.equal(sent[0]?.headers.authorization, 'Bearer abc');
    assert.deepEqual(origins, ['https://v1.vault.example']);
  });

  it('sends nothing without account, token, good address, vault ID and filters', async () => {
    const { client, sent } = clientWith([{}]);
    const errorOf = async (outcome: Promise<{ ok: true } | { ok: false; error: object }>) => {
      const result = await outcome;
      return result.ok ? undefined : result.error;
    };
    const notSent = (kind: string, detail?: string) => ({ kind, retry: false, ...(detail && { detail }) });
    assert.deepEqual(await errorOf(client.listAuditEvents({ filters: {} })), notSent('noAccountID'));
    assert.deepEqual(
      await errorOf(client.listAuditEvents({ filters: { accountID: ' ' } })),
      notSent('noAccountID'),
    );
    assert.deepEqual(
      await errorOf(client.listAuditEvents({ filters: { accountID: 'a', 'context.ipAddress': '1' } })),
      notSent('badFilter', 'context.ipAddress: not-an-ip'),
    );
    assert.deepEqual(
      await errorOf(client.executeQuery({ ...query, vaultID: '..' })),
      notSent('badVaultID', 'dots'),
    );
    assert.deepEqual(
      await errorOf(client.executeQuery({ ...query, vaultBaseUrl: 'http://evil.example' })),
      notSent('badAddress', 'plain-http'),
    );
    const withToken = (token: VaultClientDeps['token']) =>
      errorOf(clientWith([{}], { token }).client.executeQuery(query));
    for (const none of [undefined, '', ' \n'])
      assert.deepEqual(await withToken(async () => none), notSent('noToken'));
    assert.deepEqual(await withToken(async () => 'a b'), notSent('badToken', 'blank'));
    assert.deepEqual(
      await withToken(() => Promise.reject(new TypeError('secret-token'))),
      notSent('noToken', 'TypeError'),
    );
    assert.equal(sent.length, 0);
  });

  const bodies: [string, string, string][] = [
    [
      'the documented form',
      '{"error":{"grpc_code":"3","http_code":400,"message":"bad column","details":[]}}',
      'bad column',
    ],
    ['the flat form', '{"code":3,"message":"bad column","details":[]}', 'bad column'],
    ['a bare error', '{"error":"bad column"}', 'bad column'],
    [
      'OAuth’s form',
      '{"error":"invalid_token","error_description":"The token expired"}',
      'The token expired',
    ],
    ['a list', '{"errors":[{"message":"bad column"}]}', 'bad column'],
    ['plain text', 'bad column', 'bad column'],
    ['a page', '<html><head><title>502 Bad Gateway</title></head></html>', '502 Bad Gateway'],
    ['a page of a language', '<html><title lang="en">Bad Gateway</title></html>', 'Bad Gateway'],
    ['nothing', '', ''],
    ['no message', '{"error":{"grpc_code":3}}', ''],
    ['JSON of no use', '[1,{"a":{}}]', ''],
    ['control characters', '{"message":"a\\u0000\\u001b[31mb\\r\\nc\\u202ed"}', 'a [31mb c d'],
    ['the token itself', '{"message":"token secret-token is not known"}', 'token … is not known'],
    ['endless text', `{"message":"${'x'.repeat(100_000)}"}`, `${'x'.repeat(499)}…`],
    ['a cut pair', `{"message":"${'x'.repeat(498)}😀😀"}`, `${'x'.repeat(498)}\ufffd…`],
  ];
  for (const [name, body, message] of bodies) {
    it(`shows the message of an error body: ${name}`, async () => {
      const { client } = clientWith([{ status: 400, body, headers: { 'x-request-id': 'r\u00e9 1' } }]);
      assert.deepEqual(await client.executeQuery(query), {
        ok: false,
        error: {
          kind: 'status',
          status: 400,
          message,
          retry: false,
          requestID: 'r1',
          ...(name.startsWith('a page') && { isWebPage: true }),
        },
      });
    });
  }

  it('says for each status whether trying again makes sense', async () => {
    for (const [status, retry] of [
      [400, false],
      [401, false],
      [403, false],
      [404, false],
      [408, true],
      [429, true],
      [500, true],
      [204, false],
      [304, false],
    ] as const) {
      const outcome = await clientWith([{ status, body: '' }]).client.executeQuery(query);
      assert.ok(!outcome.ok && outcome.error.kind === 'status', String(status));
      assert.equal(outcome.error.retry, retry, String(status));
    }
  });

  it('never follows a redirect, and names the other origin only', async () => {
    const target = async (location?: string) => {
      const { client, sent } = clientWith([{ status: 307, headers: location ? { location } : {} }]);
      const outcome = await client.executeQuery(query);
      assert.equal(sent.length, 1);
      assert.ok(!outcome.ok && outcome.error.kind === 'redirect');
      return outcome.error.toOrigin;
    };
    assert.equal(await target('https://user:pw@Evil.example/path?q=secret'), 'https://evil.example');
    assert.equal(await target('//evil.example/x'), 'https://evil.example');
    assert.equal(await target('/login'), 'https://vault.example');
    assert.equal(await target(), undefined);
    assert.equal(await target('next?x=1:2'), 'https://vault.example');
    assert.equal(await target('https://vault.example@evil.example/'), 'https://evil.example');
    assert.equal(await target('https://a@vault.example@evil.example/'), 'https://evil.example');
  });

  it('takes no redirect to another scheme, or to what is no plain address, for one to its own origin', async () => {
    const target = async (location: string) => {
      const { client } = clientWith([{ status: 307, headers: { location } }]);
      const outcome = await client.executeQuery(query);
      assert.ok(!outcome.ok && outcome.error.kind === 'redirect');
      return outcome.error.toOrigin;
    };
    assert.equal(await target('file:///etc/passwd'), 'file:');
    assert.equal(await target('FTP://evil.example/x'), 'ftp:');
    assert.equal(await target('javascript:alert(1)'), 'javascript:');
    for (const location of [
      '\\\\evil.example/x',
      '/\\evil.example/x',
      'https:\\\\evil.example',
      'https:evil.example',
      'https://',
      'https://secret-token.example/',
    ]) {
      assert.equal(await target(location), undefined, location);
    }
  });

  it('keeps of a request ID 64 safe characters, and nothing of the token', async () => {
    const token = `head.${'payload'.repeat(20)}.signature-of-it`;
    const kept = async (id: string) => {
      const answer = { body: '{"records":[]}', headers: { 'x-request-id': id } };
      const outcome = await clientWith([answer], { token: async () => token }).client.executeQuery(query);
      return outcome.ok ? outcome.exchange.requestID : assert.fail();
    };
    const plain = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
    assert.equal(await kept(plain), plain);
    assert.equal(await kept('0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0'), '0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0');
    assert.equal(await kept('x'.repeat(500)), 'x'.repeat(64));
    assert.equal(await kept(`a\u001b[31m<b> "$(icon)" \u202e](command:c)`), 'a31mbiconcommand:c');
    assert.equal(await kept(`id-${token}-1`), 'id--1');
    assert.equal(await kept(`Bearer ${token}`), 'Bearer');
    assert.equal(await kept(`id-${token.slice(0, 40)}`), 'id-');
    assert.equal(await kept(`${'x'.repeat(50)}${token}`), 'x'.repeat(50));
    assert.equal(await kept([...token].join(' ')), undefined);
    assert.equal(await kept(token), undefined);
  });

  it('tells what is wrong with a 200 that can’t be read', async () => {
    const what = async (answer: Answer) => {
      const outcome = await clientWith([{ headers: { 'x-request-id': 'r' }, ...answer }]).client.executeQuery(
        query,
      );
      return outcome.ok ? outcome.value : outcome.error;
    };
    const unreadable = { kind: 'unreadable', status: 200, requestID: 'r' };
    assert.deepEqual(await what({ body: '\n<!DOCTYPE html>' }), { ...unreadable, what: 'html', retry: true });
    assert.deepEqual(await what({ body: '{}', headers: { 'content-type': 'text/html; charset=utf-8' } }), {
      kind: 'unreadable',
      status: 200,
      what: 'html',
      retry: true,
    });
    assert.deepEqual(await what({ body: '{"records":[' }), { ...unreadable, what: 'json', retry: true });
    assert.deepEqual(await what({ body: '{"records":[1]}' }), {
      ...unreadable,
      what: 'shape',
      path: 'records[0]',
      retry: false,
    });
    assert.deepEqual(await what({ body: '['.repeat(2000) }), {
      ...unreadable,
      what: 'tooDeep',
      retry: false,
    });
  });

  it('asks again after 429 with Retry-After, and not without', async () => {
    const limited = { status: 429, headers: { 'retry-after': '2' }, body: '' };
    const patient = clientWith([limited, { body: '{"records":null}' }]);
    assert.equal((await patient.client.executeQuery(query)).ok, true);
    assert.deepEqual(patient.waits, [2125]);
    const other = clientWith([{ status: 429, body: '' }]);
    await other.client.executeQuery(query);
    assert.equal(other.sent.length, 1);
    await other.client.listAuditEvents({ filters });
    assert.deepEqual(
      other.sent.map(({ attempt }) => attempt),
      [1, 1, 2, 3],
    );
    const follower = clientWith([{ ...limited, headers: { 'retry-after': '120' } }]);
    const refused = await follower.client.listAuditEvents({ filters, isWithoutRetry: true });
    assert.ok(!refused.ok && refused.error.kind === 'status');
    assert.deepEqual([refused.error.retryAfterMs, follower.sent.length], [120_000, 1]);
  });

  it('says until when it waits, and leaves a wait of more than 30 s to the user', async () => {
    const now = 1_700_000_000_000;
    const untils: unknown[] = [];
    const onWait = (until: number | undefined): unknown => untils.push(until);
    const limited = (seconds: number) => ({
      status: 429,
      headers: { 'retry-after': `${seconds}` },
      body: '',
    });
    const patient = clientWith([limited(2), limited(30), { body: '{"records":null,"event":null}' }]);
    assert.equal((await patient.client.executeQuery({ ...query, onWait })).ok, true);
    assert.deepEqual(untils, [now + 2125, undefined, now + 30_125, undefined]);
    for (const seconds of [31, 600]) {
      const { client, sent, waits } = clientWith([limited(seconds)]);
      for (const send of [
        () => client.executeQuery({ ...query, onWait }),
        () => client.listAuditEvents({ filters, onWait }),
      ]) {
        const outcome = await send();
        assert.ok(!outcome.ok && outcome.error.kind === 'status');
        assert.equal(outcome.error.retryAt, now + seconds * 1000);
      }
      assert.deepEqual([sent.length, waits, untils.length], [2, [], 4]);
    }
  });

  it('passes failures of the transport on', async () => {
    const error = { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true } as const;
    assert.deepEqual(await clientWith([{ ok: false, error }]).client.executeQuery(query), {
      ok: false,
      error,
    });
  });

  it('sends nothing once cancelled, also while it waits for the token', async () => {
    const abort = new AbortController();
    const { client, sent } = clientWith([{}], {
      token: async () => {
        abort.abort();
        return 'token';
      },
    });
    const cancelled = { ok: false, error: { kind: 'cancelled', retry: true } };
    assert.deepEqual(await client.executeQuery(query, abort.signal), cancelled);
    assert.deepEqual(await client.executeQuery(query, abort.signal), cancelled);
    assert.equal(sent.length, 0);
  });

  describe('with a token that is no longer good', () => {
    const expired = { status: 401, body: '' };
    const rows = { body: '{"records":[]}' };

    it('asks for another one, and sends the request again with it', async () => {
      const asked: unknown[] = [];
      const renewToken: VaultClientDeps['renewToken'] = async (...what) => {
        asked.push(what.slice(0, 2));
        return 'new-token';
      };
      const { client, sent } = clientWith([expired, rows], { renewToken });
      assert.equal((await client.executeQuery(query)).ok, true);
      assert.deepEqual(asked, [['https://vault.example', 'secret-token']]);
      assert.deepEqual(
        sent.map(({ headers }) => headers.authorization),
        ['Bearer secret-token', 'Bearer new-token'],
      );
      const follower = clientWith([expired, { body: '{"event":[],"nextOps":null}' }], { renewToken });
      assert.equal((await follower.client.listAuditEvents({ filters, isWithoutRetry: true })).ok, true);
    });

    it('asks once, and leaves it at that where the service refuses the new one too', async () => {
      const { client, sent } = clientWith([expired, expired, rows], { renewToken: async () => 'new-token' });
      const outcome = await client.executeQuery(query);
      assert.ok(!outcome.ok && outcome.error.kind === 'status' && outcome.error.status === 401);
      assert.equal(sent.length, 2);
    });

    it('passes the refusal on where there is no other, and why where there should be one', async () => {
      for (const answer of [undefined, 'secret-token']) {
        const { client, sent } = clientWith([expired, rows], { renewToken: async () => answer });
        const outcome = await client.executeQuery(query);
        assert.ok(!outcome.ok && outcome.error.kind === 'status');
        assert.equal(sent.length, 1);
      }
      const signIn = { code: 'server-unreached', host: 'id.example', reason: 'ECONNREFUSED' } as const;
      const outcome = await clientWith([expired], { renewToken: async () => signIn }).client.executeQuery(
        query,
      );
      assert.deepEqual(outcome, {
        ok: false,
        error: { kind: 'noToken', retry: true, detail: 'server-unreached', signIn },
      });
    });

    it('does not wait for another one if the request was cancelled while it was rejected', async () => {
      const abort = new AbortController();
      const { client } = clientWith([], {
        transport: {
          async send() {
            abort.abort();
            return { ok: true, response: { status: 401, headers: {}, body: '', bytes: 0 } };
          },
        },
        renewToken: () => new Promise(() => undefined),
      });
      const outcome = await client.executeQuery(query, abort.signal);
      assert.ok(!outcome.ok && outcome.error.kind === 'cancelled');
    });

    it('renews for no other status', async () => {
      const renewToken = () => assert.fail('asked');
      for (const status of [400, 403, 404])
        assert.equal(
          (await clientWith([{ status, body: '' }], { renewToken }).client.executeQuery(query)).ok,
          false,
        );
    });
  });
});
