/** What the results view shows for each state of the host. */
import type { ResultsAction, ResultsHost, ResultsState } from '../../protocol/results.ts';
import { isWindow } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { createAnnouncer } from '../shared/announcer.ts';
import { element, setAttribute } from '../shared/dom.ts';
import { createGrid } from '../shared/grid/grid.ts';
import { createRowWindow, type RowWindow } from '../shared/grid/rowWindow.ts';
import { createNotice } from '../shared/notice.ts';
import { strings } from '../shared/strings.ts';
import { createToolbar } from '../shared/toolbar.ts';
import type { LayoutStore } from './layoutStore.ts';
import { createStateLine } from './stateLine.ts';

export interface ResultsViewParts {
  readonly root: HTMLElement;
  readonly host: Rpc<ResultsHost>;
  readonly layouts: LayoutStore;
}

const actions: readonly ResultsAction[] = ['first', 'previous', 'next', 'cancel', 'showAudit'];
/** After this long without rows the new state is drawn with its rows still on their way. */
const holdMs = 150;

export interface ResultsView {
  draw(state: ResultsState): void;
  /** The host could not say what to draw. */
  fail(): void;
}

export function createResultsView({ root, host, layouts }: ResultsViewParts): ResultsView {
  const announcer = createAnnouncer();
  const line = createStateLine();
  let state: ResultsState | undefined;
  /** The rows on screen, and those of a newer state that wait for their first window. */
  let shown: { readonly state: ResultsState; readonly rows: RowWindow } | undefined;
  let held: { readonly state: ResultsState; readonly rows: RowWindow } | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let paintedRev = -1;

  // A notice is said as it appears.
  const notices = element('div', { 'aria-live': 'polite', class: 'notices' });
  const notice = createNotice((id) => host.notify('button', { id }));
  const act = (action: string): void => {
    const known = actions.find((one) => one === action);
    if (known && state?.can[known]) host.notify('action', { action: known });
  };
  const pager = createToolbar(
    strings.paging,
    [
      { id: 'first', name: strings.firstPage, icon: 'first-page', keys: 'Alt+Home' },
      { id: 'previous', name: strings.previousPage, icon: 'chevron-left', keys: 'Alt+PageUp' },
      { id: 'next', name: strings.nextPage, icon: 'chevron-right', keys: 'Alt+PageDown' },
    ],
    act,
  );
  const tools = createToolbar(
    strings.toolbar,
    [
      { id: 'cancel', name: strings.cancel, icon: 'stop-circle', text: strings.cancel },
      { id: 'showAudit', name: strings.showAudit, icon: 'history' },
    ],
    act,
  );
  const grid = createGrid({
    label: strings.resultsGrid,
    announce: announcer.say,
    onLeave: () => pager.focus(),
    onOpen: () => undefined,
    onLayout: () => {
      layouts.save(
        grid.columns.all.map((column) => column.name),
        grid.columns.layout(),
      );
    },
    onCopy: ({ fromRow, toRow }, columns) => {
      if (!shown) return;
      const fromColumn = Math.min(...columns);
      const toColumn = Math.max(...columns) + 1;
      host.notify('copy', { rev: shown.state.rev, fromRow, toRow, fromColumn, toColumn, columns });
    },
  });
  const progress = element('div', { role: 'progressbar', class: 'progress', 'aria-label': strings.loading });
  const bar = element(
    'div',
    { class: 'bar' },
    line.badge,
    pager.element,
    line.status,
    line.detail,
    tools.element,
  );
  notices.append(notice.element);
  root.append(element('h1', { class: 'unseen' }, strings.resultsTitle));
  root.append(progress, bar, notices, grid.element, announcer.element);
  root.tabIndex = -1;

  root.addEventListener('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const action = { PageDown: 'next', PageUp: 'previous', Home: 'first' }[event.key];
    if (!action) return;
    event.preventDefault();
    act(action);
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.defaultPrevented || grid.element.hidden) return;
    event.preventDefault();
    grid.focus();
  });

  const ownerOf = (rows: RowWindow): ResultsState | undefined =>
    [held, shown].find((one) => one?.rows === rows)?.state;

  function windowFor(from: ResultsState): RowWindow {
    const rows = createRowWindow({
      rowCount: from.rowCount,
      columnCount: from.columns.length,
      want: async (fromRow, to, seq) => {
        const { rev } = ownerOf(rows) ?? from;
        const answer: unknown = await host.call('want', { rev, seq, from: fromRow, to });
        if (!isWindow(answer) || answer.rev !== rev) throw new Error('malformed rows');
        return answer;
      },
      onRows: () => {
        if (held?.rows === rows) swap();
        else if (shown?.rows === rows) grid.refresh();
      },
      onFailed: (row) => {
        // While a newer state is on its way the host has good reason to refuse.
        if (ownerOf(rows) !== state) return;
        notice.element.classList.add('strip');
        const title = strings.notLoaded(String(from.firstRowNumber + row));
        notice.show({ title, text: strings.notLoadedText, buttons: [] }, 'error');
      },
    });
    if (from.rows) rows.seed(from.rows);
    return rows;
  }

  /** Puts the rows that waited on screen, in the same frame as their numbers. */
  function swap(): void {
    clearTimeout(holdTimer);
    if (!held) return;
    const names = held.state.columns.map((column) => column.name);
    const before = shown?.state.columns.map((column) => column.name);
    shown?.rows.dispose();
    shown = held;
    held = undefined;
    grid.setBusy(false);
    grid.show({ ...shown.state, rows: shown.rows }, false);
    if (JSON.stringify(names) !== JSON.stringify(before)) {
      const layout = layouts.load(names);
      if (layout) grid.columns.setLayout(layout);
    }
    reportPaint(shown.state);
  }

  function reportPaint({ rev, rowCount }: ResultsState): void {
    if (rowCount === 0 || rev === paintedRev) return;
    paintedRev = rev;
    requestAnimationFrame(() =>
      // The second frame begins after the first has been drawn.
      requestAnimationFrame(() =>
        host.notify('painted', { rev, at: performance.timeOrigin + performance.now() }),
      ),
    );
  }

  function drawRows(next: ResultsState): void {
    const dataRev = (of: ResultsState): number => of.dataRev ?? of.rev;
    if (shown && !held && dataRev(shown.state) === dataRev(next)) {
      shown.rows.grow(next.rowCount);
      shown = { state: next, rows: shown.rows };
      grid.setBusy(false);
      grid.show({ ...next, rows: shown.rows }, true);
      reportPaint(next);
      return;
    }
    held?.rows.dispose();
    clearTimeout(holdTimer);
    held = { state: next, rows: windowFor(next) };
    if (held.rows.row(0) || next.rowCount === 0) swap();
    else {
      held.rows.need(0, Math.min(next.rowCount, 50));
      holdTimer = setTimeout(swap, holdMs);
    }
  }

  return {
    fail() {
      notice.show({ title: strings.noHost, text: strings.noHostText, buttons: [] }, 'error');
    },
    draw(next) {
      if (state && next.rev < state.rev) return;
      const focusInGrid = document.activeElement === grid.element;
      const focusInNotice = notice.element.contains(document.activeElement);
      state = next;
      for (const action of actions) {
        pager.setEnabled(action, next.can[action as keyof typeof next.can]);
        tools.setEnabled(action, next.can[action as keyof typeof next.can]);
      }
      tools.setShown('cancel', next.can.cancel);
      line.draw(next);
      const loading = next.phase === 'loading';
      progress.hidden = !loading;
      setAttribute(document.body, 'data-environment', next.target?.environment);
      const look =
        next.phase === 'error' || next.phase === 'none' || next.phase === 'cancelled' ? next.phase : 'info';
      notice.show(loading ? undefined : next.notice, look);
      const gridVisible = next.phase === 'rows' || (loading && shown !== undefined);
      notice.element.classList.toggle('strip', gridVisible);
      grid.element.hidden = !gridVisible;
      if (next.phase === 'rows') drawRows(next);
      else if (loading) grid.setBusy(true);
      else {
        held?.rows.dispose();
        shown?.rows.dispose();
        held = shown = undefined;
      }
      // Focus never falls off the page when what had it goes away.
      if (focusInGrid && !gridVisible) notice.element.hidden ? root.focus() : notice.focus();
      else if ((focusInNotice || document.activeElement === root) && gridVisible) grid.focus();
      else if (focusInNotice && notice.element.hidden) root.focus();
    },
  };
}
