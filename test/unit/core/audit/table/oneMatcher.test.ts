import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { msToTimestamp } from '../../../../../src/core/audit/feed/timestamps.ts';
import { fieldText, findAuditField } from '../../../../../src/core/audit/table/fields.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { anyEvent, fieldIDs, filtersFor } from '../store/anyEvents.ts';
import { plainly } from '../store/plainEvents.ts';
import { EventTable } from './eventTable.ts';

describe('one rule for filters over loaded events', () => {
  it('whichever view evaluates them: all fields, not this, lists, texts, times', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyEvent, { minLength: 1, maxLength: 8 })
          .chain((events) => fc.tuple(fc.constant(events), filtersFor(events))),
        ([events, filters]) => {
          const table = new EventTable(events);
          table.setFilters(filters);
          const found = events.map((_, number) => table.passes(number));
          assert.deepEqual(found, events.map(plainly(filters)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('for each field alone: this, not this, no such value', () => {
    const filled = (value: string, ms: number): AuditEvent => {
      const context = Object.fromEntries(fieldIDs.map((id) => [id, `${id} ${value}`]));
      const of = { ...context, timestamp: msToTimestamp(ms), tags: [value, 'x'] };
      const parsed = parseJson(
        JSON.stringify({
          context,
          accountID: value,
          parentAccountID: value,
          resourceIDs: [`VAULT/${value}`, 'T/x'],
          request: { ...of, data: { content: value }, httpInfo: { URI: value, method: value } },
          response: { ...of, code: ms, data: { value } },
        }),
      );
      assert.ok(parsed.ok);
      return toCompactEvent(toAuditEvent(parsed.value as AuditEvent['raw']));
    };
    const [first, second] = [filled('one', 1), filled('two', 2)];
    const none = toCompactEvent(toAuditEvent({}));
    const events = [first, second, none];
    for (const id of fieldIDs) {
      const value = fieldText(findAuditField(id), first);
      assert.ok(value !== undefined && value !== fieldText(findAuditField(id), second), id);
      const left = (only: (string | undefined)[], not: (string | undefined)[]): boolean[] => {
        const filters = { fields: new Map([[id, { only: new Set(only), not: new Set(not) }]]) };
        const table = new EventTable(events);
        table.setFilters(filters);
        const found = events.map((_, number) => table.passes(number));
        assert.deepEqual(found, events.map(plainly(filters)), id);
        return found;
      };
      assert.deepEqual(left([value], []), [true, false, false], id);
      assert.deepEqual(left([], [value]), [false, true, true], id);
      assert.deepEqual(left([undefined], []), [false, false, true], id);
      assert.deepEqual(left([], [undefined]), [true, true, false], id);
    }
  });

  it('goes on to hold for events that come later', () => {
    const table = new EventTable();
    const of = (changeID: string): AuditEvent => toAuditEvent({ context: { changeID } });
    const events = [of('a'), of('b'), of('c')];
    table.setFilters({ fields: new Map([['changeID', { only: new Set(), not: new Set(['a', 'c']) }]]) });
    table.add(events.slice(0, 1));
    assert.equal(table.view().rows.length, 0);
    table.add(events.slice(1));
    assert.deepEqual(
      events.map((_, number) => table.passes(number)),
      [false, true, false],
    );
  });
});
