import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { connectionOf, eventsOf, fakeService } from '../fakeModel.ts';
import '../../withVscode.ts';

const { findChosenEventOrInform } = await import('../../../../../src/extension/audit/actions/chosen.ts');

describe('the event that a command runs on', () => {
  const told: string[] = [];
  beforeEach(() => told.splice(0));

  /** With two loaded events, the first of which is selected. Returns the change ID of the chosen one. */
  async function chosen(argument: unknown, isSelected = true): Promise<string | undefined> {
    const { model, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    const events = ['selected', 'other'].map((changeID) => toAuditEvent({ context: { changeID } }));
    asked[0]?.answer({ events });
    await loading;
    const loaded = await eventsOf(model);
    const parts = {
      messages: { info: async (text: string) => void told.push(text) },
      view: { selection: [] },
      selected: () =>
        isSelected ? loaded.find(({ context }) => context.changeID === 'selected') : undefined,
      findByChangeID: (changeID: string) => model.trail.find(model.state.getListingNumber(), changeID),
    };
    const event = await findChosenEventOrInform(
      parts as unknown as Parameters<typeof findChosenEventOrInform>[0],
      argument,
    );
    return event?.context.changeID;
  }

  it('is the one that the argument contains, or names by its change ID', async () => {
    const event = toAuditEvent({ context: { changeID: 'contained' } });
    assert.equal(await chosen({ kind: 'event', event }), 'contained');
    assert.equal(await chosen('other'), 'other');
    assert.deepEqual(told, []);
  });

  it('is never another one than the argument names', async () => {
    assert.equal(await chosen('no event has this'), undefined);
    assert.equal(await chosen(''), undefined);
    const text = 'This audit event is not loaded. Load audit events first.';
    assert.deepEqual(told, [text, text]);
  });

  it('is the selected one without such an argument, if there is one', async () => {
    assert.equal(await chosen(undefined), 'selected');
    assert.deepEqual(told, []);
    assert.equal(await chosen(undefined, false), undefined);
    assert.deepEqual(told, ['Select an event in the Audit Events view first.']);
  });
});
