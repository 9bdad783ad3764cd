import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nameKey, nameOf, quoteName, writeName } from '../../../../src/core/sql/identifier.ts';
import {
  indexPolicies,
  indexResult,
  indexText,
  mergeIndexes,
  policyOf,
  type SchemaIndex,
} from '../../../../src/core/sql/schemaIndex.ts';
import { anyText, marked } from './dialectText.ts';

const plain = (index: SchemaIndex) =>
  [...index.values()].map(({ name, columns }) => [name, ...columns.values()]);

describe('names for completion', () => {
  it('are read from statements: a column counts for the one table that it can belong to', () => {
    assert.deepEqual(
      plain(
        indexText(
          'SELECT p.a, b FROM persons p JOIN cards ON cards.c = p.d WHERE e = 1; SELECT F FROM Persons; SELECT x FROM cards WHERE g = 1',
        ),
      ),
      [
        ['persons', 'a', 'd', 'F'],
        ['cards', 'c', 'x', 'g'],
      ],
    );
  });

  it('keep what must be quoted quoted, and fold what need not be', () => {
    const index = indexText(
      'SELECT "Odd", "plain", PLAIN FROM "My Table"; SELECT a FROM "persons"; SELECT b FROM PERSONS',
    );
    assert.deepEqual(plain(index), [
      ['"My Table"', '"Odd"', '"plain"'],
      ['"persons"', 'a', 'b'],
    ]);
  });

  it('leave out what is being typed', () => {
    const { text, offset } = marked('SELECT na| FROM persons; SELECT id FROM per');
    assert.deepEqual(plain(indexText(text, offset)), [['persons'], ['per', 'id']]);
    assert.deepEqual(plain(indexText('SELECT id FROM per', 18)), []);
  });

  it('come from settings', () => {
    const policies = [
      { table: 'Persons', column: 'SSN', masked: true },
      { table: 'order', column: 'a b' },
    ];
    assert.deepEqual(plain(indexPolicies(policies)), [
      ['Persons', 'SSN'],
      ['"order"', '"a b"'],
    ]);
    assert.equal(policyOf(policies, 'persons', '"ssn"')?.masked, true);
    assert.equal(policyOf(policies, 'persons', 'name'), undefined);
  });

  it('come from a result where it shows one table as it is', () => {
    assert.deepEqual(
      plain(indexResult('SELECT * FROM persons WHERE state = :s', ['id', 'firstName', 'order'])),
      [['persons', 'state', 'id', '"firstName"', '"order"']],
    );
    assert.deepEqual(plain(indexResult('SELECT COUNT(*) AS n FROM persons', ['n'])), [['persons']]);
    assert.deepEqual(plain(indexResult('SELECT * FROM a JOIN b ON a.x = b.y', ['x', 'y', 'z'])), [
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('are put together, the first spelling staying', () => {
    const merged = mergeIndexes([
      indexText('SELECT Id FROM Persons'),
      indexText('SELECT id, name FROM persons'),
    ]);
    assert.deepEqual(plain(merged), [['Persons', 'Id', 'name']]);
  });

  it('are bounded, and no name can harm', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `SELECT a FROM t${i};`).join('');
    assert.equal(indexText(many).size, 2_000);
    assert.deepEqual(plain(indexText('SELECT __proto__, constructor FROM __proto__')), [
      ['__proto__', '__proto__', 'constructor'],
    ]);
  });

  it('are found in any text', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.string()), (text, columns) => {
        indexText(text);
        indexResult(text, columns);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('identifiers', () => {
  it('a name written for a statement is read as that name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        const written = quoteName(name);
        assert.equal(nameOf(written), name);
        assert.equal(
          nameKey(writeName(name)).replaceAll('"', '').toLowerCase(),
          name.replaceAll('"', '').toLowerCase(),
        );
      }),
    );
    assert.deepEqual(['a', 'A', 'a b', 'select', 'left', 'date', ''].map(quoteName), [
      ...['a', '"A"', '"a b"', '"select"', '"left"', 'date', '""'],
    ]);
  });
});
