import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { type EventWithReads, eventColumns } from '../../../../../src/core/audit/file/eventColumns.ts';
import { eventParquetChunks, METADATA_KEY } from '../../../../../src/core/audit/file/parquetEvents.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import { allOf } from '../../../allOf.ts';
import { type Duck, openDuck } from './duckdb.ts';

/** Events out of JSON text, as the service's answers are read. */
function eventsOf(...texts: readonly string[]): readonly EventWithReads[] {
  const page = decodeAuditPage(`{"event":[${texts.join(',')}]}`);
  assert.ok(page.ok && page.value.events);
  return page.value.events.map((event) => {
    const query = findQueryText(event);
    return { event, reads: query === undefined ? undefined : parseQueryReads(query) };
  });
}

async function fileOf(events: readonly EventWithReads[], about = '{}'): Promise<Buffer> {
  const chunks = await allOf(eventParquetChunks(events, { ByteWriter, ParquetWriter }, about));
  return Buffer.concat(chunks.map(({ data }) => Buffer.from(data)));
}
const arrayOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
const read = async (bytes: Buffer): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: arrayOf(bytes) });

const query = JSON.stringify({
  context: { changeID: 'c1', actor: 'ada@example.test' },
  request: {
    timestamp: '2026-11-20 10:00:00.123456789',
    data: { content: "SELECT REDACTION(ssn, 'PLAIN_TEXT'), name FROM persons WHERE id = 7" },
    httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
    tags: ['a', 'b'],
  },
  response: { code: 200, timestamp: '2026-11-20 10:00:00.223456789', data: { n: 1 } },
  resourceIDs: ['v', 'w'],
});
const exact =
  '{"context":{"changeID":"c2"},"request":{},"response":{"code":9007199254740993,"data":{"n":1.10}},"odd":[1.10]}';
const undated =
  '{"context":{},"request":{"timestamp":"yesterday","tags":[]},"response":{"code":"E1"},"\\u0000":"\\ud83d\\ude00"}';
const ancient = '{"context":{},"request":{"timestamp":"0001-01-01 00:00:00.000000001"},"response":{}}';

describe('audit events as Parquet', () => {
  it('have their columns, types and provenance in the file', async () => {
    const bytes = await fileOf(eventsOf(query), '{"loaded":1}');
    const { key_value_metadata: metadata, schema } = parquetMetadata(arrayOf(bytes));
    assert.deepEqual(metadata, [{ key: METADATA_KEY, value: '{"loaded":1}' }]);
    const tree = parquetSchema({ schema });
    assert.deepEqual(
      tree.children.map(({ element }) => element.name),
      eventColumns.map(({ name }) => name),
    );
    assert.equal(new Set(eventColumns.map(({ name }) => name)).size, eventColumns.length);
  });

  it('keep times to the nanosecond, texts beside them, integers, lists, and the event itself', async () => {
    const events = eventsOf(query, exact, undated, ancient);
    const rows = await read(await fileOf(events));
    assert.deepEqual(
      rows.map(({ event }) => event),
      events.map(({ event }) => stringifyJson(event.raw)),
    );
    assert.deepEqual(
      rows.map(({ time_text, code, code_text }) => [time_text, code, code_text]),
      [
        ['2026-11-20 10:00:00.123456789', 200n, null],
        [null, null, '9007199254740993'],
        ['yesterday', null, 'E1'],
        ['0001-01-01 00:00:00.000000001', null, null],
      ],
    );
    assert.deepEqual(
      rows.map(({ tags, resource_ids, answer }) => [tags ?? null, resource_ids, answer]),
      [
        [['a', 'b'], ['v', 'w'], '{"n":1}'],
        [null, [], '{"n":1.10}'],
        [[], [], null],
        [null, [], null],
      ],
    );
  });

  it('say which are marked, with their notes', async () => {
    const [a, b, c] = eventsOf(query, exact, undated);
    assert.ok(a && b && c);
    const rows = await read(
      await fileOf([a, { ...b, mark: { note: '' } }, { ...c, mark: { note: '=a\n"b"' } }]),
    );
    assert.deepEqual(
      rows.map(({ marked, note }) => [marked, note]),
      [
        [false, null],
        [true, null],
        [true, '=a\n"b"'],
      ],
    );
  });

  it('come in groups of rows, in their order', async () => {
    const texts = Array.from(
      { length: 12_000 },
      (_, id) => `{"context":{"changeID":"c${id}"},"request":{},"response":{"code":${id}}}`,
    );
    const bytes = await fileOf(eventsOf(...texts));
    assert.deepEqual(
      parquetMetadata(arrayOf(bytes)).row_groups.map(({ num_rows }) => num_rows),
      [5000n, 5000n, 2000n],
    );
    const codes = (await read(bytes)).map(({ code }) => code);
    assert.deepEqual(
      codes,
      texts.map((_, id) => BigInt(id)),
    );
  });

  it('ends a group early where events are long, so that few are held at a time', async () => {
    const texts = Array.from(
      { length: 12 },
      (_, id) =>
        `{"context":{"changeID":"c${id}"},"request":{},"response":{},"long":"${'x'.repeat(1_000_000)}"}`,
    );
    const groups = parquetMetadata(arrayOf(await fileOf(eventsOf(...texts)))).row_groups;
    assert.ok(groups.length >= 2, `${groups.length} groups`);
  });
});

