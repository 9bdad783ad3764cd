import type { GapPosition } from '../../../../core/audit/feed/gapPositions.ts';
import { eventKey } from '../../../../core/audit/feed/ledger.ts';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import { auditFields, getFieldEntries } from '../../../../core/audit/table/fields.ts';
import { fieldOfGrouping, type Grouping } from '../../../../core/audit/table/grouping.ts';
import type { AuditTrail, TrailGroup, TrailQuery, TrailView } from '../../../../core/audit/table/trail.ts';
import {
  type LoadedEvent,
  readRowChunks,
  readSetChunks,
  toLoadedEvent,
} from '../../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditNode } from './auditNode.ts';
import { eventNode, foldedEventNode, MAX_NODES, NodeList } from './nodeList.ts';

const GROUPS_PER_CALL = 1000;

/**
 * What creating nodes needs: the trail, the query, and facts about events. `isOwn` returns whether the events of the
 * request with this ID are folded, because it is this extension's own request for audit events.
 */
export interface NodeSource {
  readonly trail: Pick<AuditTrail, 'events' | 'groups' | 'members' | 'view' | 'window'>;
  readonly signal: AbortSignal;
  readonly query: TrailQuery;
  readonly isOwn: (requestID: string | undefined) => boolean;
  readonly markedKeys: readonly string[];
  /** Whether the user marked the event, so that it is not folded with others. */
  readonly isMarked: (event: AuditEvent) => boolean;
  /** Whether older events may exist that are not loaded. */
  readonly hasOlder: boolean;
  /** Returns an event's date and UTC offset as in the node of its day; undefined if the event has no valid time. */
  readonly dayOf: (event: AuditEvent) => string | undefined;
}

/**
 * Returns the top-level nodes of a view; undefined if the view is outdated. The last one loads older events, if there
 * may be some.
 */
export async function rootNodes(
  source: NodeSource,
  view: TrailView,
  grouping: Grouping,
): Promise<readonly AuditNode[] | undefined> {
  const nodes =
    grouping === 'none'
      ? await readEventNodes(
          readRowChunks(source.trail, view, source.signal),
          view.counts.passing,
          view.gaps,
          source,
        )
      : await readGroupNodes(source, view, grouping);
  return nodes && (source.hasOlder ? [...nodes, { kind: 'older' }] : nodes);
}

export async function childNodes(node: AuditNode, source: NodeSource): Promise<readonly AuditNode[]> {
  switch (node.kind) {
    case 'group':
      return (
        (await readEventNodes(readGroupMembers(node, source), node.events.length, node.gaps, source)) ?? []
      );
    case 'pages':
      return readKeyedNodes(node.keys, source);
    case 'own':
      return node.groups.length > 0 ? readFoldedGroups(node, source) : readKeyedNodes(node.keys, source);
    case 'event':
      return auditFields.flatMap(({ id }) =>
        getFieldEntries(node.event, id).map(
          (value, at): AuditNode => ({ kind: 'value', event: node.event, field: id, value, at }),
        ),
      );
    default:
      return [];
  }
}

const addRestNode = (nodes: readonly AuditNode[], rest: number): readonly AuditNode[] =>
  rest > 0 ? [...nodes, { kind: 'rest', count: rest }] : nodes;

const readGroupMembers = (
  { events }: Pick<TrailGroup, 'events'>,
  { trail, query, signal }: NodeSource,
): AsyncGenerator<readonly LoadedEvent[]> => readSetChunks(trail, query.listing, events, signal);

async function readKeyedNodes(
  keys: readonly EventKey[],
  { trail, query, signal }: NodeSource,
): Promise<readonly AuditNode[]> {
  const rows = await trail.events(query.listing, keys.slice(0, MAX_NODES), signal);
  return addRestNode(rows.map(toLoadedEvent).map(foldedEventNode), keys.length - rows.length);
}

