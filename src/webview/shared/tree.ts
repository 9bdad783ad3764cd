/** A tree of names and values, after the ARIA tree pattern; branches are made when they are opened. */
import type { Cell } from '../../protocol/results.ts';
import { element, icon } from './dom.ts';
import { createCell, drawCell } from './grid/cell.ts';
import { strings } from './strings.ts';

export interface TreeNode {
  readonly name: string;
  readonly value?: Cell;
  /** Makes the branch below; left out for a leaf. */
  readonly children?: () => readonly TreeNode[] | Promise<readonly TreeNode[]>;
}

export interface Tree {
  readonly element: HTMLElement;
  /** Draws these nodes, the first `open` of them opened. */
  show(nodes: readonly TreeNode[], open?: number): void;
}

/** Of a longer list the rest comes on request. */
const atOnce = 200;

export function createTree(label: string): Tree {
  const root = element('div', { role: 'tree', class: 'tree', 'aria-label': label });

  const focusOn = (item: HTMLElement | null | undefined): void => {
    if (!item) return;
    for (const other of root.querySelectorAll<HTMLElement>('[role=treeitem][tabindex="0"]'))
      other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  };
  const visible = (): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('[role=treeitem]')].filter((item) => item.offsetParent !== null);

  function addNodes(parent: HTMLElement, nodes: readonly TreeNode[], level: number, from: number): void {
    const end = Math.min(nodes.length, from + atOnce);
    for (const [offset, node] of nodes.slice(from, end).entries()) {
      parent.append(createItem(node, level, from + offset + 1, nodes.length));
    }
    if (end === nodes.length) return;
    const more = createItem({ name: strings.more(nodes.length - end) }, level, end + 1, nodes.length);
    more.classList.add('more');
    const showMore = (): void => {
      more.remove();
      addNodes(parent, nodes, level, end);
      focusOn(parent.children.item(end) as HTMLElement | null);
    };
    more.addEventListener('click', showMore);
    more.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') showMore();
    });
    parent.append(more);
  }

  function createItem(node: TreeNode, level: number, place: number, size: number): HTMLElement {
    const item = element('div', {
      role: 'treeitem',
      tabindex: '-1',
      class: 'node',
      'aria-level': String(level),
    });
    item.setAttribute('aria-posinset', String(place));
    item.setAttribute('aria-setsize', String(size));
    const line = element('div', { class: 'line' });
    line.style.paddingLeft = `${4 + (Math.min(level, 40) - 1) * 12}px`;
    const twist = node.children ? icon('chevron-right') : element('span', { class: 'codicon' });
    line.append(twist, element('span', { class: 'name' }, node.name));
    if (node.value) {
      const cell = createCell();
      drawCell(cell, node.value);
      cell.element.removeAttribute('role');
      const spoken = cell.element.getAttribute('aria-label');
      if (spoken !== null) {
        cell.element.removeAttribute('aria-label');
        cell.element.setAttribute('aria-hidden', 'true');
        line.append(element('span', { class: 'unseen' }, spoken));
      }
      line.append(cell.element);
    }
    item.append(line);
    if (node.children) {
      item.setAttribute('aria-expanded', 'false');
      line.addEventListener('click', () => void toggle(item, node, level));
      openers.set(item, () => toggle(item, node, level));
    }
    line.addEventListener('click', () => focusOn(item));
    return item;
  }

  const openers = new WeakMap<HTMLElement, () => Promise<void>>();

  async function toggle(item: HTMLElement, node: TreeNode, level: number): Promise<void> {
    const open = item.getAttribute('aria-expanded') === 'true';
    item.setAttribute('aria-expanded', String(!open));
    const group = item.querySelector<HTMLElement>(':scope > [role=group]');
    if (group) group.hidden = open;
    else if (node.children) {
      const made = element('div', { role: 'group' });
      item.append(made);
      addNodes(made, await node.children(), level + 1, 0);
    }
  }

  root.addEventListener('keydown', (event) => {
    const item = document.activeElement;
    if (!(item instanceof HTMLElement) || !root.contains(item)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = visible();
    const index = all.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    if (event.key === 'ArrowDown') focusOn(all[index + 1]);
    else if (event.key === 'ArrowUp') focusOn(all[index - 1]);
    else if (event.key === 'Home') focusOn(all[0]);
    else if (event.key === 'End') focusOn(all.at(-1));
    else if (event.key === 'ArrowRight') {
      if (expanded === 'false') void openers.get(item)?.();
      else if (expanded === 'true') focusOn(all[index + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (expanded === 'true') void openers.get(item)?.();
      else focusOn(item.parentElement?.closest<HTMLElement>('[role=treeitem]'));
    } else if ((event.key === 'Enter' || event.key === ' ') && expanded !== null) void openers.get(item)?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element: root,
    show(nodes, open = 0) {
      root.replaceChildren();
      addNodes(root, nodes, 1, 0);
      const first = root.firstElementChild;
      if (first instanceof HTMLElement) first.tabIndex = 0;
      for (const item of [...root.children].slice(0, open)) {
        if (item instanceof HTMLElement) void openers.get(item)?.();
      }
    },
  };
}
