/** The header row: column names inside the keyboard order, with an edge to drag for the width. */
import { element, setAttribute } from '../dom.ts';
import { strings } from '../strings.ts';
import { cellID, type PlacedColumn } from './body.ts';
import { headerRow, numberColumn, type Position } from './selection.ts';

export interface HeaderFrame {
  readonly columns: readonly PlacedColumn[];
  readonly numberWidth: number;
  readonly pinnedWidth: number;
  readonly active: Position | undefined;
}

export interface Header {
  readonly element: HTMLElement;
  draw(frame: HeaderFrame): void;
  at(position: Position): HTMLElement | undefined;
}

interface HeaderView {
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  position: number;
}

export function createHeader(): Header {
  const corner = element('div', { role: 'columnheader', class: 'cell corner', 'aria-colindex': '1' });
  corner.append(element('span', { class: 'unseen' }, strings.rowNumber));
  const pinned = element('div', { role: 'none', class: 'pinned' }, corner);
  const row = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' }, pinned);
  const views = new Map<number, HeaderView>();
  let drawn: readonly PlacedColumn[] | undefined;

  function create(): HeaderView {
    const name = element('span', { class: 'value' });
    const edge = element('span', { class: 'edge', 'aria-hidden': 'true' });
    return {
      element: element('div', { role: 'columnheader', class: 'cell' }, name, edge),
      name,
      position: 0,
    };
  }

  function layOut(frame: HeaderFrame): void {
    const wanted = new Set(frame.columns.map((column) => column.index));
    for (const [index, view] of views) {
      if (wanted.has(index)) continue;
      view.element.remove();
      views.delete(index);
    }
    corner.style.width = `${frame.numberWidth}px`;
    pinned.style.width = `${frame.pinnedWidth}px`;
    for (const column of frame.columns) {
      const view = views.get(column.index) ?? create();
      views.set(column.index, view);
      const parent = column.pinned ? pinned : row;
      if (view.element.parentNode !== parent) parent.append(view.element);
      view.position = column.position;
      view.name.textContent = column.name;
      view.element.title = column.name;
      view.element.style.left = `${column.left}px`;
      view.element.style.width = `${column.width}px`;
      view.element.classList.toggle('numeric', column.numeric);
      setAttribute(view.element, 'aria-colindex', String(column.position + 2));
    }
    drawn = frame.columns;
  }

  const at = (position: Position): HTMLElement | undefined =>
    position.column === numberColumn
      ? corner
      : [...views.values()].find((view) => view.position === position.column)?.element;

  return {
    element: row,
    draw(frame) {
      if (frame.columns !== drawn) layOut(frame);
      const active = frame.active?.row === headerRow ? frame.active : undefined;
      const shown = active && at(active);
      for (const target of [corner, ...[...views.values()].map((view) => view.element)]) {
        target.classList.toggle('active', target === shown);
        setAttribute(target, 'id', active && target === shown ? cellID(active) : undefined);
      }
    },
    at,
  };
}
