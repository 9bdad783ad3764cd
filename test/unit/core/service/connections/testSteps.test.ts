import assert from 'node:assert/strict';
import type { AuditRequestOptions } from '../../../../../src/core/service/client.ts';
import {
  type AuditEventLister,
  countMaxTestRequests,
  findFailedStep,
  getStepResults,
  testConnection,
} from '../../../../../src/core/service/connections/testSteps.ts';
import type { ApiError, Outcome } from '../../../../../src/core/service/errors.ts';
import type { AuditEvent, AuditPage } from '../../../../../src/core/service/types.ts';

const network = (code: string, mayHaveBeenSent = false): ApiError => ({
  kind: 'network',
  retry: true,
  code,
  mayHaveBeenSent,
});
const status = (code: number): ApiError => ({ kind: 'status', status: code, message: '', retry: false });
const event = (context: AuditEvent['context'], vaultID?: string): AuditEvent => ({
  context,
  response: {},
  resourceIDs: [],
  raw: {},
  request: vaultID === undefined ? {} : { vaultID },
});

/** A service that answers each listing as `answer` says, with what it was asked for. */
function service(answer: (request: AuditRequestOptions, nth: number) => readonly AuditEvent[] | ApiError) {
  const asked: AuditRequestOptions[] = [];
  const lister: AuditEventLister = {
    async listAuditEvents(request): Promise<Outcome<AuditPage>> {
      const nth = asked.push(request);
      const answered = answer(request, nth);
      if ('kind' in answered) return { ok: false, error: answered };
      const exchange = { requestID: `r${nth}`, status: 200, milliseconds: 1, bytes: 1 };
      return { ok: true, value: { events: answered, nextOps: null }, exchange };
    },
  };
  return { asked, lister };
}
const account = { accountID: 'a1' };
const vaults = [
  { id: 'v1', name: 'one' },
  { id: 'v2', name: 'two', baseUrl: 'https://two.example' },
];

