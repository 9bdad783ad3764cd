import assert from 'node:assert/strict';
import { mergeTables } from '../../../../src/core/schema/catalogue.ts';
import { createSelectAllQuery, createSelectColumnsQuery } from '../../../../src/core/schema/tableQuery.ts';
import { checkText } from '../../../../src/core/sql/lint/check.ts';

describe('a statement over a table', () => {
  const names = [
    'say "hi"',
    'a.b',
    ' ',
    'אבג',
    'x'.repeat(1_000),
    'select',
    'Upper',
    "it's; DELETE FROM t --",
  ];

  it('passes the check, whatever the names are', () => {
    const tables = mergeTables([
      {
        origin: { kind: 'schemaFile', name: '.vaultsql/schema.json' },
        areNamesUnquoted: true,
        tables: names.map((name) => ({ name, columns: names.map((column) => ({ name: column })) })),
      },
    ]);
    assert.equal(tables.length, names.length);
    for (const table of tables)
      for (const text of [createSelectColumnsQuery(table), createSelectAllQuery(table)])
        assert.deepEqual(
          checkText(text).filter(({ severity }) => severity === 'error'),
          [],
          text,
        );
  });

  it('returns all columns where none is known', () => {
    assert.equal(createSelectColumnsQuery({ name: 't', columns: [] }), 'SELECT * FROM t;\n');
  });
});
