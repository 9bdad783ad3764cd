import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAuditCommand } from '../../../../src/cli/audit/auditCommand.ts';
import type { CommandIO } from '../../../../src/cli/commandIO.ts';
import type { TransportOutcome } from '../../../../src/core/service/transport.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;

const timeOf = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000000');

/** The page of events that happened so many minutes ago by the clock of the service, newest first. */
function listEvents(
  minutesAgo: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): TransportOutcome {
  const event = minutesAgo.map((minutes) => ({
    context: { changeID: `change-${minutes}`, requestID: 'r', actor: 'ada' },
    request: { timestamp: timeOf(NOW - minutes * 60_000) },
  }));
  const body = JSON.stringify({ event, nextOps: null });
  return { ok: true, response: { status: 200, headers, body, bytes: body.length } };
}

const respond = (status: number, headers: Readonly<Record<string, string>> = {}): TransportOutcome => ({
  ok: true,
  response: { status, headers, body: '', bytes: 0 },
});

describe('audit follow', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  interface Result {
    readonly code: number;
    readonly error: string;
    /** Change IDs of the events in the files, in the order in which they were written. */
    readonly written: readonly string[];
    /** Milliseconds of each wait between requests. */
    readonly waits: readonly number[];
  }

  /** Runs the command with the responses. Stops it at the end of them. `more` has options, and parts of the process. */
  async function follow(
    responses: readonly TransportOutcome[],
    args: readonly string[],
    more: Partial<CommandIO> = {},
  ): Promise<Result> {
    const stopping = new AbortController();
    const waits: number[] = [];
    let [error, index] = ['', 0];
    const io: CommandIO = {
      writeOut: () => undefined,
      writeError(text) {
        error += text;
      },
      isErrorTerminal: false,
      environment: {},
      nodeVersion: '24.0.0',
      transport: {
        async send() {
          const response = responses[index++];
          if (index >= responses.length) stopping.abort();
          return response ?? respond(500);
        },
      },
      stopping: stopping.signal,
      aborting: new AbortController().signal,
      now: () => NOW,
      wait: async (ms) => void waits.push(ms),
      ...more,
    };
    const source = ['--url', 'https://vault.example', '--account', 'a', '--token-command', 'printf secret'];
    const to = join(folder, 'audit');
    const code = await runAuditCommand(['follow', ...source, '--to', to, ...args], () => io);
    const written = readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => line !== '' && !line.startsWith('{"gap"'))
      .map(
        (line) => (JSON.parse(line) as { readonly context: { readonly changeID: string } }).context.changeID,
      );
    return { code, error, written, waits };
  }

  it('waits as long as the service asks, before the first page and between others', async () => {
    const { code, waits, written, error } = await follow(
      [
        respond(429, { 'retry-after': '90' }),
        listEvents([1]),
        listEvents([1]),
        respond(503, { 'retry-after': '120' }),
        listEvents([1]),
        listEvents([0, 1]),
        listEvents([0, 1]),
      ],
      ['--since', '24h'],
    );
    assert.equal(code, 0, error);
    assert.deepEqual(written, ['change-1', 'change-0']);
    const long = waits.filter((ms) => ms > 60_000);
    assert.equal(long.length, 2, waits.join(' '));
    assert.ok((long[0] ?? 0) >= 90_000 && (long[1] ?? 0) >= 120_000, waits.join(' '));
    assert.match(error, /The next request is in 90 s\.\n/);
  });

  it('goes on with its own wait if the service asks for one that can’t be read', async () => {
    const { code, waits, written, error } = await follow(
      [
        respond(429, { 'retry-after': 'soon' }),
        listEvents([1]),
        listEvents([1]),
        respond(503, { 'retry-after': 'tomorrow' }),
        listEvents([0, 1]),
        listEvents([0, 1]),
      ],
      ['--since', '24h'],
    );
    assert.equal(code, 0, error);
    assert.deepEqual(written, ['change-1', 'change-0']);
    assert.ok(Math.max(...waits) <= 60_000, waits.join(' '));
  });

  it('writes nothing after --until, and ends by itself', async () => {
    const pages = Array.from({ length: 5 }, () => listEvents([1, 60, 120, 180]));
    const { code, written, error } = await follow(pages, ['--since', '24h', '--until', '2026-01-01 11:00']);
    assert.equal(code, 0, error);
    assert.deepEqual(written.toSorted(), ['change-120', 'change-180', 'change-60']);
  });

  for (const [what, now] of [
    ['behind', NOW - 10 * HOUR],
    ['ahead', NOW + 10 * HOUR],
  ] as const)
    it(`writes each event if this machine's clock is ${what}`, async () => {
      const pages = [
        listEvents([5, 90]),
        listEvents([5, 90]),
        listEvents([0, 5, 90]),
        listEvents([0, 5, 90]),
      ];
      const { code, written, error } = await follow(pages, ['--since', '2025-12-31'], { now: () => now });
      assert.equal(code, 0, error);
      assert.deepEqual(written.toSorted(), ['change-0', 'change-5', 'change-90']);
    });

  it('says what a relative time means if this machine’s clock is not that of the service', async () => {
    const page = listEvents([5, 90], { date: new Date(NOW).toUTCString() });
    const runWith = (since: string, ahead: number): Promise<Result> =>
      follow([page, page, page], ['--since', since], { now: () => NOW + ahead });
    const first = await runWith('1h', HOUR);
    assert.match(
      first.error,
      /^The clock of this machine is 60 min ahead of vault\.example, so --since 1h means 2026-01-01 12:00:00 UTC\. Correct the clock, or use a time in UTC\.\n/m,
    );
    assert.equal(first.error.split('The clock').length, 2, first.error);
    // Later runs continue where the last one ended.
    assert.doesNotMatch((await runWith('1h', HOUR)).error, /clock/);
    rmSync(join(folder, 'audit.state.json'));
    assert.doesNotMatch((await runWith('2026-01-01', HOUR)).error, /clock/);
    rmSync(join(folder, 'audit.state.json'));
    assert.doesNotMatch((await runWith('1h', 30_000)).error, /clock/);
    rmSync(join(folder, 'audit.state.json'));
    assert.match((await runWith('1h', -5 * HOUR)).error, /is 5 h behind vault\.example/);
  });

  it('says that events were written again after an interrupted run, which its last line counts once', async () => {
    const run = (): Promise<Result> => follow([listEvents([1]), listEvents([1])], ['--since', '24h']);
    const first = await run();
    assert.match(first.error, /^1 event written; \d gaps?\.\n$/m);
    assert.doesNotMatch(first.error, /interrupted/);
    const stateFile = join(folder, 'audit.state.json');
    const ended = readFileSync(stateFile, 'utf8');
    // The state of a run that has written, and was killed.
    writeFileSync(stateFile, ended.replace('"gaps":', '"isRunning":true,"gaps":'));
    assert.match(
      (await run()).error,
      /\nEvents that were written again after an interrupted run are counted once\.\n$/,
    );
  });

  it('says at its start what it follows, from when, and to where', async () => {
    const firstLine = async (...args: string[]): Promise<string | undefined> =>
      (await follow([listEvents([1]), listEvents([1])], args)).error.split('\n')[0];
    const start = 'Following the audit events of account a at https://vault.example, from';
    const to = `to ${join(folder, 'audit')}.`;
    assert.equal(
      await firstLine('--since', '24h', '--until', '2026-01-01'),
      `${start} 2025-12-31 12:00:00 UTC until 2026-01-01 23:59:59 UTC, ${to}`,
    );
    assert.equal(await firstLine(), `${start} where the last run ended, ${to}`);
    assert.equal(await firstLine('--state', join(folder, 'other')), `${start} now on, ${to}`);
  });

  it('warns if the state is missing, but files of an earlier run are there', async () => {
    const run = (...args: string[]): Promise<Result> => follow([listEvents([1]), listEvents([1])], args);
    const warning =
      /^The state file .+audit\.state\.json does not exist, but .+audit-.+\.ndjson of an earlier run or of --test does\. /m;
    assert.doesNotMatch((await run('--since', '24h')).error, warning);
    assert.doesNotMatch((await run('--since', '24h')).error, warning);
    rmSync(join(folder, 'audit.state.json'));
    const again = await run('--since', '24h');
    assert.match(again.error, warning);
    assert.match(
      again.error,
      / Events may be written again\. If that is not intended, stop this run, and restore the state file or use another --to\.\n/,
    );
    assert.equal(again.code, 0);
    rmSync(join(folder, 'audit.state.json'));
    assert.match(
      (await run()).error,
      / Events between the two runs may be missing, and some may be written again\. /,
    );
  });

  it('refuses a size or an age of files for another output', async () => {
    for (const [option, to] of [
      ['--rotate-bytes', '-'],
      ['--rotate-minutes', 'clickhouse:https://clickhouse.example'],
    ] as const) {
      const { code, error } = await follow([listEvents([1])], ['--to', to, option, '1440']);
      assert.equal(code, 2, error);
      assert.ok(
        error.startsWith(`${option} is for files only. Leave it out, or write files with --to PREFIX.\n`),
        error,
      );
    }
  });

  it('says first why it failed, then what was written, and that the next run continues', async () => {
    const { code, error } = await follow(
      [listEvents([1]), listEvents([1]), ...Array.from({ length: 4 }, () => respond(401))],
      ['--since', '24h'],
    );
    assert.equal(code, 1, error);
    assert.match(
      error,
      /^Following .+\nOlder events may exist: .+\nAudit events before .+ may be missing\.\nAccess token rejected \(401\)\. .+\n1 event written; 1 gap\.\nThe next run continues where this one ended\.\n$/,
    );
  });

  it('says what to check if the service returns no cursor that leads to the events of --since', async () => {
    const advice =
      'Older events may exist: the service returned no cursor that leads to them. Check --cursor.\n';
    const run = (...args: string[]): Promise<Result> =>
      follow([listEvents([1, 60]), listEvents([1, 60]), listEvents([1, 60])], args);
    const first = await run('--since', '24h');
    assert.deepEqual([first.code, first.error.split(advice).length], [0, 2], first.error);
    const isAsAdvised = async (...args: string[]): Promise<boolean> => {
      rmSync(join(folder, 'audit.state.json'));
      return (await run(...args)).error.includes(advice);
    };
    // The first page reaches the time, and without one, older events are not to be written.
    assert.equal(await isAsAdvised('--since', '30m'), false);
    assert.equal(await isAsAdvised(), false);
  });

  it('says that the next run continues if the output can’t be written from the start', async () => {
    const output = join(folder, 'output');
    mkdirSync(output);
    const run = (...args: string[]): Promise<Result> =>
      follow([listEvents([1, 60]), listEvents([1, 60])], ['--to', join(output, 'audit'), ...args]);
    const state = ['--state', join(folder, 'state.json')];
    assert.equal((await run('--since', '30m', ...state)).code, 0);
    rmSync(output, { recursive: true });
    const { code, error } = await run(...state);
    const problem = `Could not write ${join(output, 'audit')}. The folder ${output} does not exist. Create it, or check the path.\n`;
    assert.deepEqual(
      [code, error],
      [1, `${problem}1 event written; 0 gaps.\nThe next run continues where this one ended.\n`],
    );
    assert.equal((await run('--state', join(folder, 'other.json'))).error, problem);
  });

  it('counts nothing if nothing was written, and says that the next run continues only if it does', async () => {
    const rejected = Array.from({ length: 4 }, () => respond(401));
    const problem = 'Following .+\nAccess token rejected \\(401\\)\\. .+\n';
    const first = await follow(rejected, []);
    assert.deepEqual([first.code, new RegExp(`^${problem}$`).test(first.error)], [1, true], first.error);
    const since = await follow(rejected, ['--since', '24h', '--state', join(folder, 'since')]);
    assert.match(since.error, new RegExp(`^${problem}The next run continues where this one ended\\.\n$`));
  });

  it('says that it gave up if ClickHouse is down', async () => {
    const { code, error } = await follow(
      [],
      ['--to', 'clickhouse:http://127.0.0.1:8123', '--state', join(folder, 'state.json')],
      {
        transport: {
          send: async () => ({
            ok: false,
            error: { kind: 'network', retry: true, code: 'ECONNREFUSED', mayHaveBeenSent: false },
          }),
        },
      },
    );
    assert.equal(code, 1, error);
    assert.equal(error.match(/Trying again in/g)?.length, 8, error);
    assert.equal(error.match(/^Trying again in \d+ s\.$/gm)?.length, 7, error);
    // Once before the waits, and once at the end.
    assert.equal(error.match(/Connection refused by/g)?.length, 2, error);
    assert.match(
      error,
      /\nClickHouse: Connection refused by 127\.0\.0\.1:8123\. .+ Gave up after 9 attempts\.\n$/,
    );
  });

  it('says in a terminal that its times are in UTC', async () => {
    const { error } = await follow([listEvents([1]), listEvents([1]), listEvents([1])], ['--since', '24h'], {
      isErrorTerminal: true,
    });
    assert.match(error, /; last 2026-01-01 11:59:00 UTC/);
  });

  it('ends with 0 if an insert is cancelled after it was told to stop', async () => {
    const aborting = new AbortController();
    const { code, error } = await follow(
      [],
      ['--to', 'clickhouse:http://127.0.0.1:8123', '--state', join(folder, 'state.json')],
      {
        aborting: aborting.signal,
        transport: {
          async send() {
            aborting.abort();
            return { ok: false, error: { kind: 'cancelled', retry: true } };
          },
        },
      },
    );
    assert.equal(code, 0, error);
    assert.match(error, /^The request to ClickHouse at .+ was cancelled\.\nStopped\./m);
  });
});
