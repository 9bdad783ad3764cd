import type { GapSides, PlacedGap } from '../../../core/audit/feed/gaps.ts';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { auditFields, type FieldID, fieldValues } from '../../../core/audit/table/fields.ts';
import type { EventNumbers } from '../../../core/audit/table/filter.ts';
import { fieldOfGrouping, type Grouping } from '../../../core/audit/table/groups.ts';
import type { AuditTrail, TrailGroup, TrailView } from '../../../core/audit/table/trail.ts';
import { type LoadedEvent, loadedEvent, rowsOf } from '../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

export type AuditNode =
  | {
      readonly kind: 'event';
      readonly number: number;
      readonly event: AuditEvent;
    }
  | {
      readonly kind: 'value';
      readonly event: AuditEvent;
      readonly field: FieldID;
      readonly value: string;
    }
  | ({ readonly kind: 'group'; readonly field: FieldID } & TrailGroup)
  /** Readings of the audit log by this extension, next to each other in the list; `name` is the same in each drawing. */
  | {
      readonly kind: 'own';
      readonly numbers: EventNumbers;
      readonly name: string;
    }
  | { readonly kind: 'gap'; readonly gap: GapSides }
  /** Nodes that are not drawn: a tree of a hundred thousand rows is of no use. */
  | { readonly kind: 'rest'; readonly count: number }
  | { readonly kind: 'older' };

/** What a command is given of an event, by the tree or by the table. */
export interface EventArgument {
  readonly kind: 'event';
  readonly event: AuditEvent;
}
export const isEventNode = (value: unknown): value is EventArgument =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event';
export const isValueNode = (value: unknown): value is Extract<AuditNode, { kind: 'value' | 'group' }> =>
  typeof value === 'object' &&
  value !== null &&
  ['value', 'group'].includes(String((value as { kind?: unknown }).kind));

/** How an event is opened from its row: the keyboard stays in the list, to continue to the next. */
export const besideList = 'besideList';

/** Nodes drawn at one level. */
const MOST = 2000;
/** Asked for at a time. */
const CHUNK = 1000;

/** What nodes are made of. `isOwn` is for requests of this extension that read the log. */
export interface NodeSource {
  readonly trail: AuditTrail;
  readonly listing: number;
  readonly isOwn: (requestID: string | undefined) => boolean;
}

/** The nodes at the top for a view that is newest first; undefined where it is outdated. */
export async function rootNodes(
  source: NodeSource,
  view: TrailView,
  grouping: Grouping,
  hasOlder: boolean,
): Promise<readonly AuditNode[] | undefined> {
  const nodes =
    grouping === 'none'
      ? await flat(rowsOf(source.trail, view), view.counts.passing, view.gaps, source)
      : await grouped(source, view, grouping);
  return nodes && (hasOlder ? [...nodes, { kind: 'older' }] : nodes);
}

/** The nodes below `node`. */
export async function childNodes(node: AuditNode, source: NodeSource): Promise<readonly AuditNode[]> {
  switch (node.kind) {
    case 'group':
      return (await flat(numbered(source, node.numbers), node.numbers.length, node.gaps, source)) ?? [];
    case 'own': {
      const { numbers } = node;
      const rows = await source.trail.events(source.listing, numbers.slice(0, MOST));
      return withRest(rows.map(loadedEvent).map(eventNode), numbers.length - rows.length);
    }
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

const eventNode = ({ number, event }: LoadedEvent): AuditNode => ({ kind: 'event', number, event });

const withRest = (nodes: readonly AuditNode[], rest: number): readonly AuditNode[] =>
  rest > 0 ? [...nodes, { kind: 'rest', count: rest }] : nodes;

/** The events with these numbers, some at a time. */
async function* numbered(
  { trail, listing }: NodeSource,
  numbers: EventNumbers,
): AsyncGenerator<readonly LoadedEvent[]> {
  for (let from = 0; from < numbers.length; from += CHUNK)
    yield (await trail.events(listing, numbers.slice(from, from + CHUNK))).map(loadedEvent);
}

/** A list of nodes in the making: with the gaps between them, and readings of our own next to each other folded. */
class NodeList {
  readonly nodes: AuditNode[] = [];
  readonly #gaps: readonly PlacedGap[];
  #nextGap = 0;
  #at = 0;
  #own: { numbers: number[]; name: string } | undefined;

  constructor(gaps: readonly PlacedGap[]) {
    this.#gaps = gaps;
  }

  /** How many items were put in. */
  get size(): number {
    return this.#at;
  }
  /** No more are drawn. */
  get isFull(): boolean {
    return this.nodes.length > MOST;
  }
  add(node: AuditNode): void {
    this.#begin();
    this.#close();
    this.nodes.push(node);
  }
  /** `name` is that of the last one, the oldest. */
  fold(numbers: Iterable<number>, name: string): void {
    this.#begin();
    this.#own ??= { numbers: [], name };
    for (const number of numbers) this.#own.numbers.push(number);
    this.#own.name = name;
  }
  end(): void {
    if (!this.isFull) this.#begin();
    this.#close();
  }
  #begin(): void {
    for (let found = this.#gaps[this.#nextGap]; found && found.at <= this.#at; ) {
      this.#close();
      this.nodes.push({ kind: 'gap', gap: found.gap });
      found = this.#gaps[++this.#nextGap];
    }
    this.#at++;
  }
  #close(): void {
    if (this.#own) this.nodes.push({ kind: 'own', ...this.#own });
    this.#own = undefined;
  }
}

/** A group is where its newest event is, and so is a gap; inside a group gaps are between its events only. */
async function grouped(
  { trail, isOwn }: NodeSource,
  { revision }: TrailView,
  by: Exclude<Grouping, 'none'>,
): Promise<readonly AuditNode[] | undefined> {
  let list: NodeList | undefined;
  let count = 0;
  do {
    const from: number = list?.size ?? 0;
    const some = await trail.groups(revision, by, from, from + CHUNK);
    if (!some) return undefined;
    list ??= new NodeList(some.gaps);
    count = some.count;
    for (const group of some.groups) {
      // Each reading is a request of its own: one group for each would bury the others.
      if (by === 'request' && isOwn(group.value)) list.fold(group.numbers, group.value ?? '');
      else list.add({ kind: 'group', field: fieldOfGrouping(by), ...group });
      if (list.isFull) break;
    }
  } while (!list.isFull && list.size < count);
  const rest = count - list.size;
  if (rest > 0 && !list.isFull) return undefined;
  list.end();
  return withRest(list.nodes, rest);
}

async function flat(
  rows: AsyncIterable<readonly LoadedEvent[]>,
  count: number,
  gaps: readonly PlacedGap[],
  { isOwn }: NodeSource,
): Promise<readonly AuditNode[] | undefined> {
  const list = new NodeList(gaps);
  for await (const some of rows) {
    for (const row of some) {
      if (isOwn(row.event.context.requestID)) list.fold([row.number], eventKey(row.event));
      else list.add(eventNode(row));
      if (list.isFull) break;
    }
    if (list.isFull) break;
  }
  const rest = count - list.size;
  if (rest > 0 && !list.isFull) return undefined;
  list.end();
  return withRest(list.nodes, rest);
}
