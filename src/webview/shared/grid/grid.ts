/**
 * The grid: one tab stop with `aria-activedescendant`, header and row numbers inside the arrow order, rows and columns
 * drawn only where visible. It owns no data: rows come from a RowWindow, columns from a ColumnModel.
 */
import { element, setAttribute } from '../dom.ts';
import { strings } from '../strings.ts';
import { cellID, createBody } from './body.ts';
import { type ColumnModel, createColumnModel, type GridColumn } from './columns.ts';
import type { Filling } from './filling.ts';
import { createHeader, type Sort } from './header.ts';
import { hitsOf } from './hits.ts';
import { type GridContext, type GridEvents, listenToGrid } from './interaction.ts';
import { guessWidths, letterPixels } from './measure.ts';
import { createPlacement } from './placement.ts';
import type { Row, RowWindow } from './rowWindow.ts';
import type { Extent, Rectangle, Selection } from './selection.ts';
import { clampPosition, headerRow, movedDown, rectangleOf, selectAt } from './selection.ts';
import { createViewport, type Range } from './viewport.ts';

export interface GridData {
  readonly columns: readonly GridColumn[];
  readonly rows: RowWindow;
  readonly firstRowNumber: number;
  /** -1 while the end is unknown. */
  readonly totalRows: number;
  /** In the order in which they count. */
  readonly sorts?: readonly Sort[];
  /** Which columns fill the view; left out where each has its own width. */
  readonly filling?: Filling;
  /** The column, by the host's index, whose cells say whether a person marked what the row is of. */
  readonly markColumn?: number;
  /** Rows marked at their upper edge, and what the mark says. */
  readonly breaks?: { readonly rows: ReadonlySet<number>; readonly label: string };
}

export interface GridOptions extends GridEvents {
  readonly label: string;
  /** Another cell has become the active one. `column` is the host's index. */
  readonly onActive: (row: number, column: number) => void;
  /** Other cells are selected. */
  readonly onSelected?: () => void;
}

export interface Grid {
  readonly element: HTMLElement;
  readonly columns: ColumnModel;
  /**
   * Draws other data at once. `keepPlace` leaves the scroll position where it is, and the selection on its cells, above
   * which `above` rows were put in.
   */
  show(data: GridData, keepPlace: boolean, above?: number): void;
  /** Draws before the next frame. */
  refresh(): void;
  setBusy(busy: boolean): void;
  /** Marks the places of `text` in the cells, from the next drawing on; none for an empty one. */
  setHits(text: string): void;
  focus(): void;
  /** The active cell, by row and the host's column index; undefined on headers and row numbers. */
  active(): { readonly row: number; readonly column: number } | undefined;
  /** The row that the keyboard is in, on its number too; undefined on headers. */
  activeRow(): number | undefined;
  /** What is selected: rows and, in the order shown, the host's indices of the columns. */
  selected(): { readonly area: Rectangle; readonly columns: readonly number[] } | undefined;
  /** The host's indices of the columns shown, in order. */
  shownColumns(): readonly number[];
  /** Rows that a drawing puts into the document: those that fit, and some beyond. */
  drawnRows(): number;
  fitColumn(index: number): void;
  moveColumn(index: number, by: -1 | 1): void;
  /** Scrolls sideways until the column with the host's index `column`, or enough of it, is visible. */
  revealColumn(column: number): void;
  /** Scrolls until the row of the active cell is in sight. */
  revealActive(): void;
  /** Makes a cell the active one and brings it into sight; false where its column is hidden. */
  goTo(row: number, column: number): boolean;
}

export const rowHeight = 24;
const headerHeight = 26;
const overscanRows = 5;
const overscanColumns = 1;
/** After the last drawing of a movement. */
const settleMs = 200;
/** Leaps of more than a screen closer together than this, two frames, are one flight. */
const leapMs = 34;
/** So much of a column shows what it begins with. In pixels. */
const enough = 200;
/** Rows on either side of the first visible one that decide a width. */
const fitRows = 100;

