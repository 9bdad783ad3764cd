import assert from 'node:assert/strict';
import type { LoadedNames } from '../../../../src/extension/app/auditNames.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { KnownTables } from '../../../../src/extension/language/knownTables.ts';
import { EventEmitter, Uri } from '../fakeVscode.ts';
import '../withVscode.ts';

const { connectionWith, manyVaults } = await import('../connections/manyVaults.ts');
const { AuditNameCache } = await import('../../../../src/extension/app/auditNames.ts');
const { readVaultDirective } = await import('../../../../src/core/sql/execution/target.ts');
const { mergeTables } = await import('../../../../src/core/schema/catalogue.ts');
const { collectNamesOfText: indexText } = await import('../../../../src/core/sql/editor/schemaIndex.ts');
const { createTableFinder } = await import('../../../../src/extension/language/knownTables.ts');
const { findTables } = await import('../../../../src/extension/language/vaultTables.ts');

const vaults = [
  { id: 'v1', name: 'one' },
  { id: 'v2', name: 'two' },
];
const connection = connectionWith('c', vaults);
const ofEvents = (vaultID: string, name: string) => ({
  vaultID,
  events: 1,
  tables: mergeTables([
    { origin: { kind: 'audit' }, tables: [{ name, columns: [{ name: `${name}_column` }] }] },
  ]),
});

/** A window with two vaults, events of which are loaded, and documents with these texts. */
function opened(read: () => Promise<LoadedNames | undefined>, ...texts: readonly string[]) {
  const { deps } = manyVaults([connection], (vault) =>
    vault === 'c/one' ? [{ name: 'written', columns: [] }] : [],
  );
  const bundle = deps.language();
  const documents = texts.map((text, at) => ({
    languageId: 'vaultsql',
    uri: Uri.file(`/${at}.vaultsql`),
    getText: () => text,
  }));
  const named = documents.map(({ uri, getText }) => ({
    uri,
    target: readVaultDirective(getText()),
    index: indexText(getText()),
  }));
  const onDidChange = new EventEmitter<void>().event as Deps['auditNames']['onDidChange'];
  const auditNames = new AuditNameCache();
  auditNames.setSource({ onDidChange, readLoadedNames: read });
  Object.assign(deps, {
    auditNames,
    language: () => ({ ...bundle, readVaultDirective }),
    knownNames: () => ({
      documents: { load: async () => undefined, listDocumentNames: async () => named, onDidChange },
      seen: { tables: (vault: string) => (vault === 'c/two' ? [{ name: 'answered', columns: [] }] : []) },
    }),
  } satisfies { [Name in keyof Deps]?: unknown });
  const known = createTableFinder(deps);
  return { deps, at: (place: number) => known(documents[place] as never, -1) };
}
const labels = ({ index }: KnownTables) => [...index.values()].map(({ name }) => name);
const loaded: LoadedNames = {
  connection,
  vaults: [ofEvents('v1', 'seen_one'), ofEvents('v2', 'seen_two')],
};

describe('the names that completion offers', () => {
  const one = '-- vault: c/one\nSELECT a FROM in_one';
  const two = '-- vault: c/two\nSELECT a FROM in_two';

  it('are those of the tree and those that files name, of the vault that the statements go to', async () => {
    const { deps, at } = opened(async () => loaded, one, two);
    const [first, second] = [await at(0), await at(1)];
    assert.deepEqual(labels(first), ['in_one', 'seen_one', 'written']);
    assert.deepEqual(labels(second), ['answered', 'in_two', 'seen_two']);
    for (const [place, known] of [first, second].entries()) {
      const target = deps.targets.all()[place] ?? assert.fail('no vault');
      const inTree = await findTables(deps, target);
      assert.deepEqual(
        inTree.map(({ label }) => label),
        labels(known).filter((label) => !label.startsWith('in_')),
      );
      for (const { key, columns } of inTree)
        assert.deepEqual(
          columns,
          known.tables
            .get(key)
            ?.columns.filter(({ origins }) => origins.some(({ kind }) => kind !== 'document')),
        );
    }
    assert.deepEqual(
      first.tables.get('in_one')?.columns.map(({ name }) => name),
      ['a'],
    );
    assert.deepEqual(first.tables.get('seen_one')?.origins, [{ kind: 'audit' }]);
    assert.deepEqual(
      first.tables.get('seen_one')?.columns.map(({ name, origins }) => [name, origins]),
      [['seen_one_column', [{ kind: 'audit' }]]],
    );
  });

  it('are those of all documents and answers where the statements go nowhere known', async () => {
    const { at } = opened(async () => loaded, one, '-- vault: c/gone\nSELECT a FROM in_gone');
    assert.deepEqual(labels(await at(1)), ['answered', 'in_gone', 'in_one']);
  });

  it('do not wait long for events to be read, and say that more may come', async () => {
    const { at } = opened(() => new Promise(() => undefined), one);
    const known = await at(0);
    assert.deepEqual([labels(known), known.isComplete], [['in_one', 'written'], false]);
  });
});
