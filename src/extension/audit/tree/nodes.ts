import type { Gap } from '../../../core/audit/feed/follow.ts';
import { gapsAmong, type PlacedGap } from '../../../core/audit/feed/gaps.ts';
import { auditFields, type FieldID, fieldValues } from '../../../core/audit/table/fields.ts';
import type { TimeRange } from '../../../core/audit/table/filter.ts';
import {
  type EventGroup,
  EventGrouper,
  fieldOfGrouping,
  type Grouping,
} from '../../../core/audit/table/groups.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditSnapshot } from '../feed/feed.ts';

export type AuditNode =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | {
      readonly kind: 'value';
      readonly event: AuditEvent;
      readonly field: FieldID;
      readonly value: string;
    }
  | {
      readonly kind: 'group';
      readonly field: FieldID;
      readonly value: string | undefined;
      readonly events: readonly AuditEvent[];
      /** Those that may be among its events. */
      readonly gaps: readonly PlacedGap[];
    }
  /** Readings of the audit log by this extension, next to each other in the list. */
  | { readonly kind: 'own'; readonly events: readonly AuditEvent[] }
  | { readonly kind: 'gap'; readonly gap: Gap }
  /** Nodes that are not drawn: a tree of a hundred thousand rows is of no use. */
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

export const isEventNode = (value: unknown): value is Extract<AuditNode, { kind: 'event' }> =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
export const isValueNode = (value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> =>
  typeof value === 'object' &&
  value !== null &&
  ['value', 'group'].includes(String((value as { kind?: unknown }).kind));

/** How an event is opened from its row: the keyboard stays in the list, to continue to the next. */
export const besideList = 'besideList';

/** Nodes drawn at one level. */
const MOST = 2000;

/**
 * The nodes at the top. `isOwn` is for events that this extension's reading of the log caused; `grouper` remembers what
 * they were grouped by before.
 */
export function rootNodes(
  { events, gaps, filters: { local }, provenance }: AuditSnapshot,
  grouping: Grouping,
  isOwn: (event: AuditEvent) => boolean,
  grouper: EventGrouper = new EventGrouper(),
): readonly AuditNode[] {
  const nodes =
    grouping === 'none'
      ? flat(events, gapsAmong(events, gaps, local.range), isOwn)
      : grouped(grouper.group(events, grouping), gaps, local.range, grouping, isOwn);
  const older: AuditNode[] = provenance.more === 'yes' ? [{ kind: 'older' }] : [];
  return [...limited(nodes), ...older];
}

/** The nodes below `node`; `isOwn` as for those at the top. */
export function childNodes(node: AuditNode, isOwn: (event: AuditEvent) => boolean): readonly AuditNode[] {
  switch (node.kind) {
    case 'group':
      return limited(flat(node.events, node.gaps, isOwn));
    case 'own':
      return limited(node.events.map(eventNode));
    case 'event':
      return auditFields.flatMap(({ id }) =>
        fieldValues(node.event, id).map(
          (value): AuditNode => ({ kind: 'value', event: node.event, field: id, value }),
        ),
      );
    default:
      return [];
  }
}

const eventNode = (event: AuditEvent): AuditNode => ({ kind: 'event', event });

/** What is in a list: a node, or readings of our own that are folded with those next to them. */
type Item = AuditNode | { readonly kind: 'folded'; readonly events: readonly AuditEvent[] };

/** Items as nodes, with the gaps between them; no more than are drawn. */
function folded(items: Iterable<Item>, gaps: readonly PlacedGap[]): AuditNode[] {
  const nodes: AuditNode[] = [];
  let own: AuditEvent[] = [];
  const close = (): void => {
    if (own.length > 0) nodes.push({ kind: 'own', events: own });
    own = [];
  };
  let next = 0;
  const addGaps = (before: number): void => {
    for (let found = gaps[next]; found && found.at <= before; found = gaps[++next]) {
      close();
      nodes.push({ kind: 'gap', gap: found.gap });
    }
  };
  let at = 0;
  for (const item of items) {
    addGaps(at++);
    if (item.kind === 'folded') own.push(...item.events);
    else {
      close();
      nodes.push(item);
    }
    if (nodes.length > MOST) break;
  }
  close();
  if (nodes.length <= MOST) addGaps(at);
  return nodes;
}

/** A group is where its newest event is, and so is a gap; inside a group gaps are between its events only. */
function grouped(
  groups: readonly EventGroup[],
  gaps: readonly Gap[],
  range: TimeRange | undefined,
  by: Exclude<Grouping, 'none'>,
  isOwn: (event: AuditEvent) => boolean,
): readonly AuditNode[] {
  const newest = groups.flatMap((group) => group.events.slice(0, 1));
  const nodes = groups.map((group): Item => {
    // Each reading is a request of its own: one group for each would bury the others.
    if (by === 'request' && group.events.every(isOwn)) return { kind: 'folded', events: group.events };
    const inside = gapsAmong(group.events.length > 1 ? group.events : [], gaps, range);
    const between = inside.filter(({ at }) => at > 0 && at < group.events.length);
    return { kind: 'group', field: fieldOfGrouping(by), ...group, gaps: between };
  });
  const drawn = folded(nodes, gapsAmong(newest, gaps, range));
  const [shown, all] = [drawn, nodes].map((list) => list.filter(({ kind }) => kind === 'group').length);
  const rest = (all ?? 0) - (shown ?? 0);
  return rest > 0 ? [...drawn, { kind: 'rest', count: rest }] : drawn;
}

function flat(
  events: readonly AuditEvent[],
  gaps: readonly PlacedGap[],
  isOwn: (event: AuditEvent) => boolean,
): readonly AuditNode[] {
  function* items(): Generator<Item> {
    for (const event of events) yield isOwn(event) ? { kind: 'folded', events: [event] } : eventNode(event);
  }
  const nodes = folded(items(), gaps);
  const drawn = nodes.reduce((sum, node) => sum + countOf(node), 0);
  return drawn < events.length ? [...nodes, { kind: 'rest', count: events.length - drawn }] : nodes;
}

const countOf = (node: AuditNode): number =>
  node.kind === 'event' ? 1 : node.kind === 'own' ? node.events.length : 0;

function limited(nodes: readonly AuditNode[]): readonly AuditNode[] {
  if (nodes.length <= MOST + 3) return nodes;
  return [...nodes.slice(0, MOST), { kind: 'rest', count: nodes.length - MOST }];
}
