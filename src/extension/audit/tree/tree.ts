import type * as vscode from 'vscode';
import type { EventNumbers } from '../../../core/audit/table/filter.ts';

import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { ItemQueue } from './itemQueue.ts';
import { bareItem, itemOf, tooltipOf } from './items.ts';
import { createNodeIDs } from './nodeIDs.ts';
import { type AuditNode, childNodes, type NodeSource, rootNodes } from './nodes.ts';
import type { TreeOptions } from './treeOptions.ts';

export interface AuditTree extends vscode.TreeDataProvider<AuditNode> {
  /** Draws all of it again. */
  refresh(): void;
  /** The node of the event with this number, for revealing it; undefined where the event is not drawn. */
  nodeOf(number: number): Promise<AuditNode | undefined>;
  /**
   * Draws the event, and what it is in, without anything that was read from it while `reveal` lasts: the editor writes
   * the items that it is asked to reveal to its own log.
   */
  whileBare(number: number, reveal: () => Thenable<void>): Promise<void>;
}

/** The nodes since everything was last drawn again, as far as somebody asked for them. */
class Drawing {
  readonly parents = new Map<AuditNode, AuditNode>();
  readonly #feed: AuditFeed;
  readonly #options: TreeOptions;
  readonly #byNumber = new Map<number, AuditNode>();
  #roots: Promise<readonly AuditNode[]> | undefined;

  constructor(feed: AuditFeed, options: TreeOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  roots(): Promise<readonly AuditNode[]> {
    this.#roots ??= this.#readRoots();
    return this.#roots;
  }
  async children(node: AuditNode): Promise<readonly AuditNode[]> {
    const nodes = await childNodes(node, this.#source());
    for (const child of nodes) this.parents.set(child, node);
    this.#note(nodes);
    return nodes;
  }
  /** Children of groups are made when the group is opened; for one that is closed they are made here. */
  async nodeOf(number: number): Promise<AuditNode | undefined> {
    let nodes = await this.roots();
    for (;;) {
      const known = this.#byNumber.get(number);
      const holds = nodes.find((node) => node.kind !== 'event' && numbersOf(node).includes(number));
      if (known || !holds) return known;
      nodes = await this.children(holds);
    }
  }

  async #readRoots(): Promise<readonly AuditNode[]> {
    const feed = this.#feed;
    const nodes = await ofShown(feed, async () => {
      const view = await feed.trail.view(feed.query());
      return rootNodes(this.#source(), view, this.#options.grouping(), feed.whyNoOlder() === undefined);
    });
    this.#note(nodes);
    return nodes;
  }
  #note(nodes: readonly AuditNode[]): void {
    for (const node of nodes) if (node.kind === 'event') this.#byNumber.set(node.number, node);
  }
  #source(): NodeSource {
    const { trail } = this.#feed;
    return { trail, listing: this.#feed.listing(), isOwn: (requestID) => this.#feed.isOwn(requestID) };
  }
}

/** Newest first, flat or in groups; the last node reads further events where the service can give them. */
export function createAuditTree(feed: AuditFeed, options: TreeOptions, onChange: () => void): AuditTree {
  let drawing = new Drawing(feed, options);
  const idOf = createNodeIDs();
  const items = new ItemQueue();
  /** Being revealed just now. */
  const revealing = new Set<number>();
  const isBare = (node: AuditNode): boolean => {
    const numbers = revealing.size > 0 ? numbersOf(node) : [];
    return [...revealing].some((number) => numbers.includes(number));
  };

  const refresh = (): void => {
    drawing = new Drawing(feed, options);
    onChange();
  };
  return {
    getChildren: async (node) => [...(await (node ? drawing.children(node) : drawing.roots()))],
    getParent: (node) => drawing.parents.get(node),
    getTreeItem: (node) =>
      items.add(() => {
        const item = isBare(node) ? bareItem(node) : itemOf(node, options);
        const id = idOf(node);
        if (id) item.id = id;
        return item;
      }),
    // Not before it is looked at: most tooltips never are, and what is revealed later must not have one.
    resolveTreeItem(item, node) {
      const tooltip = tooltipOf(node, options);
      if (tooltip !== undefined) item.tooltip = tooltip;
      return item;
    },
    refresh,
    async whileBare(number, reveal) {
      revealing.add(number);
      refresh();
      try {
        await reveal();
      } finally {
        revealing.delete(number);
        refresh();
      }
    },
    nodeOf: (number) => drawing.nodeOf(number),
  };
}

/** The events of a node, by number. */
function numbersOf(node: AuditNode): EventNumbers {
  if (node.kind === 'event') return [node.number];
  return node.kind === 'group' || node.kind === 'own' ? node.numbers : [];
}