async function readFoldedGroups(
  { groups, count }: Extract<AuditNode, { kind: 'own' }>,
  source: NodeSource,
): Promise<readonly AuditNode[]> {
  const nodes: AuditNode[] = [];
  for (const group of groups) {
    for await (const rows of readGroupMembers(group, source)) {
      nodes.push(...rows.slice(0, MAX_NODES - nodes.length).map(foldedEventNode));
      if (nodes.length === MAX_NODES) break;
    }
    if (nodes.length === MAX_NODES) break;
  }
  return addRestNode(nodes, count - nodes.length);
}

/**
 * Returns the nodes of a view's groups; undefined if the view is outdated. The node of a gap follows the groups whose
 * newest event is newer than the gap.
 */
async function readGroupNodes(
  source: NodeSource,
  { handle }: TrailView,
  by: Exclude<Grouping, 'none'>,
): Promise<readonly AuditNode[] | undefined> {
  const { trail, signal } = source;
  let list: NodeList | undefined;
  let count = 0;
  do {
    const from: number = list?.addedItemCount ?? 0;
    const some = await trail.groups(handle, by, from, from + GROUPS_PER_CALL, signal);
    if (!some) return undefined;
    list ??= new NodeList(some.gaps);
    count = some.count;
    const folded = by === 'request' ? await foldedGroups(some.groups, source) : undefined;
    for (const group of some.groups) {
      if (folded?.has(group)) list.foldOwnRequests(group, group.value ?? '');
      else list.addNode({ kind: 'group', field: fieldOfGrouping(by), ...group });
      if (list.isFull) break;
    }
  } while (!list.isFull && list.addedItemCount < count);
  const rest = count - list.addedItemCount;
  if (rest > 0 && !list.isFull) return undefined;
  list.finishList(source.hasOlder);
  return addRestNode(list.nodes, rest);
}

/**
 * Returns the groups to fold: those of this extension's own requests, because they would bury the other groups. Groups
 * with a marked event are not folded.
 */
async function foldedGroups(
  groups: readonly TrailGroup[],
  source: NodeSource,
): Promise<ReadonlySet<TrailGroup>> {
  const own = groups.filter(({ value }) => source.isOwn(value));
  if (own.length === 0) return new Set();
  const marked = await markedRequests(source);
  return new Set(own.filter(({ value }) => !marked.has(value)));
}

async function markedRequests({
  trail,
  query,
  markedKeys,
  signal,
}: NodeSource): Promise<ReadonlySet<string | undefined>> {
  if (markedKeys.length === 0) return new Set();
  const requests = new Set<string | undefined>();
  const { filters } = query;
  const terms = [...(filters.terms ?? []), { kind: 'keys', keys: markedKeys, isNegated: false } as const];
  const { handle, counts } = await trail.view({ ...query, filters: { ...filters, terms }, gaps: [] }, signal);
  for await (const rows of readRowChunks(trail, { handle, counts }, signal))
    for (const { event } of rows) requests.add(event.context.requestID);
  return requests;
}

async function readEventNodes(
  rows: AsyncIterable<readonly LoadedEvent[]>,
  count: number,
  gaps: readonly GapPosition[],
  { isOwn, isMarked, dayOf, hasOlder }: NodeSource,
): Promise<readonly AuditNode[] | undefined> {
  const list = new NodeList(gaps);
  for await (const some of rows) {
    for (const row of some) {
      list.addDayHeadingIfChanged(dayOf(row.event));
      if (isMarked(row.event)) list.addNode(eventNode(row));
      else if (isOwn(row.event.context.requestID)) list.foldOwnRequests(row.key, eventKey(row.event));
      else list.addEventOrFoldPage(row);
      if (list.isFull) break;
    }
    if (list.isFull) break;
  }
  const rest = count - list.addedItemCount;
  if (rest > 0 && !list.isFull) return undefined;
  list.finishList(hasOlder);
  return addRestNode(list.nodes, rest);
}
