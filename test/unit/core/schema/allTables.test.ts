import assert from 'node:assert/strict';
import { collectListedTables } from '../../../../src/core/schema/allTables.ts';
import { parseSchemaFile } from '../../../../src/core/schema/schemaFile.ts';

const file = (value: unknown) => parseSchemaFile(JSON.stringify(value));
const columns = { id: {}, name: { masked: true }, 'First Name': { type: 'text' } };

describe('all tables of a vault', () => {
  it('are those of a file that lists columns, and not only rules', () => {
    assert.deepEqual(collectListedTables([file({ tables: { persons: { columns } } })], undefined), [
      { name: 'persons', columns: ['id', 'name', '"First Name"'] },
    ]);
    assert.equal(
      collectListedTables([file({ tables: { persons: { columns: { ssn: { masked: true } } } } })], undefined),
      undefined,
    );
    assert.equal(collectListedTables([file({})], undefined), undefined);
    assert.equal(collectListedTables([], undefined), undefined);
  });

  it('may have columns that are not known', () => {
    const tables = { persons: {}, cards: { columns: { cvv: { transientTokenization: true } } } };
    assert.deepEqual(collectListedTables([file({ tables })], undefined), [
      { name: 'persons', columns: undefined },
      { name: 'cards', columns: undefined },
    ]);
  });

  it('are those of every vault and of the one meant, of any vault where none is', () => {
    const one = file({
      tables: { persons: { columns } },
      vaults: { 'a/b': { tables: { cards: { columns: { id: {} } } } }, 'c/d': { tables: { notes: {} } } },
    });
    const names = (vault?: string) => collectListedTables([one], vault)?.map(({ name }) => name);
    assert.deepEqual(names('a/b'), ['persons', 'cards']);
    assert.deepEqual(names('x/y'), ['persons']);
    assert.deepEqual(names(), ['persons', 'cards', 'notes']);
  });

  it('of several files are joined, and unknown where one of them can’t be read', () => {
    const one = file({ tables: { persons: { columns: { id: {} } } } });
    const two = file({ tables: { Persons: { columns: { ssn: { masked: true } } } } });
    assert.deepEqual(collectListedTables([one, two], undefined), [
      { name: 'persons', columns: ['id', 'ssn'] },
    ]);
    for (const text of ['{', '{"tables": []}', '{"tables": {"persons": 1}}'])
      assert.equal(collectListedTables([one, parseSchemaFile(text)], undefined), undefined, text);
  });
});
