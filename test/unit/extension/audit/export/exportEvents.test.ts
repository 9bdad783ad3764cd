import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyValueChoice } from '../../../../../src/core/audit/query/editQuery.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../../src/core/service/types.ts';
import { Uri, window } from '../../fakeVscode.ts';
import { connectionOf, fakeService, fileOf, partsOf, shownOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../../src/extension/audit/actions/trailActions.ts'
);

const page = (...ids: string[]): Partial<AuditPage> => ({
  events: ids.map((changeID) => toAuditEvent({ context: { changeID } })),
  nextOps: { changeID: ids.at(-1) ?? '' },
});

describe('audit events written to a file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Two loaded events, and their export. */
  async function loaded() {
    const { model, deps, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    asked[0]?.answer(page('d', 'c'));
    await loading;
    const said: string[] = [];
    const say = (text: string) => Promise.resolve(void said.push(text));
    const all = {
      ...deps,
      settings: { ...deps.settings, isLiteralMaskingEnabled: () => false },
      messages: { info: say, warn: say, error: say, confirm: () => Promise.resolve(true) },
    };
    const parts = partsOf({ model, deps }, all);
    const write = (path: string): unknown => trailCommands(parts)['vaultsql.audit.export']?.(Uri.file(path));
    return { model, asked, said, write };
  }
  /** One loaded event with a literal in its query, and its export by hand: with this format, to `path`. */
  async function exportByHand(
    path: string,
    formatLabel: string,
    literals: 'Mask literals' | 'Keep literals',
  ) {
    const { model, deps, asked } = fakeService({ ...connectionOf('a'), environment: 'production' });
    Object.assign(deps.settings, { isLiteralMaskingEnabled: () => false });
    const loading = model.requests.loadNewest();
    const content = "SELECT id FROM persons WHERE name = 'Ada'";
    const request = { data: { content }, actionType: 'READ' };
    asked[0]?.answer({ events: [toAuditEvent({ context: { changeID: 'd' }, request })] });
    await loading;
    const [event] = await shownOf(model);
    model.masking.reveal(event ?? assert.fail('no event'));
    model.filters.setLocalFilters({ question: applyValueChoice([], 'content', [content], 'only') });
    const titles: string[] = [];
    const { showQuickPick } = window;
    Object.assign(window, {
      showQuickPick: async (items: readonly { label: string }[], { title = '' }: { title?: string }) => {
        titles.push(title);
        return items.find(({ label }) => label === formatLabel || label === literals);
      },
      showSaveDialog: async () => Uri.file(path),
    });
    const say = async () => undefined;
    const all = {
      ...deps,
      settings: { ...deps.settings, isLiteralMaskingEnabled: () => false },
      messages: { info: say, warn: say, error: say, confirm: async () => true },
    };
    const parts = partsOf({ model, deps }, all);
    try {
      assert.equal(await trailCommands(parts)['vaultsql.audit.export']?.(), true);
    } finally {
      Object.assign(window, { showQuickPick, showSaveDialog: undefined });
    }
    const manifest = JSON.parse(await readFile(`${path}.manifest.json`, 'utf8'));
    return { titles, manifest, text: await readFile(path, 'utf8') };
  }

  it('have the format that was picked, however their file is named', async () => {
    for (const name of ['events', 'events.txt', 'events.json']) {
      const path = join(folder, name);
      const { text, manifest } = await exportByHand(path, 'CSV', 'Mask literals');
      assert.match(text, /^\W?\w+,/, name);
      assert.equal(manifest.format, 'csv', name);
    }
  });

  it('are masked as chosen for the file, whatever the setting is and whichever event is revealed', async () => {
    const masked = await exportByHand(join(folder, 'masked.ndjson'), 'NDJSON', 'Mask literals');
    assert.ok(masked.titles.includes('Literals in the exported queries'));
    assert.doesNotMatch(masked.text, /Ada/);
    assert.equal(masked.manifest.literalsMasked, true);
    assert.equal(masked.manifest.filtersOverLoadedEvents, 'query:•••');
    assert.doesNotMatch(JSON.stringify(masked.manifest), /Ada/);
    const plain = await exportByHand(join(folder, 'plain.ndjson'), 'NDJSON', 'Keep literals');
    assert.match(plain.text, /Ada/);
    assert.match(plain.manifest.filtersOverLoadedEvents, /name = 'Ada'/);
    assert.equal(plain.manifest.literalsMasked, false);
  });

  it('of an opened file are masked where a command names the file: they may come from production', async () => {
    const { model, write } = await loaded();
    const literalsMasked = async (name: string): Promise<boolean> => {
      const path = join(folder, name);
      assert.equal(await write(path), true);
      return JSON.parse(await readFile(`${path}.manifest.json`, 'utf8')).literalsMasked;
    };
    assert.equal(await literalsMasked('of-test.ndjson'), false);
    model.source.displayOpenedFile(
      fileOf(model, 'events.ndjson', [toAuditEvent({ context: { changeID: 'd' } })]),
    );
    assert.equal(await literalsMasked('of-file.ndjson'), true);
  });

  const lines = async (path: string): Promise<number> =>
    (await readFile(path, 'utf8')).trim().split('\n').length;

  it('are those that were there when the export began, as many as the manifest says', async () => {
    const { model, asked, write } = await loaded();
    const path = join(folder, 'events.ndjson');
    const older = model.requests.loadOlder();
    const writing = write(path);
    asked[1]?.answer(page('b', 'a'));
    await older;
    assert.equal((await shownOf(model)).length, 4);
    assert.equal(await writing, true);
    const manifest = JSON.parse(await readFile(`${path}.manifest.json`, 'utf8')) as { events: number };
    assert.deepEqual([await lines(path), manifest.events], [2, 2]);
  });

  it('are there where their manifest cannot be written, which is said', async () => {
    const { said, write } = await loaded();
    const path = join(folder, 'alone.ndjson');
    await mkdir(`${path}.manifest.json`);
    assert.equal(await write(path), true);
    assert.equal(await lines(path), 2);
    assert.deepEqual(said, [
      'Exported 2 audit events to “alone.ndjson”. No manifest was written: “alone.ndjson.manifest.json” is a folder. Choose another name.',
    ]);
  });

  it('leave no manifest of the file before beside them where theirs cannot be written', async () => {
    const { said, write } = await loaded();
    // So long that its manifest may have the name, and the half-written one may not.
    const path = join(folder, `${'x'.repeat(231)}.ndjson`);
    await writeFile(path, 'before');
    await writeFile(`${path}.manifest.json`, '{}');
    assert.equal(await write(path), true);
    assert.equal(await lines(path), 2);
    assert.match(said.join(), /No manifest was written: “.*” was not written: the name is too long\.$/);
    await assert.rejects(readFile(`${path}.manifest.json`), { code: 'ENOENT' });
  });
});
