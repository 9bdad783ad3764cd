import assert from 'node:assert/strict';
import { MAX_LOGGED_ATTEMPTS, NetworkLog } from '../../../../src/core/service/networkLog.ts';
import type {
  Transport,
  TransportOutcome,
  TransportRequest,
} from '../../../../src/core/service/transport.ts';

const request: TransportRequest = {
  method: 'POST',
  url: 'https://vault.example:8443/prefix/v1/vaults/secret-vault/query?a=b',
  template: '/v1/vaults/{vaultID}/query',
  attempt: 2,
  headers: { authorization: 'Bearer secret-token-of-a-person' },
  body: '{"query":"SELECT secret"}',
  timeoutMs: 1000,
  maxBytes: 1000,
};
const gives = (outcome: TransportOutcome): Transport => ({ send: async () => outcome });
const answer = (requestID: string): TransportOutcome => ({
  ok: true,
  response: { status: 200, headers: { 'x-request-id': requestID }, body: '{"a":"secret value"}', bytes: 20 },
});
/** Ten milliseconds pass between two looks. */
const clock = () => {
  let now = 0;
  return () => (now += 10);
};

describe('the network log', () => {
  it('has who sent what where, and nothing of what was in it', async () => {
    const log = new NetworkLog();
    const outcome = answer('r-1');
    assert.equal(await log.withLogging(gives(outcome), 'sandbox', clock()).send(request), outcome);
    assert.deepEqual(log.attempts(), [
      {
        at: 10,
        connection: 'sandbox',
        origin: 'https://vault.example:8443',
        method: 'POST',
        template: '/v1/vaults/{vaultID}/query',
        attempt: 2,
        milliseconds: 10,
        result: { kind: 'answered', status: 200, bytes: 20, requestID: 'r-1' },
      },
    ]);
    assert.doesNotMatch(JSON.stringify(log.attempts()), /secret/);
  });

  it('keeps nothing of a token that a service repeats as the request’s ID', async () => {
    const log = new NetworkLog();
    await log.withLogging(gives(answer('r secret-token-of-a-person')), 'sandbox', clock()).send(request);
    assert.doesNotMatch(JSON.stringify(log.attempts()), /secret-token/);
  });

  it('keeps no ID that a sign-in server gives: it could be a secret that was sent to it, or a new token', async () => {
    const log = new NetworkLog();
    for (const headers of [{}, { authorization: 'Basic aWQ6Y2xpZW50LXNlY3JldA==' }])
      await log.withLogging(gives(answer('client-secret')), 'sandbox', clock()).send({ ...request, headers });
    assert.doesNotMatch(JSON.stringify(log.attempts()), /client-secret/);
  });

  it('names a failure by its code', async () => {
    const log = new NetworkLog();
    const network = { kind: 'network', code: 'PROXY_407', mayHaveBeenSent: false, retry: true } as const;
    const timeout = { kind: 'timeout', seconds: 60, retry: true } as const;
    for (const error of [network, timeout])
      await log.withLogging(gives({ ok: false, error }), 'sandbox', clock()).send(request);
    assert.deepEqual(
      log.attempts().map(({ result }) => result),
      [
        { kind: 'failed', reason: 'PROXY_407' },
        { kind: 'failed', reason: 'timeout' },
      ],
    );
  });

  it('keeps the latest, says when there are others, and forgets', async () => {
    const log = new NetworkLog();
    let changes = 0;
    const unlisten = log.onChange(() => changes++);
    const transport = log.withLogging(gives(answer('r')), 'sandbox', clock());
    for (let attempt = 1; attempt <= MAX_LOGGED_ATTEMPTS + 3; attempt++)
      await transport.send({ ...request, attempt });
    assert.equal(log.attempts().length, MAX_LOGGED_ATTEMPTS);
    assert.deepEqual(
      [log.attempts()[0]?.attempt, log.attempts().at(-1)?.attempt],
      [4, MAX_LOGGED_ATTEMPTS + 3],
    );
    assert.equal(changes, MAX_LOGGED_ATTEMPTS + 3);
    unlisten();
    log.clear();
    assert.deepEqual(log.attempts(), []);
    assert.equal(changes, MAX_LOGGED_ATTEMPTS + 3);
  });
});
