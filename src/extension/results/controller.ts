import * as vscode from 'vscode';
import { curlCommand } from '../../core/service/curl.ts';
import { queryRoute } from '../../core/service/routes.ts';
import type { Notice, NoticeAction, ResultsAction, ResultsTool } from '../../protocol/results.ts';
import type { Deps } from '../app/deps.ts';
import type { EventAnswer } from '../app/eventAnswers.ts';
import type { SetShownQuery } from '../app/shownQuery.ts';
import { eventsRun } from '../query/eventsRun.ts';
import { type Prepared, prepare } from '../query/prepare.ts';
import { type Problem, showProblem, waitCancelledNotice } from '../query/refusals.ts';
import { isSameRun, type Run, requestFor } from '../query/run.ts';
import { errorLine, errorSentences } from '../targets/apiErrors.ts';
import { copyRequestID } from './copying.ts';
import type { Comparisons } from './export/comparisons.ts';
import { loadComparisons } from './export/load.ts';
import { Rejections } from './rejections.ts';
import { Session } from './session/session.ts';
import { compareRows, exportRows, type ToolPlace, toolTable } from './toolTable.ts';
import { pressButton } from './view/noticeActions.ts';
import type { PanelView } from './view/places.ts';
import { idleState } from './view/present.ts';
import { type Summary, summaryOf, type Viewer } from './view/viewer.ts';
import { Viewers } from './view/viewers.ts';

type ControllerDeps = Pick<
  Deps,
  | 'auditEvents'
  | 'client'
  | 'clipboard'
  | 'connections'
  | 'context'
  | 'credentials'
  | 'exporting'
  | 'fileSinks'
  | 'help'
  | 'knownNames'
  | 'language'
  | 'lastRuns'
  | 'localVault'
  | 'log'
  | 'messages'
  | 'schemas'
  | 'settings'
  | 'targets'
  | 'timeZone'
  | 'walkthrough'
  | 'webviews'
>;

export interface RunOptions {
  /** COUNT over the same rows instead. */
  readonly count?: boolean;
  readonly inTab?: boolean;
}

/** A query that waits for the local vault to start. */
interface Waiting {
  /** True if its result gets a tab of its own. */
  readonly inTab: boolean;
  /** Ends the wait without sending the query. */
  drop(): void;
}

type NotReady = Exclude<Prepared, { readonly kind: 'ready' }>;

/** Closes the list of completions in the text editor. A command leaves the list open over the statement. */
function closeCompletion(): void {
  void vscode.commands.executeCommand('hideSuggestWidget');
}

/** Runs queries, and does what is asked of their results in the view and in the palette. */
export class ResultsController implements vscode.Disposable {
  readonly #deps: ControllerDeps;
  readonly #setShownQuery: SetShownQuery;
  readonly #viewers: Viewers;
  #comparisons: Comparisons | undefined;
  #rejections: Rejections | undefined;
  /** Of the statement that was refused last. */
  #problem: Problem | undefined;
  readonly #waiting = new Set<Waiting>();

