import { utc } from '../../core/audit/feed/zones.ts';
import type { AuditHost, AuditPanelWidths, AuditState } from '../../protocol/audit.ts';
import { isAuditDetail } from '../../protocol/auditGuards.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { isBoolean } from '../../protocol/validate.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { element, setOrRemoveAttribute } from '../shared/dom.ts';
import { Grid } from '../shared/grid/grid.ts';
import { createHighlightPattern } from '../shared/grid/highlight.ts';
import type { MenuTarget } from '../shared/grid/input/commands.ts';
import type { Rectangle } from '../shared/grid/selection.ts';
import type { LayoutStore } from '../shared/layoutStore.ts';
import { Menus } from '../shared/menu.ts';
import { createNotice } from '../shared/notice.ts';
import { createSplitter, setPanelWidth } from '../shared/splitter.ts';
import { strings } from '../shared/strings.ts';
import { requireValidResponse } from '../shared/validResponse.ts';
import { listenToFocusWithoutElement } from '../shared/webviewFocus.ts';
import { ActiveRowReports } from './activeRow.ts';
import { type AuditRows, createAuditRows, listColumnNames } from './auditRows.ts';
import { type Bar, createBar } from './bar.ts';
import { CellMenu } from './cellMenu.ts';
import { type ChartPane, createAuditChartPane } from './charts/chart.ts';
import { HistogramView } from './charts/histogram.ts';
import { displayHistogramTable } from './charts/histogramTable.ts';
import { createUnusualValuesPane, type UnusualValuesPane } from './charts/unusualValues.ts';
import { type Chips, createChips } from './chips.ts';
import { createDetailPane, type DetailPane } from './detail.ts';
import { createFacets, type Facets } from './facets.ts';
import { createFilterButtons, type FilterButtons } from './filterButtons.ts';
import { createMarking, type Marking } from './marking.ts';
import { createColumnMenuEntries, createColumnVisibilityEntries, createTimeMenuEntries } from './menus.ts';
import { createNoteColumn, type NoteColumn } from './noteColumn.ts';
import { createQuestionRequests } from './questionRequests.ts';
import { RowDetails } from './rowDetails.ts';
import { createSearchHitButton, type SearchHit } from './searchHit.ts';
import { describeChangedOrder, SortRequests } from './sorting.ts';
import { VisibleParts } from './visibleParts.ts';

interface AuditViewParts {
  readonly root: HTMLElement;
  readonly host: Rpc<AuditHost & PageHost>;
  readonly layouts: LayoutStore;
}

type PaneContent = 'chart' | 'unusualValues' | 'histogramTable';

export class AuditView {
  readonly #root: HTMLElement;
  readonly #host: AuditViewParts['host'];
  readonly #layouts: LayoutStore;
  readonly #announcer = createAnnouncer();
  readonly #menus = new Menus();
  readonly #content = element('div', { class: 'content-row' });
  readonly #notice = createNotice((id) => this.#host.notify('button', { id }));
  readonly #filterButtons: FilterButtons;
  readonly #bar: Bar;
  readonly #chips: Chips;
  readonly #histogram: HistogramView;
  readonly #facets: Facets;
  readonly #grid: Grid;
  readonly #rows: AuditRows;
  readonly #sortRequests: SortRequests;
  readonly #marking: Marking;
  readonly #cellMenu: CellMenu;
  readonly #noteColumn: NoteColumn;
  readonly #searchHit: SearchHit;
  readonly #pane: DetailPane;
  readonly #details: RowDetails;
  readonly #activeRow: ActiveRowReports;
  readonly #unusualValues: UnusualValuesPane;
  readonly #chart: ChartPane;
  readonly #visibleParts: VisibleParts;
  readonly #restoreFocusAfterDraw: () => void;
  #state: AuditState | undefined;
  #paneContent: PaneContent | undefined;
  #facetFrame = 0;
  #layoutRev = 0;

