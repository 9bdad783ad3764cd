import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessStart } from '../../../../src/node/lockFile.ts';
import { LockedError, takeLock, takeLocks } from '../../../../src/node/sinks/lock.ts';

describe('a lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const writeLock = (file: string, pid: number, host: string): void =>
    writeFileSync(`${file}.lock`, JSON.stringify({ pid, host, since: '2026-01-01T00:00:00.000Z' }));
  const take = (path: string) => takeLock({ label: 'the file', path });
  /** No process has this number: it is above what systems give. */
  const NO_PROCESS = 2 ** 30;

  it('is taken, and leaves nothing when it is released', async () => {
    const file = join(folder, 'a');
    const release = await take(file);
    assert.equal(existsSync(`${file}.lock`), true);
    await release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('names a holder that runs, or whose host is another one', async () => {
    const file = join(folder, 'b');
    for (const [pid, host] of [
      [process.ppid, hostname()],
      [NO_PROCESS, 'other.example'],
    ] as const) {
      writeLock(file, pid, host);
      await assert.rejects(take(file), (error) => {
        assert.ok(error instanceof LockedError);
        assert.match(error.message, new RegExp(`^Process ${pid} on ${host} has used the file ${file}`));
        return true;
      });
    }
    rmSync(`${file}.lock`);
  });

  it('is taken over from a process that has ended, also if that one ended while it took it over', async () => {
    const file = join(folder, 'c');
    writeLock(file, NO_PROCESS, hostname());
    writeFileSync(`${file}.lock.${NO_PROCESS}.new`, '');
    await (await take(file))();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is taken over if a restart of the computer gave the number of its holder to another process', async () => {
    const file = join(folder, 'h');
    const write = (start: string | undefined): void =>
      writeFileSync(
        `${file}.lock`,
        JSON.stringify({ pid: process.ppid, host: hostname(), since: '2026-01-01T00:00:00.000Z', start }),
      );
    const start = await readProcessStart(process.ppid);
    write(start);
    await assert.rejects(take(file), LockedError);
    write('a different start');
    // Only Linux says when a process started. Elsewhere, the process counts as the holder.
    if (start === undefined) await assert.rejects(take(file), LockedError);
    else await (await take(file))();
    rmSync(`${file}.lock`, { force: true });
  });

  it('deletes the files of processes that were killed while they took it over, and of no others', async () => {
    const file = join(folder, 'g');
    const write = (ending: string, pid: number, host: string): void =>
      writeFileSync(
        `${file}.lock.${ending}`,
        JSON.stringify({ pid, host, since: '2026-01-01T00:00:00.000Z' }),
      );
    write('0123456789abcdef', NO_PROCESS, hostname());
    write('1123456789abcdef', process.ppid, hostname());
    write('2123456789abcdef', NO_PROCESS, 'other.example');
    writeFileSync(`${file}.lock.3123456789abcdef`, 'mine');
    writeLock(file, NO_PROCESS, hostname());
    await (await take(file))();
    const left = ['1123456789abcdef', '2123456789abcdef', '3123456789abcdef'].map((end) => `g.lock.${end}`);
    assert.deepEqual(readdirSync(folder).toSorted(), left);
    for (const name of left) rmSync(join(folder, name));
  });

  it('that can’t be created names the file that it is for, the reason, and the next step', async () => {
    const missing = join(folder, 'none');
    await assert.rejects(take(join(missing, 'audit')), {
      name: 'SinkError',
      message: `Could not write ${join(missing, 'audit')}. The folder ${missing} does not exist. Create it, or check the path.`,
    });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    if (process.platform !== 'win32')
      await assert.rejects(take(join(file, 'audit')), {
        message: `Could not write ${join(file, 'audit')}. A part of the path is not a folder. Check the path.`,
      });
    // The file system of /proc says that the new file does not exist.
    if (process.platform === 'linux')
      await assert.rejects(take('/proc/audit'), {
        message: 'Could not write /proc/audit. No file can be created in /proc. Choose another folder.',
      });
    rmSync(file);
  });

  it('is not taken over if something else has written it', async () => {
    const file = join(folder, 'd');
    writeFileSync(`${file}.lock`, 'mine');
    await assert.rejects(take(file), /^Error: Another process has used/);
  });

  it('is not kept when another one that is needed too can’t be taken', async () => {
    const [first, second] = [join(folder, 'e'), join(folder, 'f')];
    writeLock(second, process.ppid, hostname());
    const both = [first, second].map((path) => ({ label: 'the file', path }));
    await assert.rejects(takeLocks(both), LockedError);
    assert.equal(existsSync(`${first}.lock`), false);
    rmSync(`${second}.lock`);
    const release = await takeLocks(both);
    assert.deepEqual(
      [first, second].map((path) => existsSync(`${path}.lock`)),
      [true, true],
    );
    await release();
    assert.deepEqual(
      [first, second].map((path) => existsSync(`${path}.lock`)),
      [false, false],
    );
  });
});
