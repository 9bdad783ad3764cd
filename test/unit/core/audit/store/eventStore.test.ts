import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseEventText, toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { hashText } from '../../../../../src/core/audit/store/columns/textIndex.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import type { TextSource } from '../../../../../src/core/audit/store/textStorage.ts';
import { type FieldID, facetFields } from '../../../../../src/core/audit/table/fields.ts';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { SourceError } from '../../../../../src/core/audit/table/sourceError.ts';
import { newestFirst } from '../../../../../src/core/audit/table/trail.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';
import { plainBytes } from '../plainBytes.ts';
import { anyEvent, fieldIDs, filtersFor } from './anyEvents.ts';
import { anySorts } from './anySorts.ts';
import { onceEach } from './onceEach.ts';
import { PlainEvents } from './plainEvents.ts';

const anyLimits = fc
  .dictionary(fc.constantFrom(...facetFields.map(({ id }) => id)), fc.integer({ min: 0, max: 3 }))
  .map((limits) => new Map(Object.entries(limits) as [FieldID, number][]));
const groupings = ['request', 'session', 'actor', 'vault'] as const;

/** All that somebody can ask, of the store and of a plain list. */
function compare(
  store: EventStore,
  plain: PlainEvents,
  filters: Parameters<EventStore['facets']>[0],
  sorts: Parameters<EventStore['rows']>[1],
  limits: ReadonlyMap<FieldID, number>,
): void {
  const rows = [...store.rows(filters, sorts)];
  assert.deepEqual(rows, plain.rows(filters, sorts));
  assert.deepEqual(store.facets(filters, limits), plain.facets(filters, limits));
  assert.deepEqual(store.histogram(filters), plain.histogram(filters));
  for (const by of groupings) {
    const groups = store.groups(Uint32Array.from(rows), by).createGroupsInRange(0, Number.POSITIVE_INFINITY);
    assert.deepEqual(
      groups.map((group) => ({ ...group, numbers: [...group.numbers] })),
      plain.groups(rows, by),
    );
  }
}

/** Bytes to read events from; of those that are gone none is read any more. */
const sourceOf = (bytes: Buffer, isGone: boolean): TextSource => ({
  read(offset, length) {
    if (isGone) throw this.createFileChangedError();
    return bytes.toString('utf8', offset, offset + length);
  },
  isUnchanged: () => true,
  createFileChangedError: () => new SourceError({ kind: 'fileGone', file: 'a file' }),
  close: () => undefined,
});

