import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cached, cacheRoot } from '../editor/cache.ts';

describe('the cache of the test tools', () => {
  const name = `unit-${process.pid}`;
  const remains = async () => (await readdir(cacheRoot)).filter((entry) => entry.startsWith(name));
  afterEach(async () => {
    for (const entry of await remains()) await rm(join(cacheRoot, entry), { recursive: true, force: true });
  });

  it('makes a folder once, also for two who ask at once', async () => {
    let made = 0;
    const make = async (directory: string) => {
      made++;
      await writeFile(join(directory, 'content'), 'whole');
    };
    const [one, other] = await Promise.all([cached(name, make), cached(name, make)]);
    assert.equal(one, other);
    assert.equal(made, 1);
    assert.equal(await readFile(join(one, 'content'), 'utf8'), 'whole');
    assert.deepEqual(await remains(), [name]);
  });

  it('leaves nothing of a failed attempt, and does it again', async () => {
    const half = async (directory: string) => {
      await writeFile(join(directory, 'content'), 'half');
      throw new Error('interrupted');
    };
    await assert.rejects(cached(name, half), /interrupted/);
    assert.deepEqual(await remains(), []);
    const whole = await cached(name, (directory) => writeFile(join(directory, 'content'), 'whole'));
    assert.equal(await readFile(join(whole, 'content'), 'utf8'), 'whole');
  });

  it('does not take what a killed process left for whole, nor wait for its lock', async () => {
    const directory = await cached(name, async () => {});
    await rm(join(directory, '.complete'));
    // No process has this ID: it is above what Linux, macOS and Windows give out.
    await writeFile(`${directory}.lock`, '99999999');
    await writeFile(`${directory}.partial-99999999`, '');
    const again = await cached(name, (fresh) => writeFile(join(fresh, 'content'), 'whole'));
    assert.equal(again, join(dirname(directory), basename(directory)));
    assert.equal(await readFile(join(again, 'content'), 'utf8'), 'whole');
    assert.deepEqual(await remains(), [name]);
  });
});
