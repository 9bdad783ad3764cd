import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimateCost } from '../../../../../src/core/results/loading/cost.ts';
import { classifyFailure } from '../../../../../src/core/results/loading/failure.ts';
import { createProgress } from '../../../../../src/core/results/loading/progress.ts';
import type { ApiError } from '../../../../../src/core/service/errors.ts';
import { runToEnd, simulate, status, tooMany } from './simulation.ts';

describe('cost of loading all', () => {
  it('says requests, audit events and time before anything is sent', () => {
    const cost = estimateCost(10_000, 25, 90, 4);
    assert.equal(cost.requests, 400);
    assert.equal(Math.round((cost.milliseconds ?? 0) / 1000), 9);
    assert.deepEqual(estimateCost(undefined, 25, 90, 4, { maxRows: 100_000 }), {
      requests: undefined,
      maxRequests: 4001,
      includesEndRequest: true,
      milliseconds: undefined,
    });
    assert.equal(estimateCost(10_000, 25, 90, 4, { pagesLoaded: 3 }).requests, 397);
    assert.equal(estimateCost(10_000, 25, 90, 4, { maxRows: 1000 }).maxRequests, 40);
    assert.deepEqual(estimateCost(0, 25, 90, 1), {
      requests: 0,
      maxRequests: 0,
      includesEndRequest: false,
      milliseconds: 0,
    });
  });

  it('has one request more where neither COUNT nor the end is known', () => {
    const known = estimateCost(110, 25, 90, 4);
    const unknown = estimateCost(110, 25, 90, 4, { isEndUnknown: true });
    assert.deepEqual([known.requests, known.maxRequests, known.includesEndRequest], [5, 8, false]);
    assert.deepEqual([unknown.requests, unknown.maxRequests, unknown.includesEndRequest], [6, 9, true]);
    const restOnly = estimateCost(60, 25, 90, 4, { isEndUnknown: true, pagesLoaded: 3 });
    assert.deepEqual([restOnly.requests, restOnly.includesEndRequest], [1, true]);
    const capped = estimateCost(10_000, 25, 90, 4, { isEndUnknown: true, maxRows: 1000 });
    assert.deepEqual([capped.requests, capped.maxRequests], [41, 41]);
    assert.equal(estimateCost(0, 25, 90, 4, { isEndUnknown: true }).requests, 0);
  });

  it('is what loading then takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 10, max: 200 }),
        fc.boolean(),
        async (rows, concurrency, ms, isCounted) => {
          const expected = isCounted ? { expectedRows: rows } : {};
          const simulation = simulate({ rows, concurrency, latency: () => ms, ...expected });
          await runToEnd(simulation);
          const cost = estimateCost(rows, 25, ms, concurrency, { isEndUnknown: !isCounted });
          const sent = simulation.sendings.length;
          if (isCounted) assert.equal(sent, cost.requests);
          else assert.ok(sent >= (cost.requests ?? 0) && sent <= cost.maxRequests, `${sent}`);
          assert.ok(Math.abs(simulation.clock.now() - (cost.milliseconds ?? 0)) <= 3 * ms);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('progress', () => {
  it('counts rows a second over the last answers, and leaves pauses out', () => {
    const progress = createProgress();
    progress.resume(1000);
    assert.equal(progress.estimateRemainingMs(10), undefined);
    for (let i = 1; i <= 100; i++) progress.addResponse(25, 1000 + i * 50);
    assert.equal(progress.rowsPerSecond(), 500);
    assert.equal(progress.estimateRemainingMs(10), 500);
    progress.pause(6000);
    progress.resume(90_000);
    for (let i = 1; i <= 100; i++) progress.addResponse(25, 90_000 + i * 100);
    assert.equal(progress.rowsPerSecond(), 250);
    assert.equal(progress.elapsedMs(100_000), 15_000);
  });
});

describe('failed requests', () => {
  const judge = (error: ApiError, tries = 1) => classifyFailure(error, tries, () => 0.5);

  it('waits as long as the service asked, else longer each time', () => {
    const asked = judge(tooMany(7000));
    assert.ok(asked.kind === 'transient' && asked.waitMs >= 7000 && asked.delaysAll);
    const waits = [1, 2, 3, 4].map((tries) => judge(status(502), tries));
    assert.deepEqual(
      waits.map((failure) => failure.kind === 'transient' && [failure.waitMs, failure.delaysAll]),
      [375, 750, 1500, 3000].map((ms) => [ms, false]),
    );
    assert.equal(judge(status(502), 5).kind, 'final');
  });

  it('asks to sign in only where that helps, and gives up where nothing would change', () => {
    for (const error of [
      status(401),
      { kind: 'noToken', retry: false },
      { kind: 'badToken', retry: false },
    ] satisfies ApiError[]) {
      assert.equal(judge(error).kind, 'signIn');
    }
    for (const error of [
      status(400),
      status(403),
      status(404),
      { kind: 'tooLarge', retry: false, limitBytes: 1 },
      { kind: 'unreadable', retry: true, status: 200, what: 'html' },
      { kind: 'redirect', retry: false, status: 307 },
      { kind: 'cancelled', retry: true },
      { kind: 'network', retry: false, code: 'CERT_HAS_EXPIRED', mayHaveBeenSent: false },
    ] satisfies ApiError[]) {
      assert.equal(judge(error).kind, 'final');
    }
    for (const error of [
      { kind: 'timeout', retry: true, seconds: 60 },
      { kind: 'network', retry: true, code: 'ECONNRESET', mayHaveBeenSent: true },
    ] satisfies ApiError[]) {
      assert.equal(judge(error).kind, 'transient');
    }
  });
});
