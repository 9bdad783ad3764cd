/** Builds what the pane shows of a row: one value, or the whole record as a tree. */
import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { Cell, ResultColumn } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { absentCell, createCell, drawCell } from '../shared/grid/cell.ts';
import type { Row } from '../shared/grid/rowWindow.ts';
import { parseNodes } from '../shared/jsonNodes.ts';
import { strings } from '../shared/strings.ts';
import { Tree, type TreeNode } from '../shared/tree.ts';

/**
 * The rows and columns that the pane displays. A row is given by its index among the displayed rows, a column by its
 * index in the host's list. Both are 0-based.
 */
export interface PaneRowSource {
  readonly columns: () => readonly ResultColumn[];
  /** Returns a row, or undefined if the webview has not loaded it or it does not exist. */
  readonly row: (index: number) => Row | undefined;
  /** Fetches the whole text of a cell, of which the grid may have only the beginning. */
  readonly fetchText: (row: number, column: number) => Promise<string>;
  /** Returns a function that reveals a masked value, or undefined if the host does not allow it. */
  readonly reveal: () => ((row: number, column: number) => void) | undefined;
}

/**
 * Creates the elements for the whole value of one cell. A JSON object or array becomes a tree with the accessible name
 * `label`, text and truncated values are displayed in full, and any other value as in the grid. A masked value has a
 * button that reveals it, if the host allows that. Rejects if the whole value can't be fetched.
 */
export async function renderValue(
  source: PaneRowSource,
  row: number,
  column: number,
  label: string,
): Promise<Node> {
  const cell = source.row(row)?.[column] ?? absentCell;
  if (cell.k === 'object') return renderTree(label, parseNodes(await source.fetchText(row, column)));
  if (cell.cut) return element('pre', { tabindex: '0' }, await source.fetchText(row, column));
  if (cell.k === 'text') return element('pre', { tabindex: '0' }, cell.t);
  const view = createCell();
  drawCell(view, cell);
  view.element.removeAttribute('role');
  const reveal = cell.k === 'masked' ? source.reveal() : undefined;
  if (!reveal) return view.element;
  const button = element('button', { type: 'button', class: 'secondary' }, strings.revealCell);
  button.addEventListener('click', () => reveal(row, column));
  return element('div', { class: 'masked' }, view.element, button);
}

/** Creates a tree with one node for each column of a row. `label` is the tree's accessible name. */
export function renderRecord(source: PaneRowSource, row: number, label: string): Node {
  const cells = source.row(row);
  const nodes = source.columns().map(({ name }, column) => {
    const text = (): Promise<string> => source.fetchText(row, column);
    return createFieldNode(cleanNameForDisplay(name), cells?.[column] ?? absentCell, text);
  });
  return renderTree(label, nodes);
}

/**
 * Creates the tree node of a field. If the value is a JSON object or array or is truncated, the node opens into the
 * whole value, which `text` fetches.
 */
function createFieldNode(name: string, value: Cell, text: () => Promise<string>): TreeNode {
  if (value.k === 'object') return { name, value, children: async () => parseNodes(await text()) };
  if (!value.cut) return { name, value };
  return { name, value, children: async () => [{ name: '', value: { k: 'text', t: await text() } }] };
}

function renderTree(label: string, nodes: readonly TreeNode[]): HTMLElement {
  const tree = new Tree(label);
  tree.setNodes(nodes);
  return tree.element;
}
