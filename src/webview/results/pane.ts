/** Details beside the grid: one value, one whole record, or a column's statistics. The first two follow the grid. */
import { seenName } from '../../core/messages/oneLine.ts';
import type { ColumnStatistics, ResultColumn } from '../../protocol/results.ts';
import { element, icon, setText } from '../shared/dom.ts';
import { absentCell, createCell, drawCell } from '../shared/grid/cell.ts';
import type { Row } from '../shared/grid/rowWindow.ts';
import { nodesOfText } from '../shared/jsonNodes.ts';
import { strings } from '../shared/strings.ts';
import { createTree, type TreeNode } from '../shared/tree.ts';
import { type CountedEntry, drawStatistics } from './statistics.ts';

export interface PaneSource {
  readonly columns: () => readonly ResultColumn[];
  readonly row: (index: number) => Row | undefined;
  /** Number shown at a row. */
  readonly rowNumber: (index: number) => number;
  /** The whole text of a cell. */
  readonly text: (row: number, column: number) => Promise<string>;
  /** What statistics go over, in words. */
  readonly scope: () => string;
  readonly statistics: (column: number) => Promise<ColumnStatistics>;
  /** Keeps the rows that an entry of the statistics counts. */
  readonly filterCounted: (column: number, entry: CountedEntry) => void;
  /** Shows a masked value; undefined where the host does not offer it. */
  readonly reveal: () => ((row: number, column: number) => void) | undefined;
}

export type PaneMode = 'value' | 'record';

export interface Pane {
  readonly element: HTMLElement;
  isOpen(): boolean;
  show(mode: PaneMode, row: number, column: number): void;
  showStatistics(column: number): void;
  /** The active cell moved, or its data changed. */
  follow(row: number, column: number): void;
  /** Rows came that may have been missing here. */
  refresh(): void;
  /** Other rows are on screen, or the same ones masked or revealed: redraws what is open. */
  rowsChanged(rowCount: number): void;
  close(): void;
  focus(): void;
}

const followMs = 60;

export function createPane(source: PaneSource, onClosed: () => void): Pane {
  const title = element('h2', { tabindex: '-1' });
  const subtitle = element('span', { class: 'subtitle' });
  const modes = new Map<PaneMode, HTMLButtonElement>();
  const choices = element('div', { class: 'choices' });
  for (const mode of ['value', 'record'] as const) {
    const button = element('button', { type: 'button', class: 'action' }, strings[mode]);
    button.addEventListener('click', () => show(mode, at.row, at.column));
    modes.set(mode, button);
    choices.append(button);
  }
  const shut = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.closePane },
    icon('close'),
  );
  shut.title = strings.shortcut(strings.closePane, 'Escape');
  shut.addEventListener('click', () => close());
  const content = element('div', { class: 'content' });
  const head = element('div', { class: 'head' }, title, subtitle, choices, shut);
  const root = element('section', { class: 'pane', 'aria-label': strings.pane }, head, content);
  root.hidden = true;
  let mode: PaneMode | 'statistics' = 'value';
  let at = { row: 0, column: 0 };
  /** Its row was not here when it was drawn. */
  let incomplete = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with every drawing, so that a late answer is not drawn over a newer one. */
  let drawing = 0;

  /** `heading`: in words, or by the index of a column. */
  function frame(heading: string | number, sub: string): void {
    drawing += 1;
    root.hidden = false;
    const name = typeof heading === 'number' ? (source.columns()[heading]?.name ?? '') : heading;
    setText(title, seenName(name));
    title.title = seenName(name, Number.POSITIVE_INFINITY);
    setText(subtitle, sub);
    choices.hidden = mode === 'statistics';
    for (const [one, button] of modes) button.setAttribute('aria-pressed', String(one === mode));
  }

  /** Puts in what `made` gives, unless something else has been asked for meanwhile. */
  async function fill(made: Promise<Node>): Promise<void> {
    const own = drawing;
    const node = await made.catch(() => element('p', {}, strings.failed));
    if (own === drawing) content.replaceChildren(node);
  }

  async function wholeValue(row: number, column: number): Promise<Node> {
    const cell = source.row(row)?.[column] ?? absentCell;
    if (cell.k === 'object') return treeOf(nodesOfText(await source.text(row, column)));
    if (cell.cut) return element('pre', { tabindex: '0' }, await source.text(row, column));
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

  function treeOf(nodes: readonly TreeNode[]): HTMLElement {
    const tree = createTree(title.textContent ?? '');
    tree.show(nodes);
    return tree.element;
  }

  function recordOf(row: number): TreeNode[] {
    const cells = source.row(row);
    return source.columns().map(({ name: written }, column) => {
      const name = seenName(written);
      const value = cells?.[column] ?? absentCell;
      const whole = (): Promise<string> => source.text(row, column);
      if (value.k === 'object') return { name, value, children: async () => nodesOfText(await whole()) };
      if (!value.cut) return { name, value };
      return { name, value, children: async () => [{ name: '', value: { k: 'text', t: await whole() } }] };
    });
  }

  function show(next: PaneMode, row: number, column: number): void {
    mode = next;
    at = { row, column };
    incomplete = source.row(row) === undefined;
    const number = strings.row(source.rowNumber(row));
    frame(mode === 'record' ? strings.record : column, number);
    if (incomplete) content.replaceChildren(element('p', {}, strings.loading));
    else if (mode === 'record') content.replaceChildren(treeOf(recordOf(row)));
    else void fill(wholeValue(row, column));
  }

  function close(): void {
    if (root.hidden) return;
    clearTimeout(timer);
    drawing += 1;
    const hadFocus = root.contains(document.activeElement);
    root.hidden = true;
    content.replaceChildren();
    if (hadFocus) onClosed();
  }

  function showStatistics(column: number): void {
    mode = 'statistics';
    at = { row: 0, column };
    frame(column, strings.statistics);
    const choose = (entry: CountedEntry): void => source.filterCounted(column, entry);
    void fill(source.statistics(column).then((known) => drawStatistics(known, source.scope(), choose)));
  }

  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });

  return {
    element: root,
    isOpen: () => !root.hidden,
    show,
    showStatistics,
    rowsChanged(rowCount) {
      // What is shown here may have been masked meanwhile.
      if (root.hidden) return;
      const hadFocus = content.contains(document.activeElement);
      content.replaceChildren();
      if (hadFocus) title.focus();
      if (mode === 'statistics') showStatistics(at.column);
      else if (rowCount === 0) close();
      else show(mode, Math.min(at.row, rowCount - 1), at.column);
    },
    follow(row, column) {
      if (root.hidden || mode === 'statistics') return;
      const same = mode;
      clearTimeout(timer);
      timer = setTimeout(() => show(same, row, column), followMs);
    },
    refresh() {
      if (!root.hidden && mode !== 'statistics' && incomplete) show(mode, at.row, at.column);
    },
    close,
    focus() {
      (content.querySelector<HTMLElement>('[tabindex="0"], button') ?? title).focus();
    },
  };
}
