import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exportable } from '../../../../src/extension/export/exportable.ts';
import type { FileSinks as Sinks } from '../../../../src/extension/platform/fileSink.ts';
import { progress, Uri, window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { exportFile } = await import('../../../../src/extension/export/exportFile.ts');
const { FileSinks } = await import('../../../../src/extension/platform/fileSink.ts');

const plain = { options: {}, manifest: true };

/** Three records; `between` is called before the last one. */
const records = (between: () => unknown = () => undefined): Exportable<'ndjson' | 'csv'> => ({
  title: 'Export records',
  fileTitle: () => 'Export records',
  formats: ['ndjson', 'csv'],
  fileNameWithoutExtension: 'records',
  recordCount: 3,
  formatProgress: (written) => `${written} of 3`,
  chooseOptions: async () => plain,
  createMaskQuestion: async () => undefined,
  isMaskedByDefault: () => true,
  createContent: ({ format, isMasked }) => ({
    chunks: (function* () {
      yield { data: `${format} ${isMasked}\n`, rows: 2 };
      between();
      yield { data: 'end\n', rows: 1 };
    })(),
    manifest: (written) => JSON.stringify(written),
  }),
  formatSuccess: (file) => `Exported 3 records to “${file}”.`,
});

describe('an export of any kind', () => {
  let folder = '';
  let said: string[] = [];
  let buttons: string[] = [];
  let answers = true;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    [said, buttons, answers] = [[], [], true];
  });
  afterEach(async () => {
    progress.cancelAfter = Number.POSITIVE_INFINITY;
    await rm(folder, { recursive: true });
  });

  const say = async (text: string, ...choices: readonly { readonly label: string }[]): Promise<void> => {
    said.push(text);
    buttons = choices.map(({ label }) => label);
  };
  const messages = { info: say, warn: say, error: say, confirm: async () => answers };
  const uriOf = (name: string) => Uri.file(join(folder, name)) as never;
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const write = (
    name: string,
    what = records(),
    fileSinks: Pick<Sinks, 'open' | 'writeWhole'> = new FileSinks(),
  ) => exportFile({ fileSinks, messages }, what, { uri: uriOf(name), choices: plain });

  it('writes the file, its manifest, and for its owner alone, and offers to open it', async () => {
    const path = join(folder, 'a.ndjson');
    await writeFile(path, 'before');
    await chmod(path, 0o644);
    assert.equal((await write('a.ndjson')).kind, 'done');
    assert.equal(await read('a.ndjson'), 'ndjson true\nend\n');
    assert.equal(JSON.parse(await read('a.ndjson.manifest.json')).rows, 3);
    if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(said, ['Exported 3 records to “a.ndjson”. A manifest is next to it.']);
    assert.deepEqual(buttons, ['Open', 'Show in Folder']);
  });

  it('takes the format of a named file from its ending, else the first', async () => {
    await write('a.csv');
    await write('a.txt');
    assert.match(await read('a.csv'), /^csv/);
    assert.match(await read('a.txt'), /^ndjson/);
  });

  it('replaces no file and no manifest without a yes', async () => {
    answers = false;
    await writeFile(join(folder, 'a.csv'), 'before');
    await writeFile(join(folder, 'b.csv.manifest.json'), 'before');
    assert.equal((await write('a.csv')).kind, 'dismissed');
    assert.equal((await write('b.csv')).kind, 'dismissed');
    assert.deepEqual([await read('a.csv'), await read('b.csv.manifest.json')], ['before', 'before']);
    assert.deepEqual((await readdir(folder)).sort(), ['a.csv', 'b.csv.manifest.json']);
  });

  it('that is cancelled leaves the old file and nothing beside it, however few records there are', async () => {
    await writeFile(join(folder, 'a.csv'), 'before');
    const cancel = (): void => {
      progress.cancelAfter = 0;
    };
    assert.equal((await write('a.csv', records(cancel))).kind, 'cancelled');
    assert.deepEqual([await readdir(folder), await read('a.csv')], [['a.csv'], 'before']);
    assert.deepEqual(said, ['The export was cancelled; no file was written.']);
  });

  it('on a full disk says so and leaves nothing', async () => {
    const sinks = new FileSinks();
    const full: Pick<Sinks, 'open' | 'writeWhole'> = {
      async open(uri) {
        const sink = await sinks.open(uri);
        const write = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        return { ...sink, write };
      },
      writeWhole: () => assert.fail('no manifest without a file'),
    };
    assert.equal((await write('a.csv', records(), full)).kind, 'failed');
    assert.deepEqual(await readdir(folder), []);
    assert.match(said.join(), /^“a\.csv” was not written: the disk is full/);
  });

  it('has a file without a manifest where there is only no room for that, and says so', async () => {
    const sinks = new FileSinks();
    await writeFile(join(folder, 'a.csv'), 'before');
    await writeFile(join(folder, 'a.csv.manifest.json'), 'of the file before');
    const full: Pick<Sinks, 'open' | 'writeWhole'> = {
      open: (uri) => sinks.open(uri),
      writeWhole: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    assert.equal((await write('a.csv', records(), full)).kind, 'done');
    assert.deepEqual(await readdir(folder), ['a.csv']);
    assert.match(
      said.join(),
      /^Exported 3 records to “a\.csv”\. No manifest was written: .* the disk is full/,
    );
  });

  it('says what could not be read in the words of the feature', async () => {
    const lost = new Error('lost');
    const what: Exportable<'ndjson' | 'csv'> = {
      ...records(() => {
        throw lost;
      }),
      describeReadError: (error) => (error === lost ? 'The records are gone.' : undefined),
    };
    assert.deepEqual(await write('a.csv', what), { kind: 'failed', text: 'The records are gone.' });
    assert.deepEqual([said, await readdir(folder)], [['The records are gone.'], []]);
  });

  it('asks about masked values each time, before the file is named, and ends where a question is left', async () => {
    const titles: string[] = [];
    const { showQuickPick } = window;
    let pick = 'Keep';
    Object.assign(window, {
      showQuickPick: async (items: readonly { readonly label: string }[], { title = '' }) => {
        titles.push(title);
        return title === 'Masks' ? items.find(({ label }) => label === pick) : items[1];
      },
      showSaveDialog: async () => {
        titles.push('file');
        return uriOf(`${pick}.txt`);
      },
    });
    const what: Exportable<'ndjson' | 'csv'> = {
      ...records(),
      createMaskQuestion: async () => ({
        title: 'Masks',
        masked: { label: 'Mask' },
        plain: { label: 'Keep', description: '' },
      }),
    };
    const deps = { fileSinks: new FileSinks(), messages };
    try {
      assert.equal((await exportFile(deps, what)).kind, 'done');
      pick = 'Mask';
      assert.equal((await exportFile(deps, what)).kind, 'done');
      pick = 'neither';
      assert.equal((await exportFile(deps, what)).kind, 'dismissed');
    } finally {
      Object.assign(window, { showQuickPick, showSaveDialog: undefined });
    }
    const asked = ['Export records', 'Masks', 'file'];
    assert.deepEqual(titles, [...asked, ...asked, 'Export records', 'Masks']);
    assert.match(
      await read('Keep.txt'),
      /^csv false/,
      'the format that was picked, whatever the file’s name',
    );
    assert.match(await read('Mask.txt'), /^csv true/);
  });
});
