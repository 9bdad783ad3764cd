import assert from 'node:assert/strict';
import { AUDIT_FILTERS, type FilterName } from '../../../../../src/core/audit/filters/filters.ts';
import { settled } from '../fakeModel.ts';
import { type FakePick, fakePicks } from './fakePick.ts';
import '../../withVscode.ts';

const { pickValue } = await import('../../../../../src/extension/audit/pickers/valuePick.ts');

const noOffers = { loadedValues: [], recentValues: [], canBeEmpty: true, format: (value: string) => value };

/** The list for one filter's value, and what comes of it; `'open'` while it is open. */
async function open(
  name: FilterName,
  label: string,
  current: string,
  offers: Partial<Parameters<typeof pickValue>[2]> = {},
) {
  const next = fakePicks();
  const filter = AUDIT_FILTERS.find((one) => one.name === name) ?? assert.fail(name);
  let outcome: unknown = 'open';
  void pickValue(filter, current, { ...noOffers, ...offers }).then((step) => {
    outcome = step;
  });
  const pick = await next(`Filter audit events: ${label}`);
  const outcomeOf = async (act: (pick: FakePick) => void): Promise<unknown> => {
    act(pick);
    await settled();
    return outcome;
  };
  return { pick, outcomeOf };
}

describe('choosing the value of a filter', () => {
  it('keeps the value that is set on Enter, and offers to clear it last', async () => {
    for (const [name, label, current] of [
      ['context.accessType', 'Access type', 'SQL'],
      ['context.accessType', 'Access type', 'NEW_KIND'],
      ['context.actor', 'Actor', 'ada'],
      ['resourceIDs', 'Resource IDs', 'VAULT/1,TABLE/2'],
    ] as const) {
      const { pick, outcomeOf } = await open(name, label, current, { loadedValues: [['eve', 3]] });
      if (name !== 'resourceIDs') assert.equal(pick.labels().at(-1), '$(close) Any');
      assert.deepEqual(await outcomeOf((one) => one.enter()), { kind: 'value', value: current });
    }
  });

  it('clears it where that is chosen; not where a value is needed', async () => {
    const { outcomeOf } = await open('context.actor', 'Actor', 'ada');
    assert.deepEqual(await outcomeOf((pick) => pick.choose('$(close) Any')), { kind: 'value', value: '' });
    const { pick } = await open('accountID', 'Account ID', 'mine', { canBeEmpty: false });
    assert.deepEqual(pick.labels(), ['mine']);
  });

  it('takes the text typed, also where Enter comes before its items are drawn', async () => {
    const { pick, outcomeOf } = await open('context.actor', 'Actor', 'ada', { loadedValues: [['eve', 3]] });
    pick.type('bob');
    assert.equal(pick.activeItems[0]?.label, 'bob');
    const stale = pick.activeItems;
    pick.type('bobby');
    pick.activeItems = stale;
    assert.deepEqual(await outcomeOf((one) => one.enter()), { kind: 'value', value: 'bobby' });
  });

  it('sends nothing that the service would refuse, and says why', async () => {
    const { pick, outcomeOf } = await open('context.ipAddress', 'IP address', '');
    pick.type('1.2.3');
    assert.match(pick.labels()[0] ?? '', /^\$\(warning\) /);
    assert.equal(await outcomeOf((one) => one.enter()), 'open');
  });

  it('puts a list together, entry by entry', async () => {
    const { pick, outcomeOf } = await open('resourceIDs', 'Resource IDs', 'VAULT/1', {
      loadedValues: [['TABLE/2', 4]],
    });
    assert.deepEqual(pick.labels(), [
      '$(check) Filter by these entries: 1',
      'Any of these',
      'VAULT/1',
      'In loaded events',
      'TABLE/2',
    ]);
    assert.equal(await outcomeOf((one) => one.choose('TABLE/2')), 'open');
    // A heading with nothing under it is not shown.
    assert.ok(!pick.labels().includes('In loaded events'));
    pick.type(' ROW/3 ,, ROW/4, ');
    assert.equal(await outcomeOf((one) => one.enter()), 'open');
    assert.equal(pick.value, '');
    pick.pressButtonOf('VAULT/1');
    assert.deepEqual(await outcomeOf((one) => one.enter()), { kind: 'value', value: 'TABLE/2,ROW/3,ROW/4' });
  });
});
