import * as vscode from 'vscode';
import { isCompletelyLoaded } from '../../../core/results/loading/doubts.ts';
import { createPager, type Pager, type PagerState } from '../../../core/results/loading/pager.ts';
import { createFinder, type Finder } from '../../../core/results/view/finder.ts';
import { maskRows } from '../../../core/results/view/mask.ts';
import { getTokenProblem, tokenRejectedError } from '../../../core/service/errors.ts';
import type { ResultsAction, SelectedCells } from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import type { SentQuery } from '../../app/displayedQuery.ts';
import type { RunEnd } from '../../app/lastRuns.ts';
import { pace } from '../../platform/pace.ts';
import { findDestination } from '../../query/destination.ts';
import { getDelivery, type Run } from '../../query/run.ts';
import { createDisplayedAndSelectedRows, type ExportSource } from '../exportSource.ts';
import { hasErrorButton, type RetryStep } from '../view/notices.ts';
import type { SessionState } from '../view/present.ts';
import { DisplayedRows } from './displayedRows.ts';
import { Loading } from './loading.ts';
import { createMasking, type Masking } from './masking.ts';
import { RunRequests } from './requests.ts';
import type { ResultSnapshot } from './resultSnapshot.ts';
import { createRowTools } from './rowTools.ts';
import type { RowTools } from './rowToolsOptions.ts';
import { computeAvailableActions, computeState } from './state.ts';
import { suggestColumn } from './suggestColumn.ts';

type SessionDeps = Pick<
  Deps,
  | 'client'
  | 'clipboard'
  | 'credentials'
  | 'knownNames'
  | 'language'
  | 'lastRuns'
  | 'log'
  | 'messages'
  | 'settings'
  | 'targets'
>;

const MIN_UPDATE_INTERVAL_MS = 100;

/** One result: its loaded rows, with their sorting, filters and mask, and the state that is displayed. */
export class Session {
  readonly run: Run;
  readonly loading: Loading;
  readonly rows: DisplayedRows;
  /**
   * The methods of the webview that are about the rows. Before calling one with a row or column index, the caller must
   * check that the webview still displays the rows to which the index belongs.
   */
  readonly tools: RowTools;
  onChange: () => void = () => undefined;
  /**
   * Called when the message of the current error with status 400 changes; with undefined if there is no such error any
   * more. It may be the error of a page request, of Load All or of a COUNT request.
   */
  onRejection: (message: string | undefined) => void = () => undefined;
  /**
   * Called only one time with the number of loaded rows, after the first success of a request of the pager. Before
   * that, called with `failed` or `cancelled` after a request that ended so, unless the previous call had the same
   * value.
   */
  onFirstRequestEnd: (ended: RunEnd) => void = () => undefined;
  readonly #targets: Deps['targets'];
  readonly #requests: RunRequests;
  readonly #suggestColumn: (message: string) => string | undefined;
  readonly #pager: Pager;
  readonly #masking: Masking;
  readonly #finder: Finder;
  readonly #subscriptions: vscode.Disposable;
  #searchedRowCount = 0;
  #version = 1;
  #suggestedColumn: string | undefined;
  #rejection: string | undefined;
  #newToken: 'none' | 'stored' | 'rejected' = 'none';
  #firstRequestEnd: RunEnd | undefined;
  #isClosed = false;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #maskTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SessionDeps, run: Run) {
    this.run = run;
    this.#targets = deps.targets;
    this.#requests = new RunRequests(deps, run, () => this.#updateRowsAndNotify());
    this.#suggestColumn = (message) => suggestColumn(run, message, deps.knownNames().seen);
    this.#pager = createQueryPager(deps, run, this.#requests, () => this.#updateRowsAndNotify());
    const { result } = this.#pager;
    this.#masking = createMasking(deps, run, result.rows);
    this.loading = new Loading({
      settings: deps.settings,
      pager: this.#pager,
      requests: this.#requests,
      onChange: () => this.#scheduleUpdate(),
    });
    this.rows = new DisplayedRows({
      pager: this.#pager,
      maskedRows: this.#masking.rows,
      isColumnMasked: this.#masking.isColumnMasked,
      isLoading: () => this.loading.isLoadAllRunning(),
      takeSnapshot: (withReveals) => {
        const { mask } = this.#masking;
        return maskRows(
          result.snapshot(),
          withReveals ? mask.createSnapshotTest() : mask.createUnrevealedTest(),
        );
      },
      collate: new Intl.Collator(vscode.env.language).compare,
      onArranged: () => this.#updateAfterArranging(),
    });
    this.#finder = createFinder(() => this.rows.takeSnapshot('arranged'), pace);
    this.tools = createRowTools({
      deps,
      pager: this.#pager,
      rows: this.rows,
      masking: this.#masking,
      getFinder: () => this.#getCurrentFinder(),
      onRowsChanged: (cause) => this.#updateRows(cause),
      isClosed: () => this.#isClosed,
    });
    const { onDidChange, tokenStates } = deps.credentials;
    this.#subscriptions = vscode.Disposable.from(
      onDidChange((name) => {
        if (name === run.target.connection.name) void this.#updateAfterSignIn(deps.credentials);
      }),
      tokenStates.onDidChange(() => {
        if (tokenStates.getState(run.target.connection) === 'refused') this.#updateAfterTokenRejection();
      }),
      deps.targets.onDidChange(() => {
        if (hasErrorButton('startLocalVault', this.#pager.state(), run.target)) this.#updateRowsAndNotify();
      }),
    );
  }

