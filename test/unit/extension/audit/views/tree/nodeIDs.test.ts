import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../../src/core/service/json.ts';
import type { AuditEvent } from '../../../../../../src/core/service/types.ts';
import type { AuditNode } from '../../../../../../src/extension/audit/views/tree/auditNode.ts';
import {
  createNodeIDGetter,
  type NodeIDGetter,
} from '../../../../../../src/extension/audit/views/tree/nodeIDs.ts';
import { filtersOf, textQuestion } from '../../../../core/audit/questions.ts';
import { auditTreeOf, connectionOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';
import { event, treeOf } from './nodesOf.ts';

const { createTreeOptions } = await import('../../../../../../src/extension/audit/views/tree/treeOptions.ts');

/** Of two days, with folds, gaps, events without an ID, and values that are there twice. */
function trail() {
  const at = (n: number, day: number, more: JsonObject = {}): AuditEvent => {
    const timestamp = `2026-01-0${day} 00:00:00.${String(1_000_000 - n).padStart(9, '0')}`;
    const actor = n % 2 === 0 ? 'ada' : 'bob';
    const request = { timestamp, ...(more.request as JsonObject) };
    const context = { changeID: `c${n}`, requestID: `r${n % 2}`, actor, ...(more.context as JsonObject) };
    return event(n, false, { ...more, request, context });
  };
  const page = (offset: number) => ({ request: { data: { content: `SELECT a FROM t OFFSET ${offset}` } } });
  const own = { context: { requestID: 'own' } };
  const twice = { resourceIDs: ['TABLE/t', 'TABLE/t'] };
  const events = [
    ...[at(0, 2, own), at(1, 2, own), at(2, 2, twice), at(3, 2), at(4, 2), at(5, 2, own), at(6, 2, own)],
    ...[at(7, 1, { context: { changeID: '' } }), at(8, 1, page(50)), at(10, 1, page(25)), at(12, 1, page(0))],
    ...[at(13, 1), at(14, 1), event(15, false, { request: {} }), event(16, false, { request: {} })],
  ];
  const gapAt = (n: number) => ({ above: events[n] ?? assert.fail(), below: events[n + 1] ?? assert.fail() });
  return { events, gaps: [gapAt(2), gapAt(3), gapAt(11)] };
}

type Children = (node: AuditNode) => Promise<readonly AuditNode[]>;
interface Named {
  readonly id: string;
  readonly kind: AuditNode['kind'];
}
async function idsOf(nodes: readonly AuditNode[], below: Children, idOf: NodeIDGetter, parent?: AuditNode) {
  const found: Named[] = [];
  for (const node of nodes) {
    found.push({ id: idOf(node, parent), kind: node.kind });
    found.push(...(await idsOf(await below(node), below, idOf, node)));
  }
  return found;
}
function assertApart(named: readonly Named[]): void {
  const ids = new Set<string>();
  const twice = named.filter(({ id }) => ids.size === ids.add(id).size);
  assert.deepEqual(twice, []);
}

describe('names of nodes of the audit tree', () => {
  for (const grouping of ['none', 'actor', 'request'] as const)
    it(`tell all of a drawing apart, and are the same in the next: ${grouping}`, async () => {
      const { events, gaps } = trail();
      const idOf = createNodeIDGetter();
      const drawn = async (of: readonly AuditEvent[]) => {
        const { nodes, below } = await treeOf(of, { gaps, hasOlder: true }, grouping);
        return idsOf(nodes, below, idOf);
      };
      const before = await drawn(events);
      assertApart(before);
      const kinds = new Set(before.map(({ kind }) => kind));
      for (const kind of ['day', 'gap', 'older', 'own', 'event', 'value'] as const)
        assert.ok(kinds.has(kind), kind);
      const after = await drawn([
        event(-1, false, { context: { changeID: 'new', actor: 'eve' } }),
        ...events,
      ]);
      assertApart(after);
      const names = new Set(after.map(({ id }) => id));
      assert.deepEqual(
        before.filter(({ id }) => !names.has(id)),
        [],
      );
    });

  it('stay with a fold as filters remove its events, part it, and join it with others, and never name two', async () => {
    const at = (n: number, more: JsonObject): AuditEvent => event(n, false, more);
    const page = (n: number, offset: number): AuditEvent =>
      at(n, { request: { timestamp: time(n), data: { content: `SELECT a FROM t OFFSET ${offset}` } } });
    const read = (n: number): AuditEvent =>
      at(n, { context: { changeID: `c${n}`, requestID: 'own' }, request: { timestamp: time(n) } });
    const other = (n: number): AuditEvent =>
      at(n, {
        context: { changeID: `c${n}`, requestID: 'other', actor: 'eve' },
        request: { timestamp: time(n) },
      });
    const time = (n: number): string => `2026-01-01 00:00:00.${String(1_000_000 - n).padStart(9, '0')}`;
    const { model, asked } = fakeService(connectionOf('a'));
    const loading = model.requests.loadNewest();
    const events = [
      page(0, 50),
      page(1, 25),
      page(2, 0),
      read(3),
      read(4),
      read(5),
      other(6),
      read(7),
      read(8),
    ];
    asked[0]?.answer({ events, requestID: 'own' });
    await loading;
    const tree = auditTreeOf(model, createTreeOptions(model.masking));
    const foldsOf = async (question: string): Promise<readonly (string | undefined)[]> => {
      model.filters.setLocalFilters(filtersOf(question));
      tree.refresh();
      const nodes = (await tree.getChildren()) ?? [];
      const folds = nodes.filter(({ kind }) => kind === 'own' || kind === 'pages');
      const ids = await Promise.all(folds.map(async (node) => (await tree.getTreeItem(node)).id));
      assert.equal(new Set(ids).size, ids.length);
      return ids;
    };
    const [pages, upper, lower] = await foldsOf('');
    assert.ok(pages && upper && lower);
    assert.deepEqual(await foldsOf('-change:c2'), [pages, upper, lower], 'without the oldest page');
    assert.deepEqual(await foldsOf(''), [pages, upper, lower]);
    assert.deepEqual(await foldsOf('-actor:eve'), [pages, upper], 'two folds joined');
    assert.deepEqual((await foldsOf('')).slice(0, 2), [pages, upper], 'and parted again');
    assert.deepEqual((await foldsOf('-change:c5')).slice(0, 2), [pages, upper]);
  });

  it('are given to the rows above the events too, and say nothing of what they name', async () => {
    const { model, asked } = fakeService(connectionOf('secret', { environment: 'production' }));
    const load = async (): Promise<void> => {
      const loading = model.requests.loadNewest({ 'context.actor': 'secret' });
      asked.at(-1)?.answer({ events: trail().events, nextOps: { changeID: 'c', timestamp: 't' } as never });
      await loading;
    };
    await load();
    let news = 1;
    const tree = auditTreeOf(model, createTreeOptions(model.masking), () => news);
    const drawn = async () => {
      tree.refresh();
      const nodes = (await tree.getChildren()) ?? [];
      const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
      const named = nodes.map(({ kind }, at) => ({ id: items[at]?.id ?? assert.fail(kind), kind }));
      assertApart(named);
      for (const { id } of named) assert.match(id, /^[\w-]{43}$/);
      return named.filter(({ kind }) => kind !== 'event');
    };
    const before = await drawn();
    const kinds = before.map(({ kind }) => kind);
    for (const kind of ['connection', 'summary', 'news', 'filter', 'older'] as const)
      assert.ok(kinds.includes(kind), kind);
    news = 7;
    await load();
    assert.deepEqual(await drawn(), before);
    model.filters.setLocalFilters({ question: textQuestion('no event has this') });
    assert.ok((await drawn()).some(({ kind }) => kind === 'none'));
  });
});
