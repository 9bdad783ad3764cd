import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import * as vscode from 'vscode';
import { type ExportFormat, exportFormats } from '../../src/core/results/export/formats.ts';
import { createEmptyResult } from '../../src/core/results/loading/result.ts';
import { createMask } from '../../src/core/results/view/mask.ts';
import { createNumberedView } from '../../src/core/results/view/view.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { FormatChoices } from '../../src/extension/export/exportable.ts';
import type { ExportBundle } from '../../src/extension/export/load.ts';
import { type WriteOutcome, writeExport } from '../../src/extension/export/writeExport.ts';
import { FileSinks } from '../../src/extension/platform/fileSink.ts';
import { describeWriteError } from '../../src/extension/platform/writeProblem.ts';
import type { ChosenSource } from '../../src/extension/results/export/chooseRows.ts';
import { createExportable, exportResult } from '../../src/extension/results/export/exportResult.ts';
import type { ExportSource } from '../../src/extension/results/exportSource.ts';
import { record } from '../unit/core/results/loading/records.ts';

const exporter = createRequire(join(process.env.VAULTSQL_TEST_ROOT ?? '', 'dist', 'export.cjs'))(
  './export.cjs',
) as ExportBundle;

/** As many rows as wanted; the names are what a mask is to hide. */
function sourceOf(count: number, masked = true): ChosenSource {
  const result = createEmptyResult({ pageSize: 25 });
  for (let page = 0; page * 25 < count; page++) {
    const rows = Math.min(25, count - page * 25);
    const records = Array.from({ length: rows }, (_, at) =>
      record({ id: page * 25 + at, name: `secret name ${page * 25 + at}`, note: at === 0 ? null : '=1+1' }),
    );
    result.addResponse(page, { records });
  }
  const mask = createMask({
    mode: masked ? 'declared' : 'none',
    environment: 'test',
    isDeclared: (column) => column === 1,
    now: Date.now,
  });
  const vault = { id: 'v1', name: '../customers: "x"' };
  return {
    rows: result.snapshot(),
    isValueMasked: mask.createSnapshotTest(),
    target: {
      vault,
      connection: {
        name: 'sandbox',
        environment: 'test',
        baseUrl: 'https://vault.example',
        accountID: 'a',
        vaults: [vault],
        auth: { kind: 'token' },
      },
    },
    statement: 'SELECT id, name, note FROM persons',
    startedAt: Date.UTC(2026, 10, 20, 10, 0, 0),
    chosen: 'loaded',
    loadedRowCount: count,
    isComplete: true,
    repeatedRows: 2,
    duplicatesInPage: false,
    rowsAfterEnd: 0,
    offsetIgnored: false,
  };
}

