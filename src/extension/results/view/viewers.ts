import * as vscode from 'vscode';
import {
  getRowsDescription,
  type NoticeAction,
  type ResultsState,
  type ResultsTool,
} from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import type { SetDisplayedQuery } from '../../app/displayedQuery.ts';
import { formatTime } from '../../app/timeText.ts';
import { ContextKeys } from '../../platform/contextKeys.ts';
import { showRowsChangedMessage } from '../../platform/copying.ts';
import { createWelcomeNotice } from '../../query/refusals.ts';
import { formatTarget } from '../../targets/targets.ts';
import { copyRequestID } from '../copying.ts';
import type { Session } from '../session/session.ts';
import { Viewer } from './viewer.ts';
import {
  createPanelLocation,
  createTabLocation,
  type PanelView,
  type TabLocation,
  type ViewerLocation,
} from './viewerLocations.ts';

interface Tab {
  readonly viewer: Viewer;
  readonly location: TabLocation;
}

interface ViewersOptions {
  readonly deps: Pick<
    Deps,
    | 'auditEvents'
    | 'clipboard'
    | 'context'
    | 'log'
    | 'messages'
    | 'targets'
    | 'timeZone'
    | 'walkthrough'
    | 'webviews'
  >;
  readonly panelView: PanelView;
  readonly setDisplayedQuery: SetDisplayedQuery;
  readonly onTool: (viewer: Viewer, tool: ResultsTool) => void;
  readonly onButton: (viewer: Viewer, action: NoticeAction) => Promise<unknown>;
}

export class Viewers implements vscode.Disposable {
  readonly panel: Viewer;
  readonly #options: ViewersOptions;
  readonly #panelLocation: ViewerLocation;
  readonly #subscription: vscode.Disposable;
  readonly #contextKeys: ContextKeys;
  #couldCompare = false;
  #tabs: readonly Tab[] = [];

