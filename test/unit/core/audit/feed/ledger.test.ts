import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CompactEvent, toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { cursorParameters, eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { decodeAuditPage } from '../../../../../src/core/service/decode.ts';
import type { StatusError } from '../../../../../src/core/service/errors.ts';
import type { AuditPage, NextOps } from '../../../../../src/core/service/types.ts';
import { createLoaded } from '../loaded.ts';

interface Row {
  readonly id: string;
  readonly time: string;
}
const row = (n: number): Row => ({ id: `c${n}`, time: `2024-01-01 00:00:00.${String(n).padStart(9, '0')}` });
const cursorOf = ({ id, time }: Row): NextOps => ({ timestamp: time, changeID: id });

function page(rows: readonly Row[], nextOps: NextOps | null = null): AuditPage {
  const event = rows.map(({ id, time }) => ({ context: { changeID: id }, request: { timestamp: time } }));
  const decoded = decodeAuditPage(JSON.stringify({ event, nextOps }));
  if (!decoded.ok) assert.fail(decoded.what);
  return decoded.value;
}
const ids = (store: ReturnType<typeof createLoaded>) => store.events().map(({ context }) => context.changeID);
const badRequest: StatusError = {
  kind: 'status',
  status: 400,
  message: '',
  retry: false,
};

/** A service with `rows`, newest first, 3 a page, that honours the cursor or ignores it. */
function service(rows: readonly Row[], pages: boolean) {
  return (cursor?: NextOps): AuditPage => {
    const from = pages && cursor ? rows.findIndex(({ id }) => id === cursor.changeID) + 1 : 0;
    const part = rows.slice(from, from + 3);
    const last = part.at(-1);
    return page(part, last && (!pages || from + 3 < rows.length) ? cursorOf(last) : null);
  };
}

describe('the ledger of a listing', () => {
  it('claims nothing before the first page', () => {
    assert.deepEqual(createLoaded().provenance(), {
      support: 'untried',
      more: 'unknown',
      reason: 'nothingLoaded',
      loaded: 0,
      pages: 0,
    });
  });

  it('loads page after page to the end that the service names', () => {
    const ask = service([9, 8, 7, 6, 5, 4, 3, 2].map(row), true);
    const store = createLoaded();
    store.addPage(ask(), 'newest');
    for (let { next } = store.provenance(); next; next = store.provenance().next)
      store.addPage(ask(next), 'older');
    assert.deepEqual(ids(store), ['c9', 'c8', 'c7', 'c6', 'c5', 'c4', 'c3', 'c2']);
    assert.deepEqual(store.provenance(), {
      support: 'supported',
      more: 'no',
      reason: 'end',
      loaded: 8,
      pages: 3,
      newest: row(9).time,
      oldest: row(2).time,
    });
  });

  it('sees that a service ignores the cursor, keeps each event once and does not ask again', () => {
    const ask = service([9, 8, 7, 6].map(row), false);
    const store = createLoaded();
    store.addPage(ask(), 'newest');
    const { next } = store.provenance();
    assert.ok(next);
    assert.deepEqual(store.addPage(ask(next), 'older'), []);
    const { support, more, reason } = store.provenance();
    assert.deepEqual(
      { support, more, reason },
      { support: 'unsupported', more: 'unknown', reason: 'unsupported' },
    );
    assert.equal(store.provenance().next, undefined);
    assert.equal(store.events().length, 3);
  });

  it('is not fooled by the event that its own request wrote on top of a repeated page', () => {
    const store = createLoaded();
    store.addPage(page([9, 8, 7].map(row), cursorOf(row(7))), 'newest');
    store.addPage(page([10, 9, 8].map(row), cursorOf(row(8))), 'older');
    assert.deepEqual(ids(store), ['c10', 'c9', 'c8', 'c7']);
    assert.equal(store.provenance().support, 'unsupported');
  });

  it('takes a 400 to the first further page for an answer to the probe, later ones for errors', () => {
    const store = createLoaded();
    store.addPage(page([row(9)], cursorOf(row(9))), 'newest');
    assert.equal(store.recordRefusal({ ...badRequest, status: 500 }), false);
    assert.equal(store.recordRefusal(badRequest), true);
    assert.equal(store.provenance().support, 'unsupported');
    const paging = createLoaded({ paging: 'supported' });
    paging.addPage(page([row(9)], cursorOf(row(9))), 'newest');
    assert.equal(paging.recordRefusal(badRequest), false);
    assert.equal(paging.provenance().more, 'yes');
  });

  it('remembers for a connection that the service does not page', () => {
    const store = createLoaded({ paging: 'unsupported' });
    store.addPage(page([row(9)], cursorOf(row(9))), 'newest');
    assert.equal(store.provenance().next, undefined);
    assert.equal(store.provenance().more, 'unknown');
  });

  it('never infers the end from a short page', () => {
    const store = createLoaded();
    store.addPage(page([row(9)]), 'newest');
    assert.equal(store.provenance().more, 'unknown');
    assert.equal(store.provenance().reason, 'noCursor');
  });

  it('knows the end where nothing matches, and where a service known to page names no further page', () => {
    const nothing = createLoaded();
    nothing.addPage({ events: null, nextOps: null }, 'newest');
    assert.equal(nothing.provenance().more, 'no');
    const paging = createLoaded({ paging: 'supported' });
    paging.addPage(page([row(9)]), 'newest');
    assert.equal(paging.provenance().more, 'no');
  });

  it('accepts a page that begins with the event of the cursor, and the end of such a service', () => {
    const store = createLoaded();
    store.addPage(page([9, 8].map(row), cursorOf(row(8))), 'newest');
    store.addPage(page([8, 7].map(row), cursorOf(row(7))), 'older');
    assert.equal(store.provenance().more, 'yes');
    store.addPage(page([7].map(row), cursorOf(row(7))), 'older');
    assert.deepEqual(ids(store), ['c9', 'c8', 'c7']);
    assert.equal(store.provenance().more, 'no');
  });

  it('can’t tell an end from an ignored cursor with one event loaded', () => {
    const store = createLoaded();
    store.addPage(page([row(9)], cursorOf(row(9))), 'newest');
    store.addPage(page([row(9)], cursorOf(row(9))), 'older');
    assert.equal(store.provenance().more, 'unknown');
    assert.equal(store.provenance().next, undefined);
  });

  it('stops where cursors repeat or alternate', () => {
    const a = { changeID: 'a' };
    const b = { changeID: 'b' };
    const store = createLoaded();
    store.addPage(page([9].map(row), a), 'newest');
    store.addPage(page([8].map(row), b), 'older');
    store.addPage(page([7].map(row), a), 'older');
    assert.deepEqual(
      { more: store.provenance().more, reason: store.provenance().reason, next: store.provenance().next },
      { more: 'unknown', reason: 'repeated', next: undefined },
    );
  });

  const claim = ({ provenance }: ReturnType<typeof createLoaded>): unknown[] => {
    const { more, reason, next } = provenance();
    return [more, reason, next?.changeID];
  };

  it('goes on after an empty page with yet another cursor, but not without end', () => {
    const store = createLoaded();
    store.addPage(page([9].map(row), { changeID: 'a' }), 'newest');
    store.addPage(page([], { changeID: 'b' }), 'older');
    assert.deepEqual(claim(store), ['yes', 'emptyPage', 'b']);
    store.addPage(page([8].map(row), { changeID: 'c' }), 'older');
    assert.deepEqual(
      [ids(store), claim(store)],
      [
        ['c9', 'c8'],
        ['yes', 'cursor', 'c'],
      ],
    );
    let requests = 0;
    while (store.provenance().next) store.addPage(page([], { changeID: `n${requests++}` }), 'older');
    assert.equal(requests, 101);
    assert.deepEqual(claim(store), ['unknown', 'repeated', undefined]);
  });

  it('goes on after an empty newest page with a cursor, until one is repeated', () => {
    const store = createLoaded();
    store.addPage(page([], { changeID: 'a' }), 'newest');
    assert.deepEqual(claim(store), ['yes', 'cursor', 'a']);
    store.addPage(page([], { changeID: 'b' }), 'older');
    assert.deepEqual(claim(store), ['yes', 'emptyPage', 'b']);
    store.addPage(page([], { changeID: 'a' }), 'older');
    assert.deepEqual(claim(store), ['unknown', 'repeated', undefined]);
    assert.equal(store.provenance().support, 'untried', 'nothing was there to repeat');
  });

  it('takes a nextOps that names nothing for no cursor, not for a repetition', () => {
    const store = createLoaded();
    store.addPage(page([9].map(row), { changeID: 'a' }), 'newest');
    store.addPage(page([8].map(row), {}), 'older');
    assert.deepEqual(claim(store), ['unknown', 'noCursor', undefined]);
  });

  it('ends any loading: whatever the pages hold, following `next` comes to a stop', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 12 }).map(row), { maxLength: 4 });
    const cursor = fc.option(fc.constantFrom('a', 'b', 'c', 'd').map((changeID) => ({ changeID })));
    fc.assert(
      fc.property(fc.infiniteStream(fc.tuple(rows, cursor)), (answers) => {
        const store = createLoaded();
        let requests = 0;
        const load = (from: 'newest' | 'older') => {
          const [events, nextOps] = answers.next().value;
          store.addPage(page(events, nextOps), from);
          requests++;
        };
        load('newest');
        while (store.provenance().next) load('older');
        assert.ok(requests <= 6, String(requests));
        assert.equal(new Set(ids(store)).size, store.events().length);
      }),
    );
  });

  it('keeps newest first whatever the order of pages, with odd times last', () => {
    const store = createLoaded();
    const odd = { id: 'odd', time: '2030-01-01' };
    store.addPage(page([odd, row(5), row(9)]), 'newest');
    store.addPage(page([row(7), row(1), row(10)]), 'newest');
    assert.deepEqual(ids(store), ['c10', 'c9', 'c7', 'c5', 'c1', 'odd']);
    assert.equal(store.provenance().oldest, row(1).time);
    assert.equal(store.provenance().newest, row(10).time);
  });

  it('leaves the cursor of the oldest page alone when newer events come in', () => {
    const store = createLoaded();
    store.addPage(page([5, 4].map(row), cursorOf(row(4))), 'newest');
    store.addPage(page([6, 5].map(row), cursorOf(row(5))), 'newest');
    assert.deepEqual(store.provenance().next, cursorOf(row(4)));
  });

  it('keeps events without a change ID apart unless all of them is equal', () => {
    const decoded = decodeAuditPage('{"event":[{"a":1},{"a":1},{"a":2}]}');
    assert.ok(decoded.ok);
    const store = createLoaded();
    assert.equal(store.addPage(decoded.value, 'newest').length, 2);
  });

  /** How often the times of 10,001 events are looked at while they come in, 100 a page. */
  function looksAt(rows: readonly Row[]): { readonly looks: number; readonly loaded: readonly string[] } {
    let looks = 0;
    const watched = (one: Row): CompactEvent => {
      const event = toCompactEvent(page([one]).events?.[0] ?? assert.fail());
      const { time } = event;
      Object.defineProperty(event, 'time', {
        get() {
          looks++;
          return time;
        },
      });
      return event;
    };
    const store = createLoaded();
    for (let at = 0; at < rows.length; at += 100)
      store.addPage({ events: rows.slice(at, at + 100).map(watched), nextOps: null }, 'newest');
    return { looks, loaded: ids(store).map(String) };
  }

  it('keeps different events with one change ID, each once, and tells them apart', () => {
    const decoded = decodeAuditPage(
      JSON.stringify({
        event: [
          { context: { changeID: 'c1', actor: 'a' }, request: { timestamp: row(1).time } },
          { context: { changeID: 'c1', actor: 'b' }, request: { timestamp: row(1).time } },
          { request: { timestamp: row(1).time }, context: { actor: 'a', changeID: 'c1' } },
          { context: { changeID: 'c1', actor: 'a' }, request: { timestamp: row(2).time } },
          { context: { changeID: 'c0', actor: 'a' }, request: { timestamp: row(0).time } },
        ],
        nextOps: null,
      }),
    );
    if (!decoded.ok) assert.fail(decoded.what);
    const store = createLoaded();
    const added = store.addPage(decoded.value, 'newest');
    assert.deepEqual(added.map(eventKey), ['id c1', 'variant 2 c1', 'variant 3 c1', 'id c0']);
    assert.deepEqual(store.addPage(decoded.value, 'newest'), []);
    assert.equal(store.provenance().loaded, 4);
    assert.deepEqual(
      store.events().map((event) => [event.context.actor, eventKey(event)]),
      [
        ['a', 'variant 3 c1'],
        ['a', 'id c1'],
        ['b', 'variant 2 c1'],
        ['a', 'id c0'],
      ],
    );
  });

  it('looks at few events for a page that has its place among those loaded', () => {
    const newestFirst = Array.from({ length: 10_000 }, (_, i) => row(10_000 - i));
    const undated = looksAt([{ id: 'undated', time: '' }, ...newestFirst]);
    assert.deepEqual(undated.loaded.slice(-2), ['c1', 'undated']);
    // Ten events of one time each, in no order of their IDs.
    const ties = looksAt(
      newestFirst.map(({ id }, i) => ({ id, time: row(10_000 - Math.floor(i / 10)).time })),
    );
    assert.equal(ties.loaded.length, 10_000);
    for (const { looks } of [undated, ties]) assert.ok(looks < 200_000, `${looks} looks`);
  });

  it('gives an event by its change ID', () => {
    const store = createLoaded();
    store.addPage(page([row(9)]), 'newest');
    assert.deepEqual(store.get('c9'), store.events()[0]);
    assert.equal(store.get('c9')?.context.changeID, 'c9');
    assert.equal(store.get('__proto__'), undefined);
  });
});

describe('cursorParameters', () => {
  const names = { timestamp: 'afterOps.timestamp', changeID: 'afterOps.changeID' };
  it('name the parts of the cursor as the setting says', () => {
    assert.deepEqual(cursorParameters({ timestamp: 't', changeID: 'c' }, names), {
      'afterOps.timestamp': 't',
      'afterOps.changeID': 'c',
    });
    assert.deepEqual(cursorParameters({ changeID: 'c' }, names), { 'afterOps.changeID': 'c' });
  });
  it('are none without a cursor, or with paging turned off', () => {
    assert.equal(cursorParameters(undefined, names), undefined);
    assert.equal(cursorParameters({ changeID: 'c' }, null), undefined);
  });
});
