import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { auditFields } from '../../../../../src/core/audit/table/fields.ts';
import { toLoadedEvent } from '../../../../../src/core/audit/table/trailReads.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { englishManifest } from '../../../../architecture/sources.ts';
import { filtersOf } from '../../../core/audit/questions.ts';
import { actionCommandsOf, actionsOf, auditTreeOf, connectionOf, fakeService, fileOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { eventAndValueActions: allActions } = await import(
  '../../../../../src/extension/audit/actions/auditActions.ts'
);
const { listEventTraits: eventTraits } = await import('../../../../../src/extension/audit/actions/traits.ts');
const { createController } = await import('../../../../../src/extension/audit/views/table/controller.ts');
const { createTreeOptions } = await import('../../../../../src/extension/audit/views/tree/treeOptions.ts');

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: {
      readonly 'view/item/context': readonly {
        readonly command: string;
        readonly group: string;
        readonly when: string;
      }[];
    };
  };
}

const { commands, menus } = (englishManifest() as Manifest).contributes;
const titleOf = (id: string): string =>
  commands.find(({ command }) => command === id)?.title ?? assert.fail(id);

/** What a `when` clause of the manifest says of a row of the audit tree. */
const holds = (when: string, viewItem: string): boolean =>
  when.split(' && ').every((part) => {
    const [, pattern] = /^viewItem =~ \/(.*)\/$/.exec(part) ?? [];
    if (pattern !== undefined) return new RegExp(pattern).test(viewItem);
    return part === 'view == vaultsql.audit' || part === `viewItem == ${viewItem}`;
  });

/** The titles in the menu of a row of the tree, in the editor's order; `inline` are those of its buttons. */
function menuOf({ contextValue = '' }: TreeItem, inline = false): readonly string[] {
  return menus['view/item/context']
    .filter(({ group, when }) => group.startsWith('inline') === inline && holds(when, contextValue))
    .sort((a, b) => (a.group < b.group ? -1 : 1))
    .map(({ command }) => titleOf(command));
}

const contents = ['nothing', 'SELECT name FROM persons', "SELECT name FROM persons WHERE name = 'Ann'"];
const marks = [undefined, '', 'a note'];

/** An event for each combination of a content, IDs, a mark, and whether it is revealed. */
const samples = contents.flatMap((content, c) =>
  marks.flatMap((mark, m) =>
    Array.from({ length: 2 ** 4 }, (_, bits) => {
      const has = (bit: number): boolean => (bits & (1 << bit)) !== 0;
      const name = `${c}-${m}-${bits}`;
      const event = toAuditEvent({
        context: {
          changeID: name,
          actor: 'ada@local.test',
          ...(has(0) ? { requestID: `r${name}` } : {}),
          ...(has(1) ? { sessionID: `s${name}` } : {}),
          ...(has(2) ? { jwtID: `t${name}` } : {}),
        },
        request: { data: { content }, tags: ['READ', 'DML'] },
      });
      return { event, mark, isRevealed: has(3) };
    }),
  ),
);

/** A model with those events, loaded from the service or from a file, and all that shows them. */
async function setUp(isOfFile = false) {
  const { model, deps, asked } = fakeService(connectionOf('a'));
  const events = samples.map(({ event }) => event);
  if (isOfFile) model.source.displayOpenedFile(fileOf(model, 'f', events));
  else {
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events });
    await loading;
  }
  for (const { event, isRevealed, mark } of samples) {
    if (isRevealed) model.masking.reveal(event);
    if (mark !== undefined) model.marks.setNote(event, mark, model.marks.source);
  }
  const options = createTreeOptions(model.masking);
  const tree = auditTreeOf(model, options);
  const controller = createController(deps, model, actionsOf(model), () => undefined);
  const { rev, rowCount } = await controller.open('events');
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return { model, options, tree, controller, rev, rows };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** The event of each row of the table with its node in the tree. */
async function nodesByRow({ model, tree, rev, rows, controller }: SetUp) {
  const found = await Promise.all(
    rows.map(async (row) => {
      const detail = await controller.host.detail({ rev, row });
      const { changeID } = (JSON.parse(detail.json) as { context: { changeID: string } }).context;
      const event = await model.trail.find(model.state.getListingNumber(), changeID);
      const node = await tree.findNodeOfEvent(toLoadedEvent(event ?? assert.fail()));
      return { row, detail, node: node ?? assert.fail(changeID) };
    }),
  );
  assert.equal(found.length, samples.length);
  return found;
}

/** Without a field of its own, so that the menu of a cell there has the actions on the event alone. */
const noteColumn = auditFields.length;

