import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uri } from '../fakeVscode.ts';
import '../withVscode.ts';

const { FileSinks } = await import('../../../../src/extension/platform/fileSink.ts');

describe('files that are being written', () => {
  it('are removed when the extension stops, and finished ones stay', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    try {
      const sinks = new FileSinks();
      const uriOf = (name: string) => Uri.file(join(folder, name)) as never;
      await sinks.writeWhole(uriOf('finished.csv'), Buffer.from('a'));
      const abandoned = await sinks.open(uriOf('abandoned.csv'));
      await abandoned.abandon();
      const half = await sinks.open(uriOf('half.csv'));
      await half.write(Buffer.from('a'));
      assert.deepEqual((await readdir(folder)).sort(), ['finished.csv', 'half.csv.part']);
      sinks.dispose();
      assert.deepEqual(await readdir(folder), ['finished.csv']);
      await assert.rejects(half.finish(), { code: 'ENOENT' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
