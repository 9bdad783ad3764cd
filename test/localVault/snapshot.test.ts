import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSnapshotPath, loadSnapshot, saveSnapshot } from '../../src/localVault/engine/snapshot.ts';

describe('local vault: snapshot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('comes back as it was saved, in a folder that need not exist, with nothing left beside it', async () => {
    const path = join(folder, 'a', 'b', 'one.tar.gz');
    await saveSnapshot(path, new Blob(['first']));
    await Promise.all([saveSnapshot(path, new Blob(['second'])), saveSnapshot(path, new Blob(['second']))]);
    assert.equal(await (await loadSnapshot(path))?.text(), 'second');
    assert.deepEqual(readdirSync(join(folder, 'a', 'b')), ['one.tar.gz']);
  });

  it('is none where it is missing, cut or something else', async () => {
    const path = join(folder, 'two.tar.gz');
    assert.equal(await loadSnapshot(path), undefined);
    await saveSnapshot(path, new Blob(['x'.repeat(100_000)]));
    const good = readFileSync(path);
    writeFileSync(path, good.subarray(0, good.length - 9));
    assert.equal(await loadSnapshot(path), undefined);
    const flipped = Buffer.from(good);
    flipped.writeUInt8((flipped.at(-6) ?? 0) ^ 1, flipped.length - 6);
    writeFileSync(path, flipped);
    assert.equal(await loadSnapshot(path), undefined);
    writeFileSync(path, 'not gzip');
    assert.equal(await loadSnapshot(path), undefined);
  });

  it('given up is not saved, and leaves nothing behind', async () => {
    const path = join(folder, 'given-up', 'four.tar.gz');
    const giving = new AbortController();
    const saved = saveSnapshot(path, new Blob(['x'.repeat(50_000_000)]), giving.signal);
    giving.abort();
    await assert.rejects(saved);
    assert.deepEqual(readdirSync(join(folder, 'given-up')), []);
    await saveSnapshot(path, new Blob(['x']));
    assert.equal(await loadSnapshot(path, AbortSignal.abort()), undefined);
  });

  it('can’t be saved where a file is in the way', async () => {
    writeFileSync(join(folder, 'file'), '');
    await assert.rejects(saveSnapshot(join(folder, 'file', 'three.tar.gz'), new Blob(['x'])));
  });

  it('is another file for another vault', () => {
    const paths = [
      getSnapshotPath('d', 10, 1),
      getSnapshotPath('d', 10, 2),
      getSnapshotPath('d', 101, 1),
      getSnapshotPath('e', 10, 1),
    ];
    assert.equal(new Set(paths).size, paths.length);
  });
});
