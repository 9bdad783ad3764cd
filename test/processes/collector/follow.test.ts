import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatCollectorState,
  parseCollectorState,
} from '../../../src/core/audit/handover/collectorState.ts';
import { type LocalVault, startLocalVault } from '../../../src/localVault/server/server.ts';
import { type RunResult, start, stop, tryRun } from '../../editor/processes.ts';
import { eventually, waitMs } from '../../run/waiting.ts';
import { program } from '../builtProgram.ts';

const killer = new URL('./killAt.mjs', import.meta.url).href;
/** `VAULTSQL_LONG=1` for the number that a release is tested with. */
const kills = process.env.VAULTSQL_LONG ? 500 : 20;

interface RawEvent {
  readonly context: { readonly changeID: string };
  readonly request: { readonly timestamp: string; readonly apiName: string };
}

describe('audit follow, as a process', function () {
  this.timeout(0);
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  let vault: LocalVault;
  before(async () => {
    vault = await startLocalVault({ rows: 20, dataDir: folder });
  });
  after(async () => {
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const argumentsFor = (to: string, ...more: string[]): string[] => [
    program,
    ...['audit', 'follow', '--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'],
    ...['--to', to, '--since', '2000-01-01', '--interval', '1', ...more],
  ];
  const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    VAULT_TOKEN: vault.token,
    NODE_NO_WARNINGS: '1',
    ...more,
  });
  const once = (to: string, killAt: number, ...more: string[]): Promise<RunResult> =>
    tryRun(process.execPath, ['--import', killer, ...argumentsFor(to, '--once', ...more)], {
      timeoutMs: waitMs,
      env: environment({ KILL_AT: String(killAt) }),
    });
  const query = async (text = 'SELECT id FROM persons LIMIT 1'): Promise<void> => {
    const response = await fetch(`${vault.url}/v1/vaults/${vault.vaultID}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vault.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text }),
    });
    await response.text();
  };
  /** Writes all that is listed, read from another place with the same program. */
  const listAll = async (): Promise<ReadonlySet<string>> => {
    const to = join(folder, `all-${readdirSync(folder).length}`);
    const result = await once(to, 0);
    assert.equal(result.code, 0, result.output);
    return new Set(readLines(to).map(({ context }) => context.changeID));
  };
  const files = (to: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => join(folder, name).startsWith(`${to}-`) && name.endsWith('.ndjson'))
      .sort()
      .map((name) => join(folder, name));
  /** The lines of all files. Fails if one is torn. */
  const readLines = (to: string): readonly RawEvent[] =>
    files(to).flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      assert.ok(text === '' || text.endsWith('\n'), `${file} has no torn line`);
      return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as RawEvent)));
    });
  const assertNothingLost = async (to: string): Promise<void> => {
    const all = await listAll();
    const end = await once(to, 0);
    assert.equal(end.code, 0, end.output);
    const lines = readLines(to);
    const texts = new Map<string, string>();
    for (const line of lines) {
      const text = JSON.stringify(line);
      assert.equal(texts.get(line.context.changeID) ?? text, text, 'a duplicate is the same event');
      texts.set(line.context.changeID, text);
    }
    assert.deepEqual(
      [...all].filter((id) => !texts.has(id)),
      [],
    );
    if (process.env.VAULTSQL_LONG)
      console.log(`      ${all.size} events, none lost, ${lines.length - texts.size} lines written again`);
  };
  const assertStateIsReadable = (to: string): void => {
    if (!existsSync(`${to}.state.json`)) return;
    const parsed = parseCollectorState(readFileSync(`${to}.state.json`, 'utf8'));
    assert.equal(parsed.ok, true);
  };

  it('loses nothing when it is killed once at every write', async () => {
    const to = join(folder, 'every');
    for (let killAt = 1; ; killAt++) {
      await query();
      const { code, output } = await once(to, killAt, '--rotate-bytes', '100000');
      assertStateIsReadable(to);
      if (code === 0) {
        assert.ok(killAt > 10, `only ${killAt - 1} calls`);
        break;
      }
      assert.equal(code, null, output);
    }
    await assertNothingLost(to);
  });

  it(`loses nothing when it is killed ${kills} times at any moment`, async () => {
    const to = join(folder, 'random');
    for (let n = 0; n < kills; n++) {
      const child = start(process.execPath, argumentsFor(to), { env: environment() });
      const before = files(to).reduce((sum, file) => sum + readFileSync(file).length, 0);
      await query();
      // The moment is that of a change, or some milliseconds after it: a different one each time.
      await eventually(
        'more output',
        () => files(to).reduce((sum, file) => sum + readFileSync(file).length, 0) > before,
      );
      for (let turn = 0; turn < n % 20; turn++) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await stop(child);
      assertStateIsReadable(to);
    }
    await assertNothingLost(to);
  });

  it('lets no other process write, ends with 0 after SIGTERM, and releases its locks', async () => {
    const to = join(folder, 'term');
    const child = start(process.execPath, argumentsFor(to), { env: environment() });
    await eventually('a file', () => files(to).length > 0);
    const second = await once(to, 0);
    assert.equal(second.code, 3, second.output);
    assert.match(second.output, /Process \d+ on .+ has used the state file/);
    for (const args of [['--state', `${to}.other.json`], ['--test']]) {
      const third = await once(to, 0, ...args);
      assert.equal(third.code, 3, third.output);
      assert.match(third.output, /Process \d+ on .+ has used the output/);
    }
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    assert.equal(await exit, 0);
    for (const locked of [to, `${to}.state.json`, `${to}.other.json`])
      assert.equal(existsSync(`${locked}.lock`), false, locked);
  });

  it('refuses a state of another version, another question, or no state at all', async () => {
    const to = join(folder, 'refused');
    assert.equal((await once(to, 0)).code, 0);
    const state = `${to}.state.json`;
    const other = await once(to, 0, '--question', 'actor:ada');
    assert.equal(other.code, 2);
    assert.match(other.output, /was made for another question/);
    const parsed = parseCollectorState(readFileSync(state, 'utf8'));
    assert.ok(parsed.ok);
    writeFileSync(state, formatCollectorState(parsed.state).replace('"version":1', '"version":99'));
    const newer = await once(to, 0);
    assert.equal(newer.code, 2);
    assert.match(newer.output, /another version of this program/);
    writeFileSync(state, '{"version":');
    const damaged = await once(to, 0);
    assert.equal(damaged.code, 2);
    assert.match(damaged.output, /is damaged/);
  });

  it('says how many of the listed events were changed by masks', async () => {
    await query('SELECT id FROM persons WHERE id = 7');
    const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
    const list = async (...more: string[]): Promise<string> => {
      const args = [program, 'audit', 'list', ...source, '--limit', '1', '--question', 'persons', ...more];
      return (await tryRun(process.execPath, args, { timeoutMs: waitMs, env: environment() })).output;
    };
    assert.match(await list(), /^1 event with masked literals\.$/m);
    assert.doesNotMatch(await list('--plain-literals'), /masked/);
  });

  for (const command of ['list', 'export', 'follow'])
    it(`ends ${command} with 1 and one sentence if the reader of standard output has ended`, async () => {
      const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
      const more = command === 'list' ? ['--limit', '1000'] : ['--to', '-', '--since', '2000-01-01'];
      const line = ['audit', command, ...source, ...more].join(' ');
      const result = await tryRun(
        'bash',
        ['-c', `set -o pipefail; "${process.execPath}" "${program}" ${line} | head -c 10 > /dev/null`],
        { timeoutMs: waitMs, env: environment() },
      );
      assert.equal(result.code, 1, result.output);
      const notices = command === 'follow' ? 'No --state: .+\nFollowing .+ to standard output\\.\n' : '';
      assert.match(
        result.output,
        new RegExp(
          `^${notices}The program that reads standard output has ended, so not all events were written\\.\n$`,
        ),
      );
    });

  if (process.platform === 'linux')
    it('ends with 1 and one sentence if standard output is on a full disk', async () => {
      const source = ['--url', vault.url, '--account', vault.accountID, '--token-env', 'VAULT_TOKEN'];
      for (const [args, problem] of [
        [['list', ...source], 'Could not write standard output. The disk is full. Free up space.\n'],
        [['--help'], 'Could not write the output: the disk is full.\n'],
      ] as const) {
        const command = `"${process.execPath}" "${program}" audit ${args.join(' ')} > /dev/full`;
        const result = await tryRun('bash', ['-c', command], { timeoutMs: waitMs, env: environment() });
        assert.deepEqual([result.code, result.output], [1, problem]);
      }
    });

  it('ends with a sentence if the disk takes no more, and goes on later without a torn line', async () => {
    const to = join(folder, 'full');
    const limited = `ulimit -f 40; exec "${process.execPath}" ${argumentsFor(to, '--once').join(' ')}`;
    const result = await tryRun('bash', ['-c', limited], { timeoutMs: waitMs, env: environment() });
    assert.equal(result.code, 1, result.output);
    assert.match(
      result.output,
      /\nCould not write .+ larger than this system allows\. .+\n(?:\d+ events written; 0 gaps\.\n)?The next run continues where this one ended\.\n$/,
    );
    await assertNothingLost(to);
  });

  it('leaves out its own requests if the question says so', async () => {
    const started = new Date().toISOString().replace('T', ' ').slice(0, 23);
    /** Returns the names of the requests after the start whose events are in the files. */
    const listRequests = (to: string): readonly string[] =>
      readLines(to)
        .filter(({ request }) => request.timestamp >= started)
        .map(({ request }) => request.apiName);
    const [to, everything] = [join(folder, 'own'), join(folder, 'not-own')];
    const child = start(process.execPath, argumentsFor(to, '--question=-me'), { env: environment() });
    await eventually('a file', () => files(to).length > 0);
    for (const count of [1, 2]) {
      await query();
      await eventually('the event of the query', () => listRequests(to).length >= count);
    }
    child.kill('SIGTERM');
    await stop(child);
    assert.deepEqual(listRequests(to), ['QueryService.ExecuteQuery', 'QueryService.ExecuteQuery']);
    assert.equal((await once(everything, 0)).code, 0);
    const listings = listRequests(everything).filter((name) => name === 'AuditService.ListDataAuditEvents');
    assert.ok(listings.length >= 2);
  });

  it('says that a second signal ends it at once', async () => {
    const to = join(folder, 'signals');
    const child = start(process.execPath, argumentsFor(to), { env: environment() });
    let error = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await eventually('a file', () => files(to).length > 0);
    const exit = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    child.kill('SIGINT');
    assert.equal(await exit, 1);
    assert.match(
      error,
      /\nEnded at once by a second signal\. With a state file, the next run continues where this one ended\.\n$/,
    );
  });

  it('says that an export that a second signal ended leaves an unfinished file', async () => {
    const to = join(folder, 'ended.ndjson');
    const args = [program, 'audit', 'export', ...argumentsFor(to).slice(3, -2)];
    vault.setFaults({ latencyMs: 60_000 });
    const child = start(process.execPath, args, { env: environment() });
    let error = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await eventually('the unfinished file', () => existsSync(`${to}.part`));
    const exit = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    child.kill('SIGINT');
    assert.equal(await exit, 1);
    vault.setFaults({});
    assert.match(error, /^Ended at once .+ the unfinished file FILE\.part remains and can be deleted\.\n$/m);
    const next = await tryRun(process.execPath, args, { timeoutMs: waitMs, env: environment() });
    assert.equal(next.code, 2);
    assert.match(next.output, /ended\.ndjson\.part exists: .+ If none is, delete that file\.\n$/);
  });

  it('says that the token is rejected', async () => {
    const to = join(folder, 'token');
    const result = await tryRun(process.execPath, argumentsFor(to, '--once'), {
      timeoutMs: waitMs,
      env: environment({ VAULT_TOKEN: 'ended' }),
    });
    assert.equal(result.code, 1);
    assert.match(result.output, /Access token rejected \(401\)/);
  });
});
