import * as vscode from 'vscode';
import { oneLine } from '../../core/messages/oneLine.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { ResultsAction, ResultsState, ResultsTool } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import { loadExport } from '../app/lazy.ts';
import type { SetShownQuery } from '../app/shownQuery.ts';
import { timeText } from '../app/timeText.ts';
import { targetLabel } from '../connections/targets.ts';
import { prepare } from '../query/prepare.ts';
import { type Notice, showProblem, welcomeNotice } from '../query/refusals.ts';
import type { Chosen } from '../query/statement.ts';
import { createPanelPlace, createTabPlace, type PanelView, type TabPlace } from './places.ts';
import { createSession, type Question, type Session } from './session.ts';
import { createViewer, type Summary, type Viewer } from './viewer.ts';

export interface RunOptions {
  /** COUNT over the same rows instead. */
  readonly count?: boolean;
  readonly inTab?: boolean;
}

export interface ResultsController extends vscode.Disposable {
  /**
   * Runs the statement at a place, in the selection or at the caret. Answers once the first page is there, or it is
   * clear why there is none.
   */
  run(uri: unknown, offset: unknown, options?: RunOptions): Promise<Summary>;
  /** Does what a button does, in the tab that has the keyboard or else the panel; answers once it is done. */
  action(action: ResultsAction): Promise<Summary>;
  /** Likewise of the further buttons; `argument` is what a caller other than a person passes. */
  tool(tool: ResultsTool, argument?: unknown): Promise<Summary>;
  /**
   * Opens the find bar in the tab that is in front, else in the panel. `where` comes with a key that was pressed in the
   * page, `panel` or `tab`: for `panel` it is there in any case.
   */
  find(where?: unknown): void;
  /** Exports what is loaded of the result; `argument` as `exportResult` has it. */
  export(argument?: unknown): Promise<unknown>;
  /** Compares the result with another one; `{ "key": […] }` saves the question for the key. */
  compare(argument?: unknown): Promise<unknown>;
  /** Puts the rows on screen on the clipboard. False when there is none. */
  copyShown(): Promise<boolean>;
  /** Takes the rows of the panel away; `everywhere` those of tabs too, which are closed. */
  clear(everywhere?: boolean): void;
}

interface Tab {
  readonly viewer: Viewer;
  readonly place: TabPlace;
}

const isConfirmed = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'confirmed' in argument && argument.confirmed === true;

