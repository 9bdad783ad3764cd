import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeTables, sourceTablesOfPolicies } from '../../../../../src/core/schema/catalogue.ts';
import {
  createNameKey,
  decodeIdentifier,
  quoteCaseInsensitiveName,
  quoteNameIfNeeded,
} from '../../../../../src/core/sql/dialect/identifier.ts';
import {
  collectNamesOfResult,
  collectNamesOfText,
  findColumnPolicy,
  mergeIndexes,
  type SchemaIndex,
} from '../../../../../src/core/sql/editor/schemaIndex.ts';
import { anyText, marked } from '../dialectText.ts';

const plain = (index: SchemaIndex) =>
  [...index.values()].map(({ name, columns }) => [name, ...columns.values()]);

describe('names for completion', () => {
  it('are read from statements: a column counts for the one table that it can belong to', () => {
    assert.deepEqual(
      plain(
        collectNamesOfText(
          'SELECT p.a, b FROM persons p JOIN cards ON cards.c = p.d WHERE e = 1; SELECT F FROM Persons; SELECT x FROM cards WHERE g = 1',
        ),
      ),
      [
        ['persons', 'a', 'd', 'F'],
        ['cards', 'c', 'x', 'g'],
      ],
    );
  });

  it('are read from the statement at the caret though it has an error, from its first character on', () => {
    const text = 'SELECT a FROM persons WHERE ; SELECT b FROM cards WHERE ;';
    assert.deepEqual(plain(collectNamesOfText(text, 0)), [['persons', 'a']]);
    assert.deepEqual(plain(collectNamesOfText(text, text.lastIndexOf('SELECT'))), [['cards', 'b']]);
    assert.deepEqual(plain(collectNamesOfText(text)), []);
  });

  it('are 20,000 of a table at most', () => {
    const columns = Array.from({ length: 20_003 }, (_, n) => `c${n}`);
    const index = collectNamesOfText(`SELECT ${columns.join(', ')} FROM persons`);
    assert.equal(index.get('persons')?.columns.size, 20_000);
  });

  it('keep what must be quoted quoted, and fold what need not be', () => {
    const index = collectNamesOfText(
      'SELECT "Odd", "plain", PLAIN FROM "My Table"; SELECT a FROM "persons"; SELECT b FROM PERSONS',
    );
    assert.deepEqual(plain(index), [
      ['"My Table"', '"Odd"', '"plain"'],
      ['"persons"', 'a', 'b'],
    ]);
  });

  it('leave out what is being typed', () => {
    const { text, offset } = marked('SELECT na| FROM persons; SELECT id FROM per');
    assert.deepEqual(plain(collectNamesOfText(text, offset)), [['persons'], ['per', 'id']]);
    assert.deepEqual(plain(collectNamesOfText('SELECT id FROM per', 18)), []);
  });

  it('come from whole statements without an error alone, but for the one that is typed', () => {
    for (const text of [
      'SELECT nam\nSELECT name FROM person',
      'SELECT name FROM persons WHERE state LIKE CA%',
      'SELECT name FROM persons WHERE',
      'SELECT n FROM persons ORDER BY n',
    ]) {
      assert.deepEqual(plain(collectNamesOfText(text)), [], text);
      assert.deepEqual(plain(collectNamesOfText(`${text}; SELECT a FROM t;`)), [['t', 'a']], text);
      assert.deepEqual(plain(collectNamesOfText(`SELECT a FROM t;${text}`)), [['t', 'a']], text);
    }
    const { text, offset } = marked('SELECT x FROM t WHERE; SELECT name, state FROM persons WHERE |');
    assert.deepEqual(plain(collectNamesOfText(text, offset)), [['persons', 'name', 'state']]);
    assert.deepEqual(plain(collectNamesOfText('SELECT a FROM t ORDER BY b', -1, ['ORDER BY'])), [
      ['t', 'a', 'b'],
    ]);
  });

  it('are no values in double quotes, aliases, common tables or tables of the database itself', () => {
    const allowed = ['ORDER BY', 'WITH', 'IN', 'BETWEEN', 'IS DISTINCT FROM'];
    const learned = (text: string) => plain(collectNamesOfText(text, -1, allowed));
    for (const value of [
      ...[
        '= "Ann"',
        'LIKE "A%"',
        'NOT ILIKE "A%"',
        '> ("Ann")',
        'IN ("Ann", "Bob")',
        'NOT IN (\'Ann\', "Bob")',
      ],
      ...['BETWEEN "Ann" AND "Bob"', 'IS DISTINCT FROM "Ann"'],
    ]) {
      assert.deepEqual(learned(`SELECT a FROM t WHERE name ${value}`), [['t', 'a', 'name']], value);
    }
    assert.deepEqual(learned('SELECT "Odd" FROM t WHERE "Left" = 1'), [['t', '"Odd"', '"Left"']]);
    assert.deepEqual(learned('SELECT COUNT(*) AS n FROM t ORDER BY n'), [['t']]);
    assert.deepEqual(learned('SELECT a AS a, p FROM t p WHERE a = 1'), [['t', 'a']]);
    assert.deepEqual(learned('SELECT table_name FROM information_schema.tables'), []);
    const text =
      'WITH a AS (SELECT x FROM t), b (y) AS (SELECT z FROM u) SELECT y FROM a JOIN b ON a.x = b.y';
    assert.deepEqual(learned(text), [['t'], ['u']]);
    assert.deepEqual(learned('SELECT x FROM public.a'), [['a', 'x']]);
  });

  it('come from settings', () => {
    const policies = [
      { table: 'Persons', column: 'SSN', masked: true },
      { table: 'order', column: 'a b' },
    ];
    const tables = mergeTables([
      {
        origin: { kind: 'settings' },
        tables: sourceTablesOfPolicies(policies),
        areNamesUnquoted: true,
      },
    ]);
    assert.deepEqual(
      tables.map(({ name, columns }) => [name, ...columns.map((column) => column.name)]),
      [
        ['Persons', 'SSN'],
        ['"order"', '"a b"'],
      ],
    );
    assert.equal(findColumnPolicy(policies, 'persons', '"ssn"')?.masked, true);
    assert.equal(findColumnPolicy(policies, 'persons', 'name'), undefined);
  });

  it('come from a result where it shows one table as it is', () => {
    assert.deepEqual(
      plain(collectNamesOfResult('SELECT * FROM persons WHERE state = :s', ['id', 'firstName', 'order'])),
      [['persons', 'state', 'id', '"firstName"', '"order"']],
    );
    assert.deepEqual(plain(collectNamesOfResult('SELECT COUNT(*) AS n FROM persons', ['n'])), [['persons']]);
    assert.deepEqual(plain(collectNamesOfResult('SELECT * FROM a JOIN b ON a.x = b.y', ['x', 'y', 'z'])), [
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('of a result are not read if its columns may be named otherwise than those of the table', () => {
    assert.deepEqual(plain(collectNamesOfResult('SELECT * FROM (SELECT a AS b FROM t) AS x', ['b'])), [
      ['t', 'a'],
    ]);
    assert.deepEqual(plain(collectNamesOfResult('SELECT * FROM t AS x(a, b)', ['a', 'b'])), [['t']]);
    assert.deepEqual(
      plain(collectNamesOfResult('SELECT * FROM information_schema.tables', ['table_name'])),
      [],
    );
  });

  it('are put together, the first spelling staying', () => {
    const merged = mergeIndexes([
      collectNamesOfText('SELECT Id FROM Persons'),
      collectNamesOfText('SELECT id, name FROM persons'),
    ]);
    assert.deepEqual(plain(merged), [['Persons', 'Id', 'name']]);
  });

  it('are bounded, and no name can harm', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `SELECT a FROM t${i};`).join('');
    assert.equal(collectNamesOfText(many).size, 2_000);
    assert.deepEqual(plain(collectNamesOfText('SELECT __proto__, constructor FROM __proto__')), [
      ['__proto__', '__proto__', 'constructor'],
    ]);
  });

  it('are found in any text', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.string()), (text, columns) => {
        collectNamesOfText(text);
        collectNamesOfResult(text, columns);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('identifiers', () => {
  it('without quotes are lower case in the letters of ASCII alone, as in PostgreSQL', () => {
    assert.equal(decodeIdentifier('ÄRGER'), 'Ärger');
    assert.equal(decodeIdentifier('"ÄRGER"'), 'ÄRGER');
  });

  it('a name written for a statement is read as that name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        const written = quoteNameIfNeeded(name);
        assert.equal(decodeIdentifier(written), name);
        assert.equal(
          createNameKey(quoteCaseInsensitiveName(name)).replaceAll('"', '').toLowerCase(),
          name.replaceAll('"', '').toLowerCase(),
        );
      }),
    );
    assert.deepEqual(['a', 'A', 'a b', 'select', 'left', 'date', ''].map(quoteNameIfNeeded), [
      ...['a', '"A"', '"a b"', '"select"', '"left"', 'date', '""'],
    ]);
  });
});
