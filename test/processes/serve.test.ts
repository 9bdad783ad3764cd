import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSnapshotPath } from '../../src/localVault/engine/snapshot.ts';
import { start, stop } from '../editor/processes.ts';
import { program } from './builtProgram.ts';

/** A vault in a terminal, with what it has written so far. */
interface Served {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  text(): string;
  /** Resolves when it has written something that matches. */
  written(pattern: RegExp): Promise<RegExpExecArray>;
}

const running: ChildProcess[] = [];

const serve = (...args: string[]): Served => serveWith(program, ...args);

function serveWith(path: string, ...args: string[]): Served {
  const child = start(process.execPath, [path, 'serve', ...args]);
  running.push(child);
  let text = '';
  const looks: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of looks) look();
    });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const written = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text);
        if (match !== null) resolve(match);
      };
      looks.push(look);
      look();
      void exit.then(() => reject(new Error(`it ended and did not write ${pattern}:\n${text}`)));
    });
  return { child, exit, text: () => text, written };
}

/** Sends SIGTERM, and gives the exit code and how many seconds the end took. */
async function terminate({ child, exit }: Served): Promise<{ code: number | null; seconds: number }> {
  const before = performance.now();
  child.kill('SIGTERM');
  return { code: await exit, seconds: (performance.now() - before) / 1000 };
}

describe('serve, as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(async () => {
    await Promise.all(running.map(stop));
    rmSync(folder, { recursive: true, force: true });
  });

  /** It runs and has kept its snapshot, or has its own folder to do so. */
  async function up(...args: string[]) {
    const served = serve('--rows', '20', '--data', mkdtempSync(join(folder, 'data-')), ...args);
    const [, url = ''] = await served.written(/address {2}(\S+)/);
    const [, token = ''] = await served.written(/token {4}(\S+)/);
    const post = (query: string) =>
      fetch(`${url}/v1/vaults/local-vault/query`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query }),
      });
    return { served, url, post };
  }

  it('says that a folder can’t be made, and ends', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    // Linux answers "no such file" to a new folder in /proc, which is there.
    const folders = process.platform === 'linux' ? ['/proc/none/vault'] : [];
    for (const data of [file, join(file, 'vault'), ...folders]) {
      const served = serve('--rows', '20', '--data', data);
      assert.equal(await served.exit, 2, data);
      assert.match(served.text(), /The folder .* can’t be created: .*\. Choose another with --data\.\n$/);
      assert.ok(served.text().includes(data));
      assert.doesNotMatch(served.text(), /is running/);
    }
  });

  it('says what is missing if the program is alone in its folder, and ends', async () => {
    const alone = mkdtempSync(join(folder, 'alone-'));
    const copy = join(alone, 'cli.cjs');
    copyFileSync(program, copy);
    for (const prepare of [() => undefined, () => mkdirSync(join(alone, 'localVault'))]) {
      prepare();
      const served = serveWith(copy, '--data', join(alone, 'data'));
      assert.equal(await served.exit, 2, served.text());
      assert.match(served.text(), /A file of the local vault is missing in .+localVault\. Copy the folder /);
      assert.doesNotMatch(served.text(), /ENOENT/);
    }
  });

  const cases: readonly {
    readonly while: string;
    /** Brings a vault to where it gets the signal. */
    readonly bring: () => Promise<Served>;
  }[] = [
    {
      while: 'it is idle, with a connection open',
      bring: async () => busyWith('SELECT 1 AS a', true),
    },
    {
      while: 'it builds a large vault',
      bring: async () => {
        const served = serve('--rows', '1000000', '--data', join(folder, 'large'));
        await served.written(/Starting/);
        return served;
      },
    },
    {
      while: 'it runs a long query',
      bring: async () =>
        busyWith('SELECT COUNT(*) FROM persons a, persons b, persons c, persons d, persons e'),
    },
    {
      while: 'it checks long statements, many of them',
      bring: async () => {
        const { served, post } = await up();
        const statement = `SELECT ${'a.'.repeat(100_000)}`;
        const posts = Array.from({ length: 32 }, () => post(statement).catch(() => undefined));
        // The first answer: the others are waiting.
        await Promise.race(posts);
        return served;
      },
    },
    {
      while: 'an answer is held back',
      bring: async () => {
        const { served, post } = await up('--faults', 'latencyMs=600000,requests=1');
        const held = post('SELECT 1 AS a');
        held.catch(() => undefined);
        // Only the first answer is held back: a second one tells that the first was asked for.
        await Promise.race([held, answered(post)]);
        return served;
      },
    },
    ...(process.platform === 'win32'
      ? []
      : [
          {
            while: 'a pipe lies where its snapshot would be',
            bring: async () => {
              const data = mkdtempSync(join(folder, 'pipe-'));
              execFileSync('mkfifo', [getSnapshotPath(data, 20, 1)]);
              const served = serve('--rows', '20', '--data', data);
              await served.written(/address/);
              return served;
            },
          },
        ]),
  ];

  /** Resolves when another statement is answered at once, as refused ones are. */
  const answered = async (post: (query: string) => Promise<Response>): Promise<void> =>
    assert.equal((await post('DELETE FROM persons')).status, 400);

  /** A vault that was asked `query` and has taken it in. */
  async function busyWith(query: string, waits = false): Promise<Served> {
    const { served, post } = await up();
    const reply = post(query);
    reply.catch(() => undefined);
    if (waits) assert.equal((await reply).status, 200);
    await answered(post);
    return served;
  }

  for (const { while: what, bring } of cases)
    it(`ends on SIGTERM within 2 s while ${what}`, async () => {
      const served = await bring();
      const { code, seconds } = await terminate(served);
      // Windows knows no signals: it ends a process at once.
      if (process.platform !== 'win32') assert.equal(code, 0, served.text());
      assert.ok(seconds < 2, `it took ${seconds} s`);
    });
});