describe('the store of loaded events', () => {
  for (const [name, bytes] of Object.entries({ Node: nodeBytes, plain: plainBytes }))
    it(`answers as a plain list of the events does, whatever is asked in which order: ${name}`, () => {
      fc.assert(
        fc.property(
          fc.array(fc.array(anyEvent, { maxLength: 6 }), { minLength: 1, maxLength: 4 }).chain((batches) =>
            fc.tuple(
              fc.constant(batches),
              fc.array(fc.tuple(filtersFor(batches.flat()), anySorts, anyLimits), {
                minLength: 1,
                maxLength: 4,
              }),
            ),
          ),
          ([batches, asked]) => {
            const store = new EventStore(bytes, parseQueryReads);
            const events: AuditEvent[] = [];
            // The same filters again after each batch: what was kept of them goes on to hold.
            for (const batch of batches) {
              store.add(batch.map(toCompactEvent));
              events.push(...batch);
              const plain = new PlainEvents(events);
              for (const [filters, sorts, limits] of asked) compare(store, plain, filters, sorts, limits);
              for (const id of fieldIDs) assert.deepEqual(store.values(id), plain.values(id), id);
            }
          },
        ),
        { numRuns: 150 },
      );
    });

  it('gives each event as it came, and finds it by its ID', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 8 }), (events) => {
        const store = new EventStore(nodeBytes, parseQueryReads);
        const all = events.map(toCompactEvent);
        store.add(all);
        for (const [number, event] of all.entries()) {
          assert.deepEqual({ ...store.event(number) }, { ...event });
          const { changeID } = event;
          if (changeID)
            assert.equal(
              store.findRowOfVariant(changeID),
              all.findIndex((other) => other.changeID === changeID),
            );
        }
        assert.equal(store.findRowOfVariant('no event has this'), undefined);
        assert.equal(store.event(all.length), undefined);
      }),
    );
  });

  it('takes each event once, by its ID or by all of its text, wherever that is', () => {
    // Two texts of one hash, which are two events.
    const seen = new Map<number, string>();
    const actors = Array.from({ length: 400_000 }, (_, n) => `{"context":{"actor":"${n}"}}`);
    const alike = actors.flatMap((text) => {
      const other = seen.get(hashText(text));
      seen.set(hashText(text), text);
      return other === undefined ? [] : [other, text];
    });
    assert.ok(alike.length >= 4);
    const someTexts = fc.oneof(
      anyEvent.map((event) => toCompactEvent(event).text),
      fc.constantFrom(...alike.slice(0, 6), '{"context":{"actor":"half \\ud800"}}', '{"context":\n{}}'),
    );
    const where = fc.constantFrom('kept', 'file', 'gone');
    fc.assert(
      fc.property(fc.array(fc.tuple(someTexts, where), { maxLength: 20 }), (given) => {
        const store = new EventStore(nodeBytes, parseQueryReads);
        const bytes = Buffer.from(given.map(([text]) => text).join(''));
        const numbers = Object.fromEntries(
          ['file', 'gone'].map((name) => [name, store.addSource(sourceOf(bytes, name === 'gone'))]),
        );
        const added: AuditEvent[] = [];
        let offset = 0;
        for (const [text, place] of given) {
          const length = Buffer.byteLength(text);
          const event = parseEventText({ text, isExact: true });
          const at = place === 'kept' ? undefined : { source: numbers[place] ?? 0, offset, length };
          const isNew = onceEach([...added, event]).length > added.length;
          assert.equal(store.addEventIfNew(event, true, text, at), isNew, text);
          if (isNew) added.push(event);
          offset += length;
        }
        assert.equal(store.size, added.length);
      }),
    );
  });

  it('keeps halves of characters, which bytes have no form for', () => {
    const store = new EventStore(nodeBytes, parseQueryReads);
    const halves = ['\ud800', '\ud800x', '\udc00'].map((actor) =>
      toCompactEvent({
        context: { changeID: actor },
        request: {},
        response: {},
        resourceIDs: [],
        raw: { context: { changeID: actor } },
      }),
    );
    store.add(halves);
    assert.deepEqual(
      store.values('changeID').map(({ value }) => value),
      ['\ud800', '\ud800x', '\udc00'],
    );
    for (const [number, { changeID }] of halves.entries())
      assert.equal(store.findRowOfVariant(changeID ?? ''), number);
  });

  it('sorts by a field, also by values that came after it was last sorted by that field', () => {
    const store = new EventStore(nodeBytes, parseQueryReads);
    const add = (changeID: string, actor: string): void =>
      store.add([toCompactEvent(toAuditEvent({ context: { changeID, actor } }))]);
    add('1', 'a');
    add('2', 'c');
    const byActor = { field: 'actor', descending: false } as const;
    assert.deepEqual([...store.rows(noFilters, [byActor])], [0, 1]);
    add('3', 'b');
    assert.deepEqual([...store.rows(noFilters, [byActor])], [0, 2, 1]);
    assert.deepEqual([...store.rows(noFilters, [{ ...byActor, descending: true }])], [1, 2, 0]);
  });

  it('sorts many events of one time by their IDs, in few looks', () => {
    const store = new EventStore(nodeBytes, parseQueryReads);
    const count = 20_000;
    const text = (n: number): string =>
      `{"context":{"changeID":"c${String((n * 7_919) % count).padStart(5, '0')}"},"request":{"timestamp":"2026-01-01 00:00:00.000000000"}}`;
    store.add(
      Array.from({ length: count }, (_, n) => ({
        text: text(n),
        isExact: false,
        time: undefined,
        changeID: undefined,
      })),
    );
    const rows = store.rows(noFilters, newestFirst);
    const ids = Array.from(rows, (row) => store.sortKey(row).changeID ?? '');
    assert.deepEqual(ids, ids.toSorted().reverse());
  });
});
