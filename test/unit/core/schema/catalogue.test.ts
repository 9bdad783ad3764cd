import assert from 'node:assert/strict';
import {
  Catalogue,
  type KnownTable,
  mergeTables,
  type Origin,
  sourceTablesOfIndex,
  sourceTablesOfPolicies,
  type TableSource,
} from '../../../../src/core/schema/catalogue.ts';
import { collectNamesOfText } from '../../../../src/core/sql/editor/schemaIndex.ts';

const file: Origin = { kind: 'schemaFile', name: '.vaultsql/schema.json' };
const settings: Origin = { kind: 'settings' };
const document: Origin = { kind: 'document', name: 'a.vaultsql' };
const plain = (tables: readonly KnownTable[]) =>
  tables.map(({ name, columns, origins }) => [
    name,
    columns.map((column) => column.name).join(' '),
    origins.map(({ kind }) => kind).join(' '),
  ]);

const listColumns = (sources: readonly TableSource[]): string | undefined =>
  mergeTables(sources)[0]
    ?.columns.map(({ label }) => label)
    .join(' ');

describe('the tables that are known of a vault', () => {
  it('have their columns in one order, whichever query named them first', () => {
    const described = {
      origin: file,
      areNamesUnquoted: true as const,
      tables: [{ name: 'persons', columns: [{ name: 'ssn' }, { name: 'name' }] }],
    };
    const queries = ['SELECT zip, city FROM persons', 'SELECT name, age FROM persons'];
    for (const texts of [queries, queries.toReversed()]) {
      const sources: TableSource[] = texts.map((text) => ({
        origin: document,
        tables: [...sourceTablesOfIndex(collectNamesOfText(text))],
      }));
      for (const all of [
        [described, ...sources],
        [...sources, described],
      ])
        assert.equal(listColumns(all), 'ssn name age city zip');
    }
  });

  it('have their columns in the order of the first description that names them', () => {
    const sourceWith = (origin: Origin, ...names: readonly string[]) => ({
      origin,
      areNamesUnquoted: true as const,
      tables: [{ name: 'persons', columns: names.map((name) => ({ name })) }],
    });
    const columns = listColumns([
      sourceWith({ kind: 'result' }, 'city', 'b', 'name', 'a'),
      sourceWith(file, 'ssn', 'name'),
      sourceWith(settings, 'city', 'name'),
      sourceWith({ kind: 'localVault' }, 'city', 'name', 'zip', 'ssn'),
    ]);
    assert.equal(columns, 'ssn name city zip a b');
  });

  it('are one for all spellings of a name, and say where they come from', () => {
    const tables = mergeTables([
      {
        origin: file,
        areNamesUnquoted: true,
        tables: [{ name: 'Persons', columns: [{ name: 'ssn', masked: true }] }],
      },
      {
        origin: document,
        tables: sourceTablesOfIndex(
          collectNamesOfText('SELECT SSN, "Odd" FROM persons; SELECT a FROM cards'),
        ),
      },
      {
        origin: settings,
        areNamesUnquoted: true,
        tables: sourceTablesOfPolicies([{ table: 'PERSONS', column: 'cvv', transientTokenization: true }]),
      },
    ]);
    assert.deepEqual(plain(tables), [
      ['Persons', 'ssn "Odd" cvv', 'schemaFile document settings'],
      ['cards', 'a', 'document'],
    ]);
    const [persons] = tables;
    assert.deepEqual(
      persons?.columns.map(({ label, masked, transientTokenization, origins }) => [
        label,
        masked,
        transientTokenization,
        origins.length,
      ]),
      [
        ['ssn', true, undefined, 2],
        ['Odd', undefined, undefined, 1],
        ['cvv', undefined, true, 1],
      ],
    );
  });

  it('are two where only quotes tell them apart', () => {
    const tables = mergeTables([
      {
        origin: document,
        tables: sourceTablesOfIndex(collectNamesOfText('SELECT a FROM "Persons"; SELECT b FROM persons')),
      },
    ]);
    assert.deepEqual(
      plain(tables).map(([name]) => name),
      ['"Persons"', 'persons'],
    );
    assert.deepEqual(
      tables.map(({ label }) => label),
      ['Persons', 'persons'],
    );
  });

  it('keep names with quotes, dots, blanks, right-to-left marks, and 10,000 characters', () => {
    const names = [
      'say "hi"',
      'a.b',
      ' ',
      'אבג',
      '\u202Eevil',
      'x'.repeat(10_000),
      'select',
      '__proto__',
      '',
    ];
    const tables = mergeTables([
      { origin: file, areNamesUnquoted: true, tables: names.map((name) => ({ name, columns: [{ name }] })) },
    ]);
    assert.deepEqual(new Set(tables.map(({ label }) => label)), new Set(names));
    assert.ok(tables.every(({ label, columns }) => columns[0]?.label === label));
  });

  it('protect what one source protects, and say all that answers had', () => {
    const catalogue = new Catalogue();
    const add = (more: object): boolean =>
      catalogue.add({ origin: file, tables: [{ name: 't', columns: [{ name: 'c', ...more }] }] });
    assert.equal(add({}), true);
    assert.equal(add({}), false);
    assert.equal(add({ masked: true, kinds: ['text'], type: 'mail' }), true);
    assert.equal(add({ masked: false, kinds: ['text'], type: 'other' }), false);
    assert.equal(add({ kinds: ['number'], columnLevelEncryption: true, levels: ['MASKED'] }), true);
    assert.equal(add({ columnLevelEncryption: false, isRedacted: true }), true);
    const [column] = catalogue.tables()[0]?.columns ?? [];
    assert.deepEqual(column, {
      name: 'c',
      key: 'c',
      label: 'c',
      origins: [file],
      masked: true,
      kinds: ['text', 'number'],
      type: 'mail',
      levels: ['MASKED'],
      columnLevelEncryption: false,
      isRedacted: true,
    });
  });

  it('keep that column-level encryption is on if only a later source says so', () => {
    const catalogue = new Catalogue();
    const add = (more: object): boolean =>
      catalogue.add({ origin: settings, tables: [{ name: 't', columns: [{ name: 'c', ...more }] }] });
    add({});
    assert.equal(add({ columnLevelEncryption: true }), true);
    assert.equal(add({ columnLevelEncryption: true }), false);
    assert.equal(catalogue.tables()[0]?.columns[0]?.columnLevelEncryption, true);
    assert.equal(add({ columnLevelEncryption: false }), true);
    assert.equal(add({ columnLevelEncryption: true }), false);
    assert.equal(catalogue.tables()[0]?.columns[0]?.columnLevelEncryption, false);
  });
});
