import * as vscode from 'vscode';
import { isLoaded } from '../../core/results/loading/doubts.ts';
import { createFinder } from '../../core/results/view/finder.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { ResultsAction, ResultsHost, ResultsTools, Selected } from '../../protocol/results.ts';
import type { Handlers } from '../../protocol/rpc.ts';
import type { Deps } from '../app/deps.ts';
import type { AnsweredQuery } from '../app/shownQuery.ts';
import { errorSentences } from '../connections/apiErrors.ts';
import type { Target } from '../connections/targets.ts';
import { targetLabel } from '../connections/targets.ts';
import { type ExportSource, rowsOnScreen } from './exportSource.ts';
import { createLoading, type Loading } from './loading.ts';
import { loadingStatus } from './loadingTexts.ts';
import { createMasking, type Masking } from './masking.ts';
import { pagerNotice, retryID } from './notices.ts';
import { columnsOf, detailText, firstCells, phaseOf, type SessionState } from './present.ts';
import { type Run, startRun } from './run.ts';
import { createShownRows, type ShownRows } from './shownRows.ts';
import { pageStatus, restingText, scopeText, wholeStatus } from './status.ts';
import { sessionTools } from './tools.ts';

/** What a statement needs to be run: as `prepare` gives it. */
export interface Question {
  readonly target: Target;
  readonly query: PreparedQuery;
  readonly options: CheckOptions;
}

/** What the webview may ask about one result; revisions are checked where it is shown. */
export type SessionHost = Pick<Handlers<ResultsHost & ResultsTools>, 'cell' | 'copy'> &
  Omit<Handlers<ResultsTools>, 'tool'>;

/** One result: what is loaded of it, how it is arranged, masked and shown. */
export interface Session {
  readonly run: Run;
  readonly loading: Loading;
  readonly masking: Masking;
  readonly rows: ShownRows;
  readonly host: SessionHost;
  state(): SessionState;
  /** The request whose rows are on screen, for its audit event. */
  answered(): AnsweredQuery | undefined;
  /** Grows whenever rows on screen are no longer those rows. */
  version(): number;
  /** Whether an answer is waited for. */
  busy(): boolean;
  act(action: ResultsAction): void;
  press(id: string): void;
  toggleMask(): void;
  /** What is loaded, frozen, for an export; undefined where there is no row. `selected`: cells of what is on screen. */
  exportSource(selected?: Selected): ExportSource | undefined;
  /** Puts the rows on screen on the clipboard; false where there are none. */
  copyShown(): Promise<boolean>;
  /** Listener to changes of `state`. One at a time: a result is shown in one place. */
  onChange: () => void;
  /** Ends what is under way and frees the rows. */
  dispose(): void;
}

/** While rows stream in: not more often than this, in milliseconds. */
const DRAW_MS = 100;

