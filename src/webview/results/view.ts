import type { PageHost } from '../../protocol/page.ts';
import {
  type ColumnSort,
  type CopyFormatOrCondition,
  type FoundCell,
  getRowsDescription,
  type NoticeAction,
  type ResultsHost,
  type ResultsState,
  type ResultsTools,
  type RowsState,
} from '../../protocol/results.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { element, setOrRemoveAttribute } from '../shared/dom.ts';
import { Grid } from '../shared/grid/grid.ts';
import type { MenuTarget } from '../shared/grid/input/commands.ts';
import { changeSort, computeNextSortDirection } from '../shared/grid/sorts.ts';
import type { LayoutStore } from '../shared/layoutStore.ts';
import { Menus } from '../shared/menu.ts';
import { createNotice } from '../shared/notice.ts';
import { createSplitter } from '../shared/splitter.ts';
import { createStatusLine } from '../shared/statusLine.ts';
import { strings } from '../shared/strings.ts';
import { listenToFocusWithoutElement } from '../shared/webviewFocus.ts';
import { type Actions, createActionToolbars } from './actions.ts';
import { createAggregateValuesView } from './aggregateValues.ts';
import type { FindDirection } from './findBar.ts';
import { FindKey, listenToKeys } from './keys.ts';
import { createMaskedColumnsButton } from './maskedColumns.ts';
import { createCellMenuEntries, createColumnMenuEntries } from './menus.ts';
import { Pane } from './pane.ts';
import { createProgressBar } from './progress.ts';
import { createLoadAllQuestion } from './question.ts';
import { createRequestTimeButton } from './requestTime.ts';
import { createResultRows, type ResultRows } from './resultRows.ts';
import { RowRequests } from './rowRequests.ts';
import { createRowsBar, type RowsBar } from './rowsBar.ts';

interface ResultsViewParts {
  readonly root: HTMLElement;
  readonly host: Rpc<ResultsHost & ResultsTools & PageHost>;
  readonly layouts: LayoutStore;
}

const SELECTION_REPORT_DELAY_MS = 150;

const listColumnNames = ({ description }: RowsState): string[] =>
  description.columns.map((column) => column.name);

