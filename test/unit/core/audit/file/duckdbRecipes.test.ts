/** The recipes of the help page, run by DuckDB as they are there, over exports of sample events. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import { eventTextChunks } from '../../../../../src/core/audit/file/auditExport.ts';
import { eventParquetChunks } from '../../../../../src/core/audit/file/parquetEvents.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { allOf, textOfChunks } from '../../../allOf.ts';
import { type Duck, openDuck } from './duckdb.ts';

const page = new URL('../../../../../media/help/duckdb.md', import.meta.url);

interface Recipe {
  readonly heading: string;
  readonly sql: string;
}

/** Each block of SQL with the heading that it is below. */
async function recipesOfPage(): Promise<readonly Recipe[]> {
  let heading = '';
  const recipes: Recipe[] = [];
  for (const [, title, sql] of (await readFile(page, 'utf8')).matchAll(
    /^## (.+)$|^```sql\n([\s\S]*?)^```/gm,
  )) {
    if (title) heading = title;
    else if (sql) recipes.push({ heading, sql });
  }
  return recipes;
}

function sample(): readonly AuditEvent[] {
  const one = (id: number, actor: string, content: string, code: number, timestamp?: string): AuditEvent =>
    toAuditEvent({
      context: { changeID: `c${id}`, actor },
      request: {
        ...(timestamp === undefined ? {} : { timestamp }),
        data: { content },
        httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
      },
      response: { code },
      resourceIDs: [],
    });
  return [
    one(
      1,
      'ada@x.test',
      "SELECT REDACTION(p.ssn, 'PLAIN_TEXT') FROM persons AS p",
      200,
      '2026-01-02 10:00:00.000000001',
    ),
    one(2, 'ada@x.test', 'SELECT * FROM credit_cards', 403, '2026-01-02 10:59:59.999999999'),
    one(
      3,
      'bob@x.test',
      'SELECT name FROM persons JOIN consents ON persons.id = person_id',
      200,
      '2026-01-02 11:00:00.000000000',
    ),
    one(4, 'bob@x.test', "it's no query", 400),
  ];
}

async function parquetOf(events: readonly AuditEvent[]): Promise<Buffer> {
  const rows = events.map((event) => {
    const query = findQueryText(event);
    return { event, reads: query === undefined ? undefined : parseQueryReads(query) };
  });
  const chunks = await allOf(eventParquetChunks(rows, { ByteWriter, ParquetWriter }, '{"loaded":4}'));
  return Buffer.concat(chunks.map(({ data }) => Buffer.from(data)));
}

describe('the DuckDB recipes of the help page', () => {
  let duck: Duck;
  let folder: string;
  let recipes: readonly Recipe[];
  before(async () => {
    const events = sample();
    duck = await openDuck();
    folder = await mkdtemp(join(tmpdir(), 'recipes-'));
    const write = (name: string, data: string | Buffer): Promise<void> => writeFile(join(folder, name), data);
    await write('events.parquet', await parquetOf(events));
    await write('january.parquet', await parquetOf(events.slice(0, 3)));
    await write('february.parquet', await parquetOf(events.slice(2)));
    await write(
      'events.ndjson',
      await textOfChunks(
        eventTextChunks(
          events.map((event) => ({ event })),
          'ndjson',
        ),
      ),
    );
    await write('staff.csv', 'email,team\nADA@x.test,Risk\n');
    recipes = await recipesOfPage();
  });
  after(async () => {
    duck.close();
    await rm(folder, { recursive: true });
  });
  /** As if DuckDB had been started in the folder of the files. */
  const run = (sql: string) =>
    duck.rows(
      sql.replaceAll(
        /'([\w-]+\.(?:parquet|ndjson|csv))'/g,
        (_all, name: string) => `'${join(folder, name)}'`,
      ),
    );
  const results = async (heading: string) => {
    const found = recipes.filter((recipe) => recipe.heading === heading);
    assert.ok(found.length > 0, heading);
    return Promise.all(found.map(({ sql }) => run(sql)));
  };

  it('all run, and none comes back empty', async () => {
    assert.ok(recipes.length >= 12, `${recipes.length} recipes`);
    for (const { heading, sql } of recipes) assert.ok((await run(sql)).length > 0, heading);
  });

  it('say who read what as the parser does', async () => {
    const [rows = []] = await results('Who read what');
    assert.deepEqual(
      rows
        .map(({ actor, table_name, column_name, level, how, succeeded, failed }) =>
          [actor, table_name, column_name, level, how, succeeded, failed].join(' '),
        )
        .toSorted(),
      [
        'ada@x.test credit_cards *  returned 0 1',
        'ada@x.test persons ssn PLAIN_TEXT returned 1 0',
        'bob@x.test consents name  returned 1 0',
        'bob@x.test consents person_id  condition 1 0',
        'bob@x.test persons id  condition 1 0',
        'bob@x.test persons name  returned 1 0',
        'bob@x.test persons person_id  condition 1 0',
      ],
    );
    assert.equal(rows[0]?.level, 'PLAIN_TEXT');
  });

  it('put times into hours, and leave the undated to a list of their own', async () => {
    const [hours] = await results('Events per hour');
    assert.deepEqual(
      hours?.map(({ hour, events, failed }) => [hour, events, failed]),
      [
        ['2026-01-02 10:00:00', '2', '1'],
        ['2026-01-02 11:00:00', '1', '0'],
      ],
    );
    const [undated] = await results('Events without a usable time');
    assert.deepEqual(
      undated?.map(({ change_id }) => change_id),
      ['c4'],
    );
  });

  it('take several exports as one, each event once, and join them with a list', async () => {
    const [perFile, once] = await results('Several exports as one');
    assert.equal(perFile?.length, 2);
    assert.deepEqual(
      once?.map(({ change_id }) => change_id),
      ['c1', 'c2', 'c3', 'c4'],
    );
    const [teams] = await results('Join with another file');
    assert.deepEqual(teams?.map(({ team, events, people }) => [team, events, people]).toSorted(), [
      ['(unknown)', '2', '1'],
      ['Risk', '2', '1'],
    ]);
  });
});
