import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { Cell, ResultColumn } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { absentCell, createCellView, drawCell } from '../shared/grid/cell.ts';
import type { Row } from '../shared/grid/rowWindow.ts';
import { parseJsonTreeNodes } from '../shared/jsonNodes.ts';
import { strings } from '../shared/strings.ts';
import { Tree, type TreeNode } from '../shared/tree.ts';

/**
 * The rows and columns that the pane displays. A row is given by its 0-based index among the displayed rows, a column
 * by its index in the host's list.
 */
export interface PaneRowSource {
  readonly columns: () => readonly ResultColumn[];
  readonly row: (index: number) => Row | undefined;
  /** Fetches the whole text of a cell. The loaded row may contain only the beginning of this text. */
  readonly fetchCellText: (row: number, column: number) => Promise<string>;
  /** Returns a function that reveals a masked value; undefined if that is not allowed. */
  readonly getRevealIfAllowed: () => ((row: number, column: number) => void) | undefined;
}

/**
 * Creates an element with the whole value of a cell. An array or object becomes a tree, and `label` is the accessible
 * name of the tree. For a masked value, creates a placeholder instead. Rejects if the value had to be fetched and that
 * failed.
 */
export async function fetchAndRenderCellValue(
  source: PaneRowSource,
  row: number,
  column: number,
  label: string,
): Promise<Node> {
  const cell = source.row(row)?.[column] ?? absentCell;
  if (cell.k === 'object')
    return renderTree(label, parseJsonTreeNodes(await source.fetchCellText(row, column)));
  if (cell.cut) return element('pre', { tabindex: '0' }, await source.fetchCellText(row, column));
  if (cell.k === 'text') return element('pre', { tabindex: '0' }, cell.t);
  const view = createCellView();
  drawCell(view, cell);
  view.element.removeAttribute('role');
  const reveal = cell.k === 'masked' ? source.getRevealIfAllowed() : undefined;
  if (!reveal) return view.element;
  const button = element('button', { type: 'button', class: 'secondary' }, strings.revealCell);
  button.addEventListener('click', () => reveal(row, column));
  return element('div', { class: 'masked' }, view.element, button);
}

export function renderRowAsTree(source: PaneRowSource, row: number, label: string): Node {
  const cells = source.row(row);
  const nodes = source.columns().map(({ name }, column) => {
    const text = (): Promise<string> => source.fetchCellText(row, column);
    return createFieldTreeNode(cleanNameForDisplay(name), cells?.[column] ?? absentCell, text);
  });
  return renderTree(label, nodes);
}

function createFieldTreeNode(name: string, value: Cell, text: () => Promise<string>): TreeNode {
  if (value.k === 'object') return { name, value, children: async () => parseJsonTreeNodes(await text()) };
  if (!value.cut) return { name, value };
  return { name, value, children: async () => [{ name: '', value: { k: 'text', t: await text() } }] };
}

function renderTree(label: string, nodes: readonly TreeNode[]): HTMLElement {
  const tree = new Tree(label);
  tree.replaceTreeNodes(nodes);
  return tree.element;
}