describe('the actions on audit events', () => {
  it('are the same, in the same order, in the tree, the details, and the table, for events of all kinds', async () => {
    const given = await setUp();
    const { tree, controller, rev } = given;
    const seen = new Set<string>();
    for (const { row, detail, node } of await nodesByRow(given)) {
      const item = await tree.getTreeItem(node);
      const inTree = menuOf(item);
      const labels = detail.buttons.map(({ label }) => label);
      const menu = await controller.host.menu({ rev, row, column: noteColumn });
      assert.deepEqual([...labels], inTree, item.contextValue);
      assert.deepEqual([...menu], [...detail.buttons]);
      assert.ok(
        menuOf(item, true).every((title) => inTree.includes(title)),
        'buttons of the row',
      );
      for (const { id } of detail.buttons) seen.add(id);
    }
    const ofEvents = allActions.filter(({ subject }) => subject === 'event');
    assert.deepEqual(ofEvents.map(({ id }) => id).sort(), [...seen].sort(), 'each is offered somewhere');
    controller.dispose();
  });

  it('are commands, each of which says so where the event lacks what it needs', async () => {
    const { model, controller } = await setUp();
    const said: string[] = [];
    const documents: string[] = [];
    const open = async (): Promise<boolean> => documents.push('opened') > 0;
    const table = actionCommandsOf(model, {
      messages: { info: async (text) => void said.push(text), confirm: async () => true },
      documents: {
        openEvent: async () => undefined,
        openJson: async () => undefined,
        openQuery: open,
        compareQuery: open,
        findEventOf: () => undefined,
      },
    });
    assert.deepEqual(Object.keys(table).sort(), allActions.map(({ id }) => id).sort());
    const bare = toAuditEvent({ context: { changeID: 'bare' } });
    const argument = { kind: 'event', event: bare };
    for (const { id, subject } of allActions)
      if (subject === 'event' && !/Note$/.test(id)) await table[id]?.(argument);
    await table['vaultsql.audit.addNote']?.(argument, 'words of a script');
    assert.deepEqual(said, [
      ...['This event has no query.', 'This event has no query.', 'This event has no query.'],
      ...['Request ID', 'Session ID', 'JWT ID'].map((name) => `This event has no ${name}.`),
    ]);
    assert.deepEqual(documents, []);
    assert.deepEqual(model.marks.getMark(bare), { note: 'words of a script' });
    controller.dispose();
  });

  it('have traits that say of each event one of two where both can’t be', () => {
    const { model } = fakeService(connectionOf('a'));
    for (const { event } of samples) {
      const traits = eventTraits(event, {
        masking: model.masking,
        markOf: (of: AuditEvent) => model.marks.getMark(of),
      });
      assert.ok(traits.includes('marked') !== traits.includes('unmarked'));
      assert.ok(traits.includes('noted') !== traits.includes('unnoted'));
      assert.ok(!(traits.includes('masked') && traits.includes('revealed')));
    }
  });
});

for (const isOfFile of [false, true])
  describe(`the actions on values of audit events ${isOfFile ? 'of a file' : 'of the service'}`, () => {
    it('are the same in the tree and the table, where each is a command', async () => {
      const { model, tree, controller, rev, rows } = await setUp(isOfFile);
      const only = allActions.filter(({ subject }) => subject === 'value').map(({ id }) => id);
      const offered = new Set<string>();
      for (const row of rows.slice(0, 3)) {
        const { json } = await controller.host.detail({ rev, row });
        const { changeID } = (JSON.parse(json) as { context: { changeID: string } }).context;
        const event = await model.trail.find(model.state.getListingNumber(), changeID);
        const nodes =
          (await tree.getChildren(await tree.findNodeOfEvent(toLoadedEvent(event ?? assert.fail())))) ?? [];
        for (const node of nodes) {
          assert.ok(node.kind === 'value');
          const column = auditFields.findIndex(({ id }) => id === node.field);
          const menu = await controller.host.menu({ rev, row, column });
          const ofValue = menu.filter(({ id }) => (only as readonly string[]).includes(id));
          const inTree = menuOf(await tree.getTreeItem(node));
          // Copy of the table copies any selection of cells.
          const inBoth = inTree.filter((title) => title !== 'Copy Value');
          assert.deepEqual(
            ofValue.map(({ label }) => label),
            inBoth,
            node.field,
          );
          for (const title of inTree) offered.add(title);
        }
      }
      const all = only.filter((id) => !isOfFile || id !== 'vaultsql.audit.filterService').map(titleOf);
      assert.deepEqual([...offered].sort(), all.sort());
      controller.dispose();
    });

    it('include filtering by the absence of a value, in the tree by the group without one', async () => {
      const { model, options, tree, controller, rev, rows } = await setUp(isOfFile);
      options.setGrouping('session');
      tree.refresh();
      const nodes = (await tree.getChildren()) ?? [];
      const without = nodes.find((node) => node.kind === 'group' && node.value === undefined);
      const only = ['Only This Value (Loaded Events)', 'Exclude This Value (Loaded Events)'];
      assert.deepEqual(menuOf(await tree.getTreeItem(without ?? assert.fail())), only);
      await actionCommandsOf(model)['vaultsql.audit.notThis']?.(without);
      assert.deepEqual(model.filters.getAppliedFilters().local, filtersOf('-session:absent'));
      const column = auditFields.findIndex(({ id }) => id === 'keyID');
      const menu = await controller.host.menu({ rev, row: rows[0] ?? 0, column });
      assert.deepEqual(
        menu.slice(0, 2).map(({ label }) => label),
        only,
      );
      assert.equal(menu[2]?.place, '1_open@1');
      controller.dispose();
    });
  });
