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

/** All places of the window where results are shown: the panel, and tabs. */
export class Viewers implements vscode.Disposable {
  readonly panel: Viewer;
  readonly #options: ViewersOptions;
  readonly #panelPlace: Place;
  readonly #listening: vscode.Disposable;
  readonly #contextKeys: ContextKeys;
  /** Whether results could be compared when all places were drawn last. */
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

  /** The tab that has the keyboard, else the panel. */
  active(): Viewer {
    return this.#activeTab()?.viewer ?? this.panel;
  }

  /** The panel and all tabs. */
  all(): readonly Viewer[] {
    return [this.panel, ...this.#tabs.map(({ viewer }) => viewer)];
  }

  /** Every result, also those behind a notice. */
  sessions(): readonly Session[] {
    return this.all().flatMap((viewer) => viewer.session() ?? []);
  }

  /** Makes the panel visible; the keyboard stays where it is. */
  revealPanel(): Promise<void> {
    return this.#panelPlace.reveal();
  }

  /** A tab with a result, which is to be drawn or started. */
  openTab(session: Session): Tab {
    const { deps } = this.#options;
    // Nothing else of the statement: it may hold a value.
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

  /** The query of the result that is left, of none where none is: a result was taken away. */
  rememberRemaining(): void {
    const remaining = [this.active(), ...this.all()].find((viewer) => viewer.session());
    if (remaining) this.#remember(remaining);
    else this.#options.setShownQuery(undefined);
  }

  closeTabs(): void {
    for (const { place } of this.#tabs) place.dispose();
  }

  /** As in `ResultsController`. */
  find(where: unknown): void {
    const place = (where === 'panel' ? undefined : this.#activeTab()?.place) ?? this.#panelPlace;
    // The key's page has the keyboard: given it once more, it would miss what is typed meanwhile.
    if (where === undefined) place.focus();
    place.find(where !== undefined);
  }

  /** Takes the keyboard to the question that is above the rows of a viewer. */
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
        // What the palette's command for the audit event is about: the visible rows.
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

  /** Comparing takes two results with rows. */
  #canCompare(): boolean {
    return this.sessions().filter(({ rows }) => rows.view().rowCount > 0).length > 1;
  }

  #comparing(): Partial<ResultsState['can']> {
    return this.#canCompare() ? { compare: true } : {};
  }

  /** A result that has come or gone where `viewer` is gives the others their Compare button, or takes it away. */
  #drawOthers(viewer: Viewer): void {
    const canCompare = this.#canCompare();
    if (canCompare === this.#couldCompare) return;
    this.#couldCompare = canCompare;
    for (const other of this.all()) if (other !== viewer) other.draw();
  }

  /** A result that has no event leaves none of another query behind: it would be taken for its own. */
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