export class ResultsView {
  readonly #root: HTMLElement;
  readonly #host: ResultsViewParts['host'];
  readonly #layouts: LayoutStore;
  readonly #announcer = createAnnouncer();
  readonly #menus = new Menus();
  readonly #statusLine = createStatusLine();
  readonly #progress = createProgressBar();
  readonly #aggregateValues = createAggregateValuesView();
  readonly #content = element('div', { class: 'content-row' });
  readonly #findKey = new FindKey(() => this.#openFind());
  readonly #notice = createNotice<NoticeAction>((id) => {
    this.#question.handleButtonPress(id);
    this.#host.notify('button', { id });
  });
  readonly #question = createLoadAllQuestion(this.#notice, {
    dismiss: () => this.#host.notify('button', { id: 'loadAllDismiss' }),
    focusEditor: () => {
      this.#grid.focusGrid();
      this.#host.notify('focusEditor', {});
    },
    focusVisibleElement: () => this.#grid.focusGrid(),
  });
  readonly #requestTime = createRequestTimeButton(this.#menus, {
    onCopyID: () => void this.#copyRequestID(),
    onShowAudit: () => this.#host.notify('action', { action: 'showAudit' }),
  });
  readonly #maskedColumns = createMaskedColumnsButton(() => this.#actions.toggleMask());
  readonly #narrow = window.matchMedia('(max-width: 640px)');
  readonly #requests: RowRequests;
  readonly #actions: Actions;
  readonly #rowsBar: RowsBar;
  readonly #grid: Grid;
  readonly #rows: ResultRows;
  readonly #pane: Pane;
  #state: ResultsState | undefined;
  /**
   * Set while a prompt of the host may be open. Returns the element to focus when the prompt has closed; undefined if
   * there is none.
   */
  #focusAfterPrompt: (() => HTMLElement | undefined) | undefined;
  /**
   * The last announcement of changed sorts or filters, or an empty text. It is repeated when rows are displayed,
   * because displaying other rows clears announcements.
   */
  #pendingAnnouncement = '';
  readonly #restoreFocusAfterDraw: () => void;
  #selectionReportTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ root, host, layouts }: ResultsViewParts) {
    this.#root = root;
    this.#host = host;
    this.#layouts = layouts;
    this.#requests = new RowRequests(host, () => this.#rows.getDisplayedState()?.rev ?? 0);
    this.#actions = createActionToolbars(host, this.#menus, {
      onFind: () => this.#rowsBar.openFind(),
      beforePrompt: () => {
        this.#reportSelectedCells();
        this.#rememberFocusForPrompt(document.activeElement);
      },
    });
    this.#rowsBar = this.#createRowsBar();
    this.#grid = this.#createGrid();
    this.#rows = this.#createRows();
    this.#pane = this.#createPane();
    this.#addElements();
    this.#restoreFocusAfterDraw = this.#listenToKeysAndFocus();
  }

  /**
   * Handles the host's request to open the find bar. `byKey` is true if a key pressed in this webview caused the
   * request. Then the webview may have opened the bar already.
   */
  openFindOnHostRequest(byKey: boolean): void {
    this.#findKey.openFindUnlessOpenedByKey(byKey);
  }

  /** Moves the focus to the question that asks to confirm Load All, if it is displayed. */
  focusLoadAllQuestion(): void {
    this.#question.focus();
  }

  displayUnresponsiveHost(): void {
    this.#notice.showOrHide({ title: strings.noHost, text: strings.noHostText, buttons: [] }, 'error');
  }

  drawResultsState(next: ResultsState): void {
    if (this.#state && next.rev < this.#state.rev) return;
    const hadFocus = this.#root.contains(document.activeElement);
    const hadNotice = this.#notice.element.contains(document.activeElement);
    this.#state = next;
    this.#actions.draw(next, this.#narrow.matches);
    this.#statusLine.drawStatusAndBadge(next);
    this.#requestTime.draw(next);
    this.#maskedColumns.draw(next);
    this.#progress.draw(next);
    this.#rowsBar.draw(getRowsDescription(next));
    setOrRemoveAttribute(document.body, 'data-environment', next.target?.environment);
    const isLoading = next.phase === 'loading';
    this.#content.hidden = !(next.phase === 'rows' || (isLoading && this.#rows.getDisplayedState()));
    this.#notice.element.classList.toggle('strip', !this.#content.hidden);
    this.#drawNotice(next);
    this.#question.setNotice(next.phase === 'rows' ? next.notice : undefined);
    if (next.phase === 'rows') this.#rows.draw(next);
    else if (isLoading) this.#grid.setBusy(true);
    else {
      this.#rows.clear();
      this.#pane.closePaneAndClear();
      this.#announcer.clear();
    }
    this.#drawAggregateValues();
    if (!next.can.find || this.#content.hidden) this.#rowsBar.closeFind();
    this.#restoreLostFocus(hadFocus, hadNotice);
    this.#restoreFocusAfterDraw();
    this.#question.moveFocusAfterDraw();
  }

  #createRowsBar(): RowsBar {
    return createRowsBar({
      find: (text, direction) => this.#requestFindFromActiveCell(text, direction),
      onFound: ({ row, column }) => this.#grid.selectCellIfColumnVisible(row, column),
      onHighlightedText: (text) => this.#grid.setHighlightedTexts([text]),
      onSort: (sorts) => this.#requests.requestSort(sorts),
      onEditFilter: (id) => this.#requestFilterEdit(id),
      onClearFilter: (id) => this.#requests.requestFilterClear(id),
      onLeave: () => this.#grid.focusGrid(),
      announce: (text) => {
        this.#pendingAnnouncement = text;
        this.#announcer.announce(text);
      },
    });
  }

  #createGrid(): Grid {
    return new Grid({
      label: strings.resultsGrid,
      announce: this.#announcer.announce,
      onActiveCellChange: (row, column) => this.#pane.scheduleRedrawForActiveCell(row, column),
      onSelectionChange: () => this.#scheduleSelectionReport(),
      onCopy: (area, columns) => this.#requests.requestCopy('tsv', { area, columns }),
      onFind: () => this.#findKey.openFindAndExpectHostRequest(),
      onHeaderActivated: (column, keepOtherSorts) => this.#requestNextSortDirection(column, keepOtherSorts),
      onLayoutChange: () => this.#saveColumnLayout(),
      onLeave: (key) => this.#closePaneOrMoveFocus(key),
      onMenu: (target) => (target.row < 0 ? this.#openColumnMenu(target) : this.#openCellMenu(target)),
      onCellOpened: (row, column) => this.#openValueOrFocusPane(row, column),
    });
  }

  #createRows(): ResultRows {
    return createResultRows({
      grid: this.#grid,
      host: this.#host,
      onRowsArrived: () => {
        this.#drawAggregateValues();
        this.#pane.redrawIfLoading();
      },
      onFailed: (state, row) => this.#displayLoadFailure(state, row),
      onDisplayed: (now, before) => this.#updateViewAfterRowsDisplayed(now, before),
    });
  }

  #createPane(): Pane {
    const shown = () => this.#rows.getDisplayedState()?.description;
    return new Pane(
      {
        columns: () => shown()?.columns ?? [],
        row: this.#rows.row,
        rowNumber: (index) => (shown()?.firstRowNumber ?? 1) + index,
        scope: () => shown()?.scope ?? '',
        fetchCellText: (row, column) => this.#requests.fetchCellText(row, column),
        statistics: (column) => this.#requests.fetchStatistics(column),
        filterByStatistic: (column, entry) => {
          if (this.#state?.can.filter) this.#requests.requestFilterByStatistic(column, entry);
        },
        getRevealIfAllowed: () =>
          this.#state?.can.reveal ? (row, column) => this.#requests.requestReveal(column, row) : undefined,
      },
      () => this.#grid.focusGrid(),
    );
  }

  #addElements(): void {
    const splitter = createSplitter({
      label: strings.resizePane,
      panel: this.#pane.element,
      side: 'right',
      container: this.#content,
      width: this.#layouts.loadPanelWidth('details'),
      onWidthChange: (width) => this.#layouts.savePanelWidth('details', width),
    });
    this.#content.append(this.#grid.element, splitter, this.#pane.element);
    const { badge, status } = this.#statusLine;
    const statusElement = element(
      'div',
      { class: 'says' },
      status,
      this.#maskedColumns.element,
      this.#requestTime.element,
    );
    const shown = element('div', { class: 'shown' }, badge, this.#actions.pager, statusElement);
    const bar = element('div', { class: 'bar results-bar' }, shown, this.#actions.tools);
    // A screen reader announces a notice when it appears.
    const notices = element('div', { 'aria-live': 'polite', class: 'notices' }, this.#notice.element);
    const title = element('h1', { class: 'unseen' }, strings.resultsTitle);
    this.#root.append(title, this.#progress.element, bar, this.#rowsBar.element, notices);
    this.#root.append(this.#aggregateValues.element, this.#content, this.#announcer.element);
    this.#root.tabIndex = -1;
  }

  #listenToKeysAndFocus(): () => void {
    listenToKeys(this.#root, {
      onFind: () => this.#findKey.openFindAndExpectHostRequest(),
      onPage: (page) => this.#actions.runPagingAction(page),
      onToggleMask: () => this.#actions.toggleMask(),
      onNextViewPart: () => this.#moveFocusToNextPart(),
    });
    this.#narrow.addEventListener('change', () => {
      if (this.#state) this.#actions.draw(this.#state, this.#narrow.matches);
    });
    this.#root.addEventListener('focusin', () => {
      this.#focusAfterPrompt = undefined;
    });
    // Focuses the part that a user who enters the view by keyboard most likely needs.
    return listenToFocusWithoutElement(() => {
      const back = this.#focusAfterPrompt?.();
      const isEmpty = this.#content.hidden && this.#notice.element.hidden;
      if (back?.checkVisibility()) back.focus();
      else if (!this.#content.hidden) this.#grid.focusGrid();
      else if (isEmpty) this.#actions.focus();
      else this.#notice.focus();
      return !isEmpty;
    });
  }

  #rememberFocusForPrompt(element: Element | null): void {
    this.#focusAfterPrompt = () => (element instanceof HTMLElement ? element : undefined);
  }

  #requestFilterEdit(id: string): void {
    // When the prompt closes, another edit button may have replaced the one that was pressed.
    this.#focusAfterPrompt = () => this.#rowsBar.findEditButton(id);
    this.#requests.requestFilterEdit(id);
  }

  #moveFocusToNextPart(): boolean {
    if (this.#pane.element.contains(document.activeElement)) this.#actions.focus();
    else if (!this.#content.hidden) this.#grid.focusGrid();
    else return false;
    return true;
  }

  #closePaneOrMoveFocus(key: 'Escape' | 'F6'): void {
    if (key === 'F6' && this.#pane.isPaneOpen()) this.#pane.focusContentOrTitle();
    // Escape closes the pane first, and the focus stays in the grid.
    else if (key === 'Escape' && this.#pane.isPaneOpen()) this.#pane.closePaneAndClear();
    else this.#actions.focus();
  }

  #openFind(): void {
    if (this.#state?.can.find) this.#rowsBar.openFind();
  }

  #requestFindFromActiveCell(text: string, direction: FindDirection): Promise<FoundCell | null | undefined> {
    const { row, column } = this.#grid.getActiveCell() ?? { row: 0, column: 0 };
    const columns = this.#grid.listVisibleColumnIndices();
    return this.#requests.requestFind({ text, row, column, columns, direction });
  }

  /** Requests what `changeSort` returns for the displayed sorts. Does nothing if the rows can't be sorted now. */
  #requestChangedSort(column: number, descending: boolean | undefined, keepOtherSorts: boolean): void {
    if (this.#state?.can.sort)
      this.#requests.requestSort(changeSort(this.#listDisplayedSorts(), column, descending, keepOtherSorts));
  }

  #requestNextSortDirection(column: number, keepOtherSorts: boolean): void {
    const descending = computeNextSortDirection(this.#listDisplayedSorts(), column, keepOtherSorts);
    this.#requestChangedSort(column, descending, keepOtherSorts);
  }

  #listDisplayedSorts(): readonly ColumnSort[] {
    return this.#rows.getDisplayedState()?.description.arrangement.sorts ?? [];
  }

  async #copyRequestID(): Promise<void> {
    if (await this.#requests.requestCopyOfRequestID()) this.#announcer.announce(strings.requestIDCopied);
  }

  async #copySelectedCells(format: CopyFormatOrCondition): Promise<void> {
    const selected = this.#grid.getSelectedCells();
    if (!selected || !(await this.#requests.requestCopy(format, selected))) return;
    const { area, columns } = selected;
    this.#announcer.announce(strings.copied(area.toRow - area.fromRow, columns.length));
  }

  #saveColumnLayout(): void {
    const { columns } = this.#grid;
    this.#layouts.saveLayout(
      columns.allColumns.map((column) => column.name),
      columns.getLayout(),
    );
  }

  #scheduleSelectionReport(): void {
    clearTimeout(this.#selectionReportTimer);
    this.#selectionReportTimer = setTimeout(() => {
      const active = this.#grid.getActiveCell();
      if (active) this.#requests.reportActiveCell(active);
      this.#reportSelectedCells();
    }, SELECTION_REPORT_DELAY_MS);
  }

  #reportSelectedCells(): void {
    this.#requests.reportSelectedCells(this.#grid.getSelectedCells());
  }

  #openValueOrFocusPane(row: number, column: number): void {
    if (this.#pane.isPaneOpen()) this.#pane.focusContentOrTitle();
    else {
      this.#pane.showCellOrRecord('value', row, column);
      // The pane has made the grid narrower, so the cell may be out of view.
      this.#grid.selectCellIfColumnVisible(row, column);
      this.#announcer.announce(strings.paneOpened);
    }
  }

  #openCellMenu({ row, column, x, y }: MenuTarget): void {
    if (!this.#state) return;
    const requests = this.#requests.createForPresentRevision();
    const isMasked = this.#rows.row(row)?.[column]?.k === 'masked';
    const entries = createCellMenuEntries(this.#state, isMasked, {
      copy: (format) => void this.#copySelectedCells(format),
      showValue: () => this.#pane.showCellOrRecord('value', row, column),
      showRecord: () => this.#pane.showCellOrRecord('record', row, column),
      filter: (exclude) => requests.requestFilterByCell(row, column, exclude),
      reveal: () => requests.requestReveal(column, row),
    });
    this.#menus.openReplacingPreviousMenu(strings.cellMenu, entries, { x, y });
  }

  #openColumnMenu({ column, x, y }: MenuTarget): void {
    const now = this.#rows.getDisplayedState();
    if (!now) return;
    const { columns } = this.#grid;
    const entries = createColumnMenuEntries({ ...now, can: this.#state?.can ?? now.can }, columns, column, {
      sort: (descending, keepOtherSorts = false) =>
        this.#requestChangedSort(column, descending, keepOtherSorts),
      onLayoutChange: () => this.#saveColumnLayout(),
      move: (by) => this.#grid.moveColumnByOne(column, by),
      fitWidth: () => this.#grid.fitColumnToContent(column),
      select: () => this.#grid.selectColumn(column),
      filter: (test) => this.#requests.requestColumnFilter(column, test),
      statistics: () => this.#pane.showStatistics(column),
      reveal: () => this.#requests.requestReveal(column),
    });
    this.#menus.openReplacingPreviousMenu(strings.columnMenu, entries, { x, y });
  }

  #updateViewAfterRowsDisplayed(now: RowsState, before: RowsState | undefined): void {
    this.#drawAggregateValues();
    const isChanged = now.dataRev !== before?.dataRev;
    if (isChanged) this.#announcer.clear();
    if (this.#pendingAnnouncement !== '') this.#announcer.announce(this.#pendingAnnouncement);
    this.#pendingAnnouncement = '';
    const isSame =
      before !== undefined &&
      JSON.stringify(listColumnNames(now)) === JSON.stringify(listColumnNames(before));
    if (!isSame) {
      const layout = this.#layouts.loadLayout(listColumnNames(now));
      if (layout) this.#grid.columns.setLayout(layout);
    }
    if (!before && now.activeCell)
      this.#grid.selectCellIfColumnVisible(now.activeCell.row, now.activeCell.column);
    if (!isSame) this.#pane.closePaneAndClear();
    // Rows added at the end or a new status make no difference to the open pane.
    else if (isChanged) {
      const active = this.#grid.getActiveCell();
      this.#pane.redrawAfterRowsChange(now.description.rowCount);
      if (active) this.#pane.scheduleRedrawForActiveCell(active.row, active.column);
    }
  }

  #displayLoadFailure(state: RowsState, row: number): void {
    // After a newer state was drawn, the host may reject requests for rows of an older one. That is not an error.
    if (state !== this.#state) return;
    this.#notice.element.classList.add('strip');
    const title = strings.notLoaded(String(state.description.firstRowNumber + row));
    this.#notice.showOrHide({ title, text: strings.notLoadedText, buttons: [] }, 'error');
  }

  #drawAggregateValues(): void {
    const description = this.#rows.getDisplayedState()?.description;
    const isShown = description?.isAggregate && this.#state?.phase === 'rows';
    this.#aggregateValues.draw(description?.columns ?? [], isShown ? this.#rows.row(0) : undefined);
  }

  #drawNotice(state: ResultsState): void {
    switch (state.phase) {
      case 'loading':
        this.#notice.showOrHide(undefined, 'info');
        break;
      case 'rows':
        this.#notice.showOrHide(state.notice, state.notice?.severity ?? 'info');
        break;
      case 'idle':
        this.#notice.showOrHide(state.notice, 'info');
        break;
      case 'none':
      case 'error':
      case 'cancelled':
        this.#notice.showOrHide(state.notice, state.phase);
    }
  }

  #restoreLostFocus(hadFocus: boolean, hadNotice: boolean): void {
    const now = document.activeElement;
    const isLost = hadFocus && !(this.#root.contains(now) && now?.checkVisibility());
    const isAsked = this.#question.isOpen() && this.#notice.element.contains(now);
    const mustMoveFocus = isLost || (hadNotice && !isAsked) || now === this.#root;
    if (mustMoveFocus && !this.#content.hidden) this.#grid.focusGrid();
    else if (isLost && !this.#notice.element.hidden) this.#notice.focus();
    else if (isLost) this.#root.focus();
  }
}
