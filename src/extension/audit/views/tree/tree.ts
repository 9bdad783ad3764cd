import type * as vscode from 'vscode';
import { eventTimestamp, timestampToMs } from '../../../../core/audit/feed/timestamps.ts';
import { formatOffset } from '../../../../core/audit/feed/zones.ts';
import type { AuditFilterState } from '../../../../core/audit/filters/filterState.ts';
import { separateFieldChoices } from '../../../../core/audit/query/editQuery.ts';
import { createActorShortener } from '../../../../core/audit/table/actorNames.ts';
import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import { type FieldID, fieldText, findAuditField } from '../../../../core/audit/table/fields.ts';
import { fieldOfGrouping, type Grouping, groupValueOf } from '../../../../core/audit/table/grouping.ts';
import type { QueryReads } from '../../../../core/audit/table/queryReads.ts';
import { SourceError } from '../../../../core/audit/table/sourceError.ts';
import type { TrailGroup } from '../../../../core/audit/table/trail.ts';
import type { LoadedEvent } from '../../../../core/audit/table/trailReads.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import { createUtcOffsetGetter } from '../../../app/timeZone.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import { readDisplayedListing } from '../../model/displayedListing.ts';
import { getDayOfTime } from '../../shortTimes.ts';
import { FoldNames } from '../foldNames.ts';
import type { AuditNode } from './auditNode.ts';
import type { RowStyle } from './eventRow.ts';
import { headNodes, newsNode } from './head.ts';
import { ItemQueue } from './itemQueue.ts';
import { createIncompleteItem, createItem, type ItemStyle, tooltipOf } from './items.ts';
import { KnownReads } from './knownReads.ts';
import { nameFoldNodes } from './namedNodes.ts';
import { createNodeIDGetter } from './nodeIDs.ts';
import { childNodes, type NodeSource, rootNodes } from './nodes.ts';
import type { TreeOptions } from './treeOptions.ts';

export interface AuditTree extends vscode.TreeDataProvider<AuditNode> {
  refresh(): void;
  /** Updates the row that says how many queries this window ran after the events were loaded. */
  updateNews(): void;
  findNodeOfEvent(row: LoadedEvent): Promise<AuditNode | undefined>;
  /**
   * Calls `reveal` while the event's row, and the rows that contain it, are drawn without values. The
   * editor writes the items that it reveals to its own log.
   */
  revealWhileIncomplete(row: LoadedEvent, reveal: () => Thenable<void>): Promise<void>;
}

type TreeModel = Pick<
  AuditModel,
  'connections' | 'filters' | 'marks' | 'ownRequests' | 'requests' | 'state' | 'trail'
>;

interface TreeParts {
  readonly model: TreeModel;
  readonly options: TreeOptions;
  readonly readQuery: () => (text: string) => QueryReads;
  readonly newRequests: () => number;
  readonly onChange: (node?: AuditNode) => void;
}

/** Returns which facts the rows can omit because a filter or the grouping already states them. */
function findFactsSharedByRows({ service, local }: AuditFilterState, grouping: Grouping): RowStyle['known'] {
  const { fields } = separateFieldChoices(local.question);
  const isOne = (field: FieldID): boolean => fields.get(field)?.only.size === 1;
  return {
    actor: grouping === 'actor' || service['context.actor'] !== undefined || isOne('actor'),
    code: isOne('code'),
    table: /^TABLE\/([^,]+)$/i.exec(service.resourceIDs ?? '')?.[1]?.toLowerCase(),
  };
}

class Drawing {
  readonly parents = new Map<AuditNode, AuditNode>();
  readonly #parts: TreeParts;
  readonly #model: TreeModel;
  readonly #options: TreeOptions;
  readonly #reads: KnownReads;
  readonly #foldNames: FoldNames;
  readonly #byKey = new Map<EventKey, AuditNode>();
  readonly #known: RowStyle['known'];
  #nameOf: RowStyle['nameOf'] = (actor) => actor;
  #roots: Promise<readonly AuditNode[]> | undefined;
  readonly #abort = new AbortController();

