import assert from 'node:assert/strict';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parquetChunks } from '../../../../../src/core/results/export/parquet.ts';
import type { RowSource } from '../../../../../src/core/results/loading/rowStore.ts';
import { MASK_TEXT, maskSource } from '../../../../../src/core/results/view/view.ts';
import type { JsonValue } from '../../../../../src/core/service/json.ts';
import { exact, json, storeOf } from '../loading/records.ts';

function fileOf(source: RowSource): ArrayBuffer {
  const parts = [...parquetChunks(source, { ByteWriter, ParquetWriter })].map(({ data }) =>
    Buffer.from(data),
  );
  const bytes = Buffer.concat(parts);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

const read = (file: ArrayBuffer, metadata?: FileMetaData): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file, ...(metadata ? { metadata } : {}) });

/** The values as they are in the file: a reader turns a DECIMAL into a double, which is not exact. */
function physical(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  const metadata = parquetMetadata(file);
  for (const element of metadata.schema)
    if (element.converted_type === 'DECIMAL') delete element.converted_type;
  return read(file, metadata);
}

const column = async (values: readonly (JsonValue | undefined)[]): Promise<unknown[]> => {
  const rows = await read(fileOf(storeOf(values.map((value, id) => ({ id, value })))));
  return rows.map(({ value }) => value);
};

