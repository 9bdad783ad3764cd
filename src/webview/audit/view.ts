/** What the audit table shows for each state of the host. */
import { utc } from '../../core/audit/feed/zones.ts';
import type { AuditHost, AuditState } from '../../protocol/audit.ts';
import { isAuditDetail, isAuditMarked } from '../../protocol/auditGuards.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Cell } from '../../protocol/results.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { checkedAnswer } from '../shared/checkedAnswer.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { onEnter } from '../shared/entering.ts';
import { createGrid } from '../shared/grid/grid.ts';
import { hitsOf } from '../shared/grid/hits.ts';
import type { MenuPlace } from '../shared/grid/interaction.ts';
import type { LayoutStore } from '../shared/layoutStore.ts';
import { Menus } from '../shared/menu.ts';
import { createNotice } from '../shared/notice.ts';
import { createSplitter } from '../shared/splitter.ts';
import { strings } from '../shared/strings.ts';
import { createAuditRows } from './auditRows.ts';
import { createBar } from './bar.ts';
import { createChartAside } from './charts/chart.ts';
import { tableOf } from './charts/figures.ts';
import { createHistogram, type TimeSpan } from './charts/histogram.ts';
import { createOdd } from './charts/odd.ts';
import { createChips } from './chips.ts';
import { createDetailPane } from './detail.ts';
import { createFacets } from './facets.ts';
import { createFilterButtons } from './filterButtons.ts';
import { cellMenu, columnMenu, columnsMenu, timeMenu } from './menus.ts';
import { createNoteColumn } from './noteColumn.ts';
import { createSearchHit } from './searchHit.ts';

export interface AuditViewParts {
  readonly root: HTMLElement;
  readonly host: Rpc<AuditHost & PageHost>;
  readonly layouts: LayoutStore;
}
export interface AuditView {
  /** Takes the keyboard to the search. */
  find(): void;
  draw(state: AuditState): void;
  /** The host could not say what to draw. */
  fail(): void;
}

/** Less is left to the rows alone: beside values with counts too little of a query would be seen. */
const leastWidth = 1030;
/** Of the details, unless the person makes them wider. */
const paneWidth = 340;
/** Rows beside details have at least so much, or else the details are below them, where both are high enough. */
const leastRowsWidth = 840;
const leastStackHeight = 520;
/** Below that, a style sheet has all parts one below the other. */
const narrow = 640;
const leastHeight = 320;