  constructor(options: ViewersOptions) {
    const { deps, panelView } = options;
    this.#options = options;
    this.#contextKeys = new ContextKeys(deps.log);
    this.panel = this.#createViewer(
      (state) => this.#panelLocation.displayState(state),
      () => ({ openInTab: true, ...this.#compareAvailability() }),
    );
    this.#panelLocation = createPanelLocation(deps.webviews, panelView, this.panel.handlers);
    this.#subscription = deps.targets.onDidChange(() => {
      if (deps.targets.getLocalVaultState().kind === 'running') this.panel.replaceLocalVaultNotice();
      if (!this.panel.session()) this.panel.drawState();
    });
  }

  getActiveViewer(): Viewer {
    return this.#activeTab()?.viewer ?? this.panel;
  }

  allViewers(): readonly Viewer[] {
    return [this.panel, ...this.#tabs.map(({ viewer }) => viewer)];
  }

  /** Returns the results of all viewers, even if a notice is displayed in place of a result. */
  listSessions(): readonly Session[] {
    return this.allViewers().flatMap((viewer) => viewer.session() ?? []);
  }

  revealPanel(): Promise<void> {
    return this.#panelLocation.reveal();
  }

  /**
   * Opens a result tab for `session`. The caller must then start the pager of `session` or draw the state of the
   * viewer.
   */
  openTab(session: Session): Tab {
    const { deps } = this.#options;
    // The title contains only a table name from the statement, because the rest may contain a value of a record.
    const table = session.run.query.names.tables[0]?.name ?? vscode.l10n.t('Query');
    const title = vscode.l10n.t('{0} · {1}', table, formatTarget(session.run.target));
    let location: TabLocation | undefined;
    const viewer = this.#createViewer(
      (state) => location?.displayState(state),
      () => this.#compareAvailability(),
    );
    viewer.setSession(session);
    location = createTabLocation(deps, title, viewer.handlers, {
      onClosed: () => this.#removeTab(viewer),
      onActive: () => {
        const active = this.getActiveViewer();
        this.#updateContextKeys(active.state());
        this.#setDisplayedQueryOf(active);
      },
    });
    const tab = { viewer, location };
    this.#tabs = [...this.#tabs, tab];
    return tab;
  }

  setDisplayedQueryFromRemainingResult(): void {
    const remaining = [this.getActiveViewer(), ...this.allViewers()].find((viewer) => viewer.session());
    if (remaining) this.#setDisplayedQueryOf(remaining);
    else this.#options.setDisplayedQuery(undefined);
  }

  closeTabs(): void {
    for (const { location } of this.#tabs) location.dispose();
  }

  /**
   * Opens the find bar of the active result tab, or of the panel if `where` is `panel` or no result tab is active.
   * `where` names the webview in which the key of the command was pressed, `panel` or `tab`; undefined if the command
   * was run in another way.
   */
  openFind(where: unknown): void {
    const location = (where === 'panel' ? undefined : this.#activeTab()?.location) ?? this.#panelLocation;
    // The webview in which the key was pressed has the focus. Focusing it again would lose characters typed meanwhile.
    if (where === undefined) location.focus();
    location.openFind(where !== undefined);
  }

  focusQuestion(viewer: Viewer): void {
    this.#locationOf(viewer).focusLoadAllQuestion();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.closeTabs();
    this.panel.disposeSessionAndSettle();
    this.#panelLocation.dispose();
    this.#contextKeys.dispose();
  }

  #createViewer(onDraw: (state: ResultsState) => void, can: () => Partial<ResultsState['can']>): Viewer {
    const { deps, onTool, onButton } = this.#options;
    const viewer: Viewer = new Viewer({
      log: deps.log,
      welcome: () => createWelcomeNotice(deps.targets),
      onDraw: (state) => {
        onDraw(state);
        this.#redrawOthersIfCompareAvailabilityChanged(viewer);
        if (viewer !== this.getActiveViewer()) return;
        this.#updateContextKeys(state);
        // The command that shows the audit event of a query uses the query whose result is displayed.
        this.#setDisplayedQueryOf(viewer);
      },
      onTool: (tool) => onTool(viewer, tool),
      onAudit: () => {
        this.#setDisplayedQueryOf(viewer);
        return deps.auditEvents().showEventsOfDisplayedQuery();
      },
      onButton: (action) => onButton(viewer, action),
      onCopyRequestID: () => copyRequestID(viewer.displayedSession(), deps),
      onCopyOutdated: () => showRowsChangedMessage(deps.messages),
      returnFocus: () => this.#locationOf(viewer).returnFocus(),
      timeText: (ms) => formatTime(deps, ms),
      can,
    });
    return viewer;
  }

  #locationOf(viewer: Viewer): ViewerLocation {
    return this.#tabs.find((tab) => tab.viewer === viewer)?.location ?? this.#panelLocation;
  }

  #activeTab(): Tab | undefined {
    return this.#tabs.find(({ location }) => location.isActive());
  }

  #removeTab(viewer: Viewer): void {
    this.#tabs = this.#tabs.filter((tab) => tab.viewer !== viewer);
    viewer.disposeSessionAndSettle();
    this.#updateContextKeys(this.getActiveViewer().state());
    this.setDisplayedQueryFromRemainingResult();
    this.#redrawOthersIfCompareAvailabilityChanged(viewer);
  }

  #canCompare(): boolean {
    return this.listSessions().filter(({ rows }) => rows.view().rowCount > 0).length > 1;
  }

  #compareAvailability(): Partial<ResultsState['can']> {
    return this.#canCompare() ? { compare: true } : {};
  }

  /** Redraws the other viewers if their Compare button must appear or disappear. */
  #redrawOthersIfCompareAvailabilityChanged(viewer: Viewer): void {
    const canCompare = this.#canCompare();
    if (canCompare === this.#couldCompare) return;
    this.#couldCompare = canCompare;
    for (const other of this.allViewers()) if (other !== viewer) other.drawState();
  }

  #setDisplayedQueryOf(viewer: Viewer): void {
    const session = viewer.session();
    if (session)
      this.#options.setDisplayedQuery(viewer.displayedSession() ? session.getAnsweredQuery() : undefined);
  }

  #updateContextKeys(state: ResultsState): void {
    const { can } = state;
    const keys = this.#contextKeys;
    keys.scheduleContextKey('vaultsql.running', can.cancel);
    keys.scheduleContextKey('vaultsql.canNext', can.next);
    keys.scheduleContextKey('vaultsql.canPrevious', can.previous);
    const hasRows = (getRowsDescription(state)?.rowCount ?? 0) > 0;
    keys.scheduleContextKey('vaultsql.hasRows', hasRows);
    // A query without rows was run too.
    if (hasRows || state.phase === 'none') this.#options.deps.walkthrough.markDone('run');
    keys.scheduleContextKey('vaultsql.hasResult', this.listSessions().length > 0);
    keys.scheduleContextKey('vaultsql.canCompare', this.#canCompare());
  }
}
