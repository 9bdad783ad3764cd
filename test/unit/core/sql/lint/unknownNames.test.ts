import assert from 'node:assert/strict';
import { createFindingSentence } from '../../../../../src/core/messages/findings.ts';
import { sentenceText } from '../../../../../src/core/messages/sentence.ts';
import { withholdFindingsBeingTyped } from '../../../../../src/core/sql/editor/incompleteInput.ts';
import { findRewritesInRange, fixAll } from '../../../../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { CheckOptions } from '../../../../../src/core/sql/lint/options.ts';
import { hasErrors } from '../../../../../src/core/sql/lint/severity.ts';
import { applyEdits } from '../../../../../src/core/sql/syntax/ranges.ts';

const tables = [
  { name: 'persons', columns: ['id', 'name', 'state', 'income', '"First Name"'] },
  { name: 'cards', columns: ['id', 'person_id', 'brand'] },
  // Its columns are not known.
  { name: 'notes', columns: undefined },
];
const unknown = (sql: string, options: CheckOptions = { tables }): string[] =>
  checkText(sql, options).flatMap(({ code, severity, start, end }) =>
    code === 'unknown-table' || code === 'unknown-column'
      ? [`${severity} ${code} ${sql.slice(start, end)}`]
      : [],
  );

describe('names that the vault does not have', () => {
  for (const [sql, found] of [
    ['SELECT id FROM person', ['warning unknown-table person']],
    ['SELECT nmae FROM persons', ['warning unknown-column nmae']],
    ['SELECT p.nmae FROM persons p', ['warning unknown-column nmae']],
    ['SELECT id FROM persons WHERE stat = 1', ['warning unknown-column stat']],
    ['SELECT MIN(incom) FROM persons', ['warning unknown-column incom']],
    [
      'SELECT p.brand, c.brand FROM persons p JOIN cards c ON c.person = p.id',
      ['warning unknown-column brand', 'warning unknown-column person'],
    ],
    [
      'SELECT state FROM persons JOIN card ON card.id = persons.idd',
      ['warning unknown-table card', 'warning unknown-column idd'],
    ],
    // Without quotes a value is a name.
    ['SELECT id FROM persons WHERE state = CA', ['warning unknown-column CA']],
    [
      'SELECT nmae FROM persons; SELECT id FROM person',
      ['warning unknown-column nmae', 'warning unknown-table person'],
    ],
  ] as const)
    it(sql, () => assert.deepEqual(unknown(sql), found));

  it('never keep a statement from being sent', () => {
    assert.equal(hasErrors(checkText('SELECT nmae FROM person', { tables })), false);
  });

  it('are left alone where nothing is known to be complete', () => {
    for (const sql of [
      'SELECT ID, "name", Persons.STATE, "First Name" FROM Persons',
      'SELECT anything FROM notes',
      'SELECT brand, anything FROM cards JOIN notes ON cards.id = notes.card',
      'SELECT a FROM other.persons',
      'SELECT persons, p FROM persons JOIN cards p ON p.id = persons.id',
      'SELECT q.name FROM persons p',
      'SELECT p.address.city FROM persons p',
      'SELECT p.*, COUNT(*) FROM persons p',
      // Refused, or allowed by the settings: a query within may give names of its own.
      'SELECT nmae FROM (SELECT name AS nmae FROM persons) q',
      'WITH q AS (SELECT id FROM persons) SELECT id FROM q',
      'SELECT income AS worth FROM persons ORDER BY worth',
      'SELECT v FROM persons p (v)',
      'SELECT v FROM generate_series(1, 2) v',
      // Behind a syntax error nothing is certain.
      'SELECT nmae, FROM persons',
    ])
      assert.deepEqual(unknown(sql), [], sql);
    assert.deepEqual(unknown('SELECT nmae FROM person', {}), []);
  });

  it('are not those of the settings', () => {
    const columns = [{ table: 'Persons', column: 'SSN', masked: true }];
    assert.deepEqual(unknown('SELECT ssn, cvv FROM persons', { tables, columns: columns }), [
      'warning unknown-column cvv',
    ]);
  });

  it('are said without the name, which may be a value', () => {
    const sql = 'SELECT nmae, zzz FROM person; SELECT nmae, zzz FROM persons; SELECT 1 FROM zzz';
    const said = checkText(sql, { tables }).map((finding) =>
      sentenceText(createFindingSentence(finding, sql)),
    );
    assert.deepEqual(said, [
      'Unknown table. Did you mean persons?',
      'Unknown column. Did you mean name?',
      'Unknown column; the vault may reject it.',
      'Unknown table; the vault may reject it.',
    ]);
  });

  it('have a fix where one is probably misspelt, that only a person takes', () => {
    const fixed = (sql: string): string[] =>
      findRewritesInRange(sql, { start: 0, end: sql.length }, { tables }).flatMap(({ rewrites }) =>
        rewrites.map(({ edits }) => applyEdits(sql, edits)),
      );
    assert.deepEqual(fixed('SELECT id FROM person'), ['SELECT id FROM persons']);
    assert.deepEqual(fixed('SELECT p.nmae FROM persons p'), ['SELECT p.name FROM persons p']);
    assert.deepEqual(fixed('SELECT "first name", "Frist Name" FROM persons'), [
      'SELECT "first name", "First Name" FROM persons',
    ]);
    assert.deepEqual(fixed('SELECT zzz FROM persons'), []);
    assert.deepEqual(fixAll('SELECT nmae FROM person', { check: { tables } }), []);
  });

  it('are held back while they are typed', () => {
    const sql = 'SELECT nam FROM persons';
    const findings = checkText(sql, { tables });
    assert.equal(findings.length, 1);
    assert.deepEqual(withholdFindingsBeingTyped(sql, findings, [10]), []);
    assert.equal(withholdFindingsBeingTyped(sql, findings, [sql.length]).length, 1);
  });

  it('are values where they are compared in double quotes', () => {
    const codes = (sql: string, options?: CheckOptions): string[] =>
      checkText(sql, { literalHints: false, ...options }).map(({ code }) => code);
    assert.deepEqual(codes('SELECT id FROM persons WHERE state = "active"', { tables }), ['quoted-value']);
    assert.deepEqual(codes('SELECT id FROM persons WHERE state = "name"', { tables }), []);
    assert.deepEqual(codes('SELECT id FROM notes WHERE state = "active"', { tables }), []);
    // Where nothing is known, capitals are hardly ever in a name.
    assert.deepEqual(codes('SELECT id FROM persons WHERE state = "CA"'), ['quoted-value']);
    assert.deepEqual(codes('SELECT "Id" FROM persons WHERE state = "CA"'), []);
  });
});

describe('a column without FROM', () => {
  it('is warned of, since no table has it', () => {
    for (const [sql, column] of [
      ['SELECT name WHERE id = 1', 'name'],
      ['SELECT MIN(a)', 'a'],
      ['SELECT 1 WHERE t.a = 1', 't.a'],
    ] as const)
      assert.deepEqual(
        checkText(sql, { literalHints: false }).map(
          ({ code, severity, start, end }) => `${severity} ${code} ${sql.slice(start, end)}`,
        ),
        [`warning always-refused ${column}`],
        sql,
      );
    assert.deepEqual(
      checkText('SELECT 1').map(({ code, construct }) => `${code} ${construct}`),
      ['undocumented SELECT WITHOUT FROM'],
    );
  });
  it('is not while FROM may follow', () => {
    const sql = 'SELECT name';
    assert.deepEqual(withholdFindingsBeingTyped(sql, checkText(sql), [sql.length]), []);
  });
});
