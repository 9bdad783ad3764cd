import assert from 'node:assert/strict';
import { TrailCancelled } from '../../../src/core/audit/table/trail.ts';
import type { ClickHouseFailure } from '../../../src/node/clickhouse/failures.ts';
import { createRunSelect } from '../../../src/node/clickhouse/selectRows.ts';
import { eventually } from '../../run/waiting.ts';
import { startClickHouse } from '../clickHouse.ts';
import { selectRows } from '../request.ts';
import type { EngineServer } from '../serverProcess.ts';
import { clientFor } from './sinkServer.ts';

const ENDLESS = 'SELECT count() AS n FROM numbers(1000000000000) WHERE sipHash64(number) % 7 = 9';

describe('ClickHouse 26.7: a cancelled statement of a trail', () => {
  let server: EngineServer;
  before(async () => {
    server = await startClickHouse();
  });
  after(() => server.stop());

  const isRunning = async (): Promise<boolean> => {
    const sql = "SELECT toUInt32(count()) AS n FROM system.processes WHERE query LIKE 'SELECT count() AS n%'";
    const [row] = await selectRows<{ readonly n: number }>(server.url, sql);
    return row?.n === 1;
  };
  const running = (timeoutMs?: number) => {
    const failures: ClickHouseFailure[] = [];
    const client = clientFor(server.url, {
      user: 'reader',
      password: 'reader-password',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    const run = createRunSelect(client, 'audit.events', (failure) => void failures.push(failure));
    const abort = new AbortController();
    const ended = run({ statement: ENDLESS, parameters: {} }, abort.signal).then(
      () => assert.fail('the statement ended'),
      (error: unknown) => error,
    );
    return { failures, abort, ended };
  };

  it('is stopped on the server, for a user who may only read', async () => {
    const { failures, abort, ended } = running();
    await eventually('the statement runs', isRunning);
    abort.abort();
    assert.ok((await ended) instanceof TrailCancelled);
    await eventually('the statement was stopped', async () => !(await isRunning()));
    assert.deepEqual(failures, []);
  });

  it('is stopped on the server, too, when the time limit is over', async () => {
    const { failures, ended } = running(1_500);
    await eventually('the statement runs', isRunning);
    assert.match(String(await ended), /timedOut/);
    await eventually('the statement was stopped', async () => !(await isRunning()));
    assert.deepEqual(failures, []);
  });
});