describe('a Parquet file, read by another program', () => {
  it('gives numbers back exactly, however long', async () => {
    assert.deepEqual(await column([exact('9007199254740993'), -1, null, undefined]), [
      9007199254740993n,
      -1n,
      null,
      null,
    ]);
    assert.deepEqual(await column([0.1, 2, 1e-7]), [0.1, 2, 1e-7]);
    const file = fileOf(storeOf([{ id: 1, price: exact('1.10') }, { id: 2, price: 20 }, { id: 3 }]));
    const element = parquetMetadata(file).schema.find(({ name }) => name === 'price');
    assert.deepEqual([element?.converted_type, element?.precision, element?.scale], ['DECIMAL', 3, 1]);
    assert.deepEqual(
      (await physical(file)).map(({ price }) => price),
      [11n, 200n, null],
    );
  });

  it('gives numbers of more than eight bytes back exactly, negative ones too', async () => {
    const values = ['123456789012345678901.5', '-123456789012345678901.5', '-0.1'];
    const file = fileOf(storeOf(values.map((value) => ({ value: exact(value) }))));
    const digits = (await physical(file)).map(({ value }) => {
      assert.ok(value instanceof Uint8Array);
      return BigInt.asIntN(128, BigInt(`0x${Buffer.from(value).toString('hex')}`));
    });
    assert.deepEqual(digits, [1234567890123456789015n, -1234567890123456789015n, -1n]);
  });

  it('gives dates, texts, nested values and kinds that are mixed back as the text that was sent', async () => {
    const dates = ['2024-02-30', '0001-01-01', '2026-11-20 10:00:00.000000001'];
    assert.deepEqual(await column(dates), dates);
    const texts = ['', 'NULL', '=1+1', '\u202egnp.exe', 'a\0b', '\u{1f600}', '[x](command:y)'];
    assert.deepEqual(await column(texts), texts);
    const nested = '{"b":1.10,"2":[1,null],"1":"x"}';
    assert.deepEqual(await column([json(nested)]), [nested]);
    assert.deepEqual(await column([1, 'a', true, exact('1e400')]), ['1', 'a', 'true', '1e400']);
    assert.deepEqual(await column([true, false, null]), [true, false, null]);
  });

  it('NULL and absent both are null, and a further column says which is absent', async () => {
    const file = fileOf(
      storeOf([
        { id: 1, a: null, b: 2 },
        { id: 2, b: null },
        { id: 3, a: 1, b: 1 },
      ]),
    );
    assert.deepEqual(await read(file), [
      { id: 1n, a: null, b: 2n, _absent: [] },
      { id: 2n, a: null, b: null, _absent: ['a'] },
      { id: 3n, a: 1n, b: 1n, _absent: [] },
    ]);
    const own = fileOf(storeOf([{ _absent: 'x' }, { id: 1 }]));
    assert.deepEqual(await read(own), [
      { _absent: 'x', id: null, __absent: ['id'] },
      { _absent: null, id: 1n, __absent: ['_absent'] },
    ]);
    const names = parquetMetadata(fileOf(storeOf([{ id: 1 }, { id: null }]))).schema.map(({ name }) => name);
    assert.deepEqual(names, ['root', 'id']);
  });

  it('columns that awkward code would lose are there', async () => {
    const row = json('{"__proto__":1,"2":"b","1":"a","constructor":null,"":"x"}');
    assert.ok(typeof row === 'object' && row !== null && !Array.isArray(row));
    const file = fileOf(storeOf([row as Record<string, JsonValue>, {}]));
    const names = parquetMetadata(file)
      .schema.slice(1)
      .map(({ name }) => name);
    const columns = ['__proto__', '2', '1', 'constructor', ''];
    assert.deepEqual(new Set(names), new Set([...columns, '_absent', 'list', 'element']));
    const [, second] = await read(file);
    const values = Object.values(second ?? {}).filter((value) => value !== null);
    assert.deepEqual(
      values.map((absent) => new Set(absent as string[])),
      [new Set(columns)],
    );
  });

  it('has every row in order over many groups, and the same bytes each time', async () => {
    const store = storeOf(
      Array.from({ length: 12_345 }, (_, id) => ({
        id,
        name: `person ${id % 7}`,
        ...(id % 3 ? { x: id / 3 } : {}),
      })),
    );
    const file = fileOf(store);
    const rows = await read(file);
    assert.equal(rows.length, 12_345);
    for (const [id, row] of rows.entries()) {
      const x = id % 3 ? id / 3 : null;
      const absent = x === null ? ['x'] : [];
      assert.deepEqual(row, { id: BigInt(id), name: `person ${id % 7}`, x, _absent: absent });
    }
    assert.deepEqual(Buffer.from(fileOf(store)), Buffer.from(file));
  });

  it('has the bytes that the library writes of a whole group', () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({
      id,
      name: `person ${id % 7}`,
      flag: id % 2 === 0,
    }));
    const writer = new ByteWriter();
    const text = {
      name: 'name',
      repetition_type: 'OPTIONAL',
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
    } as const;
    const whole = new ParquetWriter({
      writer,
      schema: [
        { name: 'root', num_children: 3 },
        { name: 'id', repetition_type: 'OPTIONAL', type: 'INT64' },
        text,
        { name: 'flag', repetition_type: 'OPTIONAL', type: 'BOOLEAN' },
      ],
      createdBy: 'vault-sql',
    });
    whole.write({
      columnData: [
        { name: 'id', data: rows.map(({ id }) => BigInt(id)) },
        { name: 'name', data: rows.map(({ name }) => name) },
        { name: 'flag', data: rows.map(({ flag }) => flag) },
      ],
      rowGroupSize: 300,
    });
    whole.finish();
    assert.deepEqual(Buffer.from(fileOf(storeOf(rows))), Buffer.from(writer.getBytes()));
  });

  it('without any row still names its columns', async () => {
    const file = fileOf({ ...storeOf([]), columns: ['id'], rowCount: 0 });
    assert.deepEqual(await read(file), []);
    assert.equal(parquetMetadata(file).num_rows, 0n);
  });

  it('has nothing that is hidden, not even in the statistics of a column', async () => {
    const store = storeOf([
      { id: 1, name: 'Ada Lovelace' },
      { id: 2, name: 'Grace Hopper' },
    ]);
    const file = fileOf(maskSource(store, (_, at) => at === 1));
    assert.deepEqual(
      (await read(file)).map(({ name }) => name),
      [MASK_TEXT, MASK_TEXT],
    );
    assert.doesNotMatch(Buffer.from(file).toString('latin1'), /Lovelace|Hopper/);
  });
});
