import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { FileToRead, ReadProgress } from '../../../../../src/core/audit/file/reading.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { EventsLost } from '../../../../../src/core/audit/table/lost.ts';
import { newestFirst, type TrailQuery } from '../../../../../src/core/audit/table/trail.ts';
import { FileTrail } from '../../../../../src/extension/audit/trail/fileTrail.ts';
import { eventText } from '../../../../bench/auditEvents.ts';

const query: TrailQuery = { listing: 1, filters: noFilters, sort: newestFirst, gaps: [] };
const textOf = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `${eventText(to - 1 - n)}\n`).join('');
/** More than is kept of a small file. */
const many = 12_000;

describe('files read into the trail', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultsql-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function written(name: string, content: string | Uint8Array): Promise<FileToRead> {
    const path = join(folder, name);
    await writeFile(path, content);
    return { name, at: { path } };
  }
  /** Reads files into a new trail. */
  async function readAll(...files: readonly FileToRead[]) {
    const trail = new FileTrail();
    const told: ReadProgress[] = [];
    const read = await trail.read(1, files, (progress) => told.push(progress));
    const ids = async (): Promise<unknown[]> => {
      const { revision } = await trail.view(query);
      return ((await trail.window(revision, 0, 50)) ?? []).map(({ data }) => data.changeID);
    };
    return { trail, read, told, ids };
  }
  const idOf = (n: number): unknown =>
    (JSON.parse(eventText(n)) as { context: { changeID: string } }).context.changeID;

  it('are read as they are, compressed or given as bytes', async () => {
    const text = textOf(0, 5);
    const given: readonly FileToRead[] = [
      await written('a.ndjson', text),
      await written('a.ndjson.gz', gzipSync(text)),
      await written('a.ndjson.zst', zstdCompressSync(text)),
      { name: 'elsewhere', at: { bytes: Buffer.from(text) } },
    ];
    for (const file of given) {
      const { read, ids } = await readAll(file);
      assert.deepEqual(await ids(), [4, 3, 2, 1, 0].map(idOf), file.name);
      assert.deepEqual(read.files[0]?.doubts, []);
      assert.ok(read.progress.bytes > 0 && read.progress.bytes === read.progress.total, file.name);
    }
  });

  it('give each event once, whichever of them it is in', async () => {
    const files = [
      await written('new.ndjson', textOf(2, 6)),
      await written('old.json', `[${[0, 1, 2, 3].map(eventText).join()}]`),
    ];
    const { read, ids } = await readAll(...files);
    assert.deepEqual(await ids(), [5, 4, 3, 2, 1, 0].map(idOf));
    assert.deepEqual(
      read.files.map(({ repeated }) => repeated),
      [0, 2],
    );
    assert.equal(read.progress.loaded, 6);
    const [oldest, newest] = [0, 5].map(
      (n) => (JSON.parse(eventText(n)) as { request: { timestamp: string } }).request.timestamp,
    );
    assert.deepEqual([read.progress.oldest, read.progress.newest], [oldest, newest]);
  });

  it('are shown while more comes, and keep what was read where that is stopped', async () => {
    const file = await written('large.ndjson', textOf(0, many));
    const trail = new FileTrail();
    const seen: (readonly [boolean, number])[] = [];
    const read = await trail.read(1, [file], () => {
      void trail.view(query).then(({ isComplete, counts }) => seen.push([isComplete, counts.loaded]));
      void trail.stop(1);
    });
    const view = await trail.view(query);
    assert.ok(read.isStopped || seen.length === 0);
    for (const [isComplete, loaded] of seen) assert.ok(!isComplete && loaded > 0);
    assert.deepEqual([view.isComplete, view.counts.loaded], [true, read.progress.loaded]);
    assert.ok(view.counts.loaded > 0 && view.counts.loaded <= many);
    await trail.drop(1);
  });

  it('end with the listing that they are read into', async () => {
    const file = await written('dropped.ndjson', textOf(0, many));
    const trail = new FileTrail();
    const reading = trail.read(1, [file], () => undefined);
    await trail.drop(1);
    assert.equal((await reading).isStopped, true);
    assert.equal((await trail.view(query)).counts.loaded, 0);
  });

  it('give events from where they are, also where more is written behind them', async () => {
    const file = await written('grows.ndjson', textOf(0, many));
    const { trail, ids } = await readAll(file);
    assert.deepEqual((await ids())[0], idOf(many - 1));
    assert.ok('path' in file.at);
    await appendFile(file.at.path, textOf(many, many + 3));
    assert.deepEqual((await ids())[0], idOf(many - 1));
    await trail.drop(1);
  });

  it('that changed or were cut give no other event, but say so', async () => {
    const file = await written('changes.ndjson', textOf(0, many));
    const { trail, ids } = await readAll(file);
    assert.ok('path' in file.at);
    await writeFile(file.at.path, textOf(1, many + 1));
    const lost = (error: unknown): boolean =>
      error instanceof EventsLost && error.reason === 'changed' && error.file === 'changes.ndjson';
    await assert.rejects(ids(), lost);
    await truncate(file.at.path, 10);
    await assert.rejects(ids(), lost);
    assert.equal((await trail.view(query)).counts.loaded, many, 'what is counted stays');
    await trail.drop(1);
  });

  it('with a line too long for an event skip it, and name it', async () => {
    const long = `{"context":{"changeID":"${'x'.repeat(100 * 1024 * 1024)}"}}`;
    const file = await written('long.ndjson', `${eventText(1)}\n${long}\n${eventText(0)}\n`);
    const { read, ids } = await readAll(file);
    assert.deepEqual(await ids(), [1, 0].map(idOf));
    const [one] = read.files;
    assert.ok(one?.read.ok);
    assert.deepEqual([one.read.skipped, one.read.firstSkipped], [1, { line: 2, problem: 'tooLong' }]);
    await rm(join(folder, 'long.ndjson'));
  });

  it('with other things between the events name the first of them', async () => {
    const bad = Buffer.concat([
      Buffer.from(`${eventText(3)}\n\n{"a":1}\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a]),
      Buffer.from(`[${eventText(2)}]\nnot JSON\n${eventText(1)}\n`),
    ]);
    const { read, ids } = await readAll(await written('mixed.ndjson', bad));
    assert.deepEqual(await ids(), [3, 1].map(idOf));
    const [one] = read.files;
    assert.ok(one?.read.ok);
    assert.deepEqual([one.read.skipped, one.read.firstSkipped], [4, { line: 3, problem: 'notEvent' }]);
  });

  it('that break off while compressed keep what was whole', async () => {
    const packed = gzipSync(textOf(0, 2_000));
    const cut = await readAll(await written('cut.gz', packed.subarray(0, packed.length / 2)));
    const [one] = cut.read.files;
    assert.ok(one?.read.ok && one.read.events > 0 && one.read.events < 2_000, JSON.stringify(one));
    assert.deepEqual([one.doubts, one.fault], [['cut'], { kind: 'compression' }]);
    const none = await readAll(await written('none.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)));
    assert.deepEqual(
      [none.read.files[0]?.read.ok, none.read.files[0]?.fault],
      [false, { kind: 'compression' }],
    );
  });

  it('that are not there leave the others', async () => {
    const { read, ids } = await readAll(
      { name: 'gone', at: { path: join(folder, 'gone') } },
      await written('there.ndjson', textOf(0, 1)),
    );
    assert.deepEqual(read.files[0]?.fault, { kind: 'unreadable', code: 'ENOENT' });
    assert.deepEqual(await ids(), [idOf(0)]);
  });
});
