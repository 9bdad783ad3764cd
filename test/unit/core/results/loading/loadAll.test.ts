import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createLoadAll } from '../../../../../src/core/results/loading/loadAll.ts';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import { inTime } from '../../../../run/waiting.ts';
import { answered, numbered, record } from './records.ts';
import {
  answeredOffsets,
  runToEnd,
  type Simulation,
  sentTooEarly,
  simulate,
  status,
  tooMany,
  whyOf,
} from './simulation.ts';

const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, id) => id);
const distinctPastEnd = ({ sendings }: Simulation, rows: number): number =>
  new Set(sendings.map(({ offset }) => offset).filter((offset) => offset > rows)).size;

describe('load all', () => {
  it('10,000 rows at 50 ms: in order, near the ideal, 3.5 times faster than one after the other', async () => {
    const fast = simulate({ rows: 10_000, loaded: [0] });
    const state = await runToEnd(fast);
    assert.deepEqual(fast.ids(), upTo(10_000));
    assert.equal(whyOf(state).stoppedBy, 'end');
    const slow = simulate({ rows: 10_000, loaded: [0], concurrency: 1 });
    await runToEnd(slow);
    const ideal = (400 * 50) / 4;
    assert.ok(fast.clock.now() <= 1.15 * ideal, `${fast.clock.now()} ms`);
    assert.ok(slow.clock.now() >= 3.5 * fast.clock.now(), `${slow.clock.now() / fast.clock.now()}`);
    // Pages 1 … 399, the empty one that shows the end, and at most three beyond it.
    assert.ok(fast.sendings.length <= 400 + 3, `${fast.sendings.length}`);
    assert.equal(slow.sendings.length, 400);
  });

  it('a clock that goes on while it is looked at leaves no page waiting', async () => {
    // Timers may fire early as well: the page may be due between any two looks.
    for (let early = 0; early < 12; early += 0.5) {
      let time = 0;
      let sent = 0;
      const loadAll = createLoadAll(
        {
          result: createEmptyResult({ pageSize: 25 }),
          concurrency: 1,
          maxRows: 1000,
          onChange: () => undefined,
          fetch: async (offset) =>
            ++sent === 2
              ? { ok: false, error: status(500) }
              : answered(numbered(offset, Math.min(offset + 25, 60))),
        },
        {
          now: () => ++time,
          async sleep(ms) {
            time += Math.max(0, ms - early);
          },
          random: () => 0,
          abortController: () => new AbortController(),
        },
      );
      const state = await inTime(`the end, ${early} ms early`, loadAll.start());
      assert.equal(state.phase, 'done');
      // Three pages, one of them twice, and the end.
      assert.equal(sent, 5);
    }
  });

  it('answers of uneven speed keep every slot busy', async () => {
    const latencies = [(n: number) => 25 + ((n * 37) % 50), (n: number) => (n % 10 === 0 ? 400 : 40)];
    for (const latency of latencies) {
      const simulation = simulate({ rows: 5000, loaded: [0], latency });
      await runToEnd(simulation);
      assert.deepEqual(simulation.ids(), upTo(5000));
      assert.equal(simulation.mostUnderWay(), 4);
      assert.ok(simulation.room() <= 1.15 * simulation.used(), `${simulation.room() / simulation.used()}`);
    }
  });

  it('starts with two, and does not crowd a service that answers one request at a time', async () => {
    const busy = simulate({ rows: 2000, concurrency: 8, latency: (_, underWay) => 200 * underWay });
    busy.loadAll.start();
    await busy.clock.run(0);
    assert.equal(busy.sendings.length, 2);
    await busy.clock.run(1500);
    assert.ok(busy.mostUnderWay() <= 4, `${busy.mostUnderWay()}`);
    await busy.clock.run();
    assert.deepEqual(busy.ids(), upTo(2000));
  });

  it('halves on 429, honours Retry-After, and grows again', async () => {
    const simulation = simulate({
      rows: 10_000,
      concurrency: 8,
      fault: (n) => (n >= 100 && n < 106 ? tooMany(2000) : undefined),
    });
    const state = await runToEnd(simulation);
    assert.deepEqual(simulation.ids(), upTo(10_000));
    assert.equal(state.failed, 6);
    const refusedAt = simulation.sendings[100]?.at ?? 0;
    const next = simulation.sendings.filter(({ at }) => at > refusedAt + 60).map(({ at }) => at);
    assert.ok((next[0] ?? 0) >= refusedAt + 50 + 2000, 'sent while asked to wait');
    assert.ok(next.filter((at) => at === next[0]).length <= 4, 'not halved');
    assert.equal(state.concurrency, 8);
  });

  it('one refusal that asks for patience holds back every request', async () => {
    const simulation = simulate({
      rows: 5000,
      concurrency: 8,
      fault: (n) => (n === 60 ? tooMany(3000) : undefined),
    });
    await runToEnd(simulation);
    const refusedAt = (simulation.sendings[60]?.at ?? 0) + 50;
    const early = simulation.sendings.filter(({ at }) => at > refusedAt && at < refusedAt + 3000);
    assert.deepEqual(early, []);
    assert.deepEqual(simulation.ids(), upTo(5000));
  });

  it('a service that allows three at a time is not asked four times as often', async () => {
    const simulation = simulate({
      rows: 5000,
      concurrency: 8,
      fault: (_, __, underWay) => (underWay > 3 ? tooMany() : undefined),
    });
    const state = await runToEnd(simulation);
    assert.deepEqual(simulation.ids(), upTo(5000));
    assert.ok(state.failed <= 40, `${state.failed} refused`);
  });

  it('an expired token pauses, and signing in goes on with nothing lost or fetched twice', async () => {
    let expired = false;
    const simulation = simulate({
      rows: 3000,
      fault: (n) => (expired || n === 40 ? status(401) : undefined),
    });
    simulation.loadAll.start();
    await simulation.clock.run(520);
    expired = true;
    await simulation.clock.run();
    const paused = simulation.loadAll.state();
    assert.equal(paused.phase, 'paused');
    const { pausedBy, error } = whyOf(paused);
    assert.equal(pausedBy, 'signIn');
    assert.ok(error?.kind === 'status' && error.status === 401);
    assert.ok(paused.failed <= 4, 'asked on although the token was refused');
    expired = false;
    await runToEnd(simulation);
    assert.deepEqual(simulation.ids(), upTo(3000));
    const offsets = answeredOffsets(simulation.sendings);
    assert.equal(new Set(offsets).size, offsets.length);
  });

  it('an error that would come again pauses with it; rows stay, and it can go on', async () => {
    let broken = true;
    const simulation = simulate({
      rows: 1000,
      fault: (_, { offset }) => (broken && offset === 500 ? status(403) : undefined),
    });
    simulation.loadAll.start();
    await simulation.clock.run();
    assert.equal(whyOf(simulation.loadAll.state()).pausedBy, 'error');
    assert.ok(simulation.loadAll.state().rows >= 500);
    broken = false;
    await runToEnd(simulation);
    assert.deepEqual(simulation.ids(), upTo(1000));
  });

  it('says why it is paused only while it is', async () => {
    const simulation = simulate({ rows: 1000, fault: () => status(403) });
    simulation.loadAll.start();
    await simulation.clock.run();
    assert.equal(whyOf(simulation.loadAll.state()).error?.kind, 'status');
    simulation.loadAll.cancel();
    const state = simulation.loadAll.state();
    assert.equal(state.phase, 'cancelled');
    assert.deepEqual(whyOf(state), { pausedBy: undefined, stoppedBy: undefined, error: undefined });
  });

  it('a pause by the person says all the same that signing in is needed', async () => {
    const simulation = simulate({ rows: 1000, fault: (n) => (n > 3 ? status(401) : undefined) });
    simulation.loadAll.start();
    await simulation.clock.run(60);
    simulation.loadAll.pause();
    assert.equal(whyOf(simulation.loadAll.state()).pausedBy, 'user');
    await simulation.clock.run();
    assert.equal(whyOf(simulation.loadAll.state()).pausedBy, 'signIn');
    simulation.loadAll.pause();
    assert.equal(whyOf(simulation.loadAll.state()).pausedBy, 'signIn');
  });

  it('a pause by the person does not shorten a wait, nor clearOffsetIgnored tries; signing in does', async () => {
    const simulation = simulate({
      rows: 1000,
      concurrency: 1,
      fault: (_, { offset }) => (offset === 500 ? status(500) : undefined),
    });
    const { loadAll, clock, sendings } = simulation;
    const sent = () => sendings.filter(({ offset }) => offset === 500).length;
    loadAll.start();
    for (let pauses = 0; pauses < 20 && whyOf(loadAll.state()).pausedBy === undefined; pauses++) {
      await clock.run(clock.now() + 1_500);
      loadAll.pause();
      if (whyOf(loadAll.state()).pausedBy === 'user') loadAll.start();
    }
    await clock.run();
    assert.deepEqual([whyOf(loadAll.state()).pausedBy, sent()], ['error', 5]);
    loadAll.start();
    await clock.run();
    assert.deepEqual([whyOf(loadAll.state()).pausedBy, sent()], ['error', 10]);
  });

  it('a page that fails again and again is not asked for without end', async () => {
    const simulation = simulate({
      rows: 1000,
      fault: (_, { offset }) => (offset === 500 ? status(500) : undefined),
    });
    simulation.loadAll.start();
    await simulation.clock.run();
    assert.equal(whyOf(simulation.loadAll.state()).pausedBy, 'error');
    assert.equal(simulation.sendings.filter(({ offset }) => offset === 500).length, 5);
  });

  it('the last page, failing, is not overtaken by pages past the end', async () => {
    const simulation = simulate({
      rows: 110,
      loaded: [0, 1, 2, 3],
      concurrency: 1,
      fault: (n) => (n < 2 ? status(502) : undefined),
    });
    await runToEnd(simulation);
    assert.deepEqual(
      simulation.sendings.map(({ offset }) => offset),
      [100, 100, 100, 110],
    );
  });

  it('a pause lets what is under way come in, and nothing else', async () => {
    const simulation = simulate({ rows: 2000, loaded: [0, 3] });
    simulation.loadAll.start();
    await simulation.clock.run(320);
    simulation.loadAll.pause();
    const sent = simulation.sendings.length;
    await simulation.clock.run(10_000);
    assert.equal(simulation.sendings.length, sent);
    assert.equal(simulation.loadAll.state().rows, (sent + 2) * 25);
    assert.ok(simulation.loadAll.state().elapsedMs <= 320);
    await runToEnd(simulation);
    assert.deepEqual(simulation.ids(), upTo(2000));
    const offsets = simulation.sendings.map(({ offset }) => offset);
    assert.equal(new Set(offsets).size, offsets.length);
    assert.ok(!offsets.includes(0) && !offsets.includes(75));
  });

  it('cancelling ends what is under way and keeps the rows; another run goes on from there', async () => {
    const simulation = simulate({ rows: 2000 });
    const finished = simulation.loadAll.start();
    await simulation.clock.run(320);
    simulation.loadAll.cancel();
    assert.equal((await finished).phase, 'cancelled');
    await simulation.clock.run(400);
    const sent = simulation.sendings.length;
    const rows = simulation.result.rows.rowCount;
    assert.ok(rows > 0 && rows % 25 === 0);
    await simulation.clock.run();
    assert.equal(simulation.sendings.length, sent);
    const again = { ...simulation, loadAll: createLoadAll(simulation.options, simulation.deps) };
    await runToEnd(again);
    assert.deepEqual(simulation.ids(), upTo(2000));
    const offsets = answeredOffsets(simulation.sendings);
    assert.equal(new Set(offsets).size, offsets.length);
  });

  it('cancelling what is done changes nothing', async () => {
    const simulation = simulate({ rows: 60 });
    await runToEnd(simulation);
    const { phase } = simulation.loadAll.state();
    simulation.loadAll.cancel();
    assert.deepEqual([phase, simulation.loadAll.state().phase], ['done', 'done']);
  });

  it('stops at maxRows, at the user’s LIMIT and at the end, and says which', async () => {
    const capped = simulate({ rows: 5000, maxRows: 1010 });
    assert.equal(whyOf(await runToEnd(capped)).stoppedBy, 'maxRows');
    assert.deepEqual(capped.ids(), upTo(1000));
    assert.equal(capped.sendings.length, 40);
    const limited = simulate({ rows: 5000, total: 110 });
    assert.equal(whyOf(await runToEnd(limited)).stoppedBy, 'limit');
    assert.deepEqual(limited.ids(), upTo(110));
    assert.deepEqual(
      limited.sendings.map(({ limit }) => limit),
      [25, 25, 25, 25, 10],
    );
    const short = simulate({ rows: 80, total: 110 });
    assert.equal(whyOf(await runToEnd(short)).stoppedBy, 'end');
    assert.equal(whyOf(await runToEnd(simulate({ rows: 0 }))).stoppedBy, 'end');
  });

  it('keeps the reason why it stopped when a further page is read by itself', async () => {
    const capped = simulate({ rows: 60, maxRows: 50 });
    await runToEnd(capped);
    capped.options.result.addResponse(2, { records: numbered(50, 60) });
    assert.equal(whyOf(capped.loadAll.state()).stoppedBy, 'maxRows');
  });

  it('with a COUNT at hand nothing speculative is sent past the end', async () => {
    const simulation = simulate({ rows: 1010, expectedRows: 1010, concurrency: 8, loaded: [0] });
    simulation.loadAll.start();
    await simulation.clock.run(120);
    const { requestsLeft, msLeft } = simulation.loadAll.state();
    assert.equal(requestsLeft, 40 - answeredOffsets(simulation.sendings).length);
    assert.ok(msLeft !== undefined && msLeft > 0);
    await simulation.clock.run();
    assert.equal(simulation.loadAll.state().phase, 'done');
    assert.equal(simulation.sendings.length, 40);
  });

  it('data that grows or shrinks meanwhile: loading ends, and no row is made up or doubled', async () => {
    const rows = (time: number) => 1000 + Math.floor(time / 10);
    const counted = simulate({ rows, expectedRows: 1000 });
    await runToEnd(counted);
    assert.deepEqual(counted.ids(), upTo(1000));
    const grows = simulate({ rows });
    await runToEnd(grows);
    const ids = grows.ids();
    assert.ok(ids.length > 1000);
    assert.deepEqual(ids, upTo(ids.length));
    const shrinks = simulate({ rows: (time) => Math.max(300, 2000 - time) });
    await runToEnd(shrinks);
    const kept = shrinks.ids().map(Number);
    assert.deepEqual(
      [...new Set(kept)].sort((a, b) => a - b),
      kept,
    );
  });

  it('never loops where OFFSET is ignored, and asks once where records alone cannot tell', async () => {
    const ignoring = simulate({ rows: 1e6, records: () => numbered(0, 25) });
    assert.equal(whyOf(await runToEnd(ignoring)).stoppedBy, 'offsetIgnored');
    assert.ok(ignoring.sendings.length <= 5);
    assert.deepEqual(ignoring.ids(), upTo(25));

    const state = Array.from({ length: 25 }, () => record({ id: 'CA' }));
    const alike = simulate({ rows: 1e6, records: () => state });
    assert.equal(whyOf(await runToEnd(alike)).stoppedBy, 'offsetIgnored');
    assert.ok(alike.sendings.length <= 8, `${alike.sendings.length}`);
    assert.equal(alike.ids().length, 25);

    const genuine = simulate({ rows: 1000, records: (from, to) => state.slice(0, Math.max(0, to - from)) });
    const end = await runToEnd(genuine);
    assert.deepEqual([whyOf(end).stoppedBy, end.failed, end.requests], ['end', 0, genuine.sendings.length]);
    assert.equal(genuine.ids().length, 1000);
    assert.equal(genuine.sendings.filter(({ offset }) => offset >= 1e9).length, 1);
  });

  it('sends nothing inside a Retry-After, not even the request that finds out whether OFFSET has an effect', async () => {
    const alike = Array.from({ length: 25 }, () => record({ id: 'CA' }));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.nat(600),
          pageSize: fc.integer({ min: 5, max: 25 }),
          concurrency: fc.integer({ min: 1, max: 8 }),
          hasEqualRows: fc.boolean(),
          latencies: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 9 }),
          // Seconds of the Retry-After of each sending; 0: it succeeds.
          waits: fc.array(fc.constantFrom(0, 0, 0, 0, 1, 5, 30, 31, 600), { maxLength: 40 }),
        }),
        async ({ rows, pageSize, concurrency, hasEqualRows, latencies, waits }) => {
          const simulation = simulate({
            rows,
            pageSize,
            concurrency,
            ...(hasEqualRows && { records: (from, to) => alike.slice(0, Math.max(0, to - from)) }),
            latency: (n) => latencies[n % latencies.length] ?? 1,
            fault: (n) => (waits[n] ? tooMany(waits[n] * 1000) : undefined),
          });
          const { clock, loadAll, sendings } = simulation;
          for (let goes = 0; goes < 60 && loadAll.state().phase !== 'done'; goes++) {
            void loadAll.start();
            await clock.run();
            assert.deepEqual(sentTooEarly(sendings), []);
            // The user resumes after the time that the service named.
            await clock.run(clock.now() + 600_000);
          }
          assert.equal(loadAll.state().phase, 'done');
        },
      ),
      { numRuns: 400 },
    );
  });

  it('ends when the result is closed', async () => {
    const simulation = simulate({ rows: 5000 });
    const finished = simulation.loadAll.start();
    await simulation.clock.run(220);
    simulation.result.close();
    await simulation.clock.run();
    assert.equal((await finished).phase, 'cancelled');
    assert.ok(simulation.sendings.length <= 20);
  });

  it('whatever the service does, the rows are those of the result and the limits are kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.nat(900),
          pageSize: fc.integer({ min: 1, max: 25 }),
          concurrency: fc.integer({ min: 1, max: 8 }),
          loaded: fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
          total: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
          latencies: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 9 }),
          faults: fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 429, 500, 503, 401), {
            minLength: 1,
            maxLength: 40,
          }),
        }),
        async ({ rows, pageSize, concurrency, loaded, total, latencies, faults }) => {
          const simulation = simulate({
            rows,
            pageSize,
            concurrency,
            loaded,
            ...(total === undefined ? {} : { total }),
            latency: (n) => latencies[n % latencies.length] ?? 1,
            // Faults come once: a service that always fails pauses each time.
            fault: (n) => (faults[n] ? status(faults[n]) : undefined),
          });
          simulation.loadAll.start();
          for (let goes = 0; goes < 60 && simulation.loadAll.state().phase !== 'done'; goes++) {
            simulation.loadAll.start();
            await simulation.clock.run();
          }
          const size = Math.min(rows, total ?? rows);
          assert.equal(simulation.loadAll.state().phase, 'done');
          assert.deepEqual(simulation.ids(), upTo(size));
          const offsets = answeredOffsets(simulation.sendings);
          assert.equal(new Set(offsets).size, offsets.length);
          assert.ok(loaded.every((page) => page * pageSize >= size || !offsets.includes(page * pageSize)));
          assert.ok(simulation.mostUnderWay() <= concurrency);
          assert.ok(distinctPastEnd(simulation, size) <= concurrency - 1);
          if (total !== undefined && total <= rows) assert.equal(distinctPastEnd(simulation, size), 0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
