import assert from 'node:assert/strict';
import { SourceError, type SourceProblem } from '../../../../src/core/audit/table/sourceError.ts';
import { TrailCancelled } from '../../../../src/core/audit/table/trail.ts';
import type {
  Transport,
  TransportOutcome,
  TransportRequest,
} from '../../../../src/core/service/transport.ts';
import { createClickHouseClient } from '../../../../src/node/clickhouse/client.ts';
import { createRunSelect } from '../../../../src/node/clickhouse/selectRows.ts';
import { fieldsOf } from '../../../engines/requestForm.ts';

/** Runs a SELECT over a transport that responds with `outcome`. */
async function run(
  outcome: TransportOutcome,
  requests: TransportRequest[] = [],
  statement = 'SELECT {p0:String}, {p1:Array(String)}',
) {
  const transport: Transport = {
    send: async (request) => {
      requests.push(request);
      return outcome;
    },
  };
  const client = createClickHouseClient({
    transport,
    url: 'https://click.test:8443',
    user: 'reader',
    password: 'secret',
    timeoutMs: 1_000,
    now: () => 0,
  });
  const select = createRunSelect(client, 'audit.events', () => assert.fail('not cancelled'));
  return select({
    statement,
    parameters: { p0: 'a\tb\\', p1: ["it's", '\r\n'] },
  });
}
const responding = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TransportOutcome => ({ ok: true, response: { status, headers, body } }) as unknown as TransportOutcome;
const exception = (code: number, name: string, status = 500): TransportOutcome =>
  responding(status, `Code: ${code}. DB::Exception: the text of an event. (${name}) (version 26.7.2.1)\n`);

async function problemOf(outcome: TransportOutcome): Promise<SourceProblem> {
  try {
    await run(outcome);
  } catch (error) {
    assert.ok(error instanceof SourceError);
    return error.problem;
  }
  return assert.fail('no problem');
}
const host = 'click.test:8443';

describe('the SELECTs of a trail', () => {
  it('are sent in the body, with their values as parameters, and return rows', async () => {
    const requests: TransportRequest[] = [];
    assert.deepEqual(await run(responding(200, '{"n":1}\n{"n":"2"}\n'), requests), [{ n: 1 }, { n: '2' }]);
    const [request] = requests;
    assert.ok(request);
    const { query, others } = await fieldsOf(request);
    assert.equal(query, 'SELECT {p0:String}, {p1:Array(String)} FORMAT JSONEachRow');
    const { param_p0, param_p1 } = Object.fromEntries(others);
    assert.deepEqual([param_p0, param_p1], [String.raw`a\tb\\`, String.raw`['it\'s','\r\n']`]);
    // An address is limited in length, and servers and proxies write it into their logs.
    assert.deepEqual([...new URL(request.url).searchParams.keys()], ['query_id', 'wait_end_of_query']);
  });

  it('are sent in several fields if they are long, which ClickHouse joins', async () => {
    const requests: TransportRequest[] = [];
    const statement = `SELECT ${'1 AS a,\n'.repeat(20_000)}1`;
    await run(responding(200, ''), requests, statement);
    const [request] = requests;
    assert.ok(request);
    const { query, longestField } = await fieldsOf(request);
    assert.equal(query.replaceAll('\r\n', '\n'), `${statement} FORMAT JSONEachRow`);
    assert.ok(longestField < 128 * 1024);
  });

  it('fail with the problem that the user can solve, and never with the text of the server', async () => {
    assert.deepEqual(await problemOf(exception(516, 'AUTHENTICATION_FAILED', 403)), {
      kind: 'signInRejected',
      host,
    });
    assert.deepEqual(await problemOf(exception(497, 'ACCESS_DENIED')), { kind: 'forbidden', host });
    for (const [code, name] of [
      [60, 'UNKNOWN_TABLE'],
      [81, 'UNKNOWN_DATABASE'],
      [47, 'UNKNOWN_IDENTIFIER'],
    ] as const)
      assert.deepEqual(await problemOf(exception(code, name)), {
        kind: 'otherTable',
        host,
        table: 'audit.events',
      });
    assert.deepEqual(await problemOf(exception(279, 'ALL_CONNECTION_TRIES_FAILED')), {
      kind: 'incomplete',
      host,
    });
    assert.deepEqual(await problemOf(exception(241, 'MEMORY_LIMIT_EXCEEDED')), { kind: 'tooMuch', host });
    for (const text of ['Field value too long. (POCO_EXCEPTION)', 'Max query size exceeded. (SYNTAX_ERROR)'])
      assert.deepEqual(await problemOf(responding(500, `Code: 1000. DB::Exception: ${text}\n`)), {
        kind: 'tooLong',
        host,
      });
    for (const status of [413, 414, 431])
      assert.deepEqual(await problemOf(responding(status, '<html>')), { kind: 'tooLong', host });
    assert.deepEqual(await problemOf(exception(999, 'OTHER')), { kind: 'failed', host, message: 'OTHER' });
    assert.deepEqual(await problemOf(responding(302, '', { location: 'https://elsewhere.test' })), {
      kind: 'otherSystem',
      host,
      status: 302,
    });
    assert.deepEqual(await problemOf(responding(200, '<html>')), { kind: 'otherSystem', host, status: 200 });
    assert.deepEqual(
      await problemOf({
        ok: false,
        error: { kind: 'network', code: 'ECONNREFUSED' },
      } as unknown as TransportOutcome),
      { kind: 'unreachable', host, code: 'ECONNREFUSED' },
    );
    assert.deepEqual(
      await problemOf({
        ok: false,
        error: { kind: 'network', code: 'ACCESS_CHANGED' },
      } as unknown as TransportOutcome),
      { kind: 'accessChanged' },
    );
    assert.deepEqual(
      await problemOf({ ok: false, error: { kind: 'tooLarge' } } as unknown as TransportOutcome),
      { kind: 'tooMuch', host },
    );
  });

  it('reject as cancelled when the request was', async () => {
    await assert.rejects(
      run({ ok: false, error: { kind: 'cancelled' } } as unknown as TransportOutcome),
      TrailCancelled,
    );
  });
});
