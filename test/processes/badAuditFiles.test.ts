/** Files that are not what they should be, read in the real thread: what is there after, and what is said of the rest. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ThreadTrail } from '../../src/extension/audit/sources/threadTrail.ts';
import { eventText } from '../bench/auditEvents.ts';
import { connectionOf, eventsOf, fakeServiceOver, provenanceOf } from '../unit/extension/audit/fakeModel.ts';
import { Uri } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';

const { AuditFiles } = await import('../../src/extension/audit/files/auditFiles.ts');
const entry = fileURLToPath(new URL('../../src/extension/audit/sources/worker.ts', import.meta.url));

const lines = (...numbers: readonly number[]): string => numbers.map((n) => `${eventText(n)}\n`).join('');
const list = (...numbers: readonly number[]): string =>
  `[\n${numbers.map((n) => eventText(n)).join(',\n')}\n]\n`;
const many = Array.from({ length: 3_000 }, (_, n) => n);
/** Longer than an event may be. */
const long = `{"context":{"changeID":"${'x'.repeat(100 * 1024 * 1024)}"}}`;
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

interface Bad {
  readonly name: string;
  readonly content: string | Buffer;
  /** Events that are there after; some, where that depends on the compression. */
  readonly loaded: number | 'some';
  readonly said: string | RegExp;
  readonly provenance?: RegExp;
}

const cases: readonly Bad[] = [
  {
    name: 'cut.ndjson',
    content: lines(1, 2) + eventText(3).slice(0, 99),
    loaded: 2,
    said: 'cut.ndjson is truncated at line 3. Only complete events were opened.',
    provenance: /truncated/,
  },
  {
    name: 'cut.json',
    content: list(1, 2, 3).slice(0, -99),
    loaded: 2,
    said: 'cut.json is truncated at line 4. Only complete events were opened.',
    provenance: /truncated/,
  },
  {
    name: 'long.ndjson',
    content: `${lines(1)}${long}\n${lines(2)}`,
    loaded: 2,
    said: 'Skipped 1 entry of long.ndjson that is not an audit event. Line 2: longer than 64 MB.',
    provenance: /some entries skipped/,
  },
  {
    name: 'long.json',
    content: `[${eventText(1)},\n${long},\n${eventText(2)}]`,
    loaded: 2,
    said: 'Skipped 1 entry of long.json that is not an audit event. Line 2: longer than 64 MB.',
    provenance: /some entries skipped/,
  },
  {
    name: 'between.ndjson',
    content: `${lines(1)}\nnot JSON\n{"a":1}\n${lines(2)}`,
    loaded: 2,
    said: 'Skipped 2 entries of between.ndjson that are not audit events. Line 3: not JSON.',
    provenance: /some entries skipped/,
  },
  {
    name: 'lines-then-list.ndjson',
    content: lines(1, 2) + list(3, 4),
    loaded: 3,
    said: /^Skipped 3 entries of lines-then-list.ndjson .* Line 3: not JSON\.$/,
    provenance: /some entries skipped/,
  },
  {
    name: 'list-then-lines.json',
    content: list(1, 2) + lines(3, 4),
    loaded: 2,
    said: 'list-then-lines.json: no list of events from line 4 on. Only those before were opened.',
    provenance: /not read to the end/,
  },
  {
    name: 'lines-in-list.json',
    content: `[${eventText(1)},\n${eventText(2)}\n${lines(3)}]`,
    loaded: 1,
    said: 'lines-in-list.json: no list of events from line 2 on. Only those before were opened.',
    provenance: /not read to the end/,
  },
  {
    name: 'cut.ndjson.gz',
    content: half(gzipSync(lines(...many))),
    loaded: 'some',
    said: /^cut\.ndjson\.gz was read only up to line [\d,]+: the compressed data is damaged\.$/,
    provenance: /truncated/,
  },
  {
    name: 'cut.ndjson.zst',
    content: half(zstdCompressSync(lines(...many))),
    loaded: 'some',
    said: /^cut\.ndjson\.zst was read only up to line [\d,]+: the compressed data is damaged\.$/,
    provenance: /truncated/,
  },
  {
    name: 'none.ndjson.gz',
    content: 'no gzip',
    loaded: 0,
    said: 'Could not open none.ndjson.gz: not an NDJSON, JSON, CSV, or Parquet export of audit events.',
  },
  {
    name: 'damaged.ndjson.gz',
    content: Buffer.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6),
    loaded: 0,
    said: 'Could not open damaged.ndjson.gz: the compressed data is damaged.',
  },
  {
    name: 'damaged.ndjson.zst',
    content: Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 255, 255, 255),
    loaded: 0,
    said: 'Could not open damaged.ndjson.zst: the compressed data is damaged.',
  },
  {
    name: 'elsewhere.csv',
    content: 'date,user,what\n1,2,3\n',
    loaded: 0,
    said: 'Could not open elsewhere.csv: not a CSV export of audit events. Missing columns: time, code, actor, content, changeID.',
  },
  {
    name: 'bytes.json',
    content: Buffer.of(0x5b, 0xff, 0xfe),
    loaded: 0,
    said: 'Could not open bytes.json: not a text file.',
  },
  {
    // As some shells write what is redirected to a file.
    name: 'wide.ndjson',
    content: Buffer.from(`\ufeff${lines(1, 2)}`, 'utf16le'),
    loaded: 0,
    said: 'Could not open wide.ndjson: UTF-16 text. Save it as UTF-8.',
  },
  {
    name: 'wide.json',
    content: Buffer.from(list(1), 'utf16le').swap16(),
    loaded: 0,
    said: 'Could not open wide.json: UTF-16 text. Save it as UTF-8.',
  },
  {
    name: 'empty.ndjson',
    content: '',
    loaded: 0,
    said: 'Could not open empty.ndjson: no events.',
  },
];

