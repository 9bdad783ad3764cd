import assert from 'node:assert/strict';
import { classifyFailure } from '../../../../src/core/results/loading/failure.ts';
import type { ApiError } from '../../../../src/core/service/errors.ts';
import { getRequestedWait, getRetryDelay, sendWithRetry } from '../../../../src/core/service/retry.ts';

const status = (code: number, wait?: number): ApiError => ({
  kind: 'status',
  status: code,
  message: '',
  retry: true,
  ...(wait !== undefined && { retryAfterMs: wait }),
});
const network = (code: string, mayHaveBeenSent: boolean): ApiError => ({
  kind: 'network',
  code,
  mayHaveBeenSent,
  retry: true,
});
const half = () => 0.5;

describe('getRetryDelay', () => {
  it('repeats a GET on 408, 429, 502 to 504 and a broken connection, twice, waiting longer', () => {
    for (const error of [
      ...[408, 429, 502, 503, 504].map((code) => status(code)),
      ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN'].map((code) => network(code, true)),
    ]) {
      assert.deepEqual(
        [0, 1, 2].map((attempt) => getRetryDelay('GET', error, attempt, half)),
        [750, 1500, undefined],
      );
    }
    for (const error of [
      status(400),
      status(401),
      status(500),
      network('ECONNREFUSED', false),
      network('CERT_HAS_EXPIRED', false),
    ]) {
      assert.equal(getRetryDelay('GET', error, 0, half), undefined);
    }
  });

  it('repeats a POST only if it was surely not run, or the service asks for it', () => {
    assert.equal(getRetryDelay('POST', network('ECONNRESET', false), 0, half), 750);
    assert.equal(getRetryDelay('POST', network('ECONNRESET', true), 0, half), undefined);
    assert.equal(getRetryDelay('POST', status(429), 0, half), undefined);
    assert.equal(getRetryDelay('POST', status(429, 2000), 0, half), 2125);
    assert.equal(getRetryDelay('POST', status(503, 250), 0, half), 375);
    for (const code of [408, 500, 502, 504])
      assert.equal(getRetryDelay('POST', status(code, 1000), 0, half), undefined);
  });

  it('waits up to 30 s as told, never less, and leaves a longer wait to the user', () => {
    const delays = (ms: number): unknown[] =>
      (['GET', 'POST'] as const).flatMap((method) =>
        [0, 1].map((chance) => getRetryDelay(method, status(429, ms), 0, () => chance)),
      );
    assert.deepEqual(delays(30_000), [30_000, 30_250, 30_000, 30_250]);
    for (const longer of [30_001, 600_000])
      assert.deepEqual(delays(longer), [undefined, undefined, undefined, undefined]);
  });

  it('never repeats what was cancelled, timed out or unreadable', () => {
    const errors: ApiError[] = [
      { kind: 'cancelled', retry: true },
      { kind: 'timeout', seconds: 1, retry: true },
      { kind: 'unreadable', what: 'json', status: 200, retry: true },
    ];
    for (const error of errors) assert.equal(getRetryDelay('GET', error, 0, half), undefined);
  });
});

describe('a Retry-After that can’t be read', () => {
  it('leaves the next request to the user, whatever the kind of request', () => {
    for (const code of [429, 503]) {
      const error: ApiError = {
        kind: 'status',
        status: code,
        message: '',
        retry: true,
        hasUnreadableRetryAfter: true,
      };
      assert.deepEqual(
        getRequestedWait(error, () => 0),
        { kind: 'tooLong' },
      );
      for (const method of ['GET', 'POST'] as const)
        assert.equal(
          getRetryDelay(method, error, 0, () => 0),
          undefined,
        );
    }
  });
});

describe('a long Retry-After', () => {
  const failures: readonly ApiError[] = [429, 503].map((code) => status(code, 600_000));

  it('is left to the user by single requests and by Load all alike', () => {
    for (const error of failures) {
      assert.deepEqual(getRequestedWait(error, half), { kind: 'tooLong' });
      assert.equal(getRetryDelay('GET', error, 0, half), undefined);
      assert.equal(getRetryDelay('POST', error, 0, half), undefined);
      for (const tries of [1, 5]) assert.deepEqual(classifyFailure(error, tries, half), { kind: 'tooLong' });
    }
  });
});

describe('sendWithRetry', () => {
  const deps = { sleep: () => Promise.resolve(), random: half };
  const failing = (error: ApiError) => async () => ({ ok: false, error }) as const;

  it('gives the last failure after two repetitions', async () => {
    let sent = 0;
    const outcome = await sendWithRetry('GET', () => failing(status(503 + (sent++ > 1 ? 1 : 0)))(), deps);
    assert.equal(sent, 3);
    assert.deepEqual(outcome, { ok: false, error: status(504) });
  });

  it('tells of a wait that the service asked for, and of its end; not of one of its own', async () => {
    const told: unknown[] = [];
    const onRequestedWait = (ms: number | undefined): unknown => told.push(ms);
    const sleep = (ms: number): Promise<void> => {
      told.push(`sleeps ${ms}`);
      return Promise.resolve();
    };
    const outcomes = [status(503), status(429, 20_000)];
    const send = async () => {
      const error = outcomes.shift();
      return error ? ({ ok: false, error } as const) : ({ ok: true } as const);
    };
    await sendWithRetry('GET', send, { sleep, random: half, onRequestedWait });
    assert.deepEqual(told, ['sleeps 750', 20_125, 'sleeps 20125', undefined]);
  });

  it('ends a wait at once when cancelled, and sends nothing more', async () => {
    const abort = new AbortController();
    let sent = 0;
    const outcome = sendWithRetry(
      'GET',
      async () => {
        sent++;
        return { ok: false, error: status(503) } as const;
      },
      { sleep: () => new Promise(() => abort.abort()), random: half },
      abort.signal,
    );
    assert.deepEqual(await outcome, { ok: false, error: { kind: 'cancelled', retry: true } });
    assert.equal(sent, 1);
  });

  it('goes on where a sleep rejects because of its signal', async () => {
    const abort = new AbortController();
    abort.abort();
    const outcome = await sendWithRetry('GET', failing(status(503)), {
      sleep: () => Promise.reject(new Error('aborted')),
      random: half,
    });
    assert.equal(outcome.ok, false);
    const before = await sendWithRetry('GET', failing(status(503)), deps, abort.signal);
    assert.deepEqual(before, { ok: false, error: { kind: 'cancelled', retry: true } });
  });
});
