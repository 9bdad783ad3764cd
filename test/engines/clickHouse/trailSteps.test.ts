import assert from 'node:assert/strict';
import { openClickHouseSink } from '../../../src/node/clickhouse/clickhouseSink.ts';
import { initTables } from '../../../src/node/clickhouse/initTables.ts';
import { testTrail } from '../../../src/node/clickhouse/trailSteps.ts';
import { startClickHouse } from '../clickHouse.ts';
import { standardUsers } from '../configuration.ts';
import { runSql } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor, makeEvents, sinkOptions, target } from './sinkServer.ts';

describe('ClickHouse 26.7: the steps of a test of a trail', () => {
  let server: EngineServer;
  before(async () => {
    const blind = { name: 'blind', password: 'blind-password', grants: ['SELECT(id) ON audit.events'] };
    const eventsOnly = {
      name: 'eventsOnly',
      password: 'eventsOnly-password',
      grants: ['SELECT ON audit.events'],
      readonly: 1 as const,
    };
    const limited = {
      name: 'limited',
      password: 'limited-password',
      grants: ['SELECT ON *.*'],
      readonly: 1 as const,
      maxExecutionSeconds: 60,
    };
    server = await startClickHouse({ users: [...standardUsers, blind, eventsOnly, limited] });
    await initTables(clientFor(server.url), target, undefined);
    const sink = await openClickHouseSink(sinkOptions(clientFor(server.url)));
    await sink.write(makeEvents(10));
  });
  after(() => server.stop());

  /** Each step with its result: the state, or the warning or the error with what belongs to it. */
  async function stepsFor(user: string, password = `${user}-password`, table = target.table) {
    const client = clientFor(server.url, { user, password });
    const steps = await testTrail(client, { ...target, table }, new AbortController().signal);
    return Object.fromEntries(
      (steps ?? assert.fail('cancelled')).map(({ step, result }) => {
        if (result.state === 'warning') return [step, Object.values(result.warning).join(' ')];
        if (result.state !== 'failed') return [step, result.state];
        return [step, result.error.problem.kind];
      }),
    );
  }
  const passed = {
    reached: 'passed',
    version: 'passed',
    table: 'passed',
    parser: 'passed',
    readOnly: 'passed',
    limits: 'passed',
    cancel: 'passed',
  };

  it('all pass for a user who may only read, and warnings name what a user may too much or not at all', async () => {
    assert.deepEqual(await stepsFor('limited'), passed);
    assert.deepEqual(await stepsFor('reader'), { ...passed, limits: 'noLimits' });
    assert.deepEqual(await stepsFor('analyst'), { ...passed, limits: 'noLimits' });
    assert.deepEqual(await stepsFor('writer'), { ...passed, readOnly: 'mayWrite', limits: 'noLimits' });
  });

  it('stop at a wrong password, and test no table', async () => {
    assert.deepEqual(await stepsFor('reader', 'wrong'), {
      reached: 'signInRejected',
      version: 'unknown',
      table: 'unknown',
      parser: 'unknown',
      readOnly: 'unknown',
      limits: 'unknown',
      cancel: 'unknown',
    });
  });

  it('name what is wrong with a table, and whether it is there', async () => {
    await runSql(
      server.url,
      'CREATE TABLE audit.other (ts DateTime, id String) ENGINE = MergeTree ORDER BY ts',
    );
    const other = await stepsFor('analyst', undefined, 'other');
    assert.equal(other.table, 'otherColumns');
    assert.deepEqual([other.parser, other.cancel], ['unknown', 'passed']);
    assert.equal((await stepsFor('analyst', undefined, 'missing')).table, 'noTable');
    assert.equal((await stepsFor('blind')).table, 'otherColumns');
    assert.equal((await stepsFor('eventsOnly')).table, 'noGaps');
  });

  it('warn about events of another version of the parser', async () => {
    await runSql(
      server.url,
      "INSERT INTO audit.events (ts, id, parserVersion) VALUES (now64(9, 'UTC'), 'new', 7)",
    );
    assert.equal((await stepsFor('analyst')).parser, 'newerParser 7');
    await runSql(server.url, 'TRUNCATE TABLE audit.events');
    await runSql(
      server.url,
      "INSERT INTO audit.events (ts, id, parserVersion) VALUES (now64(9, 'UTC'), 'old', 0)",
    );
    assert.equal((await stepsFor('analyst')).parser, 'olderParser 0');
  });

  it('end at once when they are cancelled', async () => {
    const client = clientFor(server.url, { user: 'reader', password: 'reader-password' });
    assert.equal(await testTrail(client, target, AbortSignal.abort()), undefined);
  });
});
