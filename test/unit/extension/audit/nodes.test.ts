import assert from 'node:assert/strict';
import type { AuditEvent } from '../../../../src/core/api/types.ts';
import { noFilters } from '../../../../src/core/audit/table/filter.ts';
import { type AuditNode, childNodes, rootNodes } from '../../../../src/extension/audit/nodes.ts';
import type { AuditSnapshot } from '../../../../src/extension/audit/state.ts';

const event = (n: number, own = false): AuditEvent => ({
  context: { changeID: `c${n}`, requestID: own ? 'own' : `r${n % 2}`, actor: 'ada' },
  request: { timestamp: `2026-01-01 00:00:00.${String(1_000_000 - n).padStart(9, '0')}` },
  response: { code: 200 },
  resourceIDs: ['VAULT/v', 'TABLE/t'],
  raw: {},
});
const snapshot = (events: readonly AuditEvent[], rest: Partial<AuditSnapshot> = {}): AuditSnapshot => ({
  ...{
    connection: undefined,
    file: undefined,
    filters: {},
    local: noFilters,
    note: undefined,
    error: undefined,
  },
  events,
  provenance: { support: 'untried', more: 'no', reason: 'end', loaded: events.length },
  gaps: [],
  ...{ loaded: true, busy: false, following: false },
  ...rest,
});
const isOwn = ({ context }: AuditEvent): boolean => context.requestID === 'own';
const kinds = (nodes: readonly AuditNode[]): string[] =>
  nodes.map((node) => (node.kind === 'own' ? `own ${node.events.length}` : node.kind));

describe('nodes of the audit tree', () => {
  it('fold readings of the log by this extension that stand together', () => {
    const events = [event(0, true), event(1, true), event(2), event(3, true)];
    assert.deepEqual(kinds(rootNodes(snapshot(events), 'none', isOwn)), ['own 2', 'event', 'own 1']);
  });

  it('show a gap where it is, inside a fold too', () => {
    const [a, b, c] = [event(0, true), event(1, true), event(2)];
    const gaps = [{ above: a, below: b }];
    assert.deepEqual(kinds(rootNodes(snapshot([a, b, c], { gaps }), 'none', isOwn)), [
      'own 1',
      'gap',
      'own 1',
      'event',
    ]);
  });

  it('end with a way to older events only where there is one', () => {
    const provenance = { support: 'supported', more: 'yes', reason: 'cursor', loaded: 1 } as const;
    assert.deepEqual(kinds(rootNodes(snapshot([event(0)], { provenance }), 'none', isOwn)), [
      'event',
      'older',
    ]);
    assert.deepEqual(kinds(rootNodes(snapshot([event(0)]), 'none', isOwn)), ['event']);
    assert.deepEqual(
      kinds(rootNodes(snapshot([], { provenance: { ...provenance, loaded: 0 } }), 'none', isOwn)),
      [],
    );
  });

  it('are groups where wanted, with their events below', () => {
    const nodes = rootNodes(snapshot([event(0), event(1), event(2)]), 'request', isOwn);
    assert.deepEqual(
      nodes.map((node) => node.kind === 'group' && [node.value, childNodes(node).length]),
      [
        ['r0', 2],
        ['r1', 1],
      ],
    );
  });

  it('of a hundred thousand events are few, and say how many are left', () => {
    const events = Array.from({ length: 100_000 }, (_, n) => event(n));
    for (const grouping of ['none', 'actor'] as const) {
      const nodes = rootNodes(snapshot(events), grouping, isOwn);
      const drawn = grouping === 'none' ? nodes : childNodes(nodes[0] ?? { kind: 'older' });
      assert.ok(drawn.length < 3000);
      const rest = drawn.at(-1);
      assert.equal(rest?.kind === 'rest' && rest.count + drawn.length - 1, 100_000);
    }
  });

  it('below an event are its values, one for each entry of a list', () => {
    const values = childNodes({ kind: 'event', event: event(0) });
    assert.deepEqual(
      values.flatMap((node) => (node.kind === 'value' && node.field === 'resourceIDs' ? [node.value] : [])),
      ['VAULT/v', 'TABLE/t'],
    );
  });
});
