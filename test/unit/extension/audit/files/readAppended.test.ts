import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import { Uri, workspace } from '../../fakeVscode.ts';
import { connectionOf, fakeService, provenanceOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { AuditFiles } = await import('../../../../../src/extension/audit/files/auditFiles.ts');

const line = (id: string): string => `{"context":{"changeID":"${id}"},"request":{}}\n`;
const real = { ...workspace.fs };

describe('a folder of audit events, read on', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-'));
  });
  afterEach(async () => {
    Object.assign(workspace.fs, real);
    await rm(folder, { recursive: true });
  });

  /** Files, what is said of them, and the names of those that the trail was given to read. */
  function setUp() {
    const { model, deps } = fakeService(connectionOf('a'));
    const said: string[] = [];
    const messages = { warn: (text: string) => Promise.resolve(void said.push(text)) };
    const files = new AuditFiles(model, { ...deps.messages, ...messages });
    const given: string[] = [];
    const { read } = model.local;
    Object.assign(model.local, {
      read: (listing: number, all: readonly FileToRead[], onProgress: () => void) => {
        given.push(...all.map(({ name }) => name));
        return read(listing, all, onProgress);
      },
    });
    const readAppended = async (): Promise<readonly string[]> => {
      given.length = 0;
      await files.readAdditionsToFiles();
      return [...given];
    };
    const open = (uri: Uri = Uri.file(folder)) => files.openFilesAndFolders([uri as never]);
    return { model, files, said, open, readAppended };
  }
  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  /** A folder in it that can't be looked into, until that is called. */
  function close(name: string): () => void {
    Object.assign(workspace.fs, {
      readDirectory: (uri: Uri) =>
        uri.path.endsWith(name)
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : real.readDirectory(uri),
    });
    return () => Object.assign(workspace.fs, real);
  }

  it('opens without a folder in it that can’t be read, names that, and takes it in once it can be', async () => {
    const { model, said, open, readAppended } = setUp();
    await mkdir(join(folder, 'closed'));
    await put('closed/inside.ndjson', line('e2'));
    await put('a.ndjson', line('e1'));
    const openAgain = close('closed');
    assert.equal(await open(), true);
    assert.deepEqual(said, ['Could not open closed: not readable (EACCES).']);
    assert.equal(model.state.provenance().loaded, 1);
    assert.match(await provenanceOf(model), /not read to the end/);
    assert.deepEqual(await readAppended(), []);
    openAgain();
    assert.deepEqual(await readAppended(), ['closed/inside.ndjson']);
    assert.equal(model.state.provenance().loaded, 2);
    assert.equal(said.length, 1, 'said once');
    assert.doesNotMatch(await provenanceOf(model), /not read to the end/);
  });

  it('says of a folder with nothing else that it can’t be read', async () => {
    const { said, open } = setUp();
    await mkdir(join(folder, 'closed'));
    close('closed');
    assert.equal(await open(), false);
    assert.deepEqual(said, ['Could not open closed: not readable (EACCES).']);
  });

  it('finds new files where a folder in it can’t be read any more', async () => {
    const { model, said, open, readAppended } = setUp();
    await mkdir(join(folder, 'closed'));
    await put('a.ndjson', line('e1'));
    assert.equal(await open(), true);
    close('closed');
    await put('b.ndjson', line('e2'));
    assert.deepEqual(await readAppended(), ['b.ndjson']);
    assert.equal(model.state.provenance().loaded, 2);
    assert.deepEqual(said, ['Could not open closed: not readable (EACCES).']);
  });

  it('looks only at files that changed, got a manifest, or were added', async () => {
    const { model, files, said, open, readAppended } = setUp();
    await put('a.ndjson', line('e1'));
    await put('b.ndjson', line('e2'));
    await put('c.json', `[${line('e3')}]`);
    assert.equal(await open(), true);
    assert.deepEqual(await readAppended(), []);
    assert.equal(files.canDisplayedFilesGrow(), true);
    await appendFile(join(folder, 'b.ndjson'), line('e4'));
    assert.deepEqual(await readAppended(), ['b.ndjson']);
    await put('d.ndjson', line('e5'));
    await put('c.json', `[${line('e3')},${line('e6')}]`);
    assert.deepEqual(await readAppended(), ['c.json', 'd.ndjson']);
    assert.deepEqual(await readAppended(), []);
    assert.equal(model.state.provenance().loaded, 6);
    assert.deepEqual(said, []);
    await put('a.ndjson.manifest.json', '{}');
    assert.deepEqual(await readAppended(), ['a.ndjson']);
    await rm(join(folder, 'd.ndjson'));
    assert.deepEqual(await readAppended(), ['d.ndjson']);
    assert.deepEqual(said, ['d.ndjson no longer exists. Its events stay.']);
  });

  it('asks the file system once about each file that is unchanged', async () => {
    const { open, readAppended } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.ndjson`, line(name));
    assert.equal(await open(), true);
    const asked: string[] = [];
    Object.assign(workspace.fs, {
      stat: (uri: Uri) => {
        asked.push(uri.path.slice(folder.length));
        return real.stat(uri);
      },
    });
    await readAppended();
    assert.deepEqual(asked, ['', '/a.ndjson', '/b.ndjson', '/c.ndjson', '/d.ndjson']);
  });

  it('does not read a file of another file system again that is unchanged', async () => {
    const { open, readAppended } = setUp();
    await put('a.ndjson', line('e1'));
    const uri = Object.assign(Uri.file(join(folder, 'a.ndjson')), { scheme: 'memfs' });
    assert.equal(await open(uri), true);
    let reads = 0;
    Object.assign(workspace.fs, {
      readFile: (of: Uri) => {
        reads++;
        return real.readFile(of);
      },
    });
    assert.deepEqual([await readAppended(), reads], [[], 0]);
    await appendFile(join(folder, 'a.ndjson'), line('e2'));
    assert.deepEqual([await readAppended(), reads], [['a.ndjson'], 1]);
  });
});
