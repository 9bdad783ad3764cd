import * as vscode from 'vscode';
import {
  type NoticeAction,
  type ResultsState,
  type ResultsTool,
  shownIn,
} from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import type { SetShownQuery } from '../../app/shownQuery.ts';
import { timeText } from '../../app/timeText.ts';
import { ContextKeys } from '../../platform/contextKeys.ts';
import { sayRowsChanged } from '../../platform/copying.ts';
import { welcomeNotice } from '../../query/refusals.ts';
import { targetLabel } from '../../targets/targets.ts';
import { copyRequestID } from '../copying.ts';
import type { Session } from '../session/session.ts';
import { createPanelPlace, createTabPlace, type PanelView, type Place, type TabPlace } from './places.ts';
import { Viewer } from './viewer.ts';

interface Tab {
  readonly viewer: Viewer;
  readonly place: TabPlace;
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
  readonly setShownQuery: SetShownQuery;
  readonly onTool: (viewer: Viewer, tool: ResultsTool) => void;
  readonly onButton: (viewer: Viewer, action: NoticeAction) => Promise<unknown>;
}

/** The viewers of the window: one in the panel and one in each result tab. */
export class Viewers implements vscode.Disposable {
  readonly panel: Viewer;
  readonly #options: ViewersOptions;
  readonly #panelPlace: Place;
  readonly #listening: vscode.Disposable;
  readonly #contextKeys: ContextKeys;
  /** Whether results could be compared when the viewers were last drawn. */
  #couldCompare = false;
  #tabs: readonly Tab[] = [];

