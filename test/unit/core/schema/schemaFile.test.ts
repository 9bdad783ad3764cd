import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createProblemLocator } from '../../../../src/core/schema/problemRange.ts';
import {
  columnProperties,
  parseSchemaFile,
  policiesOfTables,
  tablesOfVault,
} from '../../../../src/core/schema/schemaFile.ts';
import { mergePolicies } from '../../../../src/core/sql/dialect/schema.ts';
import { root } from '../../../editor/cache.ts';

const sample = `{
  "tables": {
    "persons": {
      "description": "People",
      "columns": { "ssn": { "type": "text", "masked": true }, "Select \\"x\\".y": {} }
    }
  },
  "vaults": { "prod/cards": { "tables": { "cards": { "columns": { "cvv": { "transientTokenization": true } } } } } }
}`;
/** What is marked for each problem of a text. */
const marked = (text: string): readonly string[] =>
  parseSchemaFile(text).problems.map((problem) => {
    const { start, end } = createProblemLocator(text)(problem);
    return `${problem.kind} ${text.slice(start, end)}`;
  });

describe('the schema file of a workspace', () => {
  it('gives the tables of all vaults, and of one', () => {
    const file = parseSchemaFile(sample);
    assert.deepEqual(file.problems, []);
    const namesOf = (vault?: string): readonly string[] => tablesOfVault(file, vault).map(({ name }) => name);
    assert.deepEqual(namesOf(), ['persons']);
    assert.deepEqual(namesOf('prod/cards'), ['persons', 'cards']);
    assert.deepEqual(namesOf('prod/other'), ['persons']);
    assert.deepEqual(policiesOfTables(tablesOfVault(file, 'prod/cards')), [
      { table: 'persons', column: 'ssn', masked: true },
      { table: 'cards', column: 'cvv', transientTokenization: true },
    ]);
  });

  it('removes no policy, and reports what would', () => {
    const text =
      '{"tables":{"t":{"columns":{"a":{"masked":false,"transientTokenization":false,"columnLevelEncryption":true}}}}}';
    assert.deepEqual(marked(text), ['removesPolicy false', 'removesPolicy false', 'removesPolicy true']);
    assert.deepEqual(policiesOfTables(parseSchemaFile(text).tables), []);
  });

  it('names what is wrong where it is, and applies the rest', () => {
    const text =
      '{"tabels":{},"tables":{"t":{"columns":{"a":{"maskd":true,"masked":"yes"},"b":7,"c":{"masked":true}}},"u":[]},"vaults":{"x/y":null}}';
    assert.deepEqual(marked(text), [
      'unknown "tabels"',
      'shape null',
      'unknown "maskd"',
      'shape "yes"',
      'shape 7',
      'shape []',
    ]);
    assert.deepEqual(policiesOfTables(parseSchemaFile(text).tables), [
      { table: 't', column: 'c', masked: true },
    ]);
  });

  it('that is no JSON says where, and nothing of it counts', () => {
    const text = '{"tables": {"t": {}},}';
    assert.deepEqual(parseSchemaFile(text), {
      tables: [],
      vaults: new Map(),
      problems: [{ kind: 'syntax', offset: text.length - 1 }],
      mayLackPolicies: true,
    });
    assert.deepEqual(marked('not json'), ['syntax n']);
    assert.deepEqual(parseSchemaFile('[]').problems, [{ kind: 'shape', path: [], expected: 'object' }]);
    assert.deepEqual(marked(`${'['.repeat(100_000)}`), ['syntax [']);
  });

  it('never throws, and marks a place in the text', () => {
    const keys = fc.constantFrom(
      'tables',
      'vaults',
      'columns',
      'masked',
      'type',
      '__proto__',
      'constructor',
      'a',
    );
    const { file } = fc.letrec((tie) => ({
      file: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(null, true, false, 7, 'text', []),
        fc.dictionary(keys, tie('file')),
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          file.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (text) => {
          const read = parseSchemaFile(text);
          for (const policy of policiesOfTables(read.tables)) {
            assert.notEqual(policy.masked, false);
            assert.notEqual(policy.columnLevelEncryption, true);
          }
          for (const problem of read.problems) {
            const { start, end } = createProblemLocator(text)(problem);
            assert.ok(start >= 0 && start < end && end <= text.length + 1);
          }
        },
      ),
    );
  });

  it('has the properties of the JSON schema that editors complete from', () => {
    const schema = JSON.parse(readFileSync(`${root}/media/schemas/schema.json`, 'utf8'));
    const shapes = { text: 'string', boolean: 'boolean' };
    const { properties } = schema.definitions.column;
    assert.deepEqual(
      Object.fromEntries(
        Object.entries<{ type: string }>(properties).map(([name, { type }]) => [name, type]),
      ),
      Object.fromEntries(Object.entries(columnProperties).map(([name, shape]) => [name, shapes[shape]])),
    );
  });
});

describe('policies of several sources', () => {
  it('protect what any of them protects', () => {
    assert.deepEqual(
      mergePolicies([
        { table: 'Persons', column: 'ssn', columnLevelEncryption: true },
        { table: 'persons', column: 'SSN', masked: true, columnLevelEncryption: false },
        { table: 'persons', column: 'id', transientTokenization: true },
      ]),
      [
        { table: 'Persons', column: 'ssn', columnLevelEncryption: false, masked: true },
        { table: 'persons', column: 'id', transientTokenization: true },
      ],
    );
  });
});