  constructor(parts: TreeParts, reads: KnownReads, foldNames: FoldNames) {
    const { model, options } = parts;
    this.#parts = parts;
    this.#model = model;
    this.#options = options;
    this.#reads = reads;
    this.#foldNames = foldNames;
    this.#known = findFactsSharedByRows(model.filters.getAppliedFilters(), options.grouping());
  }

  createItemStyle(): ItemStyle {
    const options = this.#options;
    return {
      options,
      reads: this.#reads,
      newRequests: this.#parts.newRequests,
      markOf: (event) => this.#model.marks.getMark(event),
      isOfService: () => !this.#model.state.file(),
      time: options.formatTime,
      nameOf: this.#nameOf,
      known: this.#known,
    };
  }

  readRoots(): Promise<readonly AuditNode[]> {
    this.#roots ??= this.#readRoots()
      .catch(unreadableNodes)
      .then((nodes) => nodes ?? []);
    return this.#roots;
  }
  dispose(): void {
    this.#abort.abort();
  }
  async readChildren(node: AuditNode): Promise<readonly AuditNode[]> {
    const read = (await childNodes(node, this.#createNodeSource()).catch(unreadableNodes)) ?? [];
    const nodes = nameFoldNodes(this.#foldNames, read, node);
    for (const child of nodes) this.parents.set(child, node);
    this.#indexEventNodes(nodes);
    return nodes;
  }
  /**
   * Returns the node of an event; undefined if the node is not found. To find it, reads the children
   * of nodes that contain the event.
   */
  async findNodeOfEvent(row: LoadedEvent): Promise<AuditNode | undefined> {
    let nodes = await this.readRoots();
    for (;;) {
      const known = this.#byKey.get(row.key);
      const holds = nodes.find((node) => node.kind !== 'event' && isOrContainsEvent(node, row));
      if (known || !holds) return known;
      nodes = await this.readChildren(holds);
    }
  }

  async #readRoots(): Promise<readonly AuditNode[]> {
    const model = this.#model;
    const nodes = await readDisplayedListing(model.state, async () => {
      const { signal } = this.#abort;
      const query = model.filters.createTrailQuery();
      const view = await model.trail.view(query, signal);
      const actors = await model.trail.values(model.state.getListingNumber(), 'actor', signal);
      this.#nameOf = createActorShortener(
        actors.flatMap(({ value }) => (value ? [this.#options.maskValue('actor', value)] : [])),
      );
      const hasNews = this.#parts.newRequests() > 0;
      const rows = await rootNodes(this.#createNodeSource(query), view, this.#options.grouping());
      return (
        rows && [...headNodes(model, view, this.#options, hasNews), ...nameFoldNodes(this.#foldNames, rows)]
      );
    });
    this.#indexEventNodes(nodes);
    return nodes;
  }
  #indexEventNodes(nodes: readonly AuditNode[]): void {
    for (const node of nodes) if (node.kind === 'event') this.#byKey.set(node.key, node);
  }
  #createNodeSource(query = this.#model.filters.createTrailQuery()): NodeSource {
    const { trail } = this.#model;
    const isFolding = this.#model.filters.getOwnEventsToFold() !== undefined;
    return {
      trail,
      signal: this.#abort.signal,
      query,
      hasOlder: this.#model.requests.findOlderProblem() === undefined,
      isOwn: (requestID) => isFolding && this.#model.ownRequests.isLogRead(requestID),
      markedKeys: this.#model.marks.listMarkedKeys(),
      isMarked: (event) => this.#model.marks.getMark(event) !== undefined,
      dayOf: (event: AuditEvent) => {
        const stamp = eventTimestamp(event);
        const ms = stamp === undefined ? undefined : timestampToMs(stamp);
        if (stamp === undefined || ms === undefined) return undefined;
        return `${getDayOfTime(this.#options.formatTime(stamp))} ${formatOffset(createUtcOffsetGetter(this.#options.zone())(ms))}`;
      },
    };
  }
}

/**
 * Creates the data provider of the audit view's tree. The tree has head rows, such as a summary and
 * the filters, and below them the events, flat or in groups.
 */
export function createAuditTree(parts: TreeParts): AuditTree {
  const { model } = parts;
  const reads = new KnownReads(parts.readQuery);
  const foldNames = new FoldNames();
  let drawing = new Drawing(parts, reads, foldNames);
  let listing = model.state.getListingNumber();
  const idOf = createNodeIDGetter();
  const items = new ItemQueue();
  /** The events that are being revealed. Their rows, and rows that contain them, are drawn without values. */
  const revealing = new Set<LoadedEvent>();
  const isBare = (node: AuditNode): boolean => [...revealing].some((row) => isOrContainsEvent(node, row));

  /** Calls `read` with the current drawing. Repeats this until the drawing is not replaced during the call. */
  const fromCurrent = async <Value>(read: (drawing: Drawing) => Promise<Value>): Promise<Value> => {
    for (;;) {
      const own = drawing;
      const value = await read(own);
      if (own === drawing) return value;
    }
  };
  const refresh = (): void => {
    const hasOtherListing = model.state.getListingNumber() !== listing;
    reads.prepareForRedraw(hasOtherListing);
    if (hasOtherListing) foldNames.forgetNames();
    listing = model.state.getListingNumber();
    drawing.dispose();
    drawing = new Drawing(parts, reads, foldNames);
    parts.onChange();
  };
  return {
    getChildren: async (node) => [
      ...(await (node ? drawing.readChildren(node) : fromCurrent((current) => current.readRoots()))),
    ],
    getParent: (node) => drawing.parents.get(node),
    getTreeItem: (node) =>
      items.scheduleItem(() => {
        const item = isBare(node) ? createIncompleteItem(node) : createItem(node, drawing.createItemStyle());
        item.id = idOf(node, drawing.parents.get(node));
        return item;
      }),
    // Tooltips are created only when the editor requests one, because most are never displayed. The items of a revealed
    // event must not contain one.
    resolveTreeItem(item, node) {
      const tooltip = tooltipOf(node, drawing.createItemStyle());
      if (tooltip !== undefined) item.tooltip = tooltip;
      return item;
    },
    refresh,
    updateNews: () => (parts.newRequests() === 1 ? refresh() : parts.onChange(newsNode)),
    async revealWhileIncomplete(row, reveal) {
      revealing.add(row);
      refresh();
      try {
        await reveal();
      } finally {
        revealing.delete(row);
        refresh();
      }
    },
    findNodeOfEvent: (row) => fromCurrent((current) => current.findNodeOfEvent(row)),
  };
}

function unreadableNodes(error: unknown): readonly AuditNode[] | undefined {
  return error instanceof SourceError
    ? [{ kind: 'unreadable', problem: error.problem }]
    : rethrowUnlessCancelled(error);
}

/**
 * Whether a node is the row of an event, or contains it. A group contains the event if the event has
 * the group's value, even if the filters exclude the event.
 */
function isOrContainsEvent(node: AuditNode, { key, event }: LoadedEvent): boolean {
  const hasValue = (field: FieldID, { value }: Pick<TrailGroup, 'value'>): boolean =>
    groupValueOf(fieldText(findAuditField(field), event)) === value;
  switch (node.kind) {
    case 'event':
      return node.key === key;
    case 'pages':
      return node.keys.includes(key);
    case 'own':
      return (
        node.keys.includes(key) || node.groups.some((group) => hasValue(fieldOfGrouping('request'), group))
      );
    case 'group':
      return hasValue(node.field, node);
    default:
      return false;
  }
}
