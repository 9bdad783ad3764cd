import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputRecord } from '../../../../src/core/audit/handover/records.ts';
import { openFileSink } from '../../../../src/node/sinks/fileSink.ts';

const gap = (id: string): OutputRecord => ({
  kind: 'gap',
  gap: { id, isOpenEnded: true, foundAt: '2026-01-01T00:00:00.000Z' },
});
const toLine = (record: OutputRecord): string => (record.kind === 'gap' ? `${record.gap.id}\n` : '');

describe('file sink', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-sql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let now = Date.UTC(2026, 0, 1);
  const open = (prefix: string, rotateBytes = 1000, rotateMs = 60_000) =>
    openFileSink({ folder, prefix, toLine, rotateBytes, rotateMs, now: () => now });
  const files = (prefix: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${prefix}-`))
      .sort();
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('continues its newest file, and cuts off a torn line only', async () => {
    const sink = await open('torn');
    await sink.write([gap('one'), gap('two')]);
    await sink.close();
    const [name = ''] = files('torn');
    assert.equal(name, 'torn-20260101T000000Z-000001.ndjson');
    appendFileSync(join(folder, name), 'x'.repeat(200_000));
    const again = await open('torn');
    assert.equal(text(name), 'one\ntwo\n');
    await again.write([gap('three')]);
    await again.close();
    assert.equal(text(name), 'one\ntwo\nthree\n');
    assert.deepEqual(files('torn'), [name]);
  });

  it('cuts off a file that is one torn line', async () => {
    writeFileSync(join(folder, 'only-20260101T000000Z-000001.ndjson'), 'no end');
    await (await open('only')).close();
    assert.equal(text('only-20260101T000000Z-000001.ndjson'), '');
  });

  if (process.platform !== 'win32')
    it('refuses a newest file that is a named pipe, which would block until a reader opens it', async () => {
      const pipe = join(folder, 'pipe-20260101T000000Z-000001.ndjson');
      assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
      await assert.rejects(open('pipe'), {
        name: 'SinkError',
        message: `Could not write ${pipe}. It is not a regular file. Move it away, or choose another name.`,
      });
    });

  it('starts a new file if another program deleted, moved, or replaced the newest one', async () => {
    const sink = await open('gone');
    const newest = (): string => join(folder, files('gone').at(-1) ?? assert.fail('no file'));
    await sink.write([gap('one')]);
    rmSync(newest());
    await sink.write([gap('two')]);
    assert.equal(text(files('gone').at(-1) ?? ''), 'two\n');
    renameSync(newest(), join(folder, 'moved.ndjson'));
    await sink.write([gap('three')]);
    assert.deepEqual([text('moved.ndjson'), text(files('gone').at(-1) ?? '')], ['two\n', 'three\n']);
    copyFileSync(newest(), join(folder, 'copy'));
    renameSync(join(folder, 'copy'), newest());
    await sink.write([gap('four')]);
    await sink.close();
    assert.deepEqual(files('gone').map(text), ['three\n', 'four\n']);
  });

  it('leaves files of others as they are', async () => {
    writeFileSync(join(folder, 'own-notes.ndjson'), 'no end');
    writeFileSync(join(folder, 'own-er-20260101T000000Z-000009.ndjson'), 'no end');
    const sink = await open('own');
    await sink.write([gap('a')]);
    await sink.close();
    assert.equal(text('own-notes.ndjson'), 'no end');
    assert.equal(text('own-er-20260101T000000Z-000009.ndjson'), 'no end');
    assert.equal(text('own-20260101T000000Z-000001.ndjson'), 'a\n');
  });

  it('starts a new file by size and by time, also after the clock was set back', async () => {
    const sink = await open('turn', 10);
    await sink.write([gap('123456789')]);
    await sink.write([gap('b')]);
    now += 60_000;
    await sink.write([gap('c')]);
    now -= 3_600_000;
    await sink.close();
    const again = await open('turn', 10, 1);
    await again.write([gap('d')]);
    await again.close();
    assert.deepEqual(
      files('turn')
        .map((name) => name.slice(-13, -7))
        .sort(),
      ['000001', '000002', '000003'],
    );
    assert.deepEqual(files('turn').map(text).join(''), '123456789\nb\nc\nd\n');
  });

  it('continues a file that another program has emptied', async () => {
    const sink = await open('emptied', 10);
    await sink.write([gap('123456789')]);
    const [name = ''] = files('emptied');
    truncateSync(join(folder, name));
    await sink.write([gap('b')]);
    await sink.close();
    assert.deepEqual(files('emptied').map(text), ['b\n']);
  });

  it('lets nobody else read its files', async () => {
    // Windows has no rights for groups and others, and shows those of the owner for all.
    const expected = process.platform === 'win32' ? 0o666 : 0o600;
    const sink = await open('mode');
    await sink.write([gap('a')]);
    await sink.close();
    const [name = ''] = files('mode');
    assert.equal(statSync(join(folder, name)).mode & 0o777, expected);
  });

  it('names the folder that does not exist', async () => {
    await assert.rejects(
      openFileSink({
        folder: join(folder, 'none'),
        prefix: 'a',
        toLine,
        rotateBytes: 1,
        rotateMs: 1,
        now: () => now,
      }),
      {
        message: `Could not write ${join(folder, 'none', 'a')}. The folder ${join(folder, 'none')} does not exist. Create it, or check the path.`,
      },
    );
  });
});