export function createGrid(options: GridOptions): Grid {
  const header = createHeader();
  const bodyElement = element('div', { role: 'none', class: 'body' });
  const headElement = element('div', { role: 'none', class: 'head' }, header.element);
  const scroller = element('div', {
    role: 'grid',
    class: 'grid',
    tabindex: '0',
    'aria-label': options.label,
  });
  scroller.setAttribute('aria-multiselectable', 'true');
  scroller.append(headElement, bodyElement);
  const body = createBody(bodyElement);
  let data: GridData | undefined;
  let selection: Selection | undefined;
  let frame = 0;
  /** The same for the same text, so that cells with it are not drawn again. */
  let hits: { readonly text: string; readonly found: RegExp | undefined } = { text: '', found: undefined };
  let lastLeap = { row: 0, at: Number.NEGATIVE_INFINITY };
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the first widths have seen rows. */
  let guessed = false;
  /** Whether the widths have seen the rows of the last `show`. */
  let widened = false;

  const refresh = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const viewport = createViewport({ scroller, rowHeight, headerHeight, onChange: refresh });
  const columns = createColumnModel(() => {
    place();
    refresh();
  });
  /** In pixels, once it is known. */
  let letter = 0;
  function guess(of: readonly GridColumn[], rows: readonly Row[]): number[] {
    letter ||= letterPixels(scroller);
    return guessWidths(of, rows, letter);
  }
  let placement = createPlacement(columns, 0);
  /** The width of the view that the columns were placed for. */
  let placedFor = 0;

  const extent = (): Extent => ({ rows: data?.rows.rowCount ?? 0, columns: placement.count });

  function place(): void {
    const lastNumber = (data?.firstRowNumber ?? 1) + (data?.rows.rowCount ?? 0);
    const numberWidth = Math.max(40, String(lastNumber).length * 8 + 20);
    placedFor = viewport.measured();
    columns.setRoom(placedFor - numberWidth);
    placement = createPlacement(columns, numberWidth);
    viewport.setColumns(placement.center, placement.pinnedWidth);
    for (const part of [headElement, bodyElement]) part.style.width = `${placement.totalWidth}px`;
    setAttribute(scroller, 'aria-colcount', String(placement.count + 1));
    selection &&= {
      ...selection,
      active: clampPosition(selection.active, extent()),
      anchor: clampPosition(selection.anchor, extent()),
    };
  }

  function loadedRows(): Row[] {
    const { first } = viewport.rows(0);
    const found: Row[] = [];
    for (let index = Math.max(0, first - fitRows); index < first + fitRows; index++) {
      const row = data?.rows.row(index);
      if (row) found.push(row);
    }
    return found;
  }

  /** Whether rows pass faster than they could be fetched; then another drawing is due once they come to rest. */
  function fliesBy(visible: Range): boolean {
    const now = performance.now();
    const leapt = Math.abs(visible.first - lastLeap.row) > visible.last - visible.first;
    const again = leapt && now - lastLeap.at < leapMs;
    lastLeap = { row: visible.first, at: leapt ? now : lastLeap.at };
    clearTimeout(restTimer);
    if (again) restTimer = setTimeout(refresh, leapMs);
    return again;
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!data) return;
    if (data.filling && viewport.width() !== placedFor) place();
    setWidths(data);
    const visible = viewport.rows(0);
    if (!fliesBy(visible)) data.rows.need(visible.first, visible.last + 1);
    drawParts(data);
    clearTimeout(settleTimer);
    settleTimer = setTimeout(body.settle, settleMs);
  }

  /** Sets the widths of the columns once, by the first rows; those of further data widen them where there is room. */
  function setWidths(of: GridData): void {
    if (!guessed && of.rows.row(0)) {
      guessed = true;
      widened = true;
      columns.setFirstWidths(guess(of.columns, loadedRows()));
    } else if (!widened && of.rows.row(Math.max(0, viewport.rows(0).first))) {
      widened = true;
      const room = scroller.clientWidth - placement.totalWidth;
      if (room > 0) columns.widen(guess(of.columns, loadedRows()), room);
    }
  }

  /** The rows in view, some beyond, and the active one wherever it is. */
  function rowsToDraw(): number[] {
    const { first, last } = viewport.rows(overscanRows);
    const indices: number[] = [];
    for (let index = first; index <= last; index++) indices.push(index);
    const active = selection?.active.row ?? headerRow;
    if (active >= 0 && (active < first || active > last)) indices.push(active);
    return indices;
  }

  function drawParts({ rows, firstRowNumber, sorts = [], markColumn, breaks }: GridData): void {
    const active = selection?.active;
    const shared = {
      columns: placement.placed(viewport.columns(overscanColumns), active?.column ?? -1),
      numberWidth: placement.numberWidth,
      pinnedWidth: placement.pinnedWidth,
      active,
    };
    // Read before anything is written: a reading in between would force a layout for each row.
    const indices = rowsToDraw();
    const shift = viewport.shift();
    header.draw({ ...shared, sorts });
    body.draw({
      ...shared,
      rows: indices,
      firstRowNumber,
      row: rows.row,
      top: (index) => index * rowHeight + shift,
      selected: selection && rectangleOf(selection, extent()),
      hits: hits.found,
      markColumn,
      breaks,
    });
    setAttribute(scroller, 'aria-activedescendant', active && cellID(active));
  }

  /** Shows other columns; those that only have more after them keep the selection and the scroll position. */
  function setColumns(next: readonly GridColumn[]): void {
    const rows = loadedRows();
    guessed = rows.length > 0;
    if (!columns.continuedBy(next)) {
      selection = undefined;
      scroller.scrollLeft = 0;
    }
    columns.setColumns(next, guess(next, rows));
  }

  function goToTop(): void {
    scroller.scrollTop = 0;
    // A person who sorts by a header stays there.
    if (!selection || selection.active.row === headerRow) return;
    selection = selectAt(clampPosition({ row: 0, column: selection.active.column }, extent()));
  }

  const activeCell = (): { readonly row: number; readonly column: number } | undefined => {
    const at = selection?.active;
    const column = at && at.row >= 0 && at.column >= 0 ? placement.at(at.column) : undefined;
    return at && column ? { row: at.row, column: column.index } : undefined;
  };

  function select(next: Selection | undefined, reveal = true): void {
    const before = activeCell();
    selection = next;
    if (next && reveal) viewport.reveal(next.active.row, next.active.column - placement.pinned.length);
    const area = next && rectangleOf(next, extent());
    const height = area ? area.toRow - area.fromRow : 0;
    const width = area ? area.toColumn - area.fromColumn : 0;
    if (height * width > 1) options.announce(strings.selected(height, width));
    draw();
    const now = activeCell();
    if (now && (now.row !== before?.row || now.column !== before.column))
      options.onActive(now.row, now.column);
    options.onSelected?.();
  }

  const context: GridContext = {
    scroller,
    viewport,
    columns,
    placement: () => placement,
    extent,
    selection: () => selection,
    select,
    loadedRows,
    hasData: () => data !== undefined,
  };
  const { fitColumn, moveColumn, enter } = listenToGrid(context, options);

  return {
    element: scroller,
    columns,
    show(next, keepPlace, above = 0) {
      // Without rows there is but the header to go to, where a person who was among the rows would stay.
      if (next.rows.rowCount === 0 && selection?.active.row !== headerRow) selection = undefined;
      data = next;
      widened = false;
      viewport.setRows(next.rows.rowCount);
      // Before the columns are placed: with it comes the scroll bar, which takes of their width.
      bodyElement.style.height = `${viewport.bodyHeight()}px`;
      columns.setFilling(next.filling);
      if (JSON.stringify(next.columns) === JSON.stringify(columns.all)) place();
      else setColumns(next.columns);
      setAttribute(scroller, 'aria-rowcount', String(next.totalRows < 0 ? -1 : next.totalRows + 1));
      if (keepPlace) selection &&= movedDown(selection, above);
      else goToTop();
      draw();
      body.forget();
      // A person who came here before the rows is at the first of them now.
      if (document.activeElement === scroller) enter();
    },
    refresh,
    setBusy(busy) {
      setAttribute(scroller, 'aria-busy', busy ? 'true' : undefined);
    },
    setHits(text) {
      if (text === hits.text) return;
      hits = { text, found: hitsOf(text) };
      refresh();
    },
    focus: () => scroller.focus(),
    active: activeCell,
    activeRow() {
      const row = selection?.active.row ?? headerRow;
      return row > headerRow ? row : undefined;
    },
    selected() {
      const area = selection && rectangleOf(selection, extent());
      return area && { area, columns: placement.indices(area.fromColumn, area.toColumn) };
    },
    drawnRows: () => Math.ceil(Math.max(0, scroller.clientHeight - headerHeight) / rowHeight) + overscanRows,
    shownColumns: () => placement.indices(0, placement.count),
    fitColumn,
    moveColumn,
    revealColumn(column) {
      const place = placement.positionOf(column) - placement.pinned.length;
      const shown = placement.center[place];
      if (!shown) return;
      const seen = scroller.scrollLeft + viewport.width() - placement.pinnedWidth - shown.left;
      if (shown.left < scroller.scrollLeft || seen < Math.min(shown.width, enough))
        viewport.reveal(-1, place);
    },
    revealActive: () => selection && viewport.reveal(selection.active.row, -1),
    goTo(row, column) {
      const position = placement.positionOf(column);
      if (position < 0) return false;
      select(selectAt(clampPosition({ row, column: position }, extent())));
      return true;
    },
  };
}
