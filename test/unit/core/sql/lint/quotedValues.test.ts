import assert from 'node:assert/strict';
import { createFindingSentence } from '../../../../../src/core/messages/findings.ts';
import { collectNamesOfText } from '../../../../../src/core/sql/editor/schemaIndex.ts';
import { findRewritesInRange, fixAll } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { applyEdits } from '../../../../../src/core/sql/syntax/ranges.ts';

const warned = (sql: string, options?: CheckOptions): string[] =>
  checkText(sql, options).flatMap(({ code, severity, start, end }) =>
    code === 'quoted-value' ? [`${severity} ${sql.slice(start, end)}`] : [],
  );
const persons = collectNamesOfText('SELECT id, name, email, state FROM persons');
const odd = collectNamesOfText('SELECT "e-mail", "First Name" FROM persons');
const columns = [{ table: 'persons', column: 'ssn', masked: true }];

describe('quoted values: warned of', () => {
  for (const [condition, value] of [
    ['email = "a@b.c"', '"a@b.c"'],
    ['name = "Ann Smith"', '"Ann Smith"'],
    ['name LIKE "Ann S%"', '"Ann S%"'],
    ['name NOT ILIKE "%ann smith"', '"%ann smith"'],
    ['p.name = ("Ann Smith")', '"Ann Smith"'],
    ['NOT (name < "Ann Smith")', '"Ann Smith"'],
    ['LOWER(name) = "ann smith"', '"ann smith"'],
    ['email IN (:one, "a@b.c")', '"a@b.c"'],
    ['name = U&"Ann\\0020Smith"', 'U&"Ann\\0020Smith"'],
    ['state = "CA"', '"CA"'],
    ['name = "Nick"', '"Nick"'],
    ['id = 1 AND email = "a@b.c" OR state = \'CA\'', '"a@b.c"'],
  ] as const) {
    it(condition, () =>
      assert.deepEqual(warned(`SELECT id FROM persons p WHERE ${condition}`), [`warning ${value}`]),
    );
  }

  it('in the condition of a join', () => {
    assert.deepEqual(warned('SELECT * FROM a JOIN b ON a.id = b.id AND b.mail = "x@y"'), ['warning "x@y"']);
  });
  it('with a label that has a blank, which is no column', () => {
    assert.deepEqual(warned('SELECT name AS "Full name" FROM t WHERE name = "Ann Smith"'), [
      'warning "Ann Smith"',
    ]);
  });
  it('by what no name of the known tables has', () => {
    for (const value of ['"ca%"', '"2024-01-31"', '"2024"', '"x.y"', '"o\'hara"']) {
      const sql = `SELECT id FROM persons WHERE name = ${value}`;
      assert.deepEqual(warned(sql, { schema: persons }), [`warning ${value}`]);
      assert.deepEqual(warned(sql, { columns: columns }), [`warning ${value}`]);
      assert.deepEqual(warned(sql), [], 'no table is known');
      assert.deepEqual(warned(sql.replace('persons', 'other'), { schema: persons }), [], 'another table');
    }
  });
});

describe('quoted values: not taken for one', () => {
  for (const sql of [
    // A name that has not been seen yet is no value.
    'SELECT id FROM persons WHERE name = "nick"',
    'SELECT id FROM persons WHERE name = "größe"',
    // What is left of a comparison is a column.
    'SELECT id FROM persons WHERE "First Name" = \'Ann\'',
    'SELECT id FROM persons WHERE "First Name" LIKE :pattern',
    'SELECT id FROM persons WHERE "First Name" IS NULL',
    'SELECT id FROM persons WHERE "First Name" > "Last Name"',
    'SELECT id FROM persons WHERE \'Ann\' = "First Name"',
    'SELECT id FROM persons WHERE 5 < "Total Sum" AND :x = "a@b"',
    // Named elsewhere in the statement.
    'SELECT "First Name" FROM persons WHERE nick = "First Name"',
    'SELECT "Last Name" FROM persons WHERE nick = "First Name"',
    'SELECT nick AS "First Name" FROM persons WHERE nick = "First Name"',
    'SELECT p."First Name" FROM persons p WHERE nick = "Last Name"',
    'SELECT "firstName" FROM persons WHERE nick = "lastName"',
    // Qualified, and in FROM.
    'SELECT id FROM persons p WHERE nick = p."First Name"',
    'SELECT id FROM persons "the persons" WHERE nick = "the persons".name',
    'SELECT * FROM "My Table" WHERE a = b',
    'SELECT "a@b.c", \'x\' = "First Name" FROM t',
    'SELECT "First Name" = "Last Name" FROM t',
    // Nothing is known behind a syntax error.
    'SELECT a, FROM persons WHERE email = "a@b.c"',
  ]) {
    it(sql, () => assert.deepEqual(warned(sql, { schema: persons }), []));
  }

  it('known from elsewhere', () => {
    const sql = 'SELECT id FROM persons WHERE nick = "First Name" OR nick = "e-post" OR nick = "Last Name"';
    assert.deepEqual(warned(sql), ['warning "First Name"', 'warning "Last Name"']);
    assert.deepEqual(warned(sql, { schema: odd }), []);
    const policies = [{ table: 'Persons', column: 'first name', masked: true }];
    assert.deepEqual(warned(sql, { columns: policies }), ['warning "e-post"']);
  });
});

describe('quoted values: said and mended', () => {
  const sql = 'SELECT id FROM persons WHERE name = "O\'Hara ""Ann""" AND email = U&"a\\0040b.c"';
  it('names the way out, and not the value: the editor logs what is said', () => {
    const sentences = checkText(sql)
      .filter(({ code }) => code === 'quoted-value')
      .map((finding) => createFindingSentence(finding));
    assert.deepEqual(sentences, [
      { template: 'Double quotes enclose a name. Use single quotes for a value.', args: [] },
      { template: 'Double quotes enclose a name. Use single quotes for a value.', args: [] },
    ]);
  });
  it('puts it into single quotes, where a person asks for it', () => {
    const fixes = findRewritesInRange(sql, { start: 0, end: sql.length });
    assert.deepEqual(
      fixes.map(({ rewrites }) => rewrites.map(({ code, effect }) => [code, effect])),
      [[['quoted-text', 'choice']], [['quoted-text', 'choice']]],
    );
    const edits = fixes.flatMap(({ rewrites }) => rewrites.flatMap((one) => one.edits));
    assert.equal(
      applyEdits(sql, edits),
      "SELECT id FROM persons WHERE name = 'O''Hara \"Ann\"' AND email = 'a@b.c'",
    );
    assert.deepEqual(fixAll(sql), []);
  });
});
