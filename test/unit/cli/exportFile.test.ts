import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputExistsError, writeExportFile } from '../../../src/cli/exportFile.ts';

describe('the file of an export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.ndjson');
  async function* chunks(...texts: string[]) {
    yield* texts;
  }

  it('appears once it is complete', async () => {
    async function* watched() {
      yield 'one\n';
      assert.deepEqual(readdirSync(folder), ['a.ndjson.part']);
      yield Buffer.from('two\n');
    }
    await writeExportFile(file, watched());
    assert.deepEqual(readdirSync(folder), ['a.ndjson']);
    assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\n');
  });

  it('does not replace another one, nor one that another export is writing', async () => {
    writeFileSync(file, 'mine');
    await assert.rejects(writeExportFile(file, chunks('a')), /a\.ndjson exists\. Choose another file/);
    rmSync(file);
    writeFileSync(`${file}.part`, 'of another process');
    await assert.rejects(writeExportFile(file, chunks('a')), (error) => {
      assert.ok(error instanceof OutputExistsError);
      assert.match(error.message, /a\.ndjson\.part exists: another export may be writing it/);
      return true;
    });
    assert.equal(readFileSync(`${file}.part`, 'utf8'), 'of another process');
  });

  it('needs a name in a folder that exists', async () => {
    mkdirSync(file);
    await assert.rejects(writeExportFile(file, chunks('a')), {
      name: 'Error',
      message: `${file} is a folder. Add a file name.`,
    });
    assert.deepEqual(readdirSync(folder), ['a.ndjson']);
  });

  it('leaves nothing if its contents can’t be produced, or there is no folder', async () => {
    const problem = new Error('no more');
    async function* failing() {
      yield 'one\n';
      throw problem;
    }
    await assert.rejects(writeExportFile(file, failing()), problem);
    await assert.rejects(writeExportFile(join(folder, 'none', 'a'), chunks('a')), {
      name: 'SinkError',
      message: /The folder .+none does not exist\. Create it, or check the path\.$/,
    });
    assert.deepEqual(readdirSync(folder), []);
  });
});
