import assert from 'node:assert/strict';
import { runAuditCommand } from '../../../../src/cli/audit/auditCommand.ts';
import { formatTarget, parseClickHouseOption } from '../../../../src/cli/audit/clickhouse.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import type { TransportRequest } from '../../../../src/core/service/transport.ts';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly requests: readonly TransportRequest[];
}

async function run(args: readonly string[], environment: CommandIO['environment'] = {}): Promise<Result> {
  let [out, error] = ['', ''];
  const requests: TransportRequest[] = [];
  const never = new AbortController().signal;
  const code = await runAuditCommand(args, () => ({
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    isErrorTerminal: false,
    environment,
    nodeVersion: '24.0.0',
    transport: {
      send: async (request) => {
        requests.push(request);
        return {
          ok: true,
          response: {
            status: 403,
            headers: { 'x-clickhouse-exception-code': '516' },
            body: 'Code: 516. DB::Exception: no. (AUTHENTICATION_FAILED) (version 26.7.2.1)',
            bytes: 0,
          },
        };
      },
    },
    stopping: never,
    aborting: never,
    now: () => 0,
    wait: async () => undefined,
  }));
  return { code, out, error, requests };
}

describe('audit init clickhouse', () => {
  it('prints the statements, sends nothing, and names the option to follow with', async () => {
    const url = 'https://clickhouse.example:8443';
    const { code, out, error, requests } = await run([
      'init',
      'clickhouse',
      '--url',
      url,
      '--database',
      'audit',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(requests, []);
    const statements = out.split(';\n').map((statement) => statement.trim().split('\n')[0]);
    assert.deepEqual(statements, [
      'CREATE DATABASE IF NOT EXISTS `audit`',
      'CREATE TABLE IF NOT EXISTS `audit`.`audit_events`',
      'CREATE TABLE IF NOT EXISTS `audit`.`audit_events_gaps`',
      '',
    ]);
    const [, option = ''] = /--to '(.*)'/.exec(error) ?? [];
    assert.deepEqual(parseClickHouseOption(option, 'raw'), {
      url,
      target: { database: 'audit', table: 'audit_events' },
    });
  });

  it('has tables for the longest name that is accepted', async () => {
    const { code, out } = await run(['init', 'clickhouse', '--table', 'a'.repeat(89), '--cluster', 'c']);
    assert.equal(code, 0);
    assert.match(out, /`a{89}_gaps_local`/);
  });

  it('runs them with the user and the password of the environment', async () => {
    const { code, error, requests } = await run(
      ['init', 'clickhouse', '--url', 'http://127.0.0.1:8123', '--run'],
      { CLICKHOUSE_USER: 'admin', CLICKHOUSE_PASSWORD: 'p:w' },
    );
    assert.equal(code, 1);
    assert.match(error, /^ClickHouse at 127\.0\.0\.1:8123 rejected the user or the password of "admin"/);
    assert.equal(requests[0]?.headers.authorization, `Basic ${btoa('admin:p:w')}`);
  });

  it('accepts its options before the name too', async () => {
    const { code, out, error, requests } = await run([
      'init',
      '--table',
      'events',
      '--cluster=c',
      'clickhouse',
    ]);
    assert.deepEqual([code, error, requests.length], [0, '', 0]);
    assert.equal(out, (await run(['init', 'clickhouse', '--cluster', 'c', '--table', 'events'])).out);
    const url = 'http://127.0.0.1:8123';
    assert.ok((await run(['init', '--url', url, '--run', 'clickhouse'])).requests.length > 0);
    assert.match((await run(['init', '--run', '--help'])).out, /^Prints the statements/);
  });

  const refused: readonly (readonly [problem: RegExp, ...args: string[]])[] = [
    [/^--url is missing\.$/m, 'clickhouse', '--run'],
    [/^Use audit init clickhouse\.$/m],
    [/^Use audit init clickhouse\.$/m, 'postgres'],
    [/^Use audit init clickhouse\.$/m, '--run'],
    [/^--url is missing\.$/m, '--run', 'clickhouse'],
    [/^An argument belongs to no option\./, 'clickhouse', 'postgres'],
    [
      /^--url must have an address that starts with https:/m,
      'clickhouse',
      '--url',
      'http://clickhouse.example:8123',
    ],
    [
      /set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD\.$/m,
      'clickhouse',
      '--url',
      'https://a:b@clickhouse.example',
    ],
    [/^The table must be a name/m, 'clickhouse', '--table', 'a`; DROP TABLE b'],
    [/^The table must be a name of at most 89 letters/m, 'clickhouse', '--table', 'a'.repeat(90)],
    [/^The database must be a name of at most 100/m, 'clickhouse', '--database', 'a'.repeat(101)],
    [/^The database must be a name/m, 'clickhouse', '--database', ''],
    [/^--cluster must be a name/m, 'clickhouse', '--cluster', "a'"],
    [/password/, 'clickhouse', '--password', 'secret'],
  ];
  for (const [problem, ...args] of refused)
    it(`refuses: ${args.join(' ') || 'nothing'}`, async () => {
      const { code, out, error, requests } = await run(['init', ...args]);
      assert.deepEqual([code, out, requests.length], [2, '', 0]);
      assert.match(error, problem);
    });

  it('refuses a user with a colon before anything is sent', async () => {
    const { code, requests } = await run(['init', 'clickhouse', '--url', 'http://127.0.0.1:8123', '--run'], {
      CLICKHOUSE_USER: 'a:b',
    });
    assert.deepEqual([code, requests.length], [2, 0]);
  });
});

describe('the option --to clickhouse:URL', () => {
  it('is another destination for each address, database, and table', () => {
    const texts = [
      'clickhouse:https://a.example',
      'clickhouse:https://a.example:8443',
      'clickhouse:https://a.example/path',
      'clickhouse:https://a.example?database=x',
      'clickhouse:https://a.example?table=x',
    ];
    const targets = texts.map((text) => {
      const option = parseClickHouseOption(text, 'raw');
      assert.ok(option);
      return formatTarget(option);
    });
    assert.equal(new Set(targets).size, texts.length);
    for (const target of targets) {
      const option = parseClickHouseOption(target, 'raw');
      assert.ok(option);
      assert.equal(formatTarget(option), target);
    }
  });

  it('is not one of files', () => {
    assert.equal(parseClickHouseOption('/var/log/clickhouse', 'ocsf'), undefined);
    assert.equal(parseClickHouseOption('-', 'raw'), undefined);
  });

  for (const text of [
    'clickhouse:',
    'clickhouse:a.example',
    'clickhouse:http://a.example',
    'clickhouse:https://user:password@a.example',
    'clickhouse:https://a.example?password=x',
    'clickhouse:https://a.example?table=a.b',
    'clickhouse:https://a.example?table=',
  ])
    it(`refuses ${text}`, () => {
      assert.throws(() => parseClickHouseOption(text, 'raw'), /\.$/);
    });

  it('names the prefix to an address without it, and does not repeat its password', () => {
    for (const to of ['http://127.0.0.1:8123?database=audit', 'HTTPS://ann:secret@db.example'])
      assert.throws(
        () => parseClickHouseOption(to, 'raw'),
        ({ message }: Error) => message.includes("--to 'clickhouse:https://") && !message.includes('secret'),
      );
    assert.equal(parseClickHouseOption('http/audit', 'raw'), undefined);
  });

  it('refuses a format, and a run without a state', async () => {
    const to = 'clickhouse:http://127.0.0.1:8123';
    assert.throws(() => parseClickHouseOption(to, 'ecs'), /Leave out --format\.$/);
    const source = ['--url', 'http://127.0.0.1:1', '--account', 'a', '--token-env', 'T'];
    const { code, error } = await run(['follow', ...source, '--to', to], { T: 't' });
    assert.deepEqual([code, /^--state is missing\./.test(error)], [2, true], error);
  });
});
