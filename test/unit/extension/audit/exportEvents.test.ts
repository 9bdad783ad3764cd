import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { AuditPage } from '../../../../src/core/service/types.ts';
import type { AuditContext } from '../../../../src/extension/audit/context.ts';
import { Uri } from '../fakeVscode.ts';
import { connectionOf, fakeService, shownOf } from './fakeFeed.ts';
import '../withVscode.ts';

const { fileCommands } = await import('../../../../src/extension/audit/commands/fileCommands.ts');

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
    const { feed, deps, asked } = fakeService(connectionOf('a'));
    const loading = feed.load();
    asked[0]?.answer(page('d', 'c'));
    await loading;
    const said: string[] = [];
    const say = (text: string) => Promise.resolve(void said.push(text));
    const all = {
      ...deps,
      settings: { ...deps.settings, maskLiterals: () => false },
      messages: { info: say, warn: say, error: say, confirm: () => Promise.resolve(true) },
    };
    const context = { feed, deps: all, options: feed.masking } as unknown as AuditContext;
    const write = (path: string): unknown => fileCommands(context)['vaultsql.audit.export']?.(Uri.file(path));
    return { feed, asked, said, write };
  }
  const lines = async (path: string): Promise<number> =>
    (await readFile(path, 'utf8')).trim().split('\n').length;

  it('are those that were there when the export began, as many as the manifest says', async () => {
    const { feed, asked, write } = await loaded();
    const path = join(folder, 'events.ndjson');
    const older = feed.loadOlder();
    const writing = write(path);
    asked[1]?.answer(page('b', 'a'));
    await older;
    assert.equal((await shownOf(feed)).length, 4);
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
      'Audit events exported to alone.ndjson, without a manifest: “alone.ndjson.manifest.json” is a folder. Choose another name.',
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
    assert.match(said.join(), /without a manifest: “.*” was not written: the name is too long\.$/);
    await assert.rejects(readFile(`${path}.manifest.json`), { code: 'ENOENT' });
  });
});
