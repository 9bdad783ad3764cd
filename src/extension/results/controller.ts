import * as vscode from 'vscode';
import { formatCurlCommand } from '../../core/service/curl.ts';
import { createQueryRoute } from '../../core/service/routes.ts';
import type { Notice, NoticeAction, ResultsAction, ResultsTool } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import type { SetDisplayedQuery } from '../app/displayedQuery.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import { createEventsRun } from '../query/eventsRun.ts';
import { type PrepareOutcome, prepareRun } from '../query/prepare.ts';
import { createCancelledBeforeSendNotice, type RefusedStatement, showProblem } from '../query/refusals.ts';
import { createRequest, hasSameQueryAndTarget, type Run } from '../query/run.ts';
import { describeError, joinErrorSentences } from '../targets/apiErrors.ts';
import { copyRequestID } from './copying.ts';
import type { Comparisons } from './export/comparisons.ts';
import { loadComparisons } from './export/load.ts';
import { RejectionMarks } from './rejections.ts';
import { Session } from './session/session.ts';
import { compareResults, exportRows, type ToolContext, toolTable } from './toolTable.ts';
import { performNoticeAction } from './view/noticeActions.ts';
import { createIdleState } from './view/present.ts';
import { createViewerSummary, type Viewer, type ViewerSummary } from './view/viewer.ts';
import type { PanelView } from './view/viewerLocations.ts';
import { Viewers } from './view/viewers.ts';

type ControllerDeps = Pick<
  Deps,
  | 'auditEvents'
  | 'client'
  | 'clipboard'
  | 'connections'
  | 'context'
  | 'credentials'
  | 'loadExport'
  | 'fileSinks'
  | 'help'
  | 'knownNames'
  | 'language'
  | 'lastRuns'
  | 'localVault'
  | 'log'
  | 'messages'
  | 'schemas'
  | 'serviceProfiles'
  | 'settings'
  | 'targets'
  | 'timeZone'
  | 'walkthrough'
  | 'webviews'
>;

export interface RunOptions {
  /** True to request the number of rows with COUNT instead of the rows. */
  readonly count?: boolean;
  readonly inTab?: boolean;
}

interface PendingRun {
  readonly inTab: boolean;
  cancel(): void;
}

type NotReady = Exclude<PrepareOutcome, { readonly kind: 'ready' }>;

/** Closes the list of completions, which would otherwise stay open over the statement while a command runs. */
function closeSuggestWidget(): void {
  void vscode.commands.executeCommand('hideSuggestWidget');
}

/** Runs queries, and performs the commands and buttons that apply to their results. */
export class ResultsController implements vscode.Disposable {
  readonly #deps: ControllerDeps;
  readonly #setDisplayedQuery: SetDisplayedQuery;
  readonly #viewers: Viewers;
  #comparisons: Comparisons | undefined;
  #rejections: RejectionMarks | undefined;
  #problem: RefusedStatement | undefined;
  readonly #pendingRuns = new Set<PendingRun>();

