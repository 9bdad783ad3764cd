import { element, setOrRemoveAttribute } from '../dom.ts';
import { Body } from './body.ts';
import { activeCellElementID } from './cell.ts';
import { createHeader } from './header.ts';
import { HEADER_ROW } from './selection.ts';
import type { GridData, GridState } from './state.ts';
import { Viewport } from './viewport/viewport.ts';

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 24;
const HEADER_HEIGHT = 26;
/** Number of rows drawn above and below the view, so that a slow scroll does not reveal empty space. */
const OVERSCAN_ROWS = 5;
const OVERSCAN_COLUMNS = 1;
/**
 * Delay in milliseconds from the last drawing until elements are sorted. Sorting them while scrolling would be too
 * slow.
 */
const SORT_DELAY_MS = 200;

export class GridRenderer {
  readonly element: HTMLElement;
  readonly viewport: Viewport;
  readonly #state: GridState;
  readonly #header = createHeader();
  readonly #headElement = element('div', { role: 'none', class: 'head' }, this.#header.element);
  readonly #bodyElement = element('div', { role: 'none', class: 'body' });
  readonly #body = new Body(this.#bodyElement);
  #sortTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: GridState, label: string, onChange: () => void) {
    this.#state = state;
    this.element = element('div', { role: 'grid', class: 'grid', tabindex: '0', 'aria-label': label });
    this.element.setAttribute('aria-multiselectable', 'true');
    this.element.append(this.#headElement, this.#bodyElement);
    this.viewport = new Viewport({
      scroller: this.element,
      rowHeight: ROW_HEIGHT,
      headerHeight: HEADER_HEIGHT,
      onChange,
    });
  }

  applyRowCount({ rows, totalRows }: GridData): void {
    this.viewport.setRowCount(rows.rowCount);
    this.#bodyElement.style.height = `${this.viewport.computeBodyHeight()}px`;
    setOrRemoveAttribute(this.element, 'aria-rowcount', String(totalRows < 0 ? -1 : totalRows + 1));
  }

  applyPlacement(): void {
    const {
      unpinned: center,
      numberWidth,
      pinnedWidth,
      totalWidth,
      columnCount: count,
    } = this.#state.placement;
    this.viewport.setColumns(center, pinnedWidth);
    // The text of a row that folds others runs over its columns, so no column limits it to the view.
    const labelWidth = Math.max(0, this.viewport.getMeasuredWidth() - numberWidth);
    this.element.style.setProperty('--label-width', `${labelWidth}px`);
    this.element.style.setProperty('--number-width', `${numberWidth}px`);
    this.#headElement.style.width = `${totalWidth}px`;
    this.#bodyElement.style.width = `${totalWidth}px`;
    setOrRemoveAttribute(this.element, 'aria-colcount', String(count + 1));
  }

  setBusy(isBusy: boolean): void {
    setOrRemoveAttribute(this.element, 'aria-busy', isBusy ? 'true' : undefined);
  }

  computeDrawnRowCount(): number {
    return this.viewport.measureVisibleRowCount() + OVERSCAN_ROWS;
  }

  drawHeaderAndBody(data: GridData, highlightPattern: RegExp | undefined): void {
    const { placement, active, selectedArea } = this.#state;
    const columns = {
      columns: placement.listColumnsToDraw(
        this.viewport.computeVisibleColumnRange(OVERSCAN_COLUMNS),
        active?.column ?? -1,
      ),
      numberWidth: placement.numberWidth,
      pinnedWidth: placement.pinnedWidth,
      active,
    };
    // Everything is measured before anything is written: a measurement in between would force a layout for each row.
    const rows = this.#listRowsToDraw();
    const offset = this.viewport.computeRowShift();
    this.#header.draw({ ...columns, sorts: data.sorts ?? [] });
    this.#body.drawBodyRows({
      ...columns,
      rows,
      firstRowNumber: data.firstRowNumber,
      row: (index) => data.rows.getLoadedRow(index),
      topOf: (index) => index * ROW_HEIGHT + offset,
      selected: selectedArea,
      highlightPattern,
      markColumn: data.markColumn,
      breaks: data.breaks,
    });
    setOrRemoveAttribute(this.element, 'aria-activedescendant', active && activeCellElementID(active));
    clearTimeout(this.#sortTimer);
    this.#sortTimer = setTimeout(() => this.#body.sortRowElements(), SORT_DELAY_MS);
  }

  discardSpareElements(): void {
    this.#body.discardSpareElements();
  }

  /**
   * Returns the indices of the rows to draw. The active row is included even outside the view, because
   * `aria-activedescendant` refers to its element.
   */
  #listRowsToDraw(): number[] {
    const { first, last } = this.viewport.computeVisibleRowRange(OVERSCAN_ROWS);
    const rows: number[] = [];
    for (let index = first; index <= last; index++) rows.push(index);
    const active = this.#state.active?.row ?? HEADER_ROW;
    if (active >= 0 && (active < first || active > last)) rows.push(active);
    return rows;
  }
}
