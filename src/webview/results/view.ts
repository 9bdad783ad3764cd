/** What the results view shows for each state of the host. */
import type { PageHost } from '../../protocol/page.ts';
import {
  type CopyFormat,
  type Found,
  type NoticeAction,
  type ResultsHost,
  type ResultsState,
  type ResultsTools,
  type RowsState,
  shownIn,
} from '../../protocol/results.ts';
import { isFound, isStatistics } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { isText } from '../../protocol/validate.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { checkedAnswer } from '../shared/checkedAnswer.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { onEnter } from '../shared/entering.ts';
import { createGrid } from '../shared/grid/grid.ts';
import type { MenuPlace } from '../shared/grid/interaction.ts';
import type { Rectangle } from '../shared/grid/selection.ts';
import type { LayoutStore } from '../shared/layoutStore.ts';
import { Menus } from '../shared/menu.ts';
import { createNotice } from '../shared/notice.ts';
import { createSplitter } from '../shared/splitter.ts';
import { createStateLine } from '../shared/stateLine.ts';
import { strings } from '../shared/strings.ts';
import { createActions } from './actions.ts';
import { createFigures } from './figures.ts';
import type { Direction } from './find.ts';
import { cellMenu, columnMenu } from './menus.ts';
import { createPane } from './pane.ts';
import { createProgress } from './progress.ts';
import { createRequestTime } from './requestTime.ts';
import { createResultRows } from './resultRows.ts';
import { createRowsBar } from './rowsBar.ts';

export interface ResultsViewParts {
  readonly root: HTMLElement;
  readonly host: Rpc<ResultsHost & ResultsTools & PageHost>;
  readonly layouts: LayoutStore;
}

export interface ResultsView {
  draw(state: ResultsState): void;
  /** Opens the find bar, where there are rows. `byKey` as in the protocol. */
  find(byKey: boolean): void;
  /** The host could not say what to draw. */
  fail(): void;
}