  constructor(options: ViewersOptions) {
    const { deps, panelView } = options;
    this.#options = options;
    this.#contextKeys = new ContextKeys(deps.log);
    this.panel = this.#createViewer(
      (state) => this.#panelPlace.draw(state),
      () => ({ openInTab: true, ...this.#comparing() }),
    );
    this.#panelPlace = createPanelPlace(deps.webviews, panelView, this.panel.handlers);
    this.#listening = deps.targets.onDidChange(() => {
      if (deps.targets.localVault().kind === 'running') this.panel.localVaultStarted();
      if (!this.panel.session()) this.panel.draw();
    });
  }

  /** Returns the viewer of the active result tab, or that of the panel if no result tab is active. */
  active(): Viewer {
    return this.#activeTab()?.viewer ?? this.panel;
  }

  /** Returns the viewers of the panel and of all result tabs. */
  all(): readonly Viewer[] {
    return [this.panel, ...this.#tabs.map(({ viewer }) => viewer)];
  }

  /** Returns the results of all viewers, even if a notice is displayed in place of a result. */
  sessions(): readonly Session[] {
    return this.all().flatMap((viewer) => viewer.session() ?? []);
  }

  /** Makes the panel visible without moving the keyboard focus. */
  revealPanel(): Promise<void> {
    return this.#panelPlace.reveal();
  }

  /** Opens a result tab for `session`. The caller draws or starts the result. */
  openTab(session: Session): Tab {
    const { deps } = this.#options;
    // The title contains nothing else of the statement, because the rest may contain a value of a record.
    const table = session.run.query.names.tables[0]?.name ?? vscode.l10n.t('Query');
    const title = vscode.l10n.t('{0} · {1}', table, targetLabel(session.run.target));
    let place: TabPlace | undefined;
    const viewer = this.#createViewer(
      (state) => place?.draw(state),
      () => this.#comparing(),
    );
    viewer.setSession(session);
    place = createTabPlace(deps, title, viewer.handlers, {
      onClosed: () => this.#closed(viewer),
      onActive: () => {
        const active = this.active();
        this.#setContexts(active.state());
        this.#remember(active);
      },
    });
    const tab = { viewer, place };
    this.#tabs = [...this.#tabs, tab];
    return tab;
  }

  /**
   * Sets the query whose audit event can be shown, after a result was removed: that of the active viewer, else that of
   * another viewer with a result, else none.
   */
  rememberRemaining(): void {
    const remaining = [this.active(), ...this.all()].find((viewer) => viewer.session());
    if (remaining) this.#remember(remaining);
    else this.#options.setShownQuery(undefined);
  }

  closeTabs(): void {
    for (const { place } of this.#tabs) place.dispose();
  }

  /**
   * Opens the find bar of the active result tab, or of the panel if no result tab is active. `where` is `panel` or
   * `tab` if a key was pressed in the webview there, otherwise undefined. `panel` always opens the find bar of the
   * panel.
   */
  find(where: unknown): void {
    const place = (where === 'panel' ? undefined : this.#activeTab()?.place) ?? this.#panelPlace;
    // The webview in which the key was pressed has the focus. Focusing it again would lose characters typed meanwhile.
    if (where === undefined) place.focus();
    place.find(where !== undefined);
  }

  /** Makes `viewer` visible and moves the keyboard focus to the question above its rows. */
  ask(viewer: Viewer): void {
    this.#placeOf(viewer).ask();
  }

  dispose(): void {
    this.#listening.dispose();
    this.closeTabs();
    this.panel.close();
    this.#panelPlace.dispose();
    this.#contextKeys.dispose();
  }

  #createViewer(draw: (state: ResultsState) => void, can: () => Partial<ResultsState['can']>): Viewer {
    const { deps, onTool, onButton } = this.#options;
    const viewer: Viewer = new Viewer({
      log: deps.log,
      welcome: () => welcomeNotice(deps.targets),
      onDraw: (state) => {
        draw(state);
        this.#drawOthers(viewer);
        if (viewer !== this.active()) return;
        this.#setContexts(state);
        // The command that shows the audit event of a query uses the query whose rows are visible.
        this.#remember(viewer);
      },
      onTool: (tool) => onTool(viewer, tool),
      onAudit: () => {
        this.#remember(viewer);
        return deps.auditEvents().ofDisplayedQuery();
      },
      onButton: (action) => onButton(viewer, action),
      onCopyRequestID: () => copyRequestID(viewer.shown(), deps),
      onCopyOutdated: () => sayRowsChanged(deps.messages),
      focus: () => this.#placeOf(viewer).focus(),
      timeText: (ms) => timeText(deps, ms),
      can,
    });
    return viewer;
  }

  #placeOf(viewer: Viewer): Place {
    return this.#tabs.find((tab) => tab.viewer === viewer)?.place ?? this.#panelPlace;
  }

  #activeTab(): Tab | undefined {
    return this.#tabs.find(({ place }) => place.active());
  }

  #closed(viewer: Viewer): void {
    this.#tabs = this.#tabs.filter((tab) => tab.viewer !== viewer);
    viewer.close();
    this.#setContexts(this.active().state());
    this.rememberRemaining();
    this.#drawOthers(viewer);
  }

  /** Whether results can be compared, which requires at least two results with displayed rows. */
  #canCompare(): boolean {
    return this.sessions().filter(({ rows }) => rows.view().rowCount > 0).length > 1;
  }

  #comparing(): Partial<ResultsState['can']> {
    return this.#canCompare() ? { compare: true } : {};
  }

  /**
   * If results can be compared now but could not before, or the other way round, redraws all viewers except `viewer`.
   * This shows or hides their Compare button.
   */
  #drawOthers(viewer: Viewer): void {
    const canCompare = this.#canCompare();
    if (canCompare === this.#couldCompare) return;
    this.#couldCompare = canCompare;
    for (const other of this.all()) if (other !== viewer) other.draw();
  }

  /**
   * Sets the query whose audit event can be shown to that of `viewer`, or to none if its rows have no audit event. Does
   * nothing if `viewer` has no result.
   */
  #remember(viewer: Viewer): void {
    const session = viewer.session();
    if (session) this.#options.setShownQuery(viewer.shown() ? session.answered() : undefined);
  }

  #setContexts(state: ResultsState): void {
    const { can } = state;
    const keys = this.#contextKeys;
    keys.set('vaultsql.running', can.cancel);
    keys.set('vaultsql.canNext', can.next);
    keys.set('vaultsql.canPrevious', can.previous);
    const hasRows = (shownIn(state)?.rowCount ?? 0) > 0;
    keys.set('vaultsql.hasRows', hasRows);
    if (hasRows) this.#options.deps.walkthrough.markDone('run');
    keys.set('vaultsql.hasResult', this.sessions().length > 0);
    keys.set('vaultsql.canCompare', this.#canCompare());
  }
}
