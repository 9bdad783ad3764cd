import assert from 'node:assert/strict';
import { englishManifest } from '../../../../architecture/sources.ts';
import { auditBar } from '../../../../webview/auditBar.ts';
import { actionsOf, connectionOf, fakeService, partsOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const {
  barButtons,
  runBarButton,
  trailActions,
  createTrailCommands: trailCommands,
} = await import('../../../../../src/extension/audit/actions/trailActions.ts');
const { eventAndValueActions: allActions } = await import(
  '../../../../../src/extension/audit/actions/auditActions.ts'
);

const { trailWhenClause } = await import('../../../../../src/extension/audit/actions/trailTraits.ts');
const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');

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
    for (const [id, { traits = [], needs, isDisabledWithout, title }] of Object.entries(trailActions)) {
      if (traits.length === 0 && needs === undefined) continue;
      const whenIn = (entries: readonly Entry[]): string =>
        entries.find(({ command }) => command === id)?.when ?? '';
      const enablement = commands.find(({ command }) => command === id)?.enablement;
      const needed = enablement ?? whenIn(menus.commandPalette).split(' && ')[0] ?? '';
      assert.equal(enablement !== undefined, isDisabledWithout === true, id);
      assert.ok(title && needed && whenIn(menus['view/title']).includes(` && ${needed}`), id);
      if (needs === undefined) continue;
      for (const entries of [menus.commandPalette, menus['view/title']])
        assert.ok(whenIn(entries).includes(trailWhenClause([needs])), id);
    }
  });

  const displayed = [
    { mode: 'events', phase: 'events', rowCount: 3, marks: { column: 1, count: 0, only: false } },
    { mode: 'events', phase: 'events', rowCount: 3, marks: { column: 1, count: 2, only: false } },
    { mode: 'events', phase: 'events', rowCount: 0, marks: { column: 1, count: 2, only: true } },
    { mode: 'events', phase: 'loading', rowCount: 3, marks: { column: 1, count: 0, only: false } },
    { mode: 'events', phase: 'none', rowCount: 0, marks: { column: 1, count: 0, only: false } },
    { mode: 'readers', phase: 'events', rowCount: 3 },
  ] as const;
  const inBar = Object.entries(trailActions).flatMap(([id, { bar }]) => (bar ? [id] : []));

  for (const [index, rows] of displayed.entries())
    it(`are the buttons in the bar of the table, as the tests of the webview have them (${index})`, () => {
      assert.deepEqual(barButtons({ ...rows, mayLoadOlder: true, canGoBack: false }), auditBar(rows));
    });

  it('are in the bar of the table, each in a place of its own', async () => {
    const { model, deps, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [] });
    await loading;
    const controller = createController(deps, model, actionsOf(model), () => undefined);
    const { buttons } = await controller.open('events');
    assert.deepEqual(buttons.map(({ id }) => id).sort(), inBar.toSorted());
    assert.equal(new Set(buttons.map(({ group, order }) => `${group} ${order}`)).size, inBar.length);
    const enabled = buttons.filter(({ enabled }) => enabled).map(({ label }) => label);
    assert.deepEqual(enabled, [
      'Refresh',
      'Back to the previous events (no request)',
      'Events',
      'Open in tab',
      'Who read what',
      'Show marked events only (0)',
    ]);
    controller.dispose();
  });

  it('do in the bar what their buttons say, and no other ID does anything', () => {
    const done: unknown[] = [];
    const note =
      (name: string) =>
      async (...given: readonly unknown[]): Promise<void> =>
        void done.push([name, ...given]);
    const controls = {
      show: note('show'),
      toggleMarked: note('toggleMarked'),
      refresh: note('refresh'),
      goBack: note('goBack'),
      loadOlder: note('loadOlder'),
      loadAllOlder: note('loadAllOlder'),
      export: note('export'),
      openTab: note('openTab'),
    };
    for (const id of [...inBar, 'vaultsql.audit.cancel', 'toString', '__proto__']) runBarButton(id, controls);
    assert.deepEqual(done, [
      ['refresh'],
      ['goBack'],
      ['loadOlder'],
      ['loadAllOlder'],
      ['show', 'events'],
      ['openTab'],
      ['show', 'readers'],
      ['toggleMarked'],
      ['export'],
    ]);
  });
});
