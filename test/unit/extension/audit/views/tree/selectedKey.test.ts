import assert from 'node:assert/strict';
import type { AuditModel } from '../../../../../../src/extension/audit/model/auditModel.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { connectionOf, fakeService, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { selectionContext } = await import('../../../../../../src/extension/audit/views/tree/selectedKey.ts');

describe('what the palette finds selected in the audit tree', () => {
  const event = { ...eventOf(eventText(1)), request: { data: { content: "SELECT a FROM t WHERE b = 'x'" } } };
  function context(
    isSelected: boolean,
    selection: readonly AuditNode[] = [],
    change = (_: AuditModel) => {},
  ) {
    const { model } = fakeService(connectionOf('a'));
    model.source.displayOpenedFile(fileOf(model, 'one', [event as never]));
    if (isSelected) model.selection.selectEvent(event as never);
    change(model);
    return selectionContext(model, { selection });
  }
  const traitsOf = (change?: (model: AuditModel) => void): readonly string[] =>
    context(true, [], change).event.split(' ');

  it('is nothing without a selection', () => {
    assert.deepEqual(context(false), { event: '', value: '', hasFilter: false });
  });

  it('is an event with its query, whose literals are masked until they are revealed', () => {
    const masked = traitsOf();
    for (const trait of ['event', 'query', 'masked', 'unmarked', 'unnoted'])
      assert.ok(masked.includes(trait), trait);
    const revealed = traitsOf(({ masking }) => masking.reveal(event as never));
    assert.ok(revealed.includes('revealed') && !revealed.includes('masked'));
  });

  it('is a mark, and a note', () => {
    const noted = traitsOf(({ marks }) => marks.setNote(event as never, 'n', marks.source));
    assert.ok(noted.includes('marked') && noted.includes('noted'));
    assert.ok(!noted.includes('unmarked') && !noted.includes('unnoted'));
  });

  it('is a value, by which the service can’t filter the events of a file', () => {
    const value = { kind: 'value', event, field: 'actor', value: 'me', at: 0 } as unknown as AuditNode;
    assert.equal(context(false, [value]).value, 'value present');
    const { model } = fakeService(connectionOf('a'));
    assert.equal(selectionContext(model, { selection: [value] }).value, 'value present filterable');
  });

  it('is a filter, unless it is needed', () => {
    const filter = {
      kind: 'filter',
      by: 'service',
      name: 'vaultID',
      terms: [],
      text: 'v',
      place: 'server',
      isRequired: false,
    } as const;
    assert.equal(context(false, [filter]).hasFilter, true);
    assert.equal(context(false, [{ ...filter, isRequired: true }]).hasFilter, false);
  });

  it('holds no value of an event', () => {
    assert.doesNotMatch(JSON.stringify(context(true)), /SELECT|'x'/);
  });
});
