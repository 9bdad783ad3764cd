import assert from 'node:assert/strict';
import type { Origin } from '../../../../src/core/schema/catalogue.ts';
import { findNames } from '../../../../src/core/schema/findNames.ts';

const origin: Origin = { kind: 'schemaFile', name: '.vaultsql/schema.json' };
const vault = (label: string, tables: Readonly<Record<string, readonly string[]>>) => ({
  label,
  sources: () => {
    const written = Object.entries(tables).map(([name, columns]) => ({
      name,
      columns: columns.map((column) => ({ name: column })),
    }));
    // The same names by two sources are found once.
    return [1, 2].map(() => ({ origin, areNamesUnquoted: true as const, tables: written }));
  },
});
const vaults = [
  vault('sandbox/customers', { persons: ['id', 'email'], 'Odd Table': ['person_id'] }),
  vault('live/customers', { persons: ['id'], cards: ['card_number'] }),
];
const find = (query: string, isTablesOnly = false, limit = 100) =>
  findNames(vaults, query, { limit, isTablesOnly }).map((match) =>
    [match.vault.label, match.table?.label, match.column?.label].filter(Boolean).join(' > '),
  );

describe('finding names of tables', () => {
  it('shows vaults and tables while nothing is typed, and tables alone where only they are wanted', () => {
    assert.deepEqual(find(''), [
      'sandbox/customers',
      'live/customers',
      'sandbox/customers > persons',
      'sandbox/customers > Odd Table',
      'live/customers > persons',
      'live/customers > cards',
    ]);
    assert.equal(find('', true).length, 4);
  });

  it('finds parts of names in any case: vaults, then tables, then columns', () => {
    assert.deepEqual(find('PERSON'), [
      'sandbox/customers > persons',
      'live/customers > persons',
      'sandbox/customers > Odd Table > person_id',
    ]);
    assert.deepEqual(find('customers'), ['sandbox/customers', 'live/customers']);
  });

  it('narrows by what a name belongs to', () => {
    assert.deepEqual(find('live persons'), ['live/customers > persons']);
    assert.deepEqual(find('persons.id'), [
      'sandbox/customers > persons > id',
      'live/customers > persons > id',
    ]);
    assert.deepEqual(find('sandbox/customers odd id'), ['sandbox/customers > Odd Table > person_id']);
    assert.deepEqual(find('card num'), ['live/customers > cards > card_number']);
    assert.deepEqual(find('nothing'), []);
  });

  it('gives so many of each kind at most', () => {
    assert.equal(find('s', false, 1).length, 3);
    assert.deepEqual(find('id', true), []);
  });
});