/** Holds the results, the panel's one and those in tabs, and does what is asked there and in the palette. */
export function createResults(
  deps: Deps,
  panelView: PanelView,
  setShownQuery: SetShownQuery,
): ResultsController {
  const { extensionUri } = deps.context;
  let refused: { readonly chosen: Chosen; readonly finding: Finding } | undefined;
  let tabs: readonly Tab[] = [];

  const command = (id: string) => () => vscode.commands.executeCommand(id);
  const buttons: Readonly<Record<string, () => unknown>> = {
    showProblem: () => refused && showProblem(refused.chosen, refused.finding),
    newQuery: command('vaultsql.query.new'),
    selectVault: command('vaultsql.query.selectVault'),
    editConnection: command('vaultsql.connection.edit'),
    startLocalVault: command('vaultsql.localVault.start'),
    addConnection: command('vaultsql.connection.add'),
  };
  const press = (id: string): void => void (Object.hasOwn(buttons, id) && buttons[id]?.());
  const everySession = (): readonly Session[] =>
    [panel, ...tabs.map(({ viewer }) => viewer)].flatMap((viewer) => viewer.session() ?? []);

  const setContexts = (state: ResultsState): void => {
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set('vaultsql.running', state.can.cancel);
    set('vaultsql.canNext', state.can.next);
    set('vaultsql.canPrevious', state.can.previous);
    set('vaultsql.hasRows', state.rowCount > 0);
  };
  /** A result that has no event leaves none of another query behind: it would be taken for its own. */
  const remember = (viewer: Viewer): void => {
    const session = viewer.session();
    if (session) setShownQuery(viewer.state().phase === 'idle' ? undefined : session.answered());
  };
  const viewerOf = (
    onDraw: (state: ResultsState) => void,
    can: () => Partial<ResultsState['can']>,
  ): Viewer => {
    const viewer: Viewer = createViewer({
      deps,
      welcome: () => welcomeNotice(deps.targets.all().length > 0),
      onDraw(state) {
        onDraw(state);
        if (viewer !== active()) return;
        setContexts(state);
        // What the palette's command for the audit event is about: the visible rows.
        remember(viewer);
      },
      onTool: (tool) => void useTool(viewer, tool),
      onAudit() {
        remember(viewer);
        void vscode.commands.executeCommand('vaultsql.query.showAuditEvents');
      },
      onButton: press,
      can,
    });
    return viewer;
  };
  const mayCompare = (): boolean => everySession().filter((one) => one.state().rowCount > 0).length > 1;
  const panel: Viewer = viewerOf(
    (state) => panelPlace.draw(state),
    () => ({ openInTab: true, ...(mayCompare() ? { compare: true } : {}) }),
  );
  const panelPlace = createPanelPlace(extensionUri, panelView, panel.handlers);
  /** The tab that has the keyboard, else the panel. */
  const active = (): Viewer => tabs.find(({ place }) => place.active())?.viewer ?? panel;

  const openTab = (session: Session): Tab => {
    // Nothing else of the statement: it may hold a value.
    const table = session.run.query.names.tables[0]?.name ?? vscode.l10n.t('Query');
    const title = vscode.l10n.t('{0} · {1}', table, targetLabel(session.run.target));
    let place: TabPlace | undefined;
    const viewer = viewerOf(
      (state) => place?.draw(state),
      () => (mayCompare() ? { compare: true } : {}),
    );
    viewer.setSession(session);
    place = createTabPlace(extensionUri, title, viewer.handlers, {
      onClosed() {
        tabs = tabs.filter((tab) => tab.viewer !== viewer);
        viewer.setSession(undefined)?.dispose();
        setContexts(active().state());
      },
      onActive() {
        setContexts(active().state());
        remember(active());
      },
    });
    const tab = { viewer, place };
    tabs = [...tabs, tab];
    viewer.draw();
    return tab;
  };
  const show = async (viewer: Viewer, notice: Notice): Promise<Summary> => {
    viewer.session()?.act('cancel');
    viewer.setNotice(notice);
    // What was asked for last was not sent.
    setShownQuery(undefined);
    await panelPlace.reveal();
    viewer.draw();
    return viewer.settled();
  };
  const begin = async (viewer: Viewer, question: Question, at: number): Promise<Summary> => {
    const session = createSession(deps, question);
    viewer.timePaint(at);
    viewer.setSession(session)?.dispose();
    viewer.draw();
    session.run.pager.start();
    if (viewer === panel) await panelPlace.reveal();
    return viewer.settled();
  };

  const loadAll = async (viewer: Viewer, session: Session, confirmed: boolean): Promise<void> => {
    if (!session.state().can.loadAll) return;
    if (confirmed) await session.loading.start();
    else session.loading.offer();
    viewer.draw();
  };
  const useTool = async (viewer: Viewer, tool: ResultsTool, argument?: unknown): Promise<Summary> => {
    const session = viewer.session();
    const { can } = viewer.state();
    if (tool === 'loadAll' && can.loadAll === false && session?.exportSource()?.complete)
      void deps.messages.info(vscode.l10n.t('All rows of this result have been read already.'));
    if (!session || can[tool] !== true) return viewer.settled();
    switch (tool) {
      case 'loadAll':
        await loadAll(viewer, session, isConfirmed(argument));
        break;
      case 'pause':
        session.loading.pause();
        break;
      case 'resume':
        await session.loading.start();
        break;
      case 'toggleMask':
        session.toggleMask();
        break;
      case 'openInTab':
        panel.setSession(undefined);
        openTab(session).place.focus();
        panel.setNotice({
          title: vscode.l10n.t('This result is in a tab of its own'),
          text: vscode.l10n.t('It stays there until the tab is closed. The next result appears here.'),
          buttons: [],
        });
        panel.draw();
        break;
      case 'rerun': {
        const { target, query, options } = session.run;
        return begin(viewer, { target, query, options }, Date.now());
      }
      case 'export':
        await exportOf(viewer, argument);
        break;
      case 'compare':
        await compareOf(viewer, argument);
        break;
    }
    return viewer.settled();
  };

  const exportOf = async (viewer: Viewer, argument: unknown): Promise<unknown> => {
    const source = viewer.session()?.exportSource(viewer.selected());
    if (source) return loadExport().exportResult(deps, source, argument);
    return deps.messages.info(vscode.l10n.t('There are no rows to export yet.'));
  };
  const compareOf = async (viewer: Viewer, argument: unknown): Promise<unknown> => {
    const session = viewer.session();
    const own = session?.exportSource();
    const others = everySession().filter((one) => one !== session && one.exportSource());
    if (!own || others.length === 0) {
      return deps.messages.info(
        vscode.l10n.t(
          'Comparing takes two results with rows: open one in a tab, run another query, then compare.',
        ),
      );
    }
    const picked = others.length === 1 ? others[0] : await pickSession(deps, others);
    const other = picked?.exportSource();
    if (!other) return undefined;
    // By when each was asked, wherever it is shown: of two asked at once the other one counts as the older.
    const [before, after] = other.askedAt <= own.askedAt ? [other, own] : [own, other];
    return loadExport().compareResults(deps, before, after, keyOf(argument));
  };

  /** The same statement still waiting for its first answer: running it again would only write a second audit event. */
  const runsAlready = (next: Question): boolean => {
    const session = panel.session();
    if (!session) return false;
    const { phase, requests } = session.run.pager.state();
    const same =
      session.run.statement === next.query.text &&
      targetLabel(session.run.target) === targetLabel(next.target);
    return phase === 'loading' && requests === 0 && same;
  };
  const start = async (uri: unknown, offset: unknown, { count = false, inTab = false }: RunOptions) => {
    const at = Date.now();
    const prepared = await prepare(deps, uri, offset, count);
    switch (prepared.kind) {
      case 'left':
        return panel.settled();
      case 'notice':
        return show(panel, prepared.notice);
      case 'refused': {
        refused = prepared;
        const summary = await show(panel, prepared.notice);
        await showProblem(prepared.chosen, prepared.finding);
        return summary;
      }
      case 'ready': {
        if (inTab) {
          const session = createSession(deps, prepared);
          const tab = openTab(session);
          tab.viewer.timePaint(at);
          session.run.pager.start();
          return tab.viewer.settled();
        }
        return runsAlready(prepared) ? panel.settled() : begin(panel, prepared, at);
      }
    }
  };

  const listening = deps.targets.onDidChange(() => {
    if (!panel.session()) panel.draw();
  });
  return {
    run: (uri, offset, options = {}) => start(uri, offset, options),
    action: (action) => active().act(action),
    tool: (tool, argument) => useTool(active(), tool, argument),
    find(where) {
      const tab = where === 'panel' ? undefined : tabs.find(({ place }) => place.active());
      const place = tab?.place ?? panelPlace;
      // The key's page has the keyboard: given it once more, it would miss what is typed meanwhile.
      if (where === undefined) place.focus();
      place.find();
    },
    export: (argument) => exportOf(active(), argument),
    compare: (argument) => compareOf(active(), argument),
    copyShown: async () => (await active().session()?.copyShown()) ?? false,
    clear(everywhere = false) {
      panel.setSession(undefined)?.dispose();
      panel.draw();
      if (!everywhere) return;
      for (const { place } of tabs) place.dispose();
      setShownQuery(undefined);
    },
    dispose() {
      listening.dispose();
      for (const { place } of tabs) place.dispose();
      panel.setSession(undefined)?.dispose();
      panelPlace.dispose();
    },
  };
}

/** Which of several results; undefined when the person leaves. */
async function pickSession(deps: Deps, sessions: readonly Session[]): Promise<Session | undefined> {
  const items = sessions.map((session) => ({
    label: oneLine(session.run.statement.replace(/\s+/g, ' ').slice(0, 120)),
    description: targetLabel(session.run.target),
    detail: timeText(deps, session.run.askedAt),
    session,
  }));
  const title = vscode.l10n.t('Compare with which result?');
  return (await vscode.window.showQuickPick(items, { title }))?.session;
}

function keyOf(argument: unknown): readonly string[] | undefined {
  const key =
    typeof argument === 'object' && argument !== null && 'key' in argument ? argument.key : undefined;
  return Array.isArray(key) ? key.filter((name) => typeof name === 'string') : undefined;
}