  constructor(deps: ControllerDeps, panelView: PanelView, setShownQuery: SetShownQuery) {
    this.#deps = deps;
    this.#setShownQuery = setShownQuery;
    this.#viewers = new Viewers({
      deps,
      panelView,
      setShownQuery,
      onTool: (viewer, tool) => void this.#useTool(viewer, tool, undefined),
      onButton: (viewer, action) => this.#press(viewer, action),
    });
  }

  /**
   * Runs the statement at a place, in the selection or at the caret. Answers once the first page is there, or it is
   * clear why there is none.
   */
  async run(
    uri: unknown,
    offset: unknown,
    { count = false, inTab = false }: RunOptions = {},
  ): Promise<Summary> {
    const at = Date.now();
    closeCompletion();
    const prepared = await prepare(this.#deps, uri, offset, count ? 'count' : 'rows', (started) =>
      this.#whileStarting(started, inTab),
    );
    if (prepared.kind !== 'ready') return inTab ? this.#warn(prepared) : this.#refuse(prepared);
    const { run } = prepared;
    return inTab ? this.#beginInTab(run, at) : this.#beginInPanel(run, at);
  }

  /**
   * Copies the request that Run would send first, as a command. Nothing is sent, and what Run refuses is refused. True
   * once it is on the clipboard.
   */
  async copyAsCurl(uri: unknown, offset: unknown): Promise<boolean> {
    const { settings, clipboard, messages } = this.#deps;
    const prepared = await prepare(this.#deps, uri, offset, 'copy');
    if (prepared.kind !== 'ready') {
      await this.#warn(prepared);
      return false;
    }
    const { run } = prepared;
    const { connection, vault } = run.target;
    const text = run.query.page({ offset: 0, limit: settings.pageSize() });
    const request = queryRoute(connection.baseUrl, requestFor(run, text));
    if (!request.ok) {
      const where = { operation: 'query', connection, vaultID: vault.id } as const;
      void messages.error(errorLine(errorSentences(request.error, where)));
      return false;
    }
    await clipboard.write(curlCommand(request.route));
    void messages.info(vscode.l10n.t('Copied. Set VAULT_TOKEN to your token before you run it.'));
    return true;
  }

  /** Shows an answer over loaded audit events in the panel. */
  showEvents(answer: EventAnswer): Promise<Summary> {
    closeCompletion();
    return this.#begin(this.#viewers.panel, eventsRun(answer));
  }

  /** Does what a button does, in the tab that has the keyboard or else the panel; answers once it is done. */
  action(action: ResultsAction): Promise<Summary> {
    return this.#viewers.active().act(action);
  }

  /** Likewise of the further buttons; `argument` is what a caller other than a person passes. */
  async tool(tool: ResultsTool, argument?: unknown): Promise<Summary> {
    const viewer = this.#viewers.active();
    const summary = await this.#useTool(viewer, tool, argument);
    if (tool === 'loadAll' && viewer.shown()?.loading.isOffered()) this.#viewers.ask(viewer);
    return summary;
  }

  /**
   * Opens the find bar in the tab that is in front, else in the panel. `where` comes with a key that was pressed in the
   * page, `panel` or `tab`: for `panel` it is there in any case.
   */
  find(where?: unknown): void {
    this.#viewers.find(where);
  }

  /** Exports what is loaded of the result; `argument` as `exportResult` has it. */
  export(argument?: unknown): Promise<unknown> {
    return exportRows({ deps: this.#deps, viewer: this.#viewers.active() }, argument);
  }

  /** Compares the result with another one; `{ "key": […] }` saves the question for the key. */
  compare(argument?: unknown): Promise<unknown> {
    return compareRows(this.#placeOf(this.#viewers.active()), argument);
  }

  /** Puts the rows on screen on the clipboard. False when there is none. */
  async copyShown(): Promise<boolean> {
    return (await this.#viewers.active().session()?.copyShown()) ?? false;
  }

  /** Puts the ID of the request whose rows are on screen on the clipboard. False when there is none. */
  copyRequestID(): Promise<boolean> {
    return copyRequestID(this.#viewers.active().shown(), this.#deps);
  }

  /** Takes the rows of answers over loaded audit events away, and comparisons of them: they may hold what is masked now. */
  withdrawEvents(): void {
    void this.#comparisons?.withdrawEvents();
    for (const viewer of this.#viewers.all()) {
      if (!viewer.session()?.run.events) continue;
      viewer.setSession(undefined)?.dispose();
      viewer.setNotice({
        title: vscode.l10n.t('More is masked in audit events now'),
        text: vscode.l10n.t('The earlier rows were removed. Run the statement again.'),
        buttons: [],
      });
      viewer.draw();
    }
  }

  /** Takes the rows of the panel away; `everywhere` those of tabs too, which are closed. */
  clear(everywhere = false): void {
    const { panel } = this.#viewers;
    this.#dropWaiting();
    panel.setSession(undefined)?.dispose();
    panel.draw();
    this.#viewers.rememberRemaining();
    if (!everywhere) return;
    this.#rejections?.dispose();
    this.#rejections = undefined;
    this.#viewers.closeTabs();
    this.#setShownQuery(undefined);
  }

  dispose(): void {
    this.#dropWaiting();
    this.#viewers.dispose();
    this.#comparisons?.dispose();
    this.#rejections?.dispose();
  }

  /** As `WhileStarting`. The panel says that the query waits, and offers to cancel it. */
  async #whileStarting(started: PromiseLike<unknown>, inTab: boolean): Promise<boolean> {
    const { panel } = this.#viewers;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { inTab, drop: () => resolve(false) };
    // The panel shows one result: only the latest query for it is sent.
    if (!inTab) this.#dropWaiting((other) => !other.inTab);
    this.#waiting.add(waiting);
    panel.wait(vscode.l10n.t('Waiting for the local vault to start…'), () => {
      this.#dropWaiting();
      void this.#show(waitCancelledNotice());
    });
    void this.#viewers.revealPanel();
    try {
      return await Promise.race([promise, Promise.resolve(started).then(() => true)]);
    } finally {
      this.#waiting.delete(waiting);
      if (this.#waiting.size === 0) panel.endWait();
    }
  }

  /** Queries that wait for the local vault are not sent. */
  #dropWaiting(isMeant: (waiting: Waiting) => boolean = () => true): void {
    for (const waiting of this.#waiting) if (isMeant(waiting)) waiting.drop();
  }

  /** Says why nothing is sent, beside the results: none of them was to be replaced. */
  async #warn(prepared: NotReady): Promise<Summary> {
    if (prepared.kind === 'left') return summaryOf(this.#viewers.panel.state());
    const { notice } = prepared;
    // The caret is put on a problem anyway.
    const buttons = notice.buttons.filter(({ id }) => id !== 'showProblem');
    const { panel } = this.#viewers;
    const choices = buttons.map(({ id, label }) => ({ label, run: () => this.#press(panel, id) }));
    void this.#deps.messages.warn(errorLine(notice), ...choices);
    if (prepared.kind === 'refused') await showProblem(prepared.problem);
    return summaryOf(idleState(notice));
  }

  /** Says why nothing is sent, in place of the result, which stays behind it. */
  async #refuse(prepared: NotReady): Promise<Summary> {
    if (prepared.kind === 'left') return this.#viewers.panel.settled();
    // Its button is there as soon as the notice is.
    this.#problem = prepared.kind === 'refused' ? prepared.problem : undefined;
    const summary = await this.#show(prepared.notice);
    if (prepared.kind === 'refused') await showProblem(prepared.problem);
    return summary;
  }

  async #show(notice: Notice): Promise<Summary> {
    const { panel } = this.#viewers;
    panel.setNotice(notice);
    // What was asked for last was not sent.
    this.#setShownQuery(undefined);
    await this.#viewers.revealPanel();
    panel.draw();
    return panel.settled();
  }

  /**
   * A result whose query is marked in the editor while the service rejects it, and noted as the last run of its file,
   * however it was asked for.
   */
  #sessionOf(run: Run): Session {
    const session = new Session(this.#deps, run);
    const { source } = run;
    if (!source) return session;
    const { uri } = source.document;
    this.#rejections?.clear(uri);
    // A COUNT says nothing of the rows of the file's queries.
    if (run.query.document)
      session.onFirst = (ended) => this.#deps.lastRuns.note(uri, { at: run.askedAt, ended });
    session.onRejection = (message) => {
      if (message === undefined) return this.#rejections?.withdraw(source);
      this.#rejections ??= new Rejections();
      this.#rejections.mark(source, message);
    };
    return session;
  }

  #beginInTab(run: Run, at: number): Promise<Summary> {
    const session = this.#sessionOf(run);
    const { viewer } = this.#viewers.openTab(session);
    viewer.timePaint(at);
    session.start();
    return viewer.settled();
  }

  /** The same statement still waiting for its first answer is not run again: that would only write another audit event. */
  #beginInPanel(run: Run, at: number): Promise<Summary> {
    const { panel } = this.#viewers;
    const before = panel.session();
    const runsAlready = before?.isFirstUnderWay() === true && isSameRun(before.run, run);
    if (!runsAlready) return this.#begin(panel, run, at);
    panel.showResult();
    return panel.settled();
  }

  async #begin(viewer: Viewer, run: Run, at = run.askedAt): Promise<Summary> {
    const session = this.#sessionOf(run);
    viewer.timePaint(at);
    const before = viewer.session();
    const isRerun = before !== undefined && before.rows.loaded() > 0 && isSameRun(before.run, run);
    if (isRerun) viewer.setRerun(session, before);
    else viewer.setSession(session)?.dispose();
    session.start();
    if (viewer === this.#viewers.panel) await this.#viewers.revealPanel();
    return viewer.settled();
  }

  async #useTool(viewer: Viewer, tool: ResultsTool, argument: unknown): Promise<Summary> {
    const session = viewer.session();
    const { can } = viewer.state();
    if (tool === 'loadAll' && can.loadAll === false && session?.exportSource()?.complete)
      void this.#deps.messages.info(vscode.l10n.t('All rows are already loaded.'));
    if (session && can[tool] === true) {
      if (tool === 'loadAll') viewer.goOn();
      await toolTable[tool](session, this.#placeOf(viewer), argument);
    }
    return viewer.settled();
  }

  #placeOf(viewer: Viewer): ToolPlace {
    return {
      deps: this.#deps,
      viewers: this.#viewers,
      viewer,
      comparisons: () => (this.#comparisons ??= new (loadComparisons().Comparisons)(this.#deps)),
      begin: (where, run) => this.#begin(where, run),
    };
  }

  #press(viewer: Viewer, action: NoticeAction): Promise<unknown> {
    return pressButton(action, { deps: this.#deps, viewer, problem: this.#problem });
  }
}

/** Nothing is run yet. */
export const createResults = (
  deps: ControllerDeps,
  panelView: PanelView,
  setShownQuery: SetShownQuery,
): ResultsController => new ResultsController(deps, panelView, setShownQuery);
