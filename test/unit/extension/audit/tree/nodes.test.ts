import assert from 'node:assert/strict';
import { noFilters } from '../../../../../src/core/audit/table/filter.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import type { AuditSnapshot } from '../../../../../src/extension/audit/feed/feed.ts';
import { type AuditNode, childNodes, rootNodes } from '../../../../../src/extension/audit/tree/nodes.ts';

const unfiltered = { service: {}, local: noFilters };
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
    filters: unfiltered,
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

  it('show a gap once, where events have no ID too', () => {
    const none = (n: number): AuditEvent => ({ ...event(n), context: {} });
    const events = [none(0), none(1), none(2), none(3)];
    const gaps = [{ above: none(1), below: none(2) }];
    assert.deepEqual(kinds(rootNodes(snapshot(events, { gaps }), 'none', isOwn)), [
      ...['event', 'event', 'gap', 'event', 'event'],
    ]);
  });

  it('show a gap though the events at its sides are filtered away, or all on one side', () => {
    const gaps = [{ above: event(4), below: event(5) }];
    const shown = (...numbers: number[]): string[] =>
      kinds(
        rootNodes(
          snapshot(
            numbers.map((n) => event(n)),
            { gaps },
          ),
          'none',
          isOwn,
        ),
      );
    assert.deepEqual(shown(1, 8), ['event', 'gap', 'event']);
    assert.deepEqual(shown(1, 2), ['event', 'event', 'gap']);
    assert.deepEqual(shown(7, 8), ['gap', 'event', 'event']);
    assert.deepEqual(shown(), []);
  });

  it('show no gap that lies outside of the range of time', () => {
    const at = (second: number): AuditEvent => ({
      ...event(second),
      request: { timestamp: `2026-01-01 00:00:${String(60 - second).padStart(2, '0')}.000000000` },
    });
    const gaps = [{ above: at(10), below: at(20) }];
    const start = Date.UTC(2026, 0, 1);
    const withRange = (from: number, to: number): number => {
      const local = { ...noFilters, range: { from: start + from * 1000, to: start + to * 1000 } };
      const nodes = rootNodes(
        snapshot([at(5), at(30)], { gaps, filters: { ...unfiltered, local } }),
        'none',
        isOwn,
      );
      return nodes.filter(({ kind }) => kind === 'gap').length;
    };
    assert.deepEqual(
      [withRange(51, 60), withRange(45, 60), withRange(0, 40), withRange(0, 41), withRange(42, 43)],
      [0, 1, 0, 1, 1],
    );
  });

  it('show gaps in groups: between the groups, and between the events of one', () => {
    // By request: r0 has the even events, r1 the odd ones.
    const events = [0, 1, 2, 4, 6].map((n) => event(n));
    const gaps = [{ above: event(2), below: event(4) }];
    const nodes = rootNodes(snapshot(events, { gaps }), 'request', isOwn);
    assert.deepEqual(kinds(nodes), ['group', 'group', 'gap']);
    const [even, odd] = nodes.map((node) => childNodes(node, isOwn));
    assert.deepEqual(kinds(even ?? []), ['event', 'event', 'gap', 'event', 'event']);
    assert.deepEqual(kinds(odd ?? []), ['event']);
  });

  it('fold readings of the log in groups too, and groups that hold nothing else', () => {
    const reading = (n: number): AuditEvent => ({
      ...event(n),
      context: { changeID: `c${n}`, requestID: `own${n}`, actor: 'ada' },
    });
    const isReading = ({ context }: AuditEvent): boolean => context.requestID?.startsWith('own') === true;
    const events = [reading(0), reading(1), event(2), reading(3), event(4)];
    const byRequest = rootNodes(snapshot(events), 'request', isReading);
    assert.deepEqual(kinds(byRequest), ['own 2', 'group', 'own 1']);
    const [actor] = rootNodes(snapshot(events), 'actor', isReading);
    assert.ok(actor);
    assert.deepEqual(kinds(childNodes(actor, isReading)), ['own 2', 'event', 'own 1', 'event']);
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
      ['older'],
      'the newest page was empty, and named older ones',
    );
  });

  it('are groups where wanted, with their events below', () => {
    const nodes = rootNodes(snapshot([event(0), event(1), event(2)]), 'request', isOwn);
    assert.deepEqual(
      nodes.map((node) => node.kind === 'group' && [node.value, childNodes(node, isOwn).length]),
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
      const drawn = grouping === 'none' ? nodes : childNodes(nodes[0] ?? { kind: 'older' }, isOwn);
      assert.ok(drawn.length < 3000);
      const rest = drawn.at(-1);
      assert.equal(rest?.kind === 'rest' && rest.count + drawn.length - 1, 100_000);
    }
  });

  it('below an event are its values, one for each entry of a list', () => {
    const values = childNodes({ kind: 'event', event: event(0) }, isOwn);
    assert.deepEqual(
      values.flatMap((node) => (node.kind === 'value' && node.field === 'resourceIDs' ? [node.value] : [])),
      ['VAULT/v', 'TABLE/t'],
    );
  });
});