export function createResultsView({ root, host, layouts }: ResultsViewParts): ResultsView {
  let state: ResultsState | undefined;
  /** A new order or choice of rows, to be said again once those rows are here and what was said of others is gone. */
  let arranged = '';
  const announcer = createAnnouncer();
  const menus = new Menus();
  const line = createStateLine();
  const progress = createProgress();
  const notice = createNotice<NoticeAction>((id) => host.notify('button', { id }));
  const actions = createActions(host, { onFind: () => rowsBar.openFind(), beforeExport: sendSelected });
  const requestTime = createRequestTime(menus, {
    onCopyID() {
      host.notify('tool', { tool: 'copyRequestID' });
      announcer.say(strings.requestIDCopied);
    },
    onShowAudit: () => host.notify('action', { action: 'showAudit' }),
  });
  const figures = createFigures();
  const rowsBar = createRowsBar({
    find: look,
    onText: (text) => grid.setHits(text),
    onClearSort: () => host.notify('sort', { rev: revision() }),
    onClearFilter: (id) => host.notify('clearFilter', id === undefined ? {} : { id }),
    onLeave: () => grid.focus(),
    announce(text) {
      arranged = text;
      announcer.say(text);
    },
  });
  const grid = createGrid({
    label: strings.resultsGrid,
    announce: announcer.say,
    onActive: (row, column) => pane.follow(row, column),
    onSelected: () => rememberPlace(),
    onCopy: (area, columns) => copy('tsv', area, columns),
    onFind: findByKey,
    onHeader: (column) => {
      const now = rows.shown()?.shown.arranged.sort;
      if (now?.column !== column) sort(column, false);
      else if (now.descending) sort(undefined);
      else sort(column, true);
    },
    onLayout: () => saveLayout(),
    onLeave: (key) => {
      if (key === 'F6' && pane.isOpen()) pane.focus();
      // The nearest thing first: the person stays at the cell.
      else if (key === 'Escape' && pane.isOpen()) pane.close();
      else actions.focus();
    },
    onMenu: (place) => (place.row < 0 ? openColumnMenu(place) : openCellMenu(place)),
    onOpen: (row, column) => openValue(row, column),
  });
  const rows = createResultRows({
    grid,
    host,
    onArrived: () => {
      drawFigures();
      pane.refresh();
    },
    onFailed: (of, row) => {
      // While a newer state is on its way the host has good reason to refuse.
      if (of !== state) return;
      notice.element.classList.add('strip');
      const title = strings.notLoaded(String(of.shown.firstRowNumber + row));
      notice.show({ title, text: strings.notLoadedText, buttons: [] }, 'error');
    },
    onShown: (now, before) => shown(now, before),
  });
  const pane = createPane(
    {
      columns: () => rows.shown()?.shown.columns ?? [],
      row: rows.row,
      rowNumber: (index) => (rows.shown()?.shown.firstRowNumber ?? 1) + index,
      text: (row, column) =>
        checkedAnswer(host, 'cell', host.call('cell', { rev: revision(), row, column }), isText),
      scope: () => rows.shown()?.shown.scope ?? '',
      statistics: (column) =>
        checkedAnswer(host, 'statistics', host.call('statistics', { rev: revision(), column }), isStatistics),
      filterCounted(column, entry) {
        if (state?.can.filter) host.notify('filterCounted', { rev: revision(), column, ...entry });
      },
      reveal: () =>
        state?.can.reveal
          ? (row, column) => host.notify('reveal', { rev: revision(), row, column })
          : undefined,
    },
    () => grid.focus(),
  );
  const content = element('div', { class: 'content-row' });
  const splitter = createSplitter(strings.resizePane, pane.element, content);
  content.append(grid.element, splitter.element, pane.element);
  const bar = element(
    'div',
    { class: 'bar results-bar' },
    line.badge,
    actions.pager,
    line.status,
    requestTime.element,
    actions.tools,
  );
  // A notice is said as it appears.
  const notices = element('div', { 'aria-live': 'polite', class: 'notices' }, notice.element);
  root.append(element('h1', { class: 'unseen' }, strings.resultsTitle), progress.element, bar);
  root.append(rowsBar.element, notices, figures.element, content, announcer.element);
  root.tabIndex = -1;

  const revision = (): number => rows.shown()?.rev ?? 0;
  const names = ({ shown: of }: RowsState): string[] => of.columns.map((column) => column.name);
  const saveLayout = (): void =>
    layouts.save(
      grid.columns.all.map((column) => column.name),
      grid.columns.layout(),
    );

  let placeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The host keeps it: a hidden view is taken down, and nothing of a result is saved here. */
  function rememberPlace(): void {
    clearTimeout(placeTimer);
    placeTimer = setTimeout(() => {
      const active = grid.active();
      if (active) host.notify('place', { rev: revision(), ...active });
      sendSelected();
    }, 150);
  }

  /** The host exports what is selected, also from the palette, where nothing here is asked. */
  function sendSelected(): void {
    const chosen = grid.selected();
    if (!chosen) return;
    const { fromRow, toRow } = chosen.area;
    host.notify('selected', { rev: revision(), fromRow, toRow, columns: chosen.columns });
  }

  function sort(column: number | undefined, descending = false): void {
    if (!state?.can.sort) return;
    host.notify('sort', column === undefined ? { rev: revision() } : { rev: revision(), column, descending });
  }

  function copy(format: CopyFormat, { fromRow, toRow }: Rectangle, columns: readonly number[]): void {
    host.notify('copy', { rev: revision(), fromRow, toRow, columns, format });
  }

  async function look(text: string, direction: Direction): Promise<Found | null | undefined> {
    const { row, column } = grid.active() ?? { row: 0, column: 0 };
    const columns = grid.shownColumns();
    const question = { rev: revision(), text, row, column, columns, direction };
    const isFoundOrNone = (answer: unknown): answer is Found | null => answer === null || isFound(answer);
    const asking = checkedAnswer(host, 'find', host.call('find', question), isFoundOrNone);
    const answer = await asking.catch(() => undefined);
    if (!answer) return answer;
    grid.goTo(answer.row, answer.column);
    return answer;
  }

  function openValue(row: number, column: number): void {
    if (pane.isOpen()) pane.focus();
    else {
      pane.show('value', row, column);
      // The grid has become narrower.
      grid.goTo(row, column);
      announcer.say(strings.paneOpened);
    }
  }

  function openCellMenu({ row, column, x, y }: MenuPlace): void {
    if (!state) return;
    const rev = revision();
    const masked = rows.row(row)?.[column]?.k === 'masked';
    const entries = cellMenu(state, masked, {
      copy: (format) => {
        const chosen = grid.selected();
        if (chosen) copy(format, chosen.area, chosen.columns);
      },
      showValue: () => pane.show('value', row, column),
      showRecord: () => pane.show('record', row, column),
      filter: (exclude) => host.notify('filter', { rev, row, column, exclude }),
      reveal: () => host.notify('reveal', { rev, row, column }),
    });
    menus.open(strings.cellMenu, entries, { x, y });
  }

  function openColumnMenu({ column, x, y }: MenuPlace): void {
    const now = rows.shown();
    if (!now) return;
    const entries = columnMenu({ ...now, can: state?.can ?? now.can }, grid.columns, column, {
      sort: (descending) => sort(descending === undefined ? undefined : column, descending),
      changed: saveLayout,
      move: (by) => grid.moveColumn(column, by),
      fit: () => grid.fitColumn(column),
      filter: (test) => host.notify('filterColumn', { rev: revision(), column, test }),
      statistics: () => pane.showStatistics(column),
      reveal: () => host.notify('reveal', { rev: revision(), column }),
    });
    menus.open(strings.columnMenu, entries, { x, y });
  }

  /** Other rows, or the same rows in another state, are on screen. */
  function shown(now: RowsState, before: RowsState | undefined): void {
    drawFigures();
    const changed = now.dataRev !== before?.dataRev;
    if (changed) announcer.clear();
    if (arranged !== '') announcer.say(arranged);
    arranged = '';
    const same = before !== undefined && JSON.stringify(names(now)) === JSON.stringify(names(before));
    if (!same) {
      const layout = layouts.load(names(now));
      if (layout) grid.columns.setLayout(layout);
    }
    if (!before && now.place) grid.goTo(now.place.row, now.place.column);
    if (!same) pane.close();
    // Rows that only come in at the end, or a new state line, change nothing of what is open.
    else if (changed) {
      const active = grid.active();
      pane.rowsChanged(now.shown.rowCount);
      if (active) pane.follow(active.row, active.column);
    }
  }

  function drawFigures(): void {
    const of = rows.shown()?.shown;
    figures.draw(of?.columns ?? [], of?.figures && state?.phase === 'rows' ? rows.row(0) : undefined);
  }

  function openFind(): void {
    if (state?.can.find) rowsBar.openFind();
  }

  /** Keys that this view has seen and the editor will tell of too, later: by then the bar may be closed again. */
  let keysToHear = 0;
  function findByKey(): void {
    keysToHear += 1;
    openFind();
  }

  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      // The editor tells of the key too, but later: what is typed right after it would go elsewhere.
      if (event.key !== 'f' || event.altKey) return;
      findByKey();
      return event.preventDefault();
    }
    const action = event.altKey ? pageKeys[event.key] : undefined;
    if (action) actions.page(action);
    else if (event.key === 'F6' && pane.element.contains(document.activeElement)) actions.focus();
    else if (event.key === 'F6' && !content.hidden) grid.focus();
    else return;
    event.preventDefault();
  });

  // Where somebody who comes in by keyboard wants to be: at the rows, else at the next step.
  onEnter(() => {
    if (!content.hidden) grid.focus();
    else if (!notice.element.hidden) notice.focus();
    else actions.focus();
  });

  function showNotice(of: ResultsState): void {
    switch (of.phase) {
      case 'loading':
        notice.show(undefined, 'info');
        break;
      case 'rows':
        notice.show(of.notice, of.notice?.severity ?? 'info');
        break;
      case 'idle':
        notice.show(of.notice, 'info');
        break;
      case 'none':
      case 'error':
      case 'cancelled':
        notice.show(of.notice, of.phase);
    }
  }

  /** Focus never falls off the page when what had it goes away. */
  function keepFocus(hadFocus: boolean, hadNotice: boolean): void {
    const now = document.activeElement;
    const isLost = hadFocus && !(root.contains(now) && now?.checkVisibility());
    if ((isLost || hadNotice || now === root) && !content.hidden) grid.focus();
    else if (isLost && !notice.element.hidden) notice.focus();
    else if (isLost) root.focus();
  }

  return {
    find(byKey) {
      if (byKey && keysToHear > 0) keysToHear -= 1;
      else openFind();
    },
    fail() {
      notice.show({ title: strings.noHost, text: strings.noHostText, buttons: [] }, 'error');
    },
    draw(next) {
      if (state && next.rev < state.rev) return;
      const hadFocus = root.contains(document.activeElement);
      const hadNotice = notice.element.contains(document.activeElement);
      state = next;
      const { phase } = next;
      actions.draw(next);
      line.draw(next);
      requestTime.draw(next);
      progress.draw(next);
      rowsBar.draw(shownIn(next));
      setAttribute(document.body, 'data-environment', next.target?.environment);
      const loading = phase === 'loading';
      content.hidden = !(phase === 'rows' || (loading && rows.shown()));
      notice.element.classList.toggle('strip', !content.hidden);
      showNotice(next);
      if (next.phase === 'rows') rows.draw(next);
      else if (loading) grid.setBusy(true);
      else {
        rows.clear();
        pane.close();
        announcer.clear();
      }
      drawFigures();
      if (!next.can.find || content.hidden) rowsBar.closeFind();
      keepFocus(hadFocus, hadNotice);
    },
  };
}

const pageKeys: Readonly<Record<string, 'next' | 'previous' | 'first' | undefined>> = {
  PageDown: 'next',
  PageUp: 'previous',
  Home: 'first',
};