  startPager(): void {
    this.#pager.start();
  }

  state(): SessionState {
    return computeState(this.#takeSnapshot());
  }

  /** Returns the request whose audit event can be shown for the displayed rows; undefined if there is none. */
  getAnsweredQuery(): SentQuery | undefined {
    return this.run.eventAnswer ? undefined : this.#takeSnapshot().request;
  }

  /** Returns a number that increases whenever the displayed rows or their masks may have changed. */
  getRowsVersion(): number {
    return this.#version;
  }

  isBusy(): boolean {
    const isFetching = this.#pager.state().phase === 'loading' || this.loading.isBusy();
    return isFetching || this.rows.arrangement.isArranging();
  }

  isFirstRequestPending(): boolean {
    const { phase, requests } = this.#pager.state();
    return phase === 'loading' && requests === 0;
  }

  /** Whether at least one request of the pager succeeded, with or without rows. */
  hasResponse(): boolean {
    return this.#pager.state().requests > 0;
  }

  /**
   * Whether the last request of the pager failed or was cancelled, and none has succeeded. False while one is pending.
   */
  hasEndedWithoutResult(): boolean {
    const { phase, requests } = this.#pager.state();
    return requests === 0 && (phase === 'error' || phase === 'cancelled');
  }

  isComplete(): boolean {
    return isCompletelyLoaded(this.#pager.result);
  }

  performAction(action: ResultsAction): void {
    if (action === 'showAudit') return;
    if (action === 'cancel') this.#cancelRequestsAndArranging();
    else if (!computeAvailableActions(this.#takeSnapshot())[action]) return;
    else if (action === 'first' && this.rows.getDisplayedExtent() === 'all') this.#displayFirstPage();
    // All loaded rows are displayed, so the next page is one that is not loaded yet.
    else if (action === 'next' && this.rows.getDisplayedExtent() === 'all')
      this.#pager.goToFirstIncompletePage();
    else this.#pager[action]();
  }

  retryPagerRequest(): void {
    this.#pager.retry();
  }

  /**
   * To be called after the user has completed `step`. Sends the failed request again if the notice about it still
   * offers `step`.
   */
  retryIfStepOffered(step: RetryStep): void {
    if (hasErrorButton(step, this.#pager.state(), this.run.target)) this.#pager.retry();
  }

  /**
   * Displays all loaded rows, and starts Load All or resumes it. Resolves once Load All is done, cancelled or paused.
   */
  displayAndLoadAllRows(): Promise<void> {
    this.rows.setRequestedExtent('all');
    return this.loading.startOrResumeLoadAll();
  }

  /** Offers or resumes Load All, and displays all loaded rows if Load All was started before. */
  offerOrResumeLoadAll(): void {
    if (this.loading.hasStartedLoadAll()) this.rows.setRequestedExtent('all');
    this.loading.offerOrResumeLoadAll();
  }

  displayAllLoadedRows(): void {
    this.rows.setRequestedExtent('all');
    this.#updateRowsAndNotify();
  }

  toggleMask(): void {
    this.#masking.toggle();
    this.#updateRows('masked');
  }

  /** Returns the loaded rows as input of an export or a comparison; undefined if no row is loaded. */
  createExportSource(selected?: SelectedCells): ExportSource | undefined {
    const { result } = this.#pager;
    if (result.rows.rowCount === 0) return undefined;
    const { countedRows: counted } = this.loading.computeLoadingState().doubts;
    const loaded = result.snapshot();
    const { target, query, startedAt: askedAt, eventAnswer: events } = this.run;
    return {
      rows: loaded,
      isFromEvents: events !== undefined,
      hasPlainLiterals: events?.hasPlainLiterals === true,
      ...createDisplayedAndSelectedRows(loaded, this.rows, selected),
      isValueMasked: this.#masking.mask.createUnrevealedTest(),
      target,
      tables: query.names.tables.map(({ name }) => name),
      statement: query.text,
      startedAt: askedAt,
      isComplete: this.isComplete() && counted === undefined,
      ...(counted === undefined ? {} : { countedRows: counted }),
      repeatedRows: result.countRepeatedRows(),
      duplicatesInPage: result.hasDuplicatesInPage(),
      rowsAfterEnd: result.countRowsAfterEnd(),
      offsetIgnored: result.isOffsetIgnored(),
    };
  }

  async copyDisplayedRows(): Promise<boolean> {
    return this.rows.view().rowCount > 0 && this.tools.copyDisplayedRows();
  }

  dispose(): void {
    this.#isClosed = true;
    clearTimeout(this.#updateTimer);
    clearTimeout(this.#maskTimer);
    this.#subscriptions.dispose();
    this.#requests.cancelPageRequest();
    this.loading.cancelCountOrLoadAll();
    this.rows.arrangement.cancelArranging();
    this.#finder.reset();
    this.#pager.result.close();
  }

  async #updateAfterSignIn(credentials: Deps['credentials']): Promise<void> {
    const { target } = this.run;
    this.loading.resumeAfterSignIn();
    const isSignedIn = await credentials.isSignedIn(target.connection);
    // The user may have sent the request again meanwhile.
    if (!hasErrorButton('signIn', this.#pager.state(), target)) return;
    this.#newToken = isSignedIn ? 'stored' : 'none';
    this.#updateRowsAndNotify();
  }

  #updateAfterTokenRejection(): void {
    if (!hasErrorButton('signIn', this.#pager.state(), this.run.target)) return;
    this.#newToken = 'rejected';
    this.#updateRowsAndNotify();
  }

  #getPagerState(): PagerState {
    const state = this.#pager.state();
    const isTokenRejected =
      this.#newToken === 'rejected' && state.phase === 'error' && getTokenProblem(state.error) === 'missing';
    return isTokenRejected ? { ...state, error: tokenRejectedError } : state;
  }

  #takeSnapshot(): ResultSnapshot {
    const { result } = this.#pager;
    const { rows } = this;
    const pagerState = this.#getPagerState();
    const { pageSize } = result;
    const [extent, loadedRowCount] = [rows.getDisplayedExtent(), rows.loadedRowCount()];
    return {
      run: this.run,
      pagerState,
      loadingState: this.loading.computeLoadingState(),
      delivery: result.delivery,
      isSignedIn: this.#newToken === 'stored',
      isLocalVaultStarted:
        hasErrorButton('startLocalVault', pagerState, this.run.target) &&
        findDestination(this.run.target, this.#targets).kind === 'connection',
      suggestedColumn: this.#suggestedColumn,
      retryAt: this.#requests.retryAt,
      request: this.#requests.records.findRequestForOffset(
        extent === 'all' ? undefined : pagerState.page * pageSize,
      ),
      rows: {
        view: rows.view(),
        all: this.#masking.rows,
        isMasked: this.#masking.isOn(),
        maskedColumns: this.#masking.listMaskedColumns(),
        extent,
        loadedRowCount,
        isSortedOrFiltered: rows.isSortedOrFiltered(),
        arrangement: rows.arrangement,
        isContiguous: loadedRowCount === 0 || result.rows.rowNumberOf(loadedRowCount - 1) === loadedRowCount,
        isComplete: this.isComplete(),
      },
    };
  }

  #cancelRequestsAndArranging(): void {
    const isWaiting = this.#requests.retryAt !== undefined;
    if (this.#pager.state().phase === 'loading' || isWaiting) this.#requests.cancelPageRequest();
    this.loading.cancelCountOrLoadAll();
    if (!this.rows.arrangement.isArranging()) return;
    this.rows.arrangement.cancelArranging();
    this.onChange();
  }

  #displayFirstPage(): void {
    this.rows.setRequestedExtent('page');
    this.#pager.first();
    this.#updateRowsAndNotify();
  }

  #updateRowsAndNotify(): void {
    clearTimeout(this.#updateTimer);
    this.#updateTimer = undefined;
    if (this.#isClosed) return;
    if (this.#pager.state().phase !== 'error') this.#newToken = 'none';
    this.#reportFirstRequestEnd();
    this.#updateRejectionAndNotify();
    if (this.rows.updateDisplayedRows()) this.#version++;
    this.onChange();
  }

  #reportFirstRequestEnd(): void {
    const { phase } = this.#pager.state();
    if (typeof this.#firstRequestEnd === 'number' || phase === 'loading') return;
    const ended = this.hasResponse()
      ? this.#pager.result.rows.rowCount
      : phase === 'cancelled'
        ? 'cancelled'
        : 'failed';
    if (ended === this.#firstRequestEnd) return;
    this.#firstRequestEnd = ended;
    this.onFirstRequestEnd(ended);
  }

  #updateRejectionAndNotify(): void {
    const state = this.#pager.state();
    const error = state.phase === 'error' ? state.error : this.loading.getLoadAllOrCountError();
    const message = error?.kind === 'status' && error.status === 400 ? error.message : undefined;
    if (message === this.#rejection) return;
    this.#rejection = message;
    this.#suggestedColumn = message === undefined ? undefined : this.#suggestColumn(message);
    this.onRejection(message);
  }

  #scheduleUpdate(): void {
    if (!this.loading.isLoadAllRunning()) this.#updateRowsAndNotify();
    else this.#updateTimer ??= setTimeout(() => this.#updateRowsAndNotify(), MIN_UPDATE_INTERVAL_MS);
  }

  #updateRows(cause: 'arranged' | 'masked'): void {
    this.#finder.reset();
    this.rows.updateDisplayedRows(cause);
    this.#version++;
    clearTimeout(this.#maskTimer);
    const delayMs = this.#masking.mask.msUntilNextHide();
    if (delayMs !== undefined) this.#maskTimer = setTimeout(() => this.#updateRows('masked'), delayMs + 20);
    this.onChange();
  }

  #updateAfterArranging(): void {
    if (this.#isClosed) return;
    this.#finder.reset();
    this.#version++;
    this.#updateRowsAndNotify();
  }

  #getCurrentFinder(): Finder {
    const loaded = this.rows.loadedRowCount();
    if (this.#searchedRowCount !== loaded) this.#finder.reset();
    this.#searchedRowCount = loaded;
    return this.#finder;
  }
}

function createQueryPager(deps: SessionDeps, run: Run, requests: RunRequests, onChange: () => void): Pager {
  const { selectList, names } = run.query;
  return createPager({
    pageSize: deps.settings.pageSize(),
    delivery: getDelivery(run),
    ...(selectList ? { selectList } : {}),
    isJoin: names.tables.length > 1,
    prefetch: deps.settings.isPrefetchEnabled,
    onChange,
    fetch: (offset, limit) => requests.fetchPage(offset, limit),
  });
}