/** Makes a result ready; `run.pager.start()` sends the first request. */
export function createSession(deps: Deps, question: Question): Session {
  const { target, query, options } = question;
  let version = 1;
  let closed = false;
  let drawTimer: ReturnType<typeof setTimeout> | undefined;
  let maskTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (): void => {
    clearTimeout(drawTimer);
    drawTimer = undefined;
    if (closed) return;
    if (rows.refresh()) version++;
    session.onChange();
  };
  const changeSoon = (): void => {
    if (loading.state().phase !== 'running') change();
    else drawTimer ??= setTimeout(change, DRAW_MS);
  };
  const run = startRun(deps, target, query, options, change);
  const { pager } = run;
  const { result } = pager;
  const masking = createMasking(deps, run);
  const loading = createLoading(deps, run, changeSoon);
  const collator = new Intl.Collator(vscode.env.language);
  const rows = createShownRows(
    pager,
    masking.rows,
    masking.hidesColumn,
    () => loading.state().phase === 'running',
    collator.compare,
  );
  const finder = createFinder(
    () => rows.arrangement.view(),
    () => new Promise((resolve) => setImmediate(resolve)),
  );
  const rearranged = (why: 'arranged' | 'masked'): void => {
    finder.reset();
    rows.refresh(why);
    version++;
    clearTimeout(maskTimer);
    const soon = masking.mask.hidesAgainIn();
    if (soon !== undefined) maskTimer = setTimeout(() => rearranged('masked'), soon + 20);
    session.onChange();
  };
  let foundOver = 0;
  const upToDateFinder = () => {
    if (foundOver !== rows.loaded()) finder.reset();
    foundOver = rows.loaded();
    return finder;
  };
  // Signing in is what a Load all waits for that met a token no longer good.
  const signedIn = deps.credentials.onDidChange(() => {
    const { phase, loaded } = loading.state();
    if (phase === 'paused' && loaded?.pausedBy === 'signIn') void loading.start();
  });

  const isComplete = (): boolean => isLoaded(result);
  const answered = () => run.answered(rows.whole() ? undefined : pager.state().page);
  const stateNow = (): SessionState => {
    const paged = pager.state();
    const view = rows.view();
    const whole = rows.whole();
    const phase = phaseOf(paged, view.rowCount || (whole ? rows.loaded() : 0));
    const { sort, filters } = rows.arrangement;
    const load = loading.state();
    const { counted } = load.doubts;
    const working = load.phase === 'running' || load.phase === 'counting';
    const notice = pagerNotice(paged, target) ?? loading.notice();
    const hasRows = phase === 'rows';
    const contiguous = rows.loaded() === 0 || result.rows.numberOf(rows.loaded() - 1) === rows.loaded();
    const status = whole
      ? wholeStatus(paged, {
          shown: view.rowCount,
          loaded: rows.loaded(),
          contiguous,
          complete: isComplete(),
          filtered: filters.length > 0,
          ...(counted === undefined ? {} : { counted }),
        })
      : pageStatus(paged, counted);
    const resting = phase !== 'loading' && !working;
    const able = hasRows && resting;
    return {
      phase,
      columns: columnsOf(masking.rows),
      rowCount: view.rowCount,
      rows: firstCells(view),
      firstRowNumber: whole ? 1 : paged.firstRow,
      totalRows: whole ? (filters.length > 0 || isComplete() ? view.rowCount : -1) : (paged.end ?? -1),
      status:
        loadingStatus(load) ?? [status, restingText(rows.arrangement.resting())].filter(Boolean).join(' · '),
      detail: detailText(answered()?.exchange),
      target: { label: targetLabel(target), environment: target.connection.environment },
      can: {
        next: (paged.phase === 'loading' || resting) && paged.hasNext && !(whole && !isArranged()),
        previous: !whole && paged.hasPrevious,
        first: whole ? resting && !isArranged() : paged.hasPrevious,
        cancel: phase === 'loading' || working || load.phase === 'paused',
        showAudit: answered() !== undefined && target.connection.accountID !== '',
        ...(run.kind === 'paged' ? { loadAll: able && !isComplete() && !result.offsetIgnored() } : {}),
        ...(load.phase === 'running' ? { pause: true } : {}),
        ...(load.phase === 'paused' ? { resume: true } : {}),
        export: able,
        toggleMask: hasRows,
        rerun: resting,
        ...{ sort: able, filter: able, find: hasRows, statistics: hasRows, copyAs: hasRows },
        reveal: hasRows && masking.on(),
      },
      masked: masking.on(),
      ...(run.kind === 'single' && hasRows ? { figures: true as const } : {}),
      ...(load.loaded && working
        ? { progress: { done: load.loaded.rows, total: load.expected ?? load.cost.rows ?? -1 } }
        : {}),
      scope: scopeText(rows.loaded(), filters.length > 0 ? view.rowCount : undefined),
      arranged: {
        ...(sort ? { sort } : {}),
        filters: filters.map(({ id, label }) => ({ id, label })),
      },
      ...(notice ? { notice } : {}),
    };
  };
  const isArranged = (): boolean => rows.arranged();

  const act = (action: ResultsAction): void => {
    if (action === 'cancel') {
      if (pager.state().phase === 'loading') run.cancel();
      loading.cancel();
    } else if (action === 'first' && rows.whole() && stateNow().can.first) {
      rows.setWhole(false);
      pager.first();
      change();
    } else if (action !== 'showAudit' && stateNow().can[action]) pager[action]();
  };
  const press = (id: string): void => {
    if (id === retryID) pager.retry();
    if (id === retryID || loading.press(id)) return;
    // Next steps of an error are not ours but the error's.
    const error = pager.state().error ?? loading.state().loaded?.error;
    if (!error) return;
    const { connection, vault } = target;
    const { action } = errorSentences(error, { operation: 'query', connection, vaultID: vault.id });
    if (action?.id === id) action.run();
  };

  const session: Session = {
    ...{ run, masking, rows },
    loading: {
      ...loading,
      start() {
        rows.setWhole(true);
        return loading.start();
      },
    },
    host: sessionTools({ deps, run, rows, masking, finder: upToDateFinder, rearranged }),
    state: stateNow,
    answered,
    version: () => version,
    busy: () => {
      const { phase } = loading.state();
      return pager.state().phase === 'loading' || phase === 'running' || phase === 'counting';
    },
    act,
    press(id) {
      if (id === 'loadAllStart') rows.setWhole(true);
      press(id);
    },
    toggleMask() {
      masking.toggle();
      rearranged('masked');
    },
    exportSource(selected) {
      if (result.rows.rowCount === 0) return undefined;
      const { counted } = loading.state().doubts;
      const loaded = result.snapshot();
      return {
        rows: loaded,
        ...rowsOnScreen(loaded, rows, selected),
        hides: masking.mask.frozen(),
        ...{
          target,
          statement: query.text,
          askedAt: run.askedAt,
          complete: isComplete() && counted === undefined,
        },
        ...(counted === undefined ? {} : { countedRows: counted }),
        repeatedRows: result.repeatedRows(),
        duplicatesInPage: result.duplicatesInPage(),
        rowsAfterEnd: result.rowsAfterEnd(),
        offsetIgnored: result.offsetIgnored(),
      };
    },
    async copyShown() {
      const view = rows.view();
      if (view.rowCount === 0) return false;
      await session.host.copy({
        rev: 0,
        fromRow: 0,
        toRow: view.rowCount,
        fromColumn: 0,
        toColumn: view.columns.length,
      });
      return true;
    },
    onChange() {},
    dispose() {
      closed = true;
      clearTimeout(drawTimer);
      clearTimeout(maskTimer);
      signedIn.dispose();
      run.cancel();
      loading.cancel();
      finder.reset();
      result.close();
    },
  };
  return session;
}
