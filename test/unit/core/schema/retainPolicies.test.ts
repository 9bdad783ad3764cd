import assert from 'node:assert/strict';
import fc from 'fast-check';
import { schemaProblemSentence } from '../../../../src/core/messages/schemaProblems.ts';
import { sentenceText } from '../../../../src/core/messages/sentence.ts';
import { retainEarlierPolicies } from '../../../../src/core/schema/retainPolicies.ts';
import {
  parseSchemaFile,
  policiesOfTables,
  type SchemaFile,
  tablesOfVault,
} from '../../../../src/core/schema/schemaFile.ts';

const vault = 'prod/cards';
const sound = {
  tables: {
    persons: { columns: { ssn: { type: 'text', masked: true }, email: { masked: true } } },
    consents: { columns: { purpose: { columnLevelEncryption: false } } },
  },
  vaults: { [vault]: { tables: { cards: { columns: { cvv: { transientTokenization: true } } } } } },
};
const all = ['persons.ssn', 'persons.email', 'consents.purpose', 'cards.cvv'];
/** Readings of texts, one after the other; `undefined` means a file that is sound. */
const readings = (...texts: readonly unknown[]): SchemaFile =>
  texts.reduce<SchemaFile | undefined>(
    (before, text) =>
      retainEarlierPolicies(parseSchemaFile(typeof text === 'string' ? text : JSON.stringify(text)), before),
    undefined,
  ) ?? assert.fail();
const protectedIn = (file: SchemaFile): readonly string[] =>
  policiesOfTables(tablesOfVault(file, vault)).map(({ table, column }) => `${table}.${column}`);
const said = ({ problems }: SchemaFile): readonly string[] =>
  problems.map((problem) => sentenceText(schemaProblemSentence(problem)));

describe('the policies of a schema file that gets a fault', () => {
  it('stay where it is no JSON any more, until it can be read again', () => {
    for (const text of ['', '{ "tables": { "per', JSON.stringify(sound).replace(',', ',,')]) {
      const file = readings(sound, text);
      assert.deepEqual(protectedIn(file), all);
      assert.deepEqual(said(file), ['This is not JSON from here on. The earlier version still applies.']);
      assert.equal(file.mayLackPolicies, false);
      assert.deepEqual(protectedIn(readings(sound, text, text, { tables: {} })), []);
    }
    const never = readings('{');
    assert.deepEqual(said(never), ['This is not JSON from here on. Nothing of the file is applied.']);
    assert.equal(never.mayLackPolicies, true);
  });

  it('stay in the part with the fault; a sound part counts as it is now', () => {
    const { tables, vaults } = sound;
    const cases: readonly (readonly [unknown, readonly string[]])[] = [
      [[], all],
      [{ ...sound, tables: [] }, all],
      [{ tables, vaults: { [vault]: null } }, all],
      [{ tables: { persons: 7 }, vaults }, ['cards.cvv', 'persons.ssn', 'persons.email']],
      [{ tables: { persons: { columns: { ssn: { masked: 'yes' } } } } }, ['persons.ssn']],
      [{ tables: { persons: { columns: { ssn: { masked: false } } } } }, ['persons.ssn']],
      [{ tables: { persons: { columns: { ssn: { maskd: true }, email: {} } } } }, ['persons.ssn']],
      [{ tables: { persons: { colums: {} } } }, ['persons.ssn', 'persons.email']],
      [{ tabels: {}, vaults }, ['cards.cvv', 'persons.ssn', 'persons.email', 'consents.purpose']],
      // What is not known says nothing else than what is.
      [
        { note: '', vaults: {}, tables: { persons: { note: '', columns: { email: { masked: true } } } } },
        ['persons.email'],
      ],
      [{ tables: { persons: { description: 7, columns: {} } } }, []],
    ];
    for (const [text, expected] of cases) {
      const file = readings(sound, text);
      assert.deepEqual([...protectedIn(file)].sort(), [...expected].sort(), JSON.stringify(text));
      assert.equal(file.mayLackPolicies, false);
      assert.deepEqual(protectedIn(readings(sound, text, text)), protectedIn(file));
      assert.deepEqual(protectedIn(readings(sound, text, {})), []);
    }
  });

  it('are named in the problem where they stay, and only there', () => {
    const text = {
      tables: { persons: { columns: { ssn: { masked: 'yes' }, phone: { masked: 'yes' } } }, note: 7 },
      nots: {},
      vaults: sound.vaults,
    };
    assert.deepEqual(said(readings(sound, text)), [
      'nots is unknown. It is not applied.',
      'tables.persons.columns.ssn.masked must be true or false. The policies read earlier still apply.',
      'tables.persons.columns.phone.masked must be true or false. It is not applied.',
      'tables.note must be an object. It is not applied.',
    ]);
    const lifting = { tables: { persons: { columns: { ssn: { masked: false }, id: { masked: false } } } } };
    assert.deepEqual(said(readings(sound, lifting)), [
      'tables.persons.columns.ssn.masked is not applied: a workspace can add protection, not remove it. The policies read earlier still apply.',
      'tables.persons.columns.id.masked is not applied: a workspace can add protection, not remove it.',
    ]);
  });

  it('may be missing where a part was never readable', () => {
    const mayLack = (...texts: readonly unknown[]): boolean => readings(...texts).mayLackPolicies;
    assert.equal(mayLack(sound), false);
    assert.equal(mayLack({ tables: { t: { description: 7, columns: { a: { masked: false } } } } }), false);
    const wrong = { tables: { t: { columns: { a: { masked: 'yes' } } } } };
    assert.equal(mayLack(wrong), true);
    assert.equal(mayLack(wrong, '{'), true);
    assert.equal(mayLack(sound, { ...sound, ...wrong }), true);
    assert.equal(mayLack(wrong, sound), false);
  });

  it('are never fewer by cutting the file short', () => {
    const text = JSON.stringify(sound);
    fc.assert(
      fc.property(fc.nat(text.length), (length) => {
        assert.deepEqual(protectedIn(readings(sound, text.slice(0, length))), all);
      }),
    );
  });
});