export function createAuditView({ root, host, layouts }: AuditViewParts): AuditView {
  let state: AuditState | undefined;
  let facetFrame = 0;
  /** What the person wants beside the table and above it; until they say so, what there is room for. */
  const wanted: { facets?: boolean; histogram?: boolean } = {};
  const parts = () => {
    const { innerWidth, innerHeight } = window;
    const isTight = innerWidth - paneWidth < leastRowsWidth;
    const isStacked = isTight && innerWidth > narrow && innerHeight >= leastStackHeight;
    const isBeside = pane.isOpen() && !isStacked;
    // Values and details are both beside the rows only where these keep enough, whatever is wanted without details.
    const hasRoom = innerWidth - (isBeside ? paneWidth : 0) > leastWidth;
    return {
      isStacked,
      facets: hasRoom ? wanted.facets !== false : wanted.facets === true && !isBeside,
      histogram: wanted.histogram ?? innerHeight > leastHeight,
    };
  };
  /** What the details are of, where that is no row. */
  let aside: 'chart' | 'odd' | 'figures' | undefined;
  const shows = (what: typeof aside): boolean => aside === what && pane.isOpen() && !pane.showsRow();
  const announcer = createAnnouncer();
  const menus = new Menus();
  const notice = createNotice((id) => host.notify('button', { id }));
  const filterButtons = createFilterButtons({
    onTime: (at) => openTimeMenu(at),
    onAdd: () => host.notify('action', { action: 'addFilter' }),
  });
  const bar = createBar({
    filters: filterButtons.element,
    onAction: (action) => host.notify('action', { action }),
    onSearch: (text) => host.notify('search', { text }),
    onToggle: (part) => {
      wanted[part] = !parts()[part];
      if (wanted[part] && !parts()[part]) pane.close();
      arrange();
    },
    onColumns: (at) => menus.open(auditStrings.columns, columnsMenu(grid.columns, saveLayout), at),
    onLeaveSearch: () => grid.focus(),
    onChart: () => (shows('chart') ? pane.close() : showChart()),
    onOdd: () => (shows('odd') ? pane.close() : showOdd()),
  });
  const chips = createChips({
    onRemove: (id) => host.notify('removeChip', { id }),
    onClear: () => host.notify('action', { action: 'clearLocal' }),
    onCover: () => host.notify('action', { action: 'cover' }),
    onNoneLeft: filterButtons.focusAdd,
  });
  const histogram = createHistogram({
    onRange: (span: TimeSpan | undefined) => host.notify('range', span ?? {}),
    onTable: (figures) => {
      if (!state) return;
      const { zone } = state;
      aside = 'figures';
      pane.showAside(auditStrings.histogram(zone.name), [tableOf(figures, zone)]);
    },
  });
  const facets = createFacets({
    onChoose: (facet, value, choice) => {
      if (state) host.notify('choose', { rev: state.rev, facet, value, choice });
    },
    onMore: (facet) => host.notify('moreValues', { facet }),
  });
  const grid = createGrid({
    label: auditStrings.grid,
    announce: announcer.say,
    onActive: (row) => pane.follow(row),
    onCopy: async ({ fromRow, toRow }, columns) => {
      host.notify('copy', { rev: revision(), fromRow, toRow, columns });
      return true;
    },
    onFind: () => bar.focusSearch(),
    onKey: (event) => onKey(event),
    onHeader: (column) => {
      const now = rows.shown()?.sort;
      sort(column, now?.column === column ? !now.descending : false);
    },
    onLayout: () => saveLayout(),
    onLeave: (key) => (key === 'F6' && pane.isOpen() ? pane.focus() : bar.focus()),
    onMenu: (place) => (place.row < 0 ? openColumnMenu(place) : openCellMenu(place)),
    onOpen: (row) => openRow(row),
  });
  const rows = createAuditRows(grid, host, () => {
    notice.element.classList.add('strip');
    notice.show({ title: strings.notLoaded('…'), text: strings.notLoadedText, buttons: [] }, 'error');
  });
  const noteColumn = createNoteColumn(grid.columns);
  const searchHit = createSearchHit(grid, () => saveLayout());
  const pane = createDetailPane({
    detail: (row) =>
      checkedAnswer(host, 'detail', host.call('detail', { rev: revision(), row }), isAuditDetail),
    activate: (row, id) => {
      const done = host.call('activate', { rev: revision(), row, id });
      // What was hidden is shown in the details too. A row that is gone has nothing to show.
      if (id === 'reveal') void done.then(() => pane.show(row)).catch(() => pane.close());
      else void done.catch(() => announcer.say(strings.failed));
    },
    menus,
    onClosed: () => grid.focus(),
    onRoom: () => arrange(),
  });
  const odd = createOdd({ host, pane, grid, revision: () => revision(), isWanted: () => shows('odd') });
  const chart = createChartAside({ host, pane, revision: () => revision(), isWanted: () => shows('chart') });
  const content = element('div', { class: 'content-row' });
  const splitter = createSplitter(strings.resizePane, pane.element, content);
  content.append(facets.element, grid.element, splitter.element, pane.element);
  const notices = element('div', { 'aria-live': 'polite', class: 'notices' }, notice.element);
  const says = element(
    'div',
    { class: 'says' },
    ...[bar.status, chips.element, searchHit.element, histogram.line],
  );
  root.append(element('h1', { class: 'unseen' }, auditStrings.title), bar.element, says);
  root.append(histogram.element, notices, content, announcer.element);
  root.tabIndex = -1;

  const revision = (): number => rows.shown()?.rev ?? 0;
  const names = (of: AuditState): string[] => of.columns.map(({ name }) => name);

  function saveLayout(): void {
    const shown = rows.shown();
    if (shown) layouts.save(names(shown), noteColumn.changed());
  }
  function sort(column: number, descending: boolean): void {
    const shown = rows.shown();
    if (shown?.columns[column]?.sortable) host.notify('sort', { rev: shown.rev, column, descending });
  }

  function showChart(): void {
    aside = 'chart';
    void chart.show();
  }
  function showOdd(): void {
    aside = 'odd';
    void odd.show();
  }

  function openRow(row: number): void {
    aside = undefined;
    if (state?.mode === 'readers') host.notify('activate', { rev: revision(), row, id: 'events' });
    else if (pane.showsRow()) pane.focus();
    else {
      pane.show(row);
      grid.revealActive();
      announcer.say(strings.paneOpened);
    }
  }

  function openCellMenu({ row, column, x, y }: MenuPlace): void {
    if (!state) return;
    const rev = revision();
    const entries = cellMenu(state, markOf(row), {
      copy: () => {
        const chosen = grid.selected();
        if (!chosen) return;
        const { fromRow, toRow } = chosen.area;
        host.notify('copy', { rev, fromRow, toRow, columns: chosen.columns });
      },
      details: () => openRow(row),
      filter: (by) => host.notify('filter', { rev, row, column, by }),
      mark: (marked) => void mark(marked),
      note: () => host.notify('note', { rev, row }),
    });
    menus.open(auditStrings.cellMenu, entries, { x, y });
  }

  /** The note's cell of a row whose event is marked. */
  function markOf(row: number): Cell | undefined {
    const cell = rows.row(row)?.[rows.shown()?.marks?.column ?? -1];
    return cell?.marked ? cell : undefined;
  }
  /** Marks the events selected; without a word, unless all of them are. */
  async function mark(marked?: boolean): Promise<void> {
    const area = grid.selected()?.area;
    if (!area || area.toRow <= area.fromRow) return;
    const { fromRow, toRow } = area;
    const asked = { rev: revision(), fromRow, toRow, ...(marked === undefined ? {} : { marked }) };
    const answer = await checkedAnswer(host, 'mark', host.call('mark', asked), isAuditMarked).catch(
      () => undefined,
    );
    if (!answer) announcer.say(strings.failed);
    else if (answer.done !== 'nothing') announcer.say(auditStrings[answer.done](answer.count));
  }
  function onKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const row = grid.active()?.row;
    if (ctrlKey || metaKey || altKey || shiftKey || row === undefined || !rows.shown()?.marks) return false;
    if (key === 'm') void mark();
    else if (key === 'n') host.notify('note', { rev: revision(), row });
    else return false;
    return true;
  }

  function openColumnMenu({ column, x, y }: MenuPlace): void {
    if (!state) return;
    const entries = columnMenu(state, grid.columns, column, {
      sort: (descending = false) => sort(column, descending),
      changed: saveLayout,
      move: (by) => grid.moveColumn(column, by),
      fit: () => grid.fitColumn(column),
    });
    menus.open(strings.columnMenu, entries, { x, y });
  }

  function openTimeMenu(at: { readonly x: number; readonly y: number }): void {
    if (!state) return;
    const entries = timeMenu(state, {
      preset: (preset) => host.notify('timePreset', { preset }),
      custom: () => host.notify('action', { action: 'customTime' }),
      all: () => host.notify('range', {}),
    });
    menus.open(auditStrings.timeRange(state.range, state.zone.name), entries, at);
  }

  /** Columns of another kind: those that the person, or else the host, wants to see. */
  function lay(now: AuditState): void {
    const hidden = now.columns.flatMap(({ shown }, index) =>
      shown && index !== now.marks?.column ? [] : [index],
    );
    const saved = layouts.load(names(now));
    grid.columns.setLayout(saved ?? { widths: {}, order: [], hidden, pinned: [] });
    setAttribute(
      grid.element,
      'aria-label',
      now.mode === 'events' ? auditStrings.grid : auditStrings.readersGrid,
    );
    pane.close();
  }

  /** While the time range is dragged, rows and values with counts are drawn in a frame each, so that none takes long. */
  function drawFacets(): void {
    cancelAnimationFrame(facetFrame);
    if (histogram.isDragged())
      // The first of the two draws the rows.
      facetFrame = requestAnimationFrame(() => {
        facetFrame = requestAnimationFrame(drawnFacets);
      });
    else drawnFacets();
  }
  function drawnFacets(): void {
    if (state) facets.draw(state.facets);
    histogram.answered();
  }

  function arrange(): void {
    const isEvents = state?.mode === 'events' && !content.hidden;
    const { facets: withFacets, histogram: withHistogram, isStacked } = parts();
    content.classList.toggle('stacked', isStacked);
    facets.element.hidden = !(withFacets && isEvents);
    histogram.draw(withHistogram && isEvents ? state?.histogram : undefined, state?.zone ?? utc);
    bar.setPressed('facets', withFacets);
    bar.setPressed('histogram', withHistogram);
  }

  // Adding a filter leads through lists of the editor: the focus returns to where it was.
  onEnter((last) => {
    if (last) last.focus({ preventScroll: true });
    else if (!content.hidden) grid.focus();
    else if (!notice.element.hidden) notice.focus();
    else bar.focus();
  });
  window.addEventListener('resize', arrange);
  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    const isFind = event.key === 'f' && (event.ctrlKey || event.metaKey);
    if (isFind) bar.focusSearch();
    else if (event.ctrlKey || event.metaKey || event.key !== 'F6' || content.hidden) return;
    else if (pane.element.contains(document.activeElement)) bar.focus();
    else grid.focus();
    event.preventDefault();
  });

  return {
    find: bar.focusSearch,
    fail() {
      notice.show({ title: strings.noHost, text: auditStrings.noHostText, buttons: [] }, 'error');
    },
    draw(next) {
      if (state && next.rev < state.rev) return;
      const hadGrid = content.contains(document.activeElement);
      const before = rows.shown();
      state = next;
      const { phase } = next;
      content.hidden = !(phase === 'events' || (phase === 'loading' && before));
      notice.element.classList.toggle('strip', !content.hidden);
      notice.show(next.notice, next.notice?.severity ?? 'info');
      if (phase === 'loading') grid.setBusy(true);
      else if (phase === 'events') {
        const above = rows.draw(next);
        const isOther = !before || names(before).join('\n') !== names(next).join('\n');
        if (isOther) lay(next);
        else if (before.formatRev !== next.formatRev || above === undefined) followRow();
        else pane.moved(above);
        noteColumn.follow(next, isOther);
      } else {
        rows.clear();
        pane.close();
      }
      // After the rows, which measure: what is written before a measurement is laid out twice.
      bar.draw(next);
      chips.draw(next);
      filterButtons.draw(next.range, next.zone.name);
      searchHit.draw(next);
      pane.setHits(hitsOf(next.text));
      drawFacets();
      arrange();
      if (phase === 'events') chart.follow();
      odd.follow(next);
      if (next.odd && phase === 'events') showOdd();
      if (hadGrid && content.hidden) notice.element.hidden ? root.focus() : notice.focus();
    },
  };

  /** The rows are others: the details go with the keyboard, which may be on a heading. */
  function followRow(): void {
    const { rowCount = 0 } = state ?? {};
    if (rowCount === 0) pane.showNone();
    else pane.follow(Math.min(grid.active()?.row ?? 0, rowCount - 1));
  }
}
