import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventText } from '../bench/auditEvents.ts';
import { textQuestion } from '../unit/core/audit/questions.ts';
import {
  connectionOf,
  eventsOf,
  fakeService,
  partsOf,
  provenanceOf,
} from '../unit/extension/audit/fakeModel.ts';
import { executed, progress, Uri } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../src/extension/audit/actions/trailActions.ts'
);
const { AuditFiles } = await import('../../src/extension/audit/files/auditFiles.ts');
const { fileText } = await import('../../src/extension/audit/provenance.ts');

const many = 12_000;

describe('opening a file of audit events', () => {
  let folder: string;
  let large: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
    large = join(folder, 'large.ndjson');
    await writeFile(large, Array.from({ length: many }, (_, n) => `${eventText(n)}\n`).join(''));
  });
  after(() => rm(folder, { recursive: true }));
  // Before, not after: other files of the same run leave reports here too.
  beforeEach(() => {
    progress.cancelAfter = Number.POSITIVE_INFINITY;
    progress.told.length = 0;
    progress.options.length = 0;
  });

  function setUp() {
    const { model, deps } = fakeService(connectionOf('a'));
    const said: string[] = [];
    const asked: string[] = [];
    const answer = { yes: false };
    const confirm = async (text: string): Promise<boolean> => {
      asked.push(text);
      return answer.yes;
    };
    Object.assign(deps, {
      messages: { warn: (text: string) => said.push(text), confirm },
    });
    const files = new AuditFiles(model, deps.messages);
    const commands = trailCommands(partsOf({ model, deps }, { files }));
    const open = (path: string): unknown => commands['vaultsql.audit.import']?.(Uri.file(path));
    return { model, said, asked, answer, open, files };
  }
  async function small(name: string, ...numbers: readonly number[]): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, numbers.map((n) => `${eventText(n)}\n`).join(''));
    return path;
  }

  it('gives others their turn all the while, and tells how far it is', async () => {
    const { model, open } = setUp();
    let turns = 0;
    let isOpening = true;
    const beat = (): void => {
      turns++;
      if (isOpening) setTimeout(beat, 0);
    };
    setTimeout(beat, 0);
    assert.equal(await open(large), true);
    isOpening = false;
    assert.equal((await eventsOf(model)).length, many);
    assert.equal(model.state.file()?.name, 'large.ndjson');
    // In one piece there are two or three.
    assert.ok(turns > 10, `${turns} turns`);
    const told = progress.told as { increment: number; message: string }[];
    // At most ten a second, so that telling takes no time from reading.
    assert.ok(told.length > 0, `${told.length} reports`);
    const sum = told.reduce((before, { increment }) => before + increment, 0);
    assert.ok(sum <= 100, `${sum} percent`);
    assert.deepEqual(
      (progress.options as { cancellable: boolean }[]).map(({ cancellable }) => cancellable),
      [true],
    );
  });

  it('says that it is still loading, and comes to the front with its first events, not again with the last', async () => {
    const { model, open } = setUp();
    executed.length = 0;
    const seen: (readonly [isReading: boolean | undefined, text: string, focused: number])[] = [];
    const focused = (): number => executed.filter(([command]) => command === 'vaultsql.audit.focus').length;
    model.state.onDidChange(() => {
      const file = model.state.file();
      if (file)
        seen.push([file.isReading, fileText(file, model.state.provenance(), model.masking), focused()]);
    });
    assert.equal(await open(large), true);
    const before = seen.slice(0, -1);
    assert.ok(before.length > 0);
    for (const [isReading, text] of before)
      assert.deepEqual([isReading, text], [true, 'from file large.ndjson · still loading']);
    assert.deepEqual(seen.at(-1), [false, 'from file large.ndjson · NDJSON', 1]);
    assert.equal(focused(), 1);
  });

  it('cancelled keeps what was read, and says that it is not all', async () => {
    const { model, said, open } = setUp();
    assert.equal(await open(await small('before.ndjson', 1, 2)), true);
    progress.cancelAfter = 1;
    assert.equal(await open(large), true);
    assert.equal(model.state.file()?.name, 'large.ndjson');
    const { length } = await eventsOf(model);
    assert.ok(length > 0 && length < many, `${length} events`);
    assert.equal(model.state.provenance().loaded, length);
    assert.match(await provenanceOf(model), /not read to the end/);
    assert.deepEqual(said, []);
  });

  it('does not ask to be watched where it takes no time', async () => {
    const { open } = setUp();
    assert.equal(await open(await small('small.ndjson', 1)), true);
    assert.equal((progress.options[0] as { cancellable: boolean }).cancellable, false);
  });

  it('can be cancelled where a small file turns out to be a very large one, unpacked', async () => {
    const { said, open } = setUp();
    const path = join(folder, 'bomb.ndjson.gz');
    await writeFile(path, gzipSync(`${eventText(1)}\n${'{}\n'.repeat(40_000_000)}`));
    const isCancellable = (): boolean =>
      (progress.options as { cancellable: boolean }[]).some(({ cancellable }) => cancellable);
    const pushed = progress.told.push.bind(progress.told);
    // A person has nothing to press before.
    progress.told.push = (...told) => {
      if (isCancellable()) progress.cancelAfter = 0;
      return pushed(...told);
    };
    assert.equal(await open(path), true);
    progress.told.push = pushed;
    progress.cancelAfter = Number.POSITIVE_INFINITY;
    assert.ok(isCancellable());
    assert.match(
      said.join('\n'),
      /^Skipped [\d,]+ entries of bomb\.ndjson\.gz that are not audit events\.[^\n]*$/,
    );
  });

  it('opens those of a folder and of the folders in it, by name, and asks before it opens very many', async () => {
    const { model, said, asked, answer, open, files } = setUp();
    const root = join(folder, 'logs');
    for (const inside of ['2026/02', '2026/01', '.git']) await mkdir(join(root, inside), { recursive: true });
    const line = (n: number): string => `${eventText(n)}\n`;
    await writeFile(join(root, '2026/01/b.ndjson'), line(1));
    await writeFile(join(root, '2026/02/a.JSONL'), line(2));
    for (const other of ['.git/c.json', '.d.ndjson', 'e.txt', '2026/f.ndjson.bak'])
      await writeFile(join(root, other), line(9));
    await symlink(root, join(root, '2026', 'loop'));
    assert.equal(await open(root), true);
    assert.deepEqual(
      [model.state.file()?.name, model.state.provenance().loaded, said],
      ['logs (2 files)', 2, []],
    );
    await writeFile(join(root, '2026/02/z.ndjson'), line(3));
    assert.equal((await files.readAdditionsToFiles()).isMore, true);
    assert.deepEqual([model.state.provenance().loaded, asked], [3, []]);
    for (let n = 0; n < 200; n++) await writeFile(join(root, `2026/${n}.ndjson`), 'other');
    assert.equal(await open(root), false);
    assert.deepEqual(asked, ['Open logs (203 files)?']);
    answer.yes = true;
    assert.equal(await open(root), true);
    assert.equal(model.state.provenance().loaded, 3);
    assert.deepEqual(said, [
      'Could not open 2026/0.ndjson: not an NDJSON, JSON, CSV, or Parquet export of audit events. 199 more messages about these files.',
    ]);
    const empty = join(folder, 'empty');
    await mkdir(empty);
    said.length = 0;
    assert.equal(await open(empty), false);
    assert.deepEqual(said, ['Could not open empty (0 files): no files of audit events.']);
  });

  it('opens several at once, and those of a folder: each event once, under one name', async () => {
    const { model, said, open } = setUp();
    const inside = join(folder, 'inside');
    await mkdir(inside);
    await writeFile(join(inside, 'b.ndjson'), [3, 2].map((n) => `${eventText(n)}\n`).join(''));
    await writeFile(join(inside, 'a.json.gz'), gzipSync(`[${[2, 1].map((n) => eventText(n)).join()}]`));
    await writeFile(join(inside, 'a.json.gz.manifest.json'), '{}');
    await writeFile(join(inside, 'notes.txt'), 'other');
    assert.equal(await open(inside), true);
    assert.equal((await eventsOf(model)).length, 3);
    assert.equal(model.state.file()?.name, 'inside (2 files)');
    assert.deepEqual([said, model.state.file()?.doubts, model.state.file()?.isReading], [[], [], false]);
  });

  it('names what is skipped by line and cause, and a file among others that has no events', async () => {
    const { model, said, open } = setUp();
    const mixed = join(folder, 'mixed');
    await mkdir(mixed);
    await writeFile(join(mixed, 'a.ndjson'), `${eventText(1)}\nno JSON\n{"a":1}\n`);
    await writeFile(join(mixed, 'b.ndjson.gz'), 'no gzip');
    assert.equal(await open(mixed), true);
    assert.equal((await eventsOf(model)).length, 1);
    assert.deepEqual(said, [
      'Skipped 2 entries of a.ndjson that are not audit events. Line 2: not JSON.',
      'Could not open b.ndjson.gz: not an NDJSON, JSON, CSV, or Parquet export of audit events.',
    ]);
    assert.match(await provenanceOf(model), /not read to the end/);
  });

  it('changed since its manifest was written is opened, and that is said as long as it is shown', async () => {
    const { model, said, open } = setUp();
    const text = `${eventText(1)}\n`;
    const path = join(folder, 'kept.ndjson');
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(`${path}.manifest.json`, JSON.stringify({ kind: 'audit-events', sha256 }));
    await writeFile(path, text);
    assert.equal(await open(path), true);
    const line = (): Promise<string> => provenanceOf(model);
    assert.doesNotMatch(await line(), /manifest/);
    assert.deepEqual([said, model.state.file()?.doubts], [[], []]);
    await writeFile(path, text.replace(/"actor":"[^"]*"/, '"actor":"other"'));
    assert.equal(await open(path), true);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^kept\.ndjson does not match its manifest/);
    assert.match(await line(), /does not match its manifest/);
    // Exported again it is as its new manifest says, which tells of the doubt.
    const again = JSON.stringify({
      kind: 'audit-events',
      sha256,
      doubts: model.state.file()?.doubts,
    });
    await writeFile(`${path}.manifest.json`, again);
    await writeFile(path, text);
    assert.equal(await open(path), true);
    assert.match(await line(), /exported from a changed or incomplete file/);
    assert.equal(await open(await small('other.ndjson', 1)), true);
    assert.doesNotMatch(await line(), /manifest/);
  });

  it('that breaks off is opened as far as it goes, and that is said', async () => {
    const { model, said, open } = setUp();
    const list = Buffer.from(`[${[1, 2, 3].map((n) => eventText(n)).join(',\n')},{"request":{"x":"é"}}]`);
    // Within the letter of two bytes.
    const bytes = list.subarray(0, list.indexOf(0xc3) + 1);
    const path = join(folder, 'broken.json');
    await writeFile(path, bytes);
    assert.equal(await open(path), true);
    assert.equal((await eventsOf(model)).length, 3);
    assert.deepEqual(said, ['broken.json is truncated at line 3. Only complete events were opened.']);
    assert.match(await provenanceOf(model), /truncated/);
  });

  it('is read on in the same listing, with what it is filtered by, and says as long as that holds that it is gone', async () => {
    const { model, said, open, files } = setUp();
    const path = await small('growing.ndjson', 1, 2);
    assert.equal(await open(path), true);
    const listing = model.state.getListingNumber();
    let changes = 0;
    model.state.onDidChange(() => changes++);
    const nothing = { isMore: false, isOver: false };
    assert.deepEqual([await files.readAdditionsToFiles(), changes], [nothing, 0]);
    model.filters.setLocalFilters({ question: textQuestion('credit_cards') });
    await small('growing.ndjson', 1, 2, 3, 4);
    const both = await Promise.all([files.readAdditionsToFiles(), files.readAdditionsToFiles()]);
    assert.deepEqual(both, [
      { isMore: true, isOver: false },
      { isMore: true, isOver: false },
    ]);
    assert.deepEqual([model.state.provenance().loaded, model.state.getListingNumber()], [4, listing]);
    assert.deepEqual(model.filters.getAppliedFilters().local.question, textQuestion('credit_cards'));
    await rm(path);
    for (const _ of [1, 2])
      assert.deepEqual(await files.readAdditionsToFiles(), {
        isMore: false,
        isOver: true,
      });
    assert.match(await provenanceOf(model), /file changed since/);
    assert.deepEqual(said, ['growing.ndjson no longer exists. Its events stay.'], 'once');
    await small('growing.ndjson', 1, 2, 3, 4);
    await files.readAdditionsToFiles();
    assert.doesNotMatch(await provenanceOf(model), /changed since/);
    model.source.displayEmptyListing();
    assert.deepEqual(await files.readAdditionsToFiles(), { isMore: false, isOver: true }, 'closed');
  });

  it('says what is wrong with a file, and leaves what was shown', async () => {
    const { model, said, open } = setUp();
    assert.equal(await open(await small('before.ndjson', 1, 2)), true);
    const bytes = join(folder, 'bytes.json');
    await writeFile(bytes, new Uint8Array([0x5b, 0xff, 0xfe]));
    const cut = join(folder, 'cut.json');
    await writeFile(cut, new Uint8Array([0x5b, 0x22, 0xc3]));
    for (const path of [bytes, cut, join(folder, 'none.json')]) assert.equal(await open(path), false);
    assert.deepEqual(said, [
      'Could not open bytes.json: not a text file.',
      'Could not open cut.json: not a text file.',
      'Could not open none.json: not readable (ENOENT).',
    ]);
    assert.equal((await eventsOf(model)).length, 2);
  });
});
