import assert from 'node:assert/strict';
import { noFilters } from '../../../../../../src/core/audit/table/filter.ts';
import type { JsonObject } from '../../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import { FileTrail } from '../../../../../../src/extension/audit/sources/fileTrail.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import { event, treeOf } from './nodesOf.ts';

const kinds = (nodes: readonly AuditNode[]): string[] =>
  nodes
    // All of one day, but for the events of the test of days.
    .filter((node, at) => node.kind !== 'day' || at > 0)
    .map((node) => {
      if (node.kind === 'day') return `day ${node.day}`;
      if (node.kind === 'own') return `own ${node.count}${node.mayHaveMore ? '+' : ''}`;
      return node.kind === 'pages' ? `pages ${node.keys.length}${node.mayHaveMore ? '+' : ''}` : node.kind;
    });
const kindsOf = async (...given: Parameters<typeof treeOf>): Promise<string[]> =>
  kinds((await treeOf(...given)).nodes);

describe('nodes of the audit tree', () => {
  it('fold readings of the log by this extension that follow each other', async () => {
    const events = [event(0, true), event(1, true), event(2), event(3, true)];
    assert.deepEqual(await kindsOf(events), ['own 2', 'event', 'own 1']);
  });

  it('show a gap where it is, inside a fold too', async () => {
    const [a, b, c] = [event(0, true), event(1, true), event(2)];
    const gaps = [{ above: a, below: b }];
    assert.deepEqual(await kindsOf([a, b, c], { gaps }), ['own 1+', 'gap', 'own 1', 'event']);
  });

  it('show a gap once, where events have no ID too', async () => {
    const none = (n: number): AuditEvent => event(n, false, { context: {} });
    const events = [none(0), none(1), none(2), none(3)];
    const gaps = [{ above: none(1), below: none(2) }];
    assert.deepEqual(await kindsOf(events, { gaps }), [...['event', 'event', 'gap', 'event', 'event']]);
  });

  it('show a gap though the events at its sides are filtered away, or all on one side', async () => {
    const gaps = [{ above: event(4), below: event(5) }];
    const shown = (...numbers: number[]): Promise<string[]> =>
      kindsOf(
        numbers.map((n) => event(n)),
        { gaps },
      );
    assert.deepEqual(await shown(1, 8), ['event', 'gap', 'event']);
    assert.deepEqual(await shown(1, 2), ['event', 'event', 'gap']);
    assert.deepEqual(await shown(7, 8), ['gap', 'event', 'event']);
    assert.deepEqual(await shown(), []);
  });

  it('show no gap that lies outside of the range of time', async () => {
    const at = (second: number): AuditEvent =>
      event(second, false, {
        request: { timestamp: `2026-01-01 00:00:${String(60 - second).padStart(2, '0')}.000000000` },
      });
    const gaps = [{ above: at(10), below: at(20) }];
    const start = Date.UTC(2026, 0, 1);
    const withRange = (from: number, to: number): Promise<string[]> => {
      const range = { from: start + from * 1000, to: start + to * 1000 };
      const filters = { ...noFilters, range };
      return kindsOf([at(5), at(18), at(30)], { gaps, filters });
    };
    assert.deepEqual(await withRange(51, 60), ['event']);
    assert.deepEqual(await withRange(45, 60), ['event', 'gap']);
    assert.deepEqual(await withRange(0, 40), ['event']);
    assert.deepEqual(await withRange(0, 41), ['gap', 'event']);
    assert.deepEqual(await withRange(42, 43), ['gap', 'event']);
    assert.deepEqual(await withRange(44, 46), [], 'no event, nothing that one could be missing among');
  });

  it('show gaps in groups: between the groups, and between the events of one', async () => {
    // By request: r0 has the even events, r1 the odd ones.
    const events = [0, 1, 2, 4, 6].map((n) => event(n));
    const gaps = [{ above: event(2), below: event(4) }];
    const { nodes, below } = await treeOf(events, { gaps }, 'request');
    assert.deepEqual(kinds(nodes), ['group', 'group', 'gap']);
    const [even, odd] = await Promise.all(nodes.slice(0, 2).map(below));
    assert.deepEqual(kinds(even ?? []), ['event', 'event', 'gap', 'event', 'event']);
    assert.deepEqual(kinds(odd ?? []), ['event']);
  });

  it('fold readings of the log in groups too, and groups that hold nothing else', async () => {
    const reading = (n: number): AuditEvent =>
      event(n, false, { context: { changeID: `c${n}`, requestID: `own${n}`, actor: 'ada' } });
    const isOwn = (requestID: string | undefined): boolean => requestID?.startsWith('own') === true;
    const events = [reading(0), reading(1), event(2), reading(3), event(4)];
    assert.deepEqual(await kindsOf(events, { isOwn }, 'request'), ['own 2', 'group', 'own 1']);
    const { nodes, below } = await treeOf(events, { isOwn }, 'actor');
    assert.deepEqual(kinds(await below(nodes[0])), ['own 2', 'event', 'own 1', 'event']);
  });

  it('fold no marked event, and no group with one', async () => {
    const reading = (n: number): AuditEvent =>
      event(n, false, { context: { changeID: `c${n}`, requestID: `own${n >> 1}`, actor: 'ada' } });
    const isOwn = (requestID: string | undefined): boolean => requestID?.startsWith('own') === true;
    const isMarked = ({ context }: AuditEvent): boolean => context.changeID === 'c3';
    const events = [0, 1, 2, 3, 4, 5].map(reading);
    assert.deepEqual(await kindsOf(events, { isOwn, isMarked }), ['own 3', 'event', 'own 2']);
    const { nodes, below } = await treeOf(events, { isOwn, isMarked }, 'request');
    assert.deepEqual(kinds(nodes), ['own 2', 'group', 'own 2']);
    assert.deepEqual(kinds(await below(nodes[1])), ['own 1', 'event']);
    const { nodes: actors, below: ofActor } = await treeOf(events, { isOwn, isMarked }, 'actor');
    assert.deepEqual(kinds(await ofActor(actors[0])), ['own 3', 'event', 'own 2']);
  });

  it('fold succeeded pages of a query, whatever comes between, but for a day, a gap, or the same page again', async () => {
    const page = (n: number, offset: number | undefined, more: JsonObject = {}, limit = 25): AuditEvent => {
      const content = `SELECT a FROM t LIMIT ${limit}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
      const { request } = event(n).raw as { request: JsonObject };
      return event(n, false, { request: { ...request, data: { content } }, ...more });
    };
    const events = [
      page(0, 50),
      page(1, 0, { context: { changeID: 'b', actor: 'bob' } }),
      page(2, 25),
      page(3, undefined),
    ];
    const { nodes, below } = await treeOf(events);
    assert.deepEqual(kinds(nodes), ['pages 3', 'event']);
    assert.deepEqual(kinds(await below(nodes[1])), ['event', 'event', 'event']);
    assert.deepEqual(await kindsOf([page(0, 25), page(1, 0), page(2, 0)]), ['pages 2', 'event']);
    const runs = [page(0, 50), page(1, 25), page(2, 275), page(3, 250), page(4, 225)];
    assert.deepEqual(await kindsOf(runs), ['pages 2', 'pages 3'], 'OFFSET rises in a run');
    const short = [page(0, 50, {}, 10), page(1, 25), page(2, 0)];
    assert.deepEqual(await kindsOf(short), ['pages 3'], 'the last page has another LIMIT');
    const failed = { response: { code: 403 } };
    assert.deepEqual(await kindsOf([page(0, 25), page(1, 0, failed)]), ['event', 'event']);
    const [a, b, c] = [page(0, 50), page(1, 25), page(2, 0)];
    assert.deepEqual(await kindsOf([a, b, c], { gaps: [{ above: a, below: b }] }), [
      'event',
      'gap',
      'pages 2',
    ]);
  });

  it('say that more may belong to a fold: beside a gap, and at the end where older events may exist', async () => {
    const page = (n: number, offset: number): AuditEvent => {
      const content = `SELECT a FROM t LIMIT 25 OFFSET ${offset}`;
      const { request } = event(n).raw as { request: JsonObject };
      return event(n, false, { request: { ...request, data: { content } } });
    };
    const own = [event(0, true), event(1, true)];
    assert.deepEqual(await kindsOf(own, { hasOlder: true }), ['own 2+', 'older']);
    assert.deepEqual(await kindsOf([...own, event(2)], { hasOlder: true }), ['own 2', 'event', 'older']);
    const some = [page(0, 75), page(1, 50), event(2)];
    assert.deepEqual(await kindsOf(some), ['pages 2', 'event']);
    assert.deepEqual(await kindsOf(some, { hasOlder: true }), ['pages 2+', 'event', 'older']);
    const all = [page(0, 25), page(1, 0)];
    assert.deepEqual(await kindsOf(all, { hasOlder: true }), ['pages 2', 'older']);
    const gaps = [{ above: event(1), below: event(2) }];
    assert.deepEqual(await kindsOf([page(0, 75), page(1, 50), page(2, 25)], { gaps }), [
      'pages 2+',
      'gap',
      'event',
    ]);
  });

  it('name the day where another one begins, and where times end, folds parted by it too', async () => {
    const at = (n: number, timestamp: string | undefined, own = false): AuditEvent =>
      event(n, own, { request: timestamp === undefined ? {} : { timestamp } });
    const events = [
      at(0, '2026-01-02 00:00:00.000000001', true),
      at(1, '2026-01-02 00:00:00.000000000', true),
      at(2, '2026-01-01 23:59:59.999999999', true),
      at(3, undefined),
    ];
    const { nodes, below } = await treeOf(events);
    assert.deepEqual(nodes[0], { kind: 'day', day: '2026-01-02' });
    const days = ['own 2', 'day 2026-01-01', 'own 1', 'day undefined', 'event'];
    assert.deepEqual(kinds(nodes), days);
    const { nodes: groups } = await treeOf(events, {}, 'actor');
    assert.deepEqual(kinds(groups), ['group'], 'a group is of no one day');
    assert.deepEqual(kinds(await below(nodes[1])), ['event', 'event']);
    assert.deepEqual(await kindsOf([at(0, undefined), at(1, undefined)]), ['event', 'event']);
  });

  it('end with a way to older events only where there is one', async () => {
    assert.deepEqual(await kindsOf([event(0)], { hasOlder: true }), ['event', 'older']);
    assert.deepEqual(await kindsOf([event(0)]), ['event']);
    assert.deepEqual(
      await kindsOf([], { hasOlder: true }),
      ['older'],
      'the newest page was empty, and named older ones',
    );
  });

  it('are groups where wanted, with their events below', async () => {
    const { nodes, below } = await treeOf([event(0), event(1), event(2)], {}, 'request');
    const counts = await Promise.all(
      nodes.map(async (node) => node.kind === 'group' && [node.value, kinds(await below(node)).length]),
    );
    assert.deepEqual(counts, [
      ['r0', 2],
      ['r1', 1],
    ]);
  });

  it('of a hundred thousand events are few, and say how many are left', async () => {
    const events = Array.from({ length: 100_000 }, (_, n) => event(n));
    for (const grouping of ['none', 'actor'] as const) {
      const { nodes, below } = await treeOf(events, { trail: new FileTrail() }, grouping);
      const drawn = grouping === 'none' ? nodes : await below(nodes[0]);
      assert.ok(drawn.length < 3000);
      const rest = drawn.at(-1);
      // Its day is drawn too.
      assert.equal(rest?.kind === 'rest' && rest.count + drawn.length - 2, 100_000);
    }
  });

  it('below an event are its values, one for each entry of a list', async () => {
    const { nodes, below } = await treeOf([event(0)]);
    const values = await below(nodes[1]);
    assert.deepEqual(
      values.flatMap((node) => (node.kind === 'value' && node.field === 'resourceIDs' ? [node.value] : [])),
      ['VAULT/v', 'TABLE/t'],
    );
  });
});
