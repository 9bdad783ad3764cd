import assert from 'node:assert/strict';
import { englishManifest } from '../../../../architecture/sources.ts';
import { connectionOf, fakeService, partsOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { trailActions, trailCommands } = await import(
  '../../../../../src/extension/audit/actions/trailActions.ts'
);
const { allActions } = await import('../../../../../src/extension/audit/actions/auditActions.ts');

interface Entry {
  readonly command: string;
  readonly when?: string;
  readonly enablement?: string;
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly Entry[];
    readonly menus: { readonly 'view/title': readonly Entry[]; readonly commandPalette: readonly Entry[] };
  };
}
const { commands, menus } = (englishManifest() as Manifest).contributes;
const ids = Object.keys(trailActions).sort();

/** Commands about audit events that act neither on the trail nor on an event or a value. */
const others = {
  'vaultsql.audit.removeFilter': 'acts on a row of the tree that is a filter',
  'vaultsql.audit.findInTable': 'moves the keyboard focus within the table',
  'vaultsql.audit.runSql': 'acts on a document with SQL',
};

describe('the actions on the audit trail', () => {
  it('are, with those on events and values, all commands about audit events', () => {
    const declared = commands.map(({ command }) => command).filter((id) => id.startsWith('vaultsql.audit.'));
    const listed = [...ids, ...allActions.map(({ id }) => id), ...Object.keys(others)];
    assert.deepEqual(declared.sort(), listed.sort());
  });

  it('are commands', () => {
    const parts = partsOf(fakeService(connectionOf('a')));
    assert.deepEqual(Object.keys(trailCommands(parts)).sort(), ids);
  });

  it('are all that the title of the tree offers', () => {
    const inTitle = menus['view/title'].filter(({ when }) => when?.startsWith('view == vaultsql.audit'));
    assert.deepEqual(
      inTitle.map(({ command }) => command).filter((id) => !ids.includes(id)),
      [],
    );
    assert.ok(inTitle.length > 20);
  });

  it('are disabled, or hidden in the title and the palette alike, where the trail lacks what they need', () => {
    for (const [id, { traits = [], isDisabledWithout, title }] of Object.entries(trailActions)) {
      if (traits.length === 0) continue;
      const whenIn = (entries: readonly Entry[]): string =>
        entries.find(({ command }) => command === id)?.when ?? '';
      const enablement = commands.find(({ command }) => command === id)?.enablement;
      const needed = enablement ?? whenIn(menus.commandPalette).split(' && ')[0] ?? '';
      assert.equal(enablement !== undefined, isDisabledWithout === true, id);
      assert.ok(title && needed && whenIn(menus['view/title']).endsWith(` && ${needed}`), id);
    }
  });
});
