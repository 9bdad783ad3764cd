import assert from 'node:assert/strict';
import { getQueriedTables } from '../../../../src/core/schema/queriedTables.ts';
import type { JsonValue } from '../../../../src/core/service/json.ts';
import { SqlDocument } from '../../../../src/core/sql/syntax/document/sqlDocument.ts';
import { eventually } from '../../../run/waiting.ts';

const shown = (sql: string, ...records: readonly Readonly<Record<string, JsonValue>>[]) =>
  getQueriedTables(
    new SqlDocument(sql),
    records.map((record) => ({ fields: Object.entries(record) })),
  ).map(({ name, columns }) => [name, ...Array.from(columns)]);

describe('what an answered statement shows', () => {
  it('is the columns of `*` in their order, with the kinds of their values and whether some were redacted', () => {
    assert.deepEqual(
      shown(
        'SELECT * FROM persons',
        {
          id: 1,
          name: 'Ann',
          ssn: '*REDACTED*',
          born: '2001-02-03',
          address: { city: 'x' },
          'Odd name': null,
        },
        { id: 2, name: '', ok: true },
      ),
      [
        [
          'persons',
          { name: 'id', kinds: ['number'] },
          { name: 'name', kinds: ['text'] },
          { name: 'ssn', kinds: ['text'], isRedacted: true },
          { name: 'born', kinds: ['date'] },
          { name: 'address', kinds: ['object'] },
          { name: '"Odd name"' },
          { name: 'ok', kinds: ['boolean'] },
        ],
      ],
    );
  });

  it('is nothing of a column that another expression only has the name of', () => {
    assert.deepEqual(shown('SELECT COUNT(name) AS name, city AS ssn FROM persons', { name: 5, ssn: 'x' }), [
      ['persons', { name: 'name' }, { name: 'city' }],
    ]);
  });

  it('is only names where two tables could have the column', () => {
    assert.deepEqual(
      shown('SELECT p.id, c.cvv FROM persons p JOIN cards c ON c.person_id = p.id', { id: 1 }),
      [
        ['persons', { name: 'id' }],
        ['cards', { name: 'cvv' }, { name: 'person_id' }],
      ],
    );
  });

  it('is the levels of REDACTION that were asked for, and no other word in their place', () => {
    assert.deepEqual(
      shown(
        "SELECT REDACTION(ssn, 'PLAIN_TEXT'), REDACTION(\"Odd\", 'MASKED'), REDACTION(x, 'secret') FROM persons",
      ),
      [['persons', { name: 'ssn', levels: ['PLAIN_TEXT'] }, { name: '"Odd"' }, { name: 'x' }]],
    );
  });

  it('has all names of records with thousands of columns, and looks at few of their values', () => {
    const wide = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`c${at}`, at]));
    const [table] = shown('SELECT * FROM wide', wide, { ...wide, c0: 'text', last: 1 });
    assert.equal(table?.length, 4_002);
    assert.deepEqual(table?.[1], { name: 'c0', kinds: ['number'] });
    assert.deepEqual(table?.at(-1), { name: 'last' });
  });

  it('takes no time for each column in proportion to the length of the name of a table', async () => {
    const columns = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join();
    const timed = (nameLength: number): number => {
      const started = performance.now();
      shown(`SELECT ${columns} FROM ${'t'.repeat(nameLength)}`);
      return performance.now() - started;
    };
    timed(10);
    // The text is six times as long, but each of many columns would cost hundreds of thousands of characters.
    // Anything else may hold it up once, and so it is tried again.
    await eventually(
      'a long name takes little more time',
      () => timed(300_000) < Math.max(timed(10), 5) * 10,
    );
  });

  it('holds no value', () => {
    const found = shown('SELECT * FROM persons WHERE name = "Ann"', { name: 'Ann', ssn: '123-45' });
    assert.doesNotMatch(JSON.stringify(found), /Ann|123-45/);
  });
});