describe('the steps of a connection test', () => {
  it('name the one that failed', () => {
    const cases: readonly (readonly [ApiError, string])[] = [
      [network('ENOTFOUND'), 'name'],
      [network('EAI_AGAIN'), 'name'],
      [network('ECONNREFUSED'), 'connection'],
      [network('ETIMEDOUT'), 'connection'],
      [network('CERT_HAS_EXPIRED'), 'tls'],
      [network('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
      [network('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
      [network('CLIENT_CERT_PASSPHRASE'), 'tls'],
      [network('PROXY_407'), 'proxy'],
      [network('PROXY_ENOTFOUND'), 'proxy'],
      [network('WORKSPACE_PROXY'), 'proxy'],
      [network('ECONNRESET', true), 'response'],
      [network('NOT_HTTP', true), 'response'],
      [{ kind: 'badAddress', retry: false }, 'address'],
      [{ kind: 'noToken', retry: false }, 'token'],
      [{ kind: 'noAccountID', retry: false }, 'account'],
      [{ kind: 'timeout', seconds: 1, retry: true }, 'response'],
      [{ kind: 'redirect', status: 302, retry: false }, 'response'],
      [{ kind: 'unreadable', status: 200, what: 'html', retry: false }, 'response'],
      [status(401), 'token'],
      [status(403), 'account'],
      [status(400), 'account'],
      [status(404), 'account'],
      [status(407), 'proxy'],
      [status(429), 'response'],
      [status(500), 'response'],
    ];
    for (const [error, step] of cases) assert.equal(findFailedStep(error), step, JSON.stringify(error));
  });

  it('have passed before the one that failed, and are open after it', () => {
    const states = (error?: ApiError) => getStepResults(error).map(({ result }) => result.state);
    const [p, f, u] = ['passed', 'failed', 'unknown'];
    assert.deepEqual(states(), [p, p, p, p, p, p, p, p]);
    assert.deepEqual(states(network('CERT_HAS_EXPIRED')), [p, p, p, p, f, u, u, u]);
    assert.deepEqual(states(status(401)), [p, p, p, p, p, p, f, u]);
  });

  it('claim nothing about the network where nothing was sent, or nothing came back', () => {
    const states = (error: ApiError) => getStepResults(error).map(({ result }) => result.state);
    const [p, f, u] = ['passed', 'failed', 'unknown'];
    assert.deepEqual(states({ kind: 'noToken', retry: false }), [p, u, u, u, u, u, f, u]);
    assert.deepEqual(states({ kind: 'timeout', seconds: 1, retry: true }), [p, u, u, u, u, f, u, u]);
  });
});

describe('a connection test', () => {
  it('lists one event, then that of its own request, then one of each vault, and no more', async () => {
    const { asked, lister } = service(({ filters }) => {
      if (filters['context.requestID'] === 'r1')
        return [
          event({ requestID: 'r1', actor: 'me@x.test', actorType: 'USER', authMode: 'PAT_JWT', jwtID: 'j' }),
        ];
      return filters.vaultID === 'v1' ? [event({}, 'v1')] : [event({ requestID: 'r0', actor: 'other' })];
    });
    const report = await testConnection(account, vaults, lister);
    assert.deepEqual(asked, [
      { filters: { accountID: 'a1' }, limit: 1, isWithoutRetry: true },
      { filters: { accountID: 'a1', 'context.requestID': 'r1' }, limit: 1, isWithoutRetry: true },
      { filters: { accountID: 'a1', vaultID: 'v1' }, limit: 1, isWithoutRetry: true },
      {
        filters: { accountID: 'a1', vaultID: 'v2' },
        limit: 1,
        isWithoutRetry: true,
        vaultBaseUrl: 'https://two.example',
      },
    ]);
    assert.equal(asked.length, countMaxTestRequests(vaults));
    assert.deepEqual(report?.identity, { actor: 'me@x.test', actorType: 'USER', authMode: 'PAT_JWT' });
    assert.deepEqual(
      report?.vaults.map(({ result }) => result.state),
      ['passed', 'unknown'],
    );
  });

  it('asks nothing more for the identity where the first listing has it', async () => {
    const { asked, lister } = service(() => [event({ requestID: 'r1', actor: 'me' })]);
    assert.deepEqual((await testConnection(account, [], lister))?.identity, { actor: 'me' });
    assert.equal(asked.length, 1);
  });

  it('never takes another request’s actor for one’s own', async () => {
    const { lister } = service(() => [event({ requestID: 'r0', actor: 'somebody' })]);
    assert.equal((await testConnection(account, [], lister))?.identity, undefined);
  });

  it('stops at the first step that fails', async () => {
    const { asked, lister } = service(() => status(401));
    const report = await testConnection(account, vaults, lister);
    assert.equal(asked.length, 1);
    assert.deepEqual(
      report?.vaults.map(({ result }) => result.state),
      ['unknown', 'unknown'],
    );
  });

  it('names the vault that fails, and tests the others', async () => {
    const { lister } = service(({ filters }, nth) => {
      if (filters.vaultID === 'v1') return status(404);
      return filters.vaultID ? [event({}, filters.vaultID)] : [event({ requestID: `r${nth}`, actor: 'me' })];
    });
    const report = await testConnection(account, vaults, lister);
    assert.deepEqual(
      report?.vaults.map(({ result }) => result.state),
      ['failed', 'passed'],
    );
  });

  it('sends nothing more once the service asks to wait', async () => {
    const limited: ApiError = { kind: 'status', status: 429, message: '', retry: true, retryAfterMs: 60_000 };
    const { asked, lister } = service(({ filters }, nth) =>
      filters.vaultID ? limited : [event({ requestID: `r${nth}`, actor: 'me' })],
    );
    const report = await testConnection(account, vaults, lister);
    assert.equal(asked.length, 2);
    assert.deepEqual(
      report?.vaults.map(({ result }) => result),
      vaults.map(() => ({ state: 'failed', error: limited })),
    );
  });

  it('sends nothing more, and reports nothing, once it is cancelled', async () => {
    const abort = new AbortController();
    const { asked, lister } = service(() => {
      abort.abort();
      return [];
    });
    assert.equal(await testConnection(account, vaults, lister, abort.signal), undefined);
    assert.equal(asked.length, 1);
  });
});
