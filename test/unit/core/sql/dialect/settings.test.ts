import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDialectSettings } from '../../../../../src/core/sql/dialect/settings.ts';

const problems = (allow: unknown, columns: unknown): string[] =>
  readDialectSettings(allow, columns).problems.map(({ path, reason }) => `${path} ${reason}`);

describe('settings of the dialect', () => {
  it('are read as they are meant', () => {
    const read = readDialectSettings(['ORDER BY', '>='], {
      cards: { transientTokenization: ['cvv'], columnLevelEncryptionDisabled: ['brand', 'cvv'] },
      persons: { masked: ['ssn'] },
    });
    assert.deepEqual(read, {
      allow: ['ORDER BY', '>='],
      columns: [
        { table: 'cards', column: 'cvv', transientTokenization: true, columnLevelEncryption: false },
        { table: 'cards', column: 'brand', columnLevelEncryption: false },
        { table: 'persons', column: 'ssn', masked: true },
      ],
      problems: [],
    });
  });

  it('that are not there are no problem', () => {
    for (const none of [undefined, null]) assert.deepEqual(problems(none, none), []);
    assert.deepEqual(problems([], {}), []);
  });

  it('of the wrong shape are named by their place, and what is well formed beside it counts', () => {
    assert.deepEqual(problems('ORDER BY', ['cards']), [
      'vaultsql.dialect.allow not-a-list',
      'vaultsql.dialect.columns not-an-object',
    ]);
    const columns = {
      cards: { masked: 'number', transientTokenization: ['cvv', 3] },
      persons: ['ssn'],
      x: {},
    };
    assert.deepEqual(problems(['>=', 7, ''], columns), [
      'vaultsql.dialect.allow[1] not-text',
      'vaultsql.dialect.allow[2] not-text',
      'vaultsql.dialect.columns.cards.transientTokenization[1] not-text',
      'vaultsql.dialect.columns.cards.masked not-a-list',
      'vaultsql.dialect.columns.persons not-an-object',
    ]);
    const read = readDialectSettings(['>=', 7], columns);
    assert.deepEqual(read.allow, ['>=']);
    assert.deepEqual(read.columns, [{ table: 'cards', column: 'cvv', transientTokenization: true }]);
  });

  it('a rule that there is not, and a write, are named', () => {
    assert.deepEqual(problems(['delete', ' FOR  UPDATE', 'GROUP BY'], { cards: { transient: ['cvv'] } }), [
      'vaultsql.dialect.allow: delete never-allowed',
      'vaultsql.dialect.allow:  FOR  UPDATE never-allowed',
      'vaultsql.dialect.columns.cards.transient unknown-rule',
    ]);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (allow, columns) => {
        const read = readDialectSettings(allow, columns);
        return read.allow.every((name) => typeof name === 'string');
      }),
    );
  });
});
