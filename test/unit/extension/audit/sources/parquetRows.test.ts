import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import { eventParquetChunks } from '../../../../../src/core/audit/file/parquetEvents.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import type { FileTrail } from '../../../../../src/extension/audit/sources/fileTrail.ts';
import { eventText } from '../../../../bench/auditEvents.ts';
import { allOf } from '../../../allOf.ts';
import { query, readFiles } from './readFiles.ts';

async function parquetOf(texts: readonly string[], note?: string): Promise<Buffer> {
  const page = decodeAuditPage(`{"event":[${texts.join(',')}]}`);
  assert.ok(page.ok && page.value.events);
  const rows = page.value.events.map((event, at) => ({
    event,
    reads: undefined,
    ...(note !== undefined && at === 0 ? { mark: { note } } : {}),
  }));
  const chunks = await allOf(eventParquetChunks(rows, { ByteWriter, ParquetWriter }, '{}'));
  return Buffer.concat(chunks.map(({ data }) => Buffer.from(data)));
}
const exact =
  '{"context":{"changeID":"c2"},"request":{},"response":{"code":9007199254740993,"data":{"n":1.10}},"odd":[1.10]}';
const unnamed =
  '{"context":{},"request":{"timestamp":"yesterday"},"response":{"code":"E1"},"\\u0000":"é\\n"}';

describe('a Parquet file of audit events', () => {
  const { written, readAll } = readFiles();
  const textsOf = async (trail: FileTrail): Promise<readonly string[]> => {
    const { handle } = await trail.view(query);
    return ((await trail.window(handle, 0, 20_000)) ?? []).map(({ data }) => data.text);
  };

  it('has each event with its text and its mark, on disk and in memory', async () => {
    const bytes = await parquetOf([exact, unnamed, eventText(1)], 'a "note"');
    for (const file of [
      await written('events.parquet', bytes),
      { name: 'events.parquet', at: { bytes } } satisfies FileToRead,
    ]) {
      const { trail, read } = await readAll(file);
      const [one] = read.files;
      assert.deepEqual(
        [one?.read.ok && one.read.events, one?.doubts, one?.fault, one?.canGrow, read.content.formats],
        [3, [], undefined, false, ['parquet']],
      );
      assert.deepEqual(new Set(await textsOf(trail)), new Set([exact, unnamed, eventText(1)]));
      assert.deepEqual(read.marks, [['id c2', { note: 'a "note"' }]]);
    }
  });

  it('may have many groups of rows, and is read again as a whole', async () => {
    const texts = Array.from({ length: 12_345 }, (_, n) => eventText(n));
    const file = await written('many.parquet', await parquetOf(texts));
    const { trail, read } = await readAll(file);
    assert.deepEqual([read.progress.loaded, read.progress.bytes], [12_345, read.progress.total]);
    assert.equal((await trail.read(1, [file], () => undefined)).files[0]?.isEarlierResult, true);
    await written('many.parquet', await parquetOf([...texts, eventText(12_345)]));
    const again = await trail.read(1, [file], () => undefined);
    assert.deepEqual([again.progress.loaded, again.content.repeatedEvents], [12_346, 0]);
    await trail.drop(1);
  });

  it('is compared with its manifest', async () => {
    const bytes = await parquetOf([eventText(1)]);
    const file = await written('vouched.parquet', bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const manifest = (hash: string) => JSON.stringify({ kind: 'audit-events', sha256: hash });
    const doubts = async (hash: string) =>
      (await readAll({ ...file, manifest: manifest(hash) })).read.files[0]?.doubts;
    assert.deepEqual([await doubts(sha256), await doubts('0'.repeat(64))], [[], ['altered']]);
  });

  it('without events says why', async () => {
    const columns = (name: string, data: readonly (string | bigint)[]) =>
      Buffer.from(parquetWriteBuffer({ columnData: [{ name, data: [...data] }] }));
    const { read } = await readAll(await written('other.parquet', columns('id', [1n])));
    assert.deepEqual(read.files[0]?.fault, { kind: 'parquet', reason: 'noEvents' });
    const { read: numbers } = await readAll(await written('numbers.parquet', columns('event', [1n, 2n])));
    const { read: none } = await readAll(await written('none.parquet', await parquetOf([])));
    assert.deepEqual(
      [numbers, none].map(({ files }) => files[0]?.read),
      [
        { ok: false, reason: 'other' },
        { ok: false, reason: 'empty' },
      ],
    );
    const { read: mixed } = await readAll(
      await written('mixed.parquet', columns('event', ['{"a', eventText(1)])),
    );
    assert.deepEqual(mixed.files[0]?.read, {
      ok: true,
      events: 1,
      skipped: 1,
      firstSkipped: { line: 1, problem: 'json' },
      isCut: false,
      line: 3,
      format: 'parquet',
    });
  });

  it('that is damaged keeps the events before the damage', async () => {
    const whole = await parquetOf(Array.from({ length: 12_000 }, (_, n) => eventText(n)));
    const broken = Buffer.from(whole);
    broken.fill(0xff, Math.floor(whole.length * 0.6), Math.floor(whole.length * 0.7));
    for (const [name, bytes] of Object.entries({
      cut: whole.subarray(0, whole.length / 2),
      head: Buffer.from('PAR1'),
      tail: Buffer.from('PAR1\xff\xff\xff\x7fPAR1', 'latin1'),
      broken,
    })) {
      const { read } = await readAll(await written(`${name}.parquet`, bytes));
      const [one] = read.files;
      assert.deepEqual(one?.fault, { kind: 'parquet', reason: 'damaged' }, name);
      assert.equal(read.progress.loaded > 0, name === 'broken', `${name}: ${read.progress.loaded}`);
    }
  });

  it('with any byte changed is read or refused, in bounded time', async () => {
    const whole = await parquetOf([exact, unnamed, eventText(1)]);
    const footer = whole.readUInt32LE(whole.length - 8);
    for (let at = 4; at < whole.length; at += at > whole.length - footer - 8 ? 5 : 61) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      const { read } = await readAll({ name: 'x', at: { bytes } });
      const [one] = read.files;
      assert.ok(one?.fault === undefined || one.fault.kind === 'parquet', JSON.stringify(one));
    }
  });
});
