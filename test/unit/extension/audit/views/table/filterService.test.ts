import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { actionsOf, connectionOf, fakeService, fileOf, settled } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { createController } = await import('../../../../../../src/extension/audit/views/table/controller.ts');

const some = Array.from({ length: 5 }, (_, n) => eventOf(eventText(4 - n)));
const action = 'vaultsql.audit.filterService';

function setUp() {
  const { model, asked, deps } = fakeService(connectionOf('a'));
  const said: string[] = [];
  const messages = { info: async (text: string) => void said.push(text), confirm: async () => true };
  const controller = createController(
    { ...deps, language: () => ({ maskLiterals: (text: string) => text }), messages } as unknown as Deps,
    model,
    actionsOf(model, [], { messages }),
    () => undefined,
  );
  /** The first row's cell in a column. */
  const cellOf = ({ rev, columns }: AuditState, name: string) => {
    const column = columns.findIndex((one) => one.name === name);
    assert.ok(column >= 0, name);
    return { rev, row: 0, column };
  };
  const offers = async (state: AuditState, name: string): Promise<boolean> =>
    (await controller.host.menu(cellOf(state, name))).some(({ id }) => id === action);
  /** Asks the service for the first row's value of a field. */
  const filter = async (state: AuditState, name: string): Promise<void> => {
    await controller.host.activate({ ...cellOf(state, name), id: action });
  };
  return { model, asked, said, controller, offers, filter };
}

describe('filtering by a value on the server, from the audit table', () => {
  it('is refused for the events of a file, and not offered', async () => {
    const { model, asked, said, controller, offers, filter } = setUp();
    model.source.displayOpenedFile(fileOf(model, 'f', some));
    const state = await controller.open('events');
    assert.equal(await offers(state, 'Actor'), false);
    await filter(state, 'Actor');
    assert.deepEqual([asked.length, model.state.file()?.name], [0, 'f']);
    assert.match(said.join(), /don’t come from the service/);
    controller.dispose();
  });

  it('asks the service for its own events, where it has such a filter', async () => {
    const { model, asked, said, controller, offers, filter } = setUp();
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: some });
    await loading;
    const state = await controller.open('events');
    assert.deepEqual(
      await Promise.all(['Actor', 'Time', 'Status', 'Note'].map((name) => offers(state, name))),
      [true, false, false, false],
    );
    await filter(state, 'Time');
    assert.equal(asked.length, 1);
    assert.match(said.join(), /no filter for this field/);
    const filtering = filter(state, 'Actor');
    await settled();
    assert.deepEqual(Object.keys(asked[1]?.filters ?? {}), ['accountID', 'context.actor']);
    asked[1]?.answer({ events: some });
    await filtering;
    controller.dispose();
  });
});
