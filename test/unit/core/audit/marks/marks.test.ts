import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { splitMark, withMark } from '../../../../../src/core/audit/marks/markMember.ts';
import { Marks } from '../../../../../src/core/audit/marks/marks.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { isJsonObject, stringifyJson } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { plainBytes } from '../plainBytes.ts';
import { withKeys } from '../questions.ts';
import { anyEvent } from '../store/anyEvents.ts';
import { onceEach } from '../store/onceEach.ts';

const [first = assert.fail(), second = assert.fail()] = fc
  .sample(anyEvent, { numRuns: 50, seed: 1 })
  .filter(({ context }, at, all) => all.findIndex((one) => one.context.changeID === context.changeID) === at);

describe('marks of events', () => {
  it('are found by the event, also where it comes as another object', () => {
    const marks = new Marks();
    marks.setMark(first, { note: 'asked Maria' });
    assert.deepEqual(marks.getMark(toCompactEvent(first)), { note: 'asked Maria' });
    assert.equal(marks.getMark(second), undefined);
    marks.removeMark(toCompactEvent(first));
    assert.equal(marks.size, 0);
  });

  it('give the same list of keys until they change', () => {
    const marks = new Marks();
    marks.setMark(first, { note: '' });
    const keys = marks.listMarkedEventKeys();
    assert.equal(marks.listMarkedEventKeys(), keys);
    marks.removeMark(second);
    assert.equal(marks.listMarkedEventKeys(), keys);
    marks.setMark(second, { note: '' });
    assert.deepEqual(marks.listMarkedEventKeys(), [eventKey(first), eventKey(second)]);
  });

  it('of several files are joined, each note once', () => {
    const marks = new Marks();
    const key = eventKey(first);
    for (const note of ['', 'seen', '', 'seen', 'asked Maria', 'seen', 'asked Maria'])
      marks.mergeMarks([[key, { note }]]);
    assert.deepEqual(marks.getMark(first), { note: 'seen\n\nasked Maria' });
    // Joined notes come back from the files that they were written to.
    marks.mergeMarks([[key, { note: 'seen\n\nasked Maria' }]]);
    marks.mergeMarks([[key, { note: 'closed' }]]);
    marks.mergeMarks([[key, { note: 'seen\n\nasked Maria' }]]);
    marks.mergeMarks([[key, { note: 'asked Maria\n\nclosed' }]]);
    assert.deepEqual(marks.getMark(first), { note: 'seen\n\nasked Maria\n\nclosed' });
    // A part of a paragraph is another note.
    marks.mergeMarks([[key, { note: 'asked' }]]);
    assert.deepEqual(marks.getMark(first), { note: 'seen\n\nasked Maria\n\nclosed\n\nasked' });
  });

  it('are written beside the event and taken out again, which leaves it as it was', () => {
    fc.assert(
      fc.property(anyEvent, fc.string({ unit: 'binary' }), ({ raw }, note) => {
        const text = stringifyJson(raw);
        const parsed = parseJson(withMark(text, { note }));
        assert.ok(parsed.ok && isJsonObject(parsed.value));
        const { own, mark } = splitMark(parsed.value);
        assert.deepEqual(mark, { note });
        assert.equal(stringifyJson(own), text);
      }),
    );
    for (const empty of ['{}', '{ }', '{\t \t}', '{\r\n}'])
      assert.deepEqual(
        JSON.parse(withMark(empty, { note: 'a' })),
        { vaultSqlMark: { marked: true, note: 'a' } },
        empty,
      );
  });

  it('are no marks where the member is another thing', () => {
    for (const value of [null, true, 'x', [], {}, { marked: 1 }, { marked: true, note: 1 }]) {
      const event = { context: {}, vaultSqlMark: value };
      assert.deepEqual(splitMark(event), { own: event, mark: undefined });
    }
  });
});

describe('the filter of marked events', () => {
  it('leaves those with these keys, with and without IDs, also among events that come later', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyEvent, fc.boolean()), { maxLength: 12 }),
        fc.nat({ max: 12 }),
        (all, cut) => {
          const store = new EventStore(plainBytes, parseQueryReads);
          const given: AuditEvent[] = [];
          const marked = all.filter(([, isMarked]) => isMarked).map(([event]) => eventKey(event));
          for (const part of [all.slice(0, cut), all.slice(cut)]) {
            for (const [event] of part) {
              store.addEventIfNew(event, true, stringifyJson(event.raw));
              given.push(event);
            }
            const rows = store.rows(withKeys(noFilters, marked), newestFirst);
            const expected = onceEach(given).flatMap((event, row) =>
              marked.includes(eventKey(event)) ? [row] : [],
            );
            assert.deepEqual(
              [...rows].sort((a, b) => a - b),
              expected,
            );
            assert.equal(store.rows(withKeys(noFilters, []), newestFirst).length, 0);
          }
        },
      ),
    );
  });
});
