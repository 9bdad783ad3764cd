/** A tree of names and values that follows the ARIA tree pattern. Branches are built when they are opened. */
import type { Cell } from '../../protocol/results.ts';
import { createIcon, element } from './dom.ts';
import { createCellView, drawCell } from './grid/cell.ts';
import { strings } from './strings.ts';

export interface TreeNode {
  readonly name: string;
  readonly value?: Cell;
  /** Returns the child nodes of this node. Undefined for a leaf. */
  readonly children?: () => readonly TreeNode[] | Promise<readonly TreeNode[]>;
}

/**
 * Position of a node in the tree, for assistive technology. `level` is 1-based, as is `position` among the `size` nodes
 * with the same parent.
 */
interface NodePosition {
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

const NODES_PER_STEP = 200;
const INDENT = 12;
/** Level beyond which the indentation no longer increases, so that names stay visible in deeply nested values. */
const MAX_INDENTED_LEVEL = 40;

export class Tree {
  readonly element: HTMLElement;
  readonly #toggles = new WeakMap<Element, () => Promise<void>>();

  constructor(label: string) {
    this.element = element('div', { role: 'tree', class: 'tree', 'aria-label': label });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  replaceTreeNodes(nodes: readonly TreeNode[]): void {
    this.element.replaceChildren();
    this.#appendNextNodes(this.element, nodes, 1, 0);
    const first = this.element.firstElementChild;
    if (first instanceof HTMLElement) first.tabIndex = 0;
  }

  #appendNextNodes(parent: HTMLElement, nodes: readonly TreeNode[], level: number, from: number): void {
    const end = Math.min(nodes.length, from + NODES_PER_STEP);
    for (const [offset, node] of nodes.slice(from, end).entries())
      parent.append(this.#createItem(node, { level, position: from + offset + 1, size: nodes.length }));
    if (end < nodes.length) parent.append(this.#createMoreItem(parent, nodes, level, end));
  }

  #createItem(node: TreeNode, nodePosition: NodePosition): HTMLElement {
    const line = createLine(node, nodePosition.level);
    const item = createTreeItem(line, nodePosition);
    if (node.children) this.#makeItemToggleable(item, line, node.children, nodePosition.level);
    line.addEventListener('click', () => this.#focusTreeItem(item));
    return item;
  }

  #makeItemToggleable(
    item: HTMLElement,
    line: HTMLElement,
    children: NonNullable<TreeNode['children']>,
    level: number,
  ): void {
    const toggle = (): Promise<void> => this.#toggleBranch(item, children, level);
    item.setAttribute('aria-expanded', 'false');
    line.addEventListener('click', () => void toggle());
    this.#toggles.set(item, toggle);
  }

  #createMoreItem(parent: HTMLElement, nodes: readonly TreeNode[], level: number, from: number): HTMLElement {
    const name = strings.showMore(nodes.length - from);
    const more = this.#createItem({ name }, { level, position: from + 1, size: nodes.length });
    const showMore = (): void => {
      more.remove();
      this.#appendNextNodes(parent, nodes, level, from);
      this.#focusTreeItem(parent.children.item(from));
    };
    more.classList.add('more');
    more.addEventListener('click', showMore);
    more.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') showMore();
    });
    return more;
  }

  async #toggleBranch(
    item: HTMLElement,
    children: NonNullable<TreeNode['children']>,
    level: number,
  ): Promise<void> {
    const wasOpen = item.getAttribute('aria-expanded') === 'true';
    item.setAttribute('aria-expanded', String(!wasOpen));
    const group = item.querySelector<HTMLElement>(':scope > [role=group]');
    if (group) {
      group.hidden = wasOpen;
      return;
    }
    const newGroup = element('div', { role: 'group' });
    item.append(newGroup);
    this.#appendNextNodes(newGroup, await children(), level + 1, 0);
  }

  #focusTreeItem(item: Element | null | undefined): void {
    if (!(item instanceof HTMLElement)) return;
    for (const other of this.element.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]'))
      other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  #listVisibleItems(): Element[] {
    const items = [...this.element.querySelectorAll<HTMLElement>('[role=treeitem]')];
    return items.filter((item) => item.offsetParent !== null);
  }

  #onKey(event: KeyboardEvent): void {
    const item = document.activeElement;
    if (!item || !this.element.contains(item)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.#moveByKey(item, event.key) && !this.#toggleByKey(item, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Handles the keys of the ARIA tree pattern that move the focus. Returns whether the key was handled, with or without
   * an item to move to.
   */
  #moveByKey(item: Element, key: string): boolean {
    const items = this.#listVisibleItems();
    const index = items.indexOf(item);
    switch (key) {
      case 'ArrowDown':
        this.#focusTreeItem(items[index + 1]);
        return true;
      case 'ArrowUp':
        this.#focusTreeItem(items[index - 1]);
        return true;
      case 'Home':
        this.#focusTreeItem(items[0]);
        return true;
      case 'End':
        this.#focusTreeItem(items.at(-1));
        return true;
      case 'ArrowRight':
        // The next visible item is the first child of an open branch, unless the branch is empty or not loaded yet.
        if (item.getAttribute('aria-expanded') !== 'true') return false;
        this.#focusTreeItem(items[index + 1]);
        return true;
      case 'ArrowLeft':
        if (item.getAttribute('aria-expanded') === 'true') return false;
        this.#focusTreeItem(item.parentElement?.closest('[role=treeitem]'));
        return true;
      default:
        return false;
    }
  }

  #toggleByKey(item: Element, key: string): boolean {
    const isBranch = item.hasAttribute('aria-expanded');
    const isToggle =
      key === 'ArrowLeft' || key === 'ArrowRight' || (isBranch && (key === 'Enter' || key === ' '));
    if (isToggle) void this.#toggles.get(item)?.();
    return isToggle;
  }
}

function createTreeItem(line: HTMLElement, { level, position, size }: NodePosition): HTMLElement {
  const item = element('div', { role: 'treeitem', tabindex: '-1', class: 'node' }, line);
  item.setAttribute('aria-level', String(level));
  item.setAttribute('aria-posinset', String(position));
  item.setAttribute('aria-setsize', String(size));
  return item;
}

function createLine({ name, value, children }: TreeNode, level: number): HTMLElement {
  const arrow = children ? createIcon('chevron-right') : element('span', { class: 'codicon' });
  const line = element('div', { class: 'line' }, arrow, element('span', { class: 'name' }, name));
  line.style.paddingLeft = `${4 + (Math.min(level, MAX_INDENTED_LEVEL) - 1) * INDENT}px`;
  if (value) line.append(...createNodeValueElements(value));
  return line;
}

function createNodeValueElements(value: Cell): readonly HTMLElement[] {
  const cell = createCellView();
  drawCell(cell, value);
  cell.element.removeAttribute('role');
  const spoken = cell.element.getAttribute('aria-label');
  if (spoken === null) return [cell.element];
  cell.element.removeAttribute('aria-label');
  cell.element.setAttribute('aria-hidden', 'true');
  return [element('span', { class: 'unseen' }, spoken), cell.element];
}