  constructor(deps: ControllerDeps, panelView: PanelView, setDisplayedQuery: SetDisplayedQuery) {
    this.#deps = deps;
    this.#setDisplayedQuery = setDisplayedQuery;
    this.#viewers = new Viewers({
      deps,
      panelView,
      setDisplayedQuery,
      onTool: (viewer, tool) => void this.#performToolIn(viewer, tool, undefined),
      onButton: (viewer, action) => this.#performNoticeAction(viewer, action),
    });
  }

  /**
   * Runs the statement at `offset` (UTF-16 code units) of the document `uri`. Unless both are given, runs a statement
   * of the active editor. Resolves to a summary of the displayed state, or of the notice that says why nothing was run.
   */
  async prepareAndRunStatement(
    uri: unknown,
    offset: unknown,
    { count = false, inTab = false }: RunOptions = {},
  ): Promise<ViewerSummary> {
    const requestedAt = Date.now();
    closeSuggestWidget();
    const prepared = await prepareRun(this.#deps, uri, offset, count ? 'count' : 'rows', (started) =>
      this.#waitForLocalVault(started, inTab),
    );
    if (prepared.kind !== 'ready')
      return inTab ? this.#warnNotReady(prepared) : this.#displayRefusal(prepared);
    const { run } = prepared;
    return inTab ? this.#runInNewTab(run, requestedAt) : this.#runInPanel(run, requestedAt);
  }

  /**
   * Copies a curl command that sends the statement or, if the result is paged, requests its first page. The statement
   * itself is not sent. Resolves to false if there is no command to copy.
   */
  async copyAsCurl(uri: unknown, offset: unknown): Promise<boolean> {
    const { settings, clipboard, messages } = this.#deps;
    const prepared = await prepareRun(this.#deps, uri, offset, 'copy');
    if (prepared.kind !== 'ready') {
      await this.#warnNotReady(prepared);
      return false;
    }
    const { run } = prepared;
    const { connection, vault } = run.target;
    const text = run.query.page({ offset: 0, limit: settings.pageSize() });
    const request = createQueryRoute(connection.baseUrl, createRequest(run, text));
    if (!request.ok) {
      const where = { operation: 'query', connection, vaultID: vault.id } as const;
      void messages.error(joinErrorSentences(describeError(request.error, where)));
      return false;
    }
    await clipboard.write(formatCurlCommand(request.route));
    void messages.info(vscode.l10n.t('Copied. Set VAULT_TOKEN to your token before you run it.'));
    return true;
  }

  displayEventsResult(answer: EventAnswer): Promise<ViewerSummary> {
    closeSuggestWidget();
    return this.#runInViewer(this.#viewers.panel, createEventsRun(answer));
  }

  /** Performs an action in the active result tab, or in the panel if no result tab is active. */
  performAction(action: ResultsAction): Promise<ViewerSummary> {
    return this.#viewers.getActiveViewer().performAction(action);
  }

  /**
   * Performs the action of a toolbar button in the active result tab, or in the panel if no result tab is active.
   * `argument`: what a keybinding or another extension passed to the command.
   */
  async performTool(tool: ResultsTool, argument?: unknown): Promise<ViewerSummary> {
    const viewer = this.#viewers.getActiveViewer();
    const summary = await this.#performToolIn(viewer, tool, argument);
    if (tool === 'loadAll' && viewer.displayedSession()?.loading.isOfferDisplayed())
      this.#viewers.focusQuestion(viewer);
    return summary;
  }

  openFind(where?: unknown): void {
    this.#viewers.openFind(where);
  }

  /** Exports loaded rows of the active result. `argument`: see `readExportArguments`. */
  exportActiveResult(argument?: unknown): Promise<unknown> {
    return exportRows({ deps: this.#deps, viewer: this.#viewers.getActiveViewer() }, argument);
  }

  /**
   * Compares the active result with another one. `argument` may be an object whose `key` lists the names of the columns
   * that identify a row.
   */
  compareActiveResult(argument?: unknown): Promise<unknown> {
    return compareResults(this.#createToolContext(this.#viewers.getActiveViewer()), argument);
  }

  async copyDisplayedRows(): Promise<boolean> {
    return (await this.#viewers.getActiveViewer().session()?.copyDisplayedRows()) ?? false;
  }

  copyRequestID(): Promise<boolean> {
    return copyRequestID(this.#viewers.getActiveViewer().displayedSession(), this.#deps);
  }

  /**
   * Removes the results of statements over loaded audit events, and closes the comparisons with such results, because
   * both may contain values that must now be masked.
   */
  removeEventsResults(): void {
    void this.#comparisons?.closeEventsComparisons();
    for (const viewer of this.#viewers.allViewers()) {
      if (!viewer.session()?.run.eventAnswer) continue;
      viewer.setSession(undefined)?.dispose();
      viewer.setNotice({
        title: vscode.l10n.t('More is masked in audit events now'),
        text: vscode.l10n.t('The earlier rows were removed. Run the statement again.'),
        buttons: [],
      });
      viewer.drawState();
    }
  }

  /**
   * Removes the result in the panel, and cancels the queries that wait for the local vault to start. If `everywhere` is
   * true, also closes all result tabs and removes the marks of rejected queries.
   */
  clearResults(everywhere = false): void {
    const { panel } = this.#viewers;
    this.#cancelPendingRuns();
    panel.setSession(undefined)?.dispose();
    panel.drawState();
    this.#viewers.setDisplayedQueryFromRemainingResult();
    if (!everywhere) return;
    this.#rejections?.dispose();
    this.#rejections = undefined;
    this.#viewers.closeTabs();
    this.#setDisplayedQuery(undefined);
  }

  dispose(): void {
    this.#cancelPendingRuns();
    this.#viewers.dispose();
    this.#comparisons?.dispose();
    this.#rejections?.dispose();
  }

  /** Waits for the local vault to start. Resolves to false if the query must not be sent any more. */
  async #waitForLocalVault(started: PromiseLike<unknown>, inTab: boolean): Promise<boolean> {
    const { panel } = this.#viewers;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { inTab, cancel: () => resolve(false) };
    // The panel displays one result, so earlier queries for the panel that still wait are not sent.
    if (!inTab) this.#cancelPendingRuns((other) => !other.inTab);
    this.#pendingRuns.add(waiting);
    panel.displayWaiting(vscode.l10n.t('Waiting for the local vault to start…'), () => {
      this.#cancelPendingRuns();
      void this.#displayNotice(createCancelledBeforeSendNotice());
    });
    void this.#viewers.revealPanel();
    try {
      return await Promise.race([promise, Promise.resolve(started).then(() => true)]);
    } finally {
      this.#pendingRuns.delete(waiting);
      if (this.#pendingRuns.size === 0) panel.restoreContentAfterWaiting();
    }
  }

  #cancelPendingRuns(isSelected: (waiting: PendingRun) => boolean = () => true): void {
    for (const waiting of this.#pendingRuns) if (isSelected(waiting)) waiting.cancel();
  }

  async #warnNotReady(prepared: NotReady): Promise<ViewerSummary> {
    if (prepared.kind === 'dismissed') return createViewerSummary(this.#viewers.panel.state());
    const { notice } = prepared;
    // `showProblem` is called below anyway.
    const buttons = notice.buttons.filter(({ id }) => id !== 'showProblem');
    const { panel } = this.#viewers;
    const choices = buttons.map(({ id, label }) => ({
      label,
      run: () => this.#performNoticeAction(panel, id),
    }));
    void this.#deps.messages.warn(joinErrorSentences(notice), ...choices);
    if (prepared.kind === 'refused') await showProblem(prepared.problem);
    return createViewerSummary(createIdleState(notice));
  }

  async #displayRefusal(prepared: NotReady): Promise<ViewerSummary> {
    if (prepared.kind === 'dismissed') return this.#viewers.panel.waitUntilSettled();
    // Set before the notice is displayed, because a button of the notice uses it.
    this.#problem = prepared.kind === 'refused' ? prepared.problem : undefined;
    const summary = await this.#displayNotice(prepared.notice);
    if (prepared.kind === 'refused') await showProblem(prepared.problem);
    return summary;
  }

  async #displayNotice(notice: Notice): Promise<ViewerSummary> {
    const { panel } = this.#viewers;
    panel.setNotice(notice);
    // The latest statement was not sent, so it has no audit event to show.
    this.#setDisplayedQuery(undefined);
    await this.#viewers.revealPanel();
    panel.drawState();
    return panel.waitUntilSettled();
  }

  #createSession(run: Run): Session {
    const session = new Session(this.#deps, run);
    const { source } = run;
    if (!source) return session;
    const { uri } = source.document;
    this.#rejections?.clearMarks(uri);
    // A query that counts rows has no `document`. Its single row says nothing about the row count of the query in the
    // editor.
    if (run.query.document)
      session.onFirstRequestEnd = (ended) => {
        this.#deps.lastRuns.recordRun(uri, { startedAt: run.startedAt, end: ended });
        if (typeof ended === 'number') this.#recordAcceptedConstructs(run);
      };
    session.onRejection = (message) => {
      if (message === undefined) return this.#rejections?.clearMarksOfQuery(source);
      this.#rejections ??= new RejectionMarks();
      this.#rejections.markRejectedQuery(source, message);
    };
    return session;
  }

  #recordAcceptedConstructs({ query: { hasRejected }, target: { connection } }: Run): void {
    const { serviceProfiles } = this.#deps;
    if (hasRejected.constructs)
      void serviceProfiles.markProfilePartContradicted(connection, 'refusedConstructs');
    if (hasRejected.levels) void serviceProfiles.markProfilePartContradicted(connection, 'refusedLevels');
  }

  #runInNewTab(run: Run, requestedAt: number): Promise<ViewerSummary> {
    const session = this.#createSession(run);
    const { viewer } = this.#viewers.openTab(session);
    viewer.startPaintTimer(requestedAt);
    session.startPager();
    return viewer.waitUntilSettled();
  }

  /**
   * Runs a query in the panel. If the panel still waits for the first response to the same query, the query is not sent
   * again, because another request would create another audit event.
   */
  #runInPanel(run: Run, requestedAt: number): Promise<ViewerSummary> {
    const { panel } = this.#viewers;
    const before = panel.session();
    const isAlreadyRunning =
      before?.isFirstRequestPending() === true && hasSameQueryAndTarget(before.run, run);
    if (!isAlreadyRunning) return this.#runInViewer(panel, run, requestedAt);
    panel.restoreResult();
    return panel.waitUntilSettled();
  }

  async #runInViewer(viewer: Viewer, run: Run, requestedAt = run.startedAt): Promise<ViewerSummary> {
    const session = this.#createSession(run);
    viewer.startPaintTimer(requestedAt);
    const before = viewer.session();
    const isRerun =
      before !== undefined && before.rows.loadedRowCount() > 0 && hasSameQueryAndTarget(before.run, run);
    if (isRerun) viewer.setRerun(session, before);
    else viewer.setSession(session)?.dispose();
    session.startPager();
    if (viewer === this.#viewers.panel) await this.#viewers.revealPanel();
    return viewer.waitUntilSettled();
  }

  async #performToolIn(viewer: Viewer, tool: ResultsTool, argument: unknown): Promise<ViewerSummary> {
    const session = viewer.session();
    const { can } = viewer.state();
    if (tool === 'loadAll' && can.loadAll === false && session?.createExportSource()?.isComplete)
      void this.#deps.messages.info(vscode.l10n.t('All rows are already loaded.'));
    if (session && can[tool] === true) {
      if (tool === 'loadAll') viewer.dismissRerunNotice();
      await toolTable[tool](session, this.#createToolContext(viewer), argument);
    }
    return viewer.waitUntilSettled();
  }

  #createToolContext(viewer: Viewer): ToolContext {
    return {
      deps: this.#deps,
      viewers: this.#viewers,
      viewer,
      comparisons: () => (this.#comparisons ??= new (loadComparisons().Comparisons)(this.#deps)),
      runIn: (target, run) => this.#runInViewer(target, run),
    };
  }

  #performNoticeAction(viewer: Viewer, action: NoticeAction): Promise<unknown> {
    return performNoticeAction(action, { deps: this.#deps, viewer, problem: this.#problem });
  }
}

export const createResults = (
  deps: ControllerDeps,
  panelView: PanelView,
  setDisplayedQuery: SetDisplayedQuery,
): ResultsController => new ResultsController(deps, panelView, setDisplayedQuery);
