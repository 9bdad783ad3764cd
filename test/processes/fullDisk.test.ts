/** What becomes of a file that a full disk has no room for. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './builtProgram.ts';
import type { WrittenOrNot } from './everyExport.ts';
import { withLittleRoom } from './fullDisk.ts';

const everyExport = fileURLToPath(new URL('everyExport.ts', import.meta.url));

interface Told {
  readonly there: readonly WrittenOrNot[];
  readonly after: readonly WrittenOrNot[];
  /** What came of them, and the names in the folder after. */
  readonly lock: readonly [string, readonly string[]];
  readonly sample: readonly [string, readonly string[]];
}

/** These are less than there is room for where there is some. */
const isSmall = ({ name }: WrittenOrNot): boolean => /^(?:readers|chart|connections)\./.test(name);

const sentences = {
  ENOSPC: (name: string) =>
    `“${name}” was not written: the disk is full. Free up space, or choose another disk.`,
  EFBIG: () => 'Too many rows for a file in this location. Choose a folder on this machine.',
};

if (process.platform !== 'win32')
  describe('a full disk', () => {
    let [folder, elsewhere] = ['', ''];
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'vaultsql-full-'));
      elsewhere = mkdtempSync(join(tmpdir(), 'vaultsql-else-'));
    });
    afterEach(() => {
      for (const one of [folder, elsewhere]) rmSync(one, { recursive: true });
    });

    for (const [what, kilobytes] of [
      ['from the first byte', 0],
      ['after some of it', 64],
    ] as const)
      it(`${what}: every export names file and cause, leaves nothing, and can be written elsewhere`, () => {
        const { code, printed } = withLittleRoom(folder, kilobytes, [
          ...[process.execPath, everyExport, folder, elsewhere],
        ]);
        const { there, after, lock, sample } = JSON.parse(printed) as Told;
        assert.equal(there.length, 16);
        for (const one of there) {
          if (kilobytes > 0 && isSmall(one)) continue;
          const { name, isDone, said, left, isAsBefore } = one;
          assert.deepEqual([name, isDone, said], [name, false, [sentences[code](name)]]);
          assert.deepEqual([name, left, isAsBefore], [name, [name], true], 'the file before, and no other');
        }
        // Without a disk of its own no file is longer, wherever it is.
        if (code === 'ENOSPC') for (const { name, isDone } of after) assert.ok(isDone, `${name} elsewhere`);
        const isFull = kilobytes === 0;
        assert.match(lock[0], isFull ? new RegExp(`^LockError: ${code}`) : /^locked$/);
        assert.match(sample[0], /^-- .*SELECT/s, 'there are sample queries all the same');
        assert.deepEqual([lock[1], sample[1]], [[], isFull ? [] : ['sample.vaultsql']]);
      });

    it('has no part of a key file or of a vault on it, and the local vault says why it ends', () => {
      const file = join(folder, 'key.json');
      const run = `"$@"; echo "exit code $?"; ls "${folder}"`;
      const { code, printed } = withLittleRoom(folder, 0, [
        ...['sh', '-c', `{ ${run}; } 2>&1`, 'sh', process.execPath, program, 'serve', '--rows', '20'],
        ...['--data', folder, '--auth', 'serviceAccount', '--key-file', file],
      ]);
      assert.match(
        printed,
        new RegExp(`Could not write .*key\\.json: ${code}\\.[^]*\\nexit code 2\\n(?:taken\\n)?$`),
      );
    });
  });

describe('the output of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultsql-output-'));
  const file = join(folder, 'query.vaultsql');
  before(() => writeFileSync(file, 'SELECT lower(name) FROM persons;\n'.repeat(5_000)));
  after(() => rmSync(folder, { recursive: true }));

  if (process.platform === 'linux')
    it('on a full disk is missed in one sentence, and no error of the file is claimed', () => {
      const full = openSync('/dev/full', 'w');
      for (const args of [['check', file], ['check', '--help'], ['--help']]) {
        const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
          stdio: ['ignore', full, 'pipe'],
          encoding: 'utf8',
        });
        assert.deepEqual([status, stderr], [2, 'Could not write the output: the disk is full.\n']);
      }
    });

  it('ends where its reader has seen enough, and says nothing of it', async () => {
    const child = spawn(process.execPath, [program, 'check', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const [status] = await once(child, 'close');
    assert.deepEqual([status, said], [1, '']);
  });
});