describe('audit events as Parquet, read by DuckDB', () => {
  let duck: Duck;
  let folder: string;
  before(async () => {
    duck = await openDuck();
    folder = await mkdtemp(join(tmpdir(), 'duck-'));
    await writeFile(join(folder, 'events.parquet'), await fileOf(eventsOf(query, exact, undated, ancient)));
  });
  after(async () => {
    duck.close();
    await rm(folder, { recursive: true });
  });
  const rows = (sql: string) => duck.rows(sql.replace('$events', `'${join(folder, 'events.parquet')}'`));

  it('have nanoseconds, lists and integers there too', async () => {
    const types = await rows('SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM $events)');
    const typeOf = Object.fromEntries(
      types.map(({ column_name, column_type }) => [column_name, column_type]),
    );
    assert.deepEqual(
      ['time', 'answered_at', 'time_text', 'code', 'tags', 'resource_ids', 'event', 'reads'].map(
        (name) => typeOf[name],
      ),
      ['TIMESTAMP_NS', 'TIMESTAMP_NS', 'VARCHAR', 'BIGINT', 'VARCHAR[]', 'VARCHAR[]', 'VARCHAR', 'VARCHAR'],
    );
    const times = await rows("SELECT strftime(time, '%Y-%m-%d %H:%M:%S.%n') AS time, time_text FROM $events");
    assert.deepEqual(
      times.map(({ time }) => time),
      ['2026-11-20 10:00:00.123456789', null, null, null],
    );
  });

  it('say what was read, and give the whole event back', async () => {
    const reads = await rows(
      `SELECT r->>'table' AS t, r->>'column' AS c, r->>'level' AS l, r->>'use' AS u
       FROM (SELECT unnest(from_json(reads, '["JSON"]')) AS r FROM $events)`,
    );
    assert.deepEqual(
      reads.map(({ t, c, l, u }) => [t, c, l, u]),
      [
        ['persons', 'ssn', 'PLAIN_TEXT', 'returned'],
        ['persons', 'name', null, 'returned'],
        ['persons', 'id', null, 'condition'],
      ],
    );
    const [first] = await rows("SELECT event->>'$.context.changeID' AS id FROM $events WHERE code = 200");
    assert.deepEqual(first, { id: 'c1' });
  });

  it('names the provenance in the metadata', async () => {
    const found = await duck.rows(
      `SELECT key::VARCHAR AS key, value::VARCHAR AS value FROM parquet_kv_metadata('${join(folder, 'events.parquet')}')`,
    );
    assert.deepEqual(found, [{ key: METADATA_KEY, value: '{}' }]);
  });
});
