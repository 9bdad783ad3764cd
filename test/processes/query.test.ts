import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalVault, startLocalVault } from '../../src/localVault/server/server.ts';
import { start, tryRun } from '../editor/processes.ts';
import { eventually, waitMs } from '../run/waiting.ts';
import { program } from './builtProgram.ts';

const ROWS = 60;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

describe('query, as a process', function () {
  this.timeout(0);
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  const file = join(folder, 'persons.vaultsql');
  let vault: LocalVault;
  before(async () => {
    vault = await startLocalVault({
      rows: ROWS,
      dataDir: join(folder, 'data'),
      faults: {},
    });
    writeFileSync(file, '-- vault: local/local-vault\nSELECT id, name FROM persons');
  });
  after(async () => {
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => vault.setFaults({}));

  const startQuery = (args: readonly string[], input = '') => {
    const child = start(
      process.execPath,
      [program, 'query', '--url', vault.url, '--token-env', 'VAULT_TOKEN', '--environment', 'test', ...args],
      {
        env: {
          ...process.env,
          VAULT_TOKEN: vault.token,
          NODE_NO_WARNINGS: '1',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    if (input !== '') child.stdin?.end(input);
    return child;
  };
  const run = async (args: readonly string[], input = 'SELECT 1'): Promise<Ended> => {
    const child = startQuery(args, input);
    let [out, error] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await once(child, 'close');
    return { code: child.exitCode, out, error };
  };
  const idsIn = (csv: string): readonly number[] =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number.parseInt(line, 10))
      .sort((a, b) => a - b);
  const all = Array.from({ length: ROWS }, (_, index) => index + 1);

  it('writes a table, and names the audit event, which the question finds', async () => {
    const { code, out, error } = await run([file]);
    assert.equal(code, 0, error);
    assert.match(out, /^ +id \| name\n-+\+-+\n +1 \| /);
    assert.equal(out.split('\n').length, 28);
    const question = /audit list --question '([^']+)'/.exec(error)?.[1] ?? '';
    const listed = await tryRun(
      process.execPath,
      [
        ...[program, 'audit', 'list', '--url', vault.url, '--account', vault.accountID],
        ...['--token-env', 'VAULT_TOKEN', '--question', question],
      ],
      {
        env: {
          ...process.env,
          VAULT_TOKEN: vault.token,
          NODE_NO_WARNINGS: '1',
        },
        timeoutMs: waitMs,
      },
    );
    const events = listed.output.split('\n').filter((line) => line.startsWith('{'));
    assert.equal(events.length, 1, listed.output);
    assert.match(events[0] ?? '', /SELECT id, name FROM persons LIMIT 25 OFFSET 0/);
  });

  it('writes all rows of standard input’s statement to a file for its owner, with a manifest', async () => {
    const to = join(folder, 'all.csv');
    const { code, out, error } = await run(
      ['--vault', vault.vaultID, '--all', '--count', '--to', to, '--manifest', '-'],
      'SELECT id, name FROM persons;\n',
    );
    assert.equal(code, 0, error);
    assert.equal(out, '');
    assert.deepEqual(idsIn(readFileSync(to, 'utf8')), all);
    if (process.platform !== 'win32') assert.equal(statSync(to).mode & 0o777, 0o600);
    const manifest = JSON.parse(readFileSync(`${to}.manifest.json`, 'utf8')) as Record<string, unknown>;
    assert.deepEqual([manifest.rows, manifest.complete, manifest.vaultID], [ROWS, true, vault.vaultID]);
    const again = await run(['--to', to, file]);
    assert.equal(again.code, 2);
    assert.match(again.error, /all\.csv exists/);
  });

  it('leaves no file if loading fails', async () => {
    vault.setFaults({ ignoredOffset: true });
    const to = join(folder, 'failed.csv');
    const { code, error } = await run(['--all', '--to', to, file]);
    assert.equal(code, 1);
    assert.match(error, /likely ignores OFFSET.*\nNo file was written\. 25 rows had been loaded\./);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('failed')),
      [],
    );
    const missing = await run(['--to', join(folder, 'missing', 'a.csv'), file]);
    assert.equal(missing.code, 1);
    assert.match(
      missing.error,
      /The folder .+missing does not exist\. Create it, or check the path\.\n0 requests sent\./,
    );
  });

  it('reports repeated rows', async () => {
    vault.setFaults({ reorderedPages: true });
    const { code, error } = await run(['--all', '--format', 'ndjson', file]);
    assert.equal(code, 0, error);
    assert.match(error, /\d+ rows repeated\./);
  });

  if (process.platform === 'linux')
    it('refuses input that never ends, in little memory', async () => {
      for (const [args, problem] of [
        ['query /dev/zero', '/dev/zero is larger than 64 MB.'],
        ['query -', 'Standard input is larger than 64 MB.'],
        ['query --schema /dev/zero -', '/dev/zero is larger than 64 MB.'],
        ['check /dev/zero', '/dev/zero is larger than 64 MB.'],
        [
          'audit follow --to out --account a --state /dev/zero',
          'Could not read the state file /dev/zero. It must be a file that this user can read.',
        ],
      ] as const) {
        const options = args.startsWith('check')
          ? ''
          : ' --url https://vault.example --token-env VAULT_TOKEN';
        const command = `ulimit -v 6000000; "${process.execPath}" "${program}" ${args}${options} </dev/zero`;
        const { code, output } = await tryRun('bash', ['-c', command], {
          timeoutMs: waitMs,
          cwd: folder,
          env: { ...process.env, VAULT_TOKEN: vault.token, NODE_NO_WARNINGS: '1' },
        });
        assert.deepEqual([code, output.split('\n')[0]], [2, problem], args);
      }
    });

  it('ends with the reader of its output', async () => {
    const child = startQuery(['--all', file]);
    child.stdin?.end();
    child.stdout?.destroy();
    let error = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await once(child, 'close');
    assert.equal(child.exitCode, 1, error);
    assert.match(
      error,
      /^The program that reads standard output has ended, so not all rows were written\.\n\d requests sent\. .+\n$/m,
    );
    assert.doesNotMatch(error, /EPIPE|\n +at |\d rows/);
  });

  it('is cancelled by a signal', async () => {
    if (process.platform === 'win32') return;
    vault.setFaults({ latencyMs: 60_000 });
    const to = join(folder, 'cancelled.csv');
    const loading = startQuery(['--to', to, file]);
    let error = '';
    loading.stderr?.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await eventually('the unfinished file', () => existsSync(`${to}.part`));
    loading.kill('SIGINT');
    await once(loading, 'close');
    assert.equal(loading.exitCode, 1, error);
    assert.match(error, /Cancelled\.\nNo file was written\. 0 rows had been loaded\./);
    assert.equal(existsSync(to) || existsSync(`${to}.part`), false);
  });
});
