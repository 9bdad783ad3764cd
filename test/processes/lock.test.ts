import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLockRunner } from '../../src/node/credentials/lock.ts';
import { sleep } from '../../src/node/sleep.ts';

const module = pathToFileURL(join(import.meta.dirname, '../../src/node/credentials/lock.ts')).href;

describe('the lock between windows', () => {
  let folder: string;
  const others: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vault-sql-lock-'));
  });
  afterEach(async () => {
    for (const other of others.splice(0)) other.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** Another process that has the lock, and prints a line when it has it, when its signal aborts, and at the end. */
  async function holder(limits: object): Promise<{ readonly other: ChildProcess; readonly said: string[] }> {
    const program = `
      import { createLockRunner } from ${JSON.stringify(module)};
      await createLockRunner(${JSON.stringify(folder)}, ${JSON.stringify(limits)})('mine', async (signal) => {
        console.log('has it');
        const alive = setInterval(() => undefined, 1000);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        clearInterval(alive);
        console.log('aborted');
      });
      console.log('done');
    `;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    others.push(other);
    const said: string[] = [];
    await new Promise<void>((resolve) => {
      other.stdout?.on('data', (data: Buffer) => {
        said.push(...data.toString().trim().split('\n'));
        resolve();
      });
    });
    return { other, said };
  }
  const ended = (other: ChildProcess): Promise<unknown> =>
    new Promise((resolve) => other.once('exit', resolve));

  it('of a process that was killed is free at once, for one of those that wait', async () => {
    const limits = { holdMs: 60_000, takeOverAfterMs: 90_000 };
    const { other } = await holder(limits);
    let within = 0;
    const waiting = Array.from({ length: 5 }, () =>
      createLockRunner(folder, limits)('mine', async () => {
        assert.equal(++within, 1);
        await sleep(20);
        within--;
      }),
    );
    await sleep(200);
    assert.equal(within, 0);
    const exit = ended(other);
    other.kill('SIGKILL');
    await exit;
    const began = Date.now();
    await Promise.all(waiting);
    assert.ok(Date.now() - began < 20_000);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is never taken from a holder that may still send: that gives up before', async () => {
    const limits = { holdMs: 300, takeOverAfterMs: 30_000 };
    const { said } = await holder(limits);
    await createLockRunner(folder, limits)('mine', async () => assert.ok(said.includes('aborted')));
  });

  it('of a process that hangs is taken after its time, and it neither sends nor unlocks then', async () => {
    if (process.platform === 'win32') return;
    const limits = { holdMs: 500, takeOverAfterMs: 1000 };
    const { other, said } = await holder(limits);
    other.kill('SIGSTOP');
    const exit = ended(other);
    await createLockRunner(folder, limits)('mine', async () => {
      assert.deepEqual(said, ['has it']);
      other.kill('SIGCONT');
      await exit;
      assert.deepEqual(said, ['has it', 'aborted', 'done']);
      // The lock is still held by us.
      assert.equal((await readdir(folder)).length, 1);
    });
    assert.deepEqual(await readdir(folder), []);
  });
});