describe('exporting a result', () => {
  let folder = '';
  let said: string[] = [];
  const note = async (text: string): Promise<void> => void said.push(text);
  const fileSinks = new FileSinks();
  const deps = {
    fileSinks,
    loadExport: () => exporter,
    context: { subscriptions: [] },
    messages: { info: note, warn: note, error: note, confirm: async () => false },
  } as unknown as Deps;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'export-'));
    said = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
  const csv = { format: 'csv', options: {}, manifest: false } as const;

  interface Request {
    readonly source: ChosenSource;
    readonly choices: FormatChoices & { readonly format: ExportFormat };
    readonly isPlainText: boolean;
    readonly uri: vscode.Uri;
    readonly isCancelled?: () => boolean;
    readonly onProgress?: () => void;
  }
  /** Writes without asking anything. */
  const write = ({ source, choices, isPlainText, ...request }: Request): Promise<WriteOutcome> =>
    writeExport(fileSinks, {
      ...request,
      exportable: createExportable(source),
      choices: { ...choices, isMasked: !isPlainText, file: '' },
    });

  it('writes every format, whole, with nothing beside it, and says how many rows', async () => {
    const source = sourceOf(60);
    for (const { format, extension } of exportFormats) {
      const uri = uriOf(`rows.${extension}`);
      const answer = await exportResult(deps, source, { format, uri });
      assert.ok(answer.kind === 'done', format);
      assert.equal(answer.rows, 60);
      const bytes = readFileSync(uri.fsPath);
      assert.equal(answer.bytes, bytes.length);
      assert.equal(answer.sha256, createHash('sha256').update(bytes).digest('hex'));
      if (format !== 'xlsx') assert.match(bytes.toString('latin1'), /\[masked\\?\]/, format);
      assert.doesNotMatch(bytes.toString('latin1'), /secret name/, format);
      assert.equal(said.pop(), `Exported 60 rows to “rows.${extension}”.`);
    }
    assert.deepEqual(
      readdirSync(folder).sort(),
      exportFormats.map(({ extension }) => `rows.${extension}`).sort(),
    );
    const file = readFileSync(join(folder, 'rows.parquet'));
    const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer });
    assert.deepEqual(rows[1], { id: 1n, name: '[masked]', note: '=1+1' });
    const [head, first, second] = readFileSync(join(folder, 'rows.csv'), 'utf8').split('\r\n');
    assert.deepEqual([head, first, second], ['id,name,note', '0,[masked],', "1,[masked],'=1+1"]);
  });

  it('a manifest says how many rows are in the file, in every format', async () => {
    for (const { format, extension } of exportFormats) {
      const uri = uriOf(`counted.${extension}`);
      const answer = await exportResult(deps, sourceOf(5_000), { format, uri, manifest: true });
      assert.ok(answer.kind === 'done' && answer.manifest, format);
      assert.equal(JSON.parse(readFileSync(answer.manifest.fsPath, 'utf8')).rows, 5_000, format);
    }
  });

  it('a manifest says what the file holds and what it is worth', async () => {
    const uri = uriOf('rows.csv');
    const answer = await exportResult(deps, sourceOf(30), { format: 'csv', uri, manifest: true });
    assert.ok(answer.kind === 'done' && answer.manifest);
    const manifest = JSON.parse(readFileSync(answer.manifest.fsPath, 'utf8'));
    const { askedAt, exportedAt, ...rest } = manifest;
    assert.equal(Date.parse(askedAt), Date.UTC(2026, 10, 20, 10, 0, 0));
    assert.ok(Math.abs(Date.parse(exportedAt) - Date.now()) < 60_000);
    const bytes = readFileSync(uri.fsPath);
    assert.deepEqual(rest, {
      manifestVersion: 1,
      file: 'rows.csv',
      format: 'csv',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      connection: 'sandbox',
      environment: 'test',
      vaultID: 'v1',
      query: 'SELECT id, name, note FROM persons',
      rows: 30,
      rowsChosen: 'loaded',
      loadedRows: 30,
      columns: ['id', 'name', 'note'],
      complete: true,
      repeatedRows: 2,
      duplicatesInPage: false,
      rowsAfterEnd: 0,
      offsetIgnored: false,
      maskedColumns: ['name'],
      plainTextColumns: [],
      cutCells: 0,
    });
  });

  it('writes the rows shown in the order shown, all that are loaded, or the selection', async () => {
    const source = sourceOf(60);
    const { rows } = source;
    // Revealed in row 42 alone, wherever it is shown.
    const isValueMasked = (number: number, column: number) => column === 1 && number !== 42;
    const shown = createNumberedView(rows, [59, 41, 0]);
    const selection = { rows: createNumberedView(shown, [1, 2]), columns: [1, 0] };
    const arranged = { ...source, isValueMasked, displayedRows: shown, isSortedOrFiltered: true, selection };
    const written = async (from: ExportSource, argument: object): Promise<[string[], unknown]> => {
      const uri = uriOf(`${readdirSync(folder).length}.csv`);
      const answer = await exportResult(deps, from, { format: 'csv', uri, manifest: true, ...argument });
      assert.ok(answer.kind === 'done' && answer.manifest);
      const lines = readFileSync(uri.fsPath, 'utf8').trimEnd().split('\r\n').slice(1);
      const facts = JSON.parse(readFileSync(answer.manifest.fsPath, 'utf8'));
      assert.equal(answer.rows, lines.length);
      return [lines, [facts.rowsChosen, facts.rows, facts.loadedRows, facts.complete]];
    };
    const inOrder = ["59,[masked],'=1+1", "41,secret name 41,'=1+1", '0,[masked],'];
    assert.deepEqual(await written(arranged, {}), [inOrder, ['shown', 3, 60, false]]);
    assert.deepEqual(await written(arranged, { rows: 'selection' }), [
      ['secret name 41,41', '[masked],0'],
      ['selection', 2, 60, false],
    ]);
    const [all, facts] = await written(arranged, { rows: 'loaded' });
    assert.deepEqual([all.length, all[41], facts], [60, inOrder[1], ['loaded', 60, 60, true]]);
    // A page is no choice of rows: a command that names the file takes what is loaded.
    const [paged] = await written({ ...arranged, isSortedOrFiltered: false }, {});
    assert.equal(paged.length, 60);
    const none = { ...arranged, displayedRows: createNumberedView(rows, []) };
    assert.equal((await exportResult(deps, none, { format: 'csv', uri: uriOf('none.csv') })).kind, 'empty');
  });

  it('arguments never decide to write masked values, or to replace a file', async () => {
    const uri = uriOf('rows.csv');
    writeFileSync(uri.fsPath, 'old');
    const answer = await exportResult(deps, sourceOf(5), {
      format: 'csv',
      uri,
      plain: true,
      maskedColumns: [],
    });
    assert.deepEqual([answer.kind, readFileSync(uri.fsPath, 'utf8')], ['dismissed', 'old']);
  });

  it('plain text and hidden columns are as the person chose', async () => {
    const uri = uriOf('rows.tsv');
    const choices = { format: 'tsv', options: { nullText: 'NULL', header: false }, manifest: false } as const;
    const source = { ...sourceOf(2), columns: [2, 1] };
    const written = await write({
      source,
      choices,
      isPlainText: true,
      uri,
    });
    assert.equal(written.kind, 'done');
    assert.equal(readFileSync(uri.fsPath, 'utf8'), "NULL\tsecret name 0\n'=1+1\tsecret name 1\n");
  });

  it('a cancel leaves the old file as it was and nothing beside it', async () => {
    const uri = uriOf('rows.csv');
    writeFileSync(uri.fsPath, 'old');
    const cancel = new AbortController();
    const seen: string[][] = [];
    const onProgress = (): void => {
      seen.push(readdirSync(folder));
      cancel.abort();
    };
    const request = {
      source: sourceOf(20_000),
      choices: csv,
      isPlainText: false,
      uri,
    };
    const written = await write({ ...request, isCancelled: () => cancel.signal.aborted, onProgress });
    assert.equal(written.kind, 'cancelled');
    assert.deepEqual(seen, [['rows.csv', 'rows.csv.part']]);
    assert.deepEqual([readdirSync(folder), readFileSync(uri.fsPath, 'utf8')], [['rows.csv'], 'old']);
  });

  it('two exports to one name do not mix, and a link is followed, not replaced', async () => {
    const real = uriOf('real.csv');
    writeFileSync(real.fsPath, 'old', { mode: 0o640 });
    symlinkSync(real.fsPath, join(folder, 'link.csv'));
    const request = {
      source: sourceOf(3000),
      choices: csv,
      isPlainText: true,
      uri: uriOf('link.csv'),
    };
    const both = await Promise.all([write(request), write({ ...request, source: sourceOf(2000) })]);
    assert.deepEqual(
      both.map((one) => one.kind === 'done' && one.rows),
      [3000, 2000],
    );
    assert.deepEqual(readdirSync(folder).sort(), ['link.csv', 'real.csv']);
    const hash = createHash('sha256').update(readFileSync(real.fsPath)).digest('hex');
    assert.ok(both.some((one) => one.kind === 'done' && one.sha256 === hash));
    // What others could read before they can't read now.
    assert.equal(statSync(real.fsPath).mode & 0o777, 0o600);
  });

  it('a new file is for its owner alone', async () => {
    const uri = uriOf('rows.csv');
    await write({
      source: sourceOf(1),
      choices: csv,
      isPlainText: true,
      uri,
    });
    assert.equal(statSync(uri.fsPath).mode & 0o777, 0o600);
  });

  it('a place that cannot be written is said in a sentence, and nothing is left', async () => {
    mkdirSync(join(folder, 'folder.csv'));
    writeFileSync(join(folder, 'file'), '');
    const cases: readonly (readonly [string, RegExp])[] = [
      ['folder.csv', /is a folder/],
      ['missing/rows.csv', /the folder no longer exists/],
      ['file/rows.csv', /the folder no longer exists/],
      [`${'x'.repeat(300)}.csv`, /too long/],
    ];
    for (const [name, sentence] of cases) {
      const answer = await exportResult(deps, sourceOf(5), { format: 'csv', uri: uriOf(name) });
      // What is there already is not replaced without a question, which is answered with no here.
      if (answer.kind === 'dismissed') {
        const written = await write({
          source: sourceOf(5),
          choices: csv,
          isPlainText: true,
          uri: uriOf(name),
        });
        assert.ok(written.kind === 'failed');
        assert.match(written.text, sentence);
        continue;
      }
      assert.ok(answer.kind === 'failed', name);
      assert.match(answer.text, sentence);
      assert.equal(said.pop(), answer.text);
    }
    assert.deepEqual(readdirSync(folder).sort(), ['file', 'folder.csv']);
    for (const code of ['ENOSPC', 'EACCES', 'EROFS', 'EBUSY', 'EIO']) {
      const text = describeWriteError(Object.assign(new Error('/secret/path'), { code }), 'rows.csv');
      assert.match(text, /rows\.csv/);
      assert.doesNotMatch(text, /secret/);
    }
  });

  it('a manifest that cannot be written is said; the rows are there', async () => {
    mkdirSync(join(folder, 'rows.csv.manifest.json'));
    const answer = await exportResult(deps, sourceOf(5), {
      format: 'csv',
      uri: uriOf('rows.csv'),
      manifest: true,
    });
    assert.ok(answer.kind === 'done' && answer.manifest === undefined);
    assert.match(said.pop() ?? '', /Exported 5 rows.*No manifest was written: .*is a folder/);
    assert.ok(statSync(join(folder, 'rows.csv')).size > 0);
  });

  it('rows that were closed while the file was written are in it all the same', async () => {
    const result = createEmptyResult({ pageSize: 25 });
    for (let page = 0; page < 400; page++) {
      result.addResponse(page, {
        records: Array.from({ length: 25 }, (_, at) => record({ id: page * 25 + at })),
      });
    }
    const source = { ...sourceOf(0), rows: result.snapshot() };
    const uri = uriOf('rows.ndjson');
    const choices = { format: 'ndjson', options: {}, manifest: false } as const;
    const writing = write({ source, choices, isPlainText: true, uri });
    result.close();
    const written = await writing;
    assert.ok(written.kind === 'done' && written.rows === 10_000);
    assert.equal(readFileSync(uri.fsPath, 'utf8').split('\n').length, 10_001);
  });

  it('what cannot be exported is said', async () => {
    assert.equal(
      (await exportResult(deps, sourceOf(0), { format: 'csv', uri: uriOf('x.csv') })).kind,
      'empty',
    );
    assert.match(said.pop() ?? '', /^No rows/);
    const source = { ...sourceOf(5), columns: [] };
    const answer = await exportResult(deps, source, { format: 'parquet', uri: uriOf('x.parquet') });
    assert.ok(answer.kind === 'failed');
    assert.match(answer.text, /at least one column/);
    assert.deepEqual(readdirSync(folder), []);
  });
});
