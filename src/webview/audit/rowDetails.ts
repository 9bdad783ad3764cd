import { auditStrings } from '../shared/auditStrings.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { strings } from '../shared/strings.ts';
import type { AuditRows } from './auditRows.ts';
import type { DetailPane } from './detail.ts';

interface RowDetailsParts {
  readonly pane: DetailPane;
  readonly grid: Pick<Grid, 'element' | 'focusGrid' | 'focusRows' | 'getActiveRow' | 'revealActiveRow'>;
  readonly rows: Pick<AuditRows, 'displayedState' | 'isFolding'>;
  readonly announce: (text: string) => void;
  /** Displays the last content other than an event in the pane again. */
  readonly redisplayContent: () => void;
}

/** Displays the events of rows in the details pane. */
export class RowDetails {
  readonly #parts: RowDetailsParts;
  /** Whether the displayed event took the place of other content of the pane. */
  #hasReplacedContent = false;

  constructor(parts: RowDetailsParts) {
    this.#parts = parts;
  }

  /**
   * Displays the event of a row. If the pane is already open for an event, only moves the focus to the pane, or does
   * nothing if `keepFocus` is true.
   */
  openOrFocusRowDetails(row: number, keepFocus: boolean): void {
    const { pane, grid, announce } = this.#parts;
    if (pane.displaysEvent()) {
      if (!keepFocus) pane.focus();
      return;
    }
    this.#hasReplacedContent = pane.isOpen();
    pane.displayEvent(row);
    grid.revealActiveRow();
    announce(strings.paneOpened);
  }

  /** Closes the pane. If its event took the place of other content, displays that content again instead. */
  closeOrGoBack(): void {
    const { pane, redisplayContent } = this.#parts;
    if (!pane.displaysEvent() || !this.#hasReplacedContent) {
      pane.close();
      return;
    }
    const { activeElement } = document;
    redisplayContent();
    // The content takes the focus. The element outside the pane that had it, such as the grid, gets it back.
    if (activeElement instanceof HTMLElement && !pane.element.contains(activeElement)) activeElement.focus();
  }

  /** Closes the pane if it covers the rows. */
  uncoverRows(): void {
    const { pane, grid } = this.#parts;
    if (!grid.element.checkVisibility({ visibilityProperty: true })) pane.close();
  }

  /** Moves the focus to the rows. Closes the pane first if it covers them. */
  focusRows(): void {
    this.uncoverRows();
    this.#parts.grid.focusGrid();
  }

  /** Moves the focus to the active row, or to the first one. If there are no rows, announces that there is no match. */
  focusRowsOrAnnounceNone(): void {
    const { grid, rows, announce } = this.#parts;
    this.uncoverRows();
    if (rows.displayedState()?.rowCount === 0) announce(strings.notFound);
    else grid.focusRows();
  }

  /** Moves the focus to the pane, which has just covered the rows, if the focus was in the rows. */
  takeFocusFromCoveredRows(): void {
    const { pane, grid } = this.#parts;
    if (grid.element.contains(document.activeElement)) pane.focus();
  }

  /**
   * If the pane is open for an event and a row is active, displays the event of that row. Displays a text instead if
   * the row stands for several events.
   */
  followActiveRow(): void {
    const { pane, grid, rows } = this.#parts;
    const row = grid.getActiveRow();
    if (row === undefined) return;
    if (rows.isFolding(row)) pane.displayText(auditStrings.foldedEvents);
    else pane.scheduleRowDisplay(row);
  }

  /**
   * If the pane is open for an event, displays the event of the active row again after the rows changed. Uses the first
   * row if none is active, and the last row if the active one no longer exists. Displays a text instead if there are no
   * rows or the row stands for several events.
   */
  redisplayActiveRow(rowCount: number): void {
    const { pane, grid, rows } = this.#parts;
    const row = Math.min(grid.getActiveRow() ?? 0, rowCount - 1);
    if (rowCount === 0) pane.displayText(auditStrings.noRow);
    else if (rows.isFolding(row)) pane.displayText(auditStrings.foldedEvents);
    else pane.scheduleRowRedisplay(row);
  }
}
