import assert from 'node:assert/strict';
import type { AuditModel } from '../../../../../../src/extension/audit/model/auditModel.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import { eventText } from '../../../../../bench/auditEvents.ts';
import { eventOf } from '../../../../../webview/auditHost.ts';
import { connectionOf, fakeService, fileOf } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { selectionTraits } = await import('../../../../../../src/extension/audit/views/tree/selectedKey.ts');

describe('what the palette finds selected in the audit tree', () => {
  const event = { ...eventOf(eventText(1)), request: { data: { content: "SELECT a FROM t WHERE b = 'x'" } } };
  function words(isSelected: boolean, selection: readonly AuditNode[] = [], change = (_: AuditModel) => {}) {
    const { model } = fakeService(connectionOf('a'));
    model.source.open(fileOf(model, 'one', [event as never]));
    if (isSelected) model.selection.set(event as never);
    change(model);
    return selectionTraits(model, { selection });
  }

  it('is nothing without a selection', () => {
    assert.deepEqual(words(false), []);
  });

  it('is an event with its query, whose literals are masked until they are shown', () => {
    const masked = words(true);
    for (const word of ['event', 'query', 'literalsMasked', 'unmarked', 'unnoted'] as const)
      assert.ok(masked.includes(word), word);
    const shown = words(true, [], ({ masking }) => masking.reveal(event as never));
    assert.ok(shown.includes('literalsShown') && !shown.includes('literalsMasked'));
  });

  it('is a mark, and a note', () => {
    const noted = words(true, [], ({ marks }) => marks.setNote(event as never, 'n', marks.source));
    assert.ok(noted.includes('marked') && noted.includes('noted'));
    assert.ok(!noted.includes('unmarked') && !noted.includes('unnoted'));
  });

  it('is a value, and whether the service filters by it', () => {
    const value = { kind: 'value', event, field: 'actor', value: 'me', at: 0 } as unknown as AuditNode;
    assert.deepEqual(words(false, [value]), ['value', 'serverValue']);
  });

  it('is a filter, unless it is needed', () => {
    const filter = { kind: 'filter', by: 'service', name: 'vaultID', text: 'v', isNeeded: false } as const;
    assert.deepEqual(words(false, [filter]), ['filter']);
    assert.deepEqual(words(false, [{ ...filter, isNeeded: true }]), []);
  });

  it('holds no value of an event', () => {
    assert.doesNotMatch(words(true).join(' '), /SELECT|'x'/);
  });
});