  constructor({ root, host, layouts }: AuditViewParts) {
    this.#root = root;
    this.#host = host;
    this.#layouts = layouts;
    this.#visibleParts = new VisibleParts(layouts, () => this.#pane.isOpen());
    this.#filterButtons = createFilterButtons({
      onTimeRange: (at) => this.#openTimeMenu(at),
      onAdd: () => host.notify('action', { action: 'addFilter' }),
      onAskServer: () => this.#requestServerQuestion(),
    });
    this.#bar = this.#createBar();
    this.#chips = createChips({
      onRemove: (id) => host.notify('removeChip', { id }),
      onClear: () => host.notify('action', { action: 'clearLocal' }),
      onLoadUntilCovered: () => host.notify('action', { action: 'cover' }),
      onLastRemoved: this.#filterButtons.focusAdd,
    });
    this.#histogram = this.#createHistogram();
    this.#facets = createFacets({
      onChoose: (facet, value, choice) => {
        if (this.#state) host.notify('filterByFacet', { rev: this.#state.rev, facet, value, choice });
      },
      onMore: (facet) => host.notify('moreValues', { facet }),
      onSearch: (text) => host.notify('searchFacets', { text }),
    });
    this.#grid = this.#createGrid();
    this.#rows = createAuditRows(this.#grid, host, () => this.#displayRowsNotLoaded());
    const { announce } = this.#announcer;
    this.#sortRequests = new SortRequests(host, this.#rows.displayedState, announce);
    this.#marking = createMarking({ host, grid: this.#grid, rows: this.#rows, announce });
    this.#cellMenu = this.#createCellMenu();
    this.#noteColumn = createNoteColumn(this.#grid.columns);
    this.#searchHit = createSearchHitButton(this.#grid, () => {
      this.#saveAndSendLayout();
      this.#details.focusRows();
    });
    this.#pane = this.#createPane();
    this.#details = new RowDetails({
      pane: this.#pane,
      grid: this.#grid,
      rows: this.#rows,
      announce,
      redisplayContent: () => this.#paneContent && this.#openContent(this.#paneContent),
    });
    this.#activeRow = new ActiveRowReports({ host, grid: this.#grid, rows: this.#rows, pane: this.#pane });
    const shared = { host, pane: this.#pane, grid: this.#grid, revision: () => this.#getDisplayedRevision() };
    this.#unusualValues = createUnusualValuesPane({
      ...shared,
      isDisplayed: () => this.#isContentDisplayed('unusualValues'),
    });
    this.#chart = createAuditChartPane({ ...shared, isDisplayed: () => this.#isContentDisplayed('chart') });
    this.#addElements();
    this.#restoreFocusAfterDraw = this.#listenToFocusAndKeys();
  }

  focusQuestion(): void {
    this.#bar.focusQuestion();
  }

  displayUnresponsiveHost(): void {
    this.#notice.showOrHide({ title: strings.noHost, text: auditStrings.noHostText, buttons: [] }, 'error');
  }

  draw(next: AuditState): void {
    if (this.#state && next.rev < this.#state.rev) return;
    const before = this.#rows.displayedState();
    this.#state = next;
    const { phase } = next;
    this.#root.classList.toggle('in-tab', next.isInTab === true);
    setPanelWidth(this.#facets.element, next.panelWidths?.facets);
    setPanelWidth(this.#pane.element, next.panelWidths?.details);
    this.#content.hidden = !(phase === 'events' || (phase === 'loading' && before));
    this.#notice.element.classList.toggle('strip', !this.#content.hidden);
    this.#notice.showOrHide(next.notice, next.notice?.severity ?? 'info');
    if (phase === 'loading') this.#grid.setBusy(true);
    else if (phase === 'events') {
      this.#drawRowsAndUpdateDetails(next, before);
      this.#grid.setBusy(next.isReading === true);
      this.#applyHostLayoutIfNew(next);
      if (next.activeRow) this.#activeRow.restore(next.activeRow);
      this.#activeRow.reportIfChanged();
    } else {
      this.#rows.clear();
      this.#pane.close();
    }
    // Drawn after the rows, because the grid measures: changes made before a measurement would be laid out twice.
    this.#bar.draw(next);
    this.#chips.draw(next);
    this.#filterButtons.draw(next);
    this.#searchHit.draw(next);
    this.#pane.setHighlightPattern(createHighlightPattern(next.searchedTexts));
    this.#drawFacetsOrDelayDuringDrag();
    this.#updateVisibleParts();
    if (phase === 'events') this.#chart.refresh();
    this.#unusualValues.refresh(next);
    if (next.opensUnusualValues && phase === 'events') this.#openContent('unusualValues');
    this.#restoreFocusAfterDraw();
  }

  #createBar(): Bar {
    return createBar({
      menus: this.#menus,
      filters: this.#filterButtons.element,
      onAction: (id) => this.#host.notify('trailAction', { id }),
      ...createQuestionRequests(this.#host),
      onToggle: (part) => this.#togglePart(part),
      onColumns: (at) => {
        const entries = createColumnVisibilityEntries(this.#grid.columns, () => this.#saveAndSendLayout());
        this.#menus.openReplacingPreviousMenu(auditStrings.columns, entries, at);
      },
      onAskServer: () => this.#requestServerQuestion(),
      onSubmitQuestion: () => this.#details.focusRowsOrAnnounceNone(),
      onLeaveQuestion: () => this.#details.focusRows(),
      onChart: () => this.#toggleChartOrUnusualValues('chart'),
      onUnusualValues: () => this.#toggleChartOrUnusualValues('unusualValues'),
    });
  }

  #requestServerQuestion(): void {
    this.#host.notify('action', { action: 'askServer' });
  }

  #createHistogram(): HistogramView {
    return new HistogramView({
      onRange: (span) => this.#host.notify('range', span ?? {}),
      onTable: () => this.#openContent('histogramTable'),
    });
  }

  #createGrid(): Grid {
    return new Grid({
      label: auditStrings.grid,
      announce: this.#announcer.announce,
      onSelectionChange: () => {
        this.#details.followActiveRow();
        this.#activeRow.reportIfChanged();
      },
      onCopy: (area, columns) => this.#requestCopy(this.#getDisplayedRevision(), area, columns),
      onFind: () => this.#bar.focusQuestion(),
      onKey: (event) => this.#marking.handleKey(event),
      onHeaderActivated: (column, keepOtherSorts) =>
        this.#sortRequests.requestNextDirection(column, keepOtherSorts),
      onLayoutChange: () => this.#saveAndSendLayout(),
      onLeave: (key) => this.#closePaneOrMoveFocus(key),
      onMenu: (place) => {
        if (place.row < 0) this.#openColumnMenu(place);
        else if (this.#state) void this.#cellMenu.requestActionsAndOpenMenu(this.#state.mode, place);
      },
      onCellOpened: (row, _column, byPointer) => this.#openDetailsOrReaderEvents(row, byPointer),
      onRowClicked: (row) => {
        if (this.#state?.mode === 'events') this.#details.openOrFocusRowDetails(row, true);
      },
      onExpand: (row, isExpanded) => this.#rows.expandOrCollapse(row, isExpanded),
    });
  }

  #createPane(): DetailPane {
    const host = this.#host;
    return createDetailPane({
      fetchDetail: (row) =>
        requireValidResponse(
          host,
          'detail',
          host.call('detail', { rev: this.#getDisplayedRevision(), row }),
          isAuditDetail,
        ),
      runAction: (row, id) => {
        const done = host.call('activate', { rev: this.#getDisplayedRevision(), row, id });
        void done.catch(() => this.#announcer.announce(strings.failed));
      },
      menus: this.#menus,
      onCloseRequested: () => this.#details.closeOrGoBack(),
      onClosed: () => this.#grid.focusGrid(),
      onVisibilityChange: () => {
        this.#updateVisibleParts();
        this.#activeRow.reportIfChanged();
      },
    });
  }

  #addElements(): void {
    const facets = this.#facets.element;
    const pane = this.#pane.element;
    const facetSplitter = this.#createPanelSplitter('facets', facets, 'left', auditStrings.resizeFacets);
    const paneSplitter = this.#createPanelSplitter('details', pane, 'right', strings.resizePane);
    this.#content.append(facets, facetSplitter, this.#grid.element, paneSplitter, pane);
    const notices = element('div', { 'aria-live': 'polite', class: 'notices' }, this.#notice.element);
    const { status, problem } = this.#bar;
    const statusElement = element('div', { class: 'says' }, status, problem, this.#chips.element);
    statusElement.append(this.#searchHit.element, this.#histogram.lineElement);
    const title = element('h1', { class: 'unseen' }, auditStrings.title);
    this.#root.append(title, this.#bar.element, statusElement);
    this.#root.append(this.#histogram.element, notices, this.#content, this.#announcer.element);
    this.#root.tabIndex = -1;
  }

  #createPanelSplitter(
    name: keyof AuditPanelWidths,
    panel: HTMLElement,
    side: 'left' | 'right',
    label: string,
  ): HTMLElement {
    return createSplitter({
      label,
      panel,
      side,
      container: this.#content,
      width: this.#layouts.loadPanelWidth(name),
      onWidthChange: (width) => {
        this.#layouts.savePanelWidth(name, width);
        this.#host.notify('panelWidth', { panel: name, width });
      },
    });
  }

  #listenToFocusAndKeys(): () => void {
    window.addEventListener('resize', () => this.#updateVisibleParts());
    this.#root.addEventListener('keydown', (event) => this.#handleFindOrFocusKey(event));
    // Adding a filter opens quick picks of the editor. Afterwards the focus returns to where it was.
    return listenToFocusWithoutElement((last) => {
      const isEmpty = this.#content.hidden && this.#notice.element.hidden;
      if (last) last.focus({ preventScroll: true });
      else if (!this.#content.hidden) this.#details.focusRows();
      else if (isEmpty) this.#bar.focus();
      else this.#notice.focus();
      return !isEmpty;
    });
  }

  #handleFindOrFocusKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    const isFind = event.key === 'f' && (event.ctrlKey || event.metaKey);
    if (isFind) this.#bar.focusQuestion();
    else if (event.ctrlKey || event.metaKey || event.key !== 'F6' || this.#content.hidden) return;
    else if (this.#pane.element.contains(document.activeElement)) this.#bar.focus();
    else this.#details.focusRows();
    event.preventDefault();
  }

  #getDisplayedRevision(): number {
    return this.#rows.displayedState()?.rev ?? 0;
  }

  #saveAndSendLayout(): void {
    const shown = this.#rows.displayedState();
    if (!shown) return;
    this.#layouts.saveLayout(listColumnNames(shown), this.#noteColumn.getLayoutToSave());
    this.#sendLayoutToHost();
  }

  #sendLayoutToHost(): void {
    if (this.#state?.mode !== 'events') return;
    const { pinned, center } = this.#grid.columns.getPlacedVisibleColumns();
    this.#host.notify('layout', {
      columns: [...pinned, ...center].map(({ index }) => index),
      isHistogramShown: this.#visibleParts.decide().histogram,
    });
  }

  #applyHostLayoutIfNew({ columns: all, layout, mode }: AuditState): void {
    if (!layout || mode !== 'events' || layout.rev === this.#layoutRev) return;
    this.#layoutRev = layout.rev;
    if (layout.isHistogramShown !== undefined) this.#visibleParts.showHistogram(layout.isHistogramShown);
    if (!layout.columns) return;
    const shown = new Set(layout.columns);
    const { widths, pinned } = this.#grid.columns.getLayout();
    const hidden = [...all.keys()].filter((index) => !shown.has(index));
    this.#grid.columns.setLayout({ widths, pinned, hidden, order: [...shown, ...hidden] });
    this.#saveAndSendLayout();
  }

  #closePaneOrMoveFocus(key: 'Escape' | 'F6'): void {
    if (!this.#pane.isOpen()) this.#bar.focus();
    else if (key === 'F6') this.#pane.focus();
    // Escape closes the pane first, and the focus stays in the grid.
    else this.#details.closeOrGoBack();
  }

  #togglePart(part: 'facets' | 'histogram'): void {
    const wasShown = this.#visibleParts.decide()[part];
    this.#visibleParts.toggle(part);
    if (!wasShown && !this.#visibleParts.decide()[part]) this.#pane.close();
    this.#updateVisibleParts();
    this.#sendLayoutToHost();
  }

  #isContentDisplayed(content: PaneContent): boolean {
    return this.#paneContent === content && this.#pane.isOpen() && !this.#pane.displaysEvent();
  }

  #openContent(content: PaneContent): void {
    this.#paneContent = content;
    if (content === 'chart') void this.#chart.open();
    else if (content === 'unusualValues') void this.#unusualValues.open();
    else if (this.#state) displayHistogramTable(this.#pane, this.#state);
  }

  #toggleChartOrUnusualValues(content: 'chart' | 'unusualValues'): void {
    if (this.#isContentDisplayed(content)) this.#pane.close();
    else this.#openContent(content);
  }

  #openDetailsOrReaderEvents(row: number, keepFocus: boolean): void {
    if (this.#state?.mode === 'readers')
      this.#host.notify('activate', { rev: this.#getDisplayedRevision(), row, id: 'events' });
    else this.#details.openOrFocusRowDetails(row, keepFocus);
  }

  #requestCopy(rev: number, { fromRow, toRow }: Rectangle, columns: readonly number[]): Promise<boolean> {
    const host = this.#host;
    const asking = host.call('copy', { rev, fromRow, toRow, columns });
    return requireValidResponse(host, 'copy', asking, isBoolean).catch(() => false);
  }

  #createCellMenu(): CellMenu {
    return new CellMenu({
      host: this.#host,
      menus: this.#menus,
      grid: this.#grid,
      rows: this.#rows,
      announce: this.#announcer.announce,
      revision: () => this.#getDisplayedRevision(),
      copy: () => {
        const chosen = this.#grid.getSelectedCells();
        if (chosen) void this.#requestCopy(this.#getDisplayedRevision(), chosen.area, chosen.columns);
      },
      showDetails: (row) => this.#openDetailsOrReaderEvents(row, false),
      mark: (isMarked) => void this.#marking.mark(isMarked),
    });
  }

  #openColumnMenu({ column, x, y }: MenuTarget): void {
    if (!this.#state) return;
    const entries = createColumnMenuEntries(this.#state, this.#grid.columns, column, {
      sort: (descending, keepOtherSorts) =>
        this.#sortRequests.requestSort(column, descending, keepOtherSorts),
      onLayoutChange: () => this.#saveAndSendLayout(),
      move: (by) => this.#grid.moveColumnByOne(column, by),
      fitWidth: () => this.#grid.fitColumnToContent(column),
      select: () => this.#grid.selectColumn(column),
    });
    this.#menus.openReplacingPreviousMenu(strings.columnMenu, entries, { x, y });
  }

  #openTimeMenu(point: { readonly x: number; readonly y: number }): void {
    if (!this.#state) return;
    const { range, zone } = this.#state;
    const entries = createTimeMenuEntries(this.#state, {
      selectPreset: (preset) => this.#host.notify('timePreset', { preset }),
      promptForRange: () => this.#host.notify('action', { action: 'customTime' }),
      selectAllTimes: () => this.#host.notify('range', {}),
    });
    this.#menus.openReplacingPreviousMenu(auditStrings.timeRange(range, zone.name), entries, point);
  }

  #displayRowsNotLoaded(): void {
    this.#notice.element.classList.add('strip');
    const title = strings.notLoaded('…');
    this.#notice.showOrHide({ title, text: strings.notLoadedText, buttons: [] }, 'error');
  }

  #drawRowsAndUpdateDetails(next: AuditState, before: AuditState | undefined): void {
    const activeRow = this.#grid.getActiveRow();
    const insertedRows = this.#rows.draw(next);
    if (before?.dataRev !== next.dataRev) this.#cellMenu.followShiftedRowOrCloseMenu(insertedRows, activeRow);
    const isOther = !before || listColumnNames(before).join('\n') !== listColumnNames(next).join('\n');
    if (isOther) this.#restoreLayoutAndClosePane(next);
    else if (before.formatRev !== next.formatRev || insertedRows === undefined)
      this.#details.redisplayActiveRow(next.rowCount);
    else this.#pane.shiftRow(insertedRows);
    this.#noteColumn.updateVisibility(next, isOther);
    const sorted = isOther ? undefined : describeChangedOrder(next, before);
    if (sorted !== undefined) this.#announcer.announce(sorted);
  }

  #restoreLayoutAndClosePane(now: AuditState): void {
    const hidden = now.columns.flatMap(({ visible }, index) =>
      visible && index !== now.marks?.column ? [] : [index],
    );
    const saved = this.#layouts.loadLayout(listColumnNames(now));
    this.#noteColumn.restoreChoice(saved);
    this.#grid.columns.setLayout(saved ?? { widths: {}, order: [], hidden, pinned: [] });
    const label = now.mode === 'events' ? auditStrings.grid : auditStrings.readersGrid;
    setOrRemoveAttribute(this.#grid.element, 'aria-label', label);
    this.#pane.close();
  }

  /**
   * Draws the facets and allows the next request for a time range: at once, or two frames later while the range is
   * dragged, so that no frame takes long.
   */
  #drawFacetsOrDelayDuringDrag(): void {
    cancelAnimationFrame(this.#facetFrame);
    const draw = (): void => {
      if (this.#state) this.#facets.draw(this.#state);
      this.#histogram.allowNextRangeRequest();
    };
    if (!this.#histogram.isRangeDragged()) draw();
    // The rows are painted in the first of the two frames.
    else
      this.#facetFrame = requestAnimationFrame(() => {
        this.#facetFrame = requestAnimationFrame(draw);
      });
  }

  #updateVisibleParts(): void {
    const { mode, histogram, zone = utc } = this.#state ?? {};
    const isEvents = mode === 'events' && !this.#content.hidden;
    const shown = this.#visibleParts.decide();
    this.#content.classList.toggle('stacked', shown.isStacked);
    this.#content.classList.toggle('covered', shown.isCovered);
    if (shown.isCovered) this.#details.takeFocusFromCoveredRows();
    this.#facets.element.hidden = !(shown.facets && isEvents);
    this.#histogram.drawHistogram(shown.histogram && isEvents ? histogram : undefined, zone);
    this.#bar.drawParts(shown);
  }
}