describe('a bad file of audit events', () => {
  let folder: string;
  const threads: ThreadTrail[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-bad-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.dispose();
  });

  function setUp() {
    const trail = new ThreadTrail(entry, (error) => assert.fail(String(error)));
    threads.push(trail);
    const { model, deps } = fakeServiceOver(trail, connectionOf('a'));
    const said: string[] = [];
    Object.assign(deps.messages, { warn: (text: string) => said.push(text) });
    const files = new AuditFiles(model, deps.messages);
    const open = (...names: readonly string[]) =>
      files.openFilesAndFolders(names.map((name) => Uri.file(join(folder, name)) as never));
    return { model, said, open };
  }

  for (const { name, content, loaded, said: expected, provenance } of cases)
    it(`${name}: what can be read is there, and one sentence names file and cause`, async () => {
      const { model, said, open } = setUp();
      await writeFile(join(folder, name), content);
      assert.equal(await open(name), loaded !== 0);
      await rm(join(folder, name));
      const { length } = await eventsOf(model);
      if (loaded === 'some') assert.ok(length > 0 && length < many.length, `${length} events`);
      else assert.equal(length, loaded);
      assert.equal(said.length, 1, said.join('\n'));
      if (typeof expected === 'string') assert.equal(said[0], expected);
      else assert.match(said[0] ?? '', expected);
      if (provenance) assert.match(await provenanceOf(model), provenance);
    });

  it('leaves the others that are opened with it', async () => {
    const { model, said, open } = setUp();
    await writeFile(join(folder, 'good.ndjson'), lines(1, 2));
    await symlink(join(folder, 'round'), join(folder, 'round'));
    assert.equal(await open('gone.ndjson', 'good.ndjson', 'round'), true);
    assert.deepEqual(said, [
      'Could not open gone.ndjson: not readable (ENOENT).',
      'Could not open round: not readable (ELOOP).',
    ]);
    assert.equal((await eventsOf(model)).length, 2);
    assert.match(await provenanceOf(model), /not read to the end/);
  });

  if (process.platform !== 'win32')
    it('that is a named pipe or a device is not waited for', async () => {
      const { said, open } = setUp();
      execFileSync('mkfifo', [join(folder, 'pipe.ndjson')]);
      await symlink('/dev/zero', join(folder, 'zero.ndjson'));
      assert.equal(await open('pipe.ndjson', 'zero.ndjson'), false);
      assert.deepEqual(said, ['Could not open pipe.ndjson: not readable (EINVAL).']);
    });
});
