import * as vscode from 'vscode';
import {
  getRowsDescription,
  type Notice,
  type NoticeAction,
  type NoticeButton,
  type ResultsAction,
  type ResultsState,
  type ResultsTool,
  type SelectedCells,
} from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { createStartedButNotSentNotice } from '../../query/refusals.ts';
import type { Session } from '../session/session.ts';
import { createIdleState, createWaitingState, readFirstCells, type SessionState } from './present.ts';
import {
  computeContentState,
  findDisplayedEarlierResult,
  getDisplayedResult,
  getResultOfNotice,
  type ResultContent,
} from './rerun.ts';
import { createViewHandlers } from './viewHandlers.ts';
import type { ViewHandlers } from './webview.ts';

/** The summary of a state that a command returns to its caller. It contains no value of a row. */
export type ViewerSummary = Pick<ResultsState, 'phase' | 'status'> & {
  readonly rowCount: number;
  readonly firstRowNumber: number;
  readonly title?: string;
  readonly buttons?: readonly string[];
};

export function createViewerSummary(state: SessionState): ViewerSummary {
  const { rowCount, firstRowNumber } = getRowsDescription(state) ?? { rowCount: 0, firstRowNumber: 1 };
  const notice = state.phase === 'loading' ? undefined : state.notice;
  return {
    phase: state.phase,
    rowCount,
    firstRowNumber,
    status: state.status,
    ...(notice ? { title: notice.title, buttons: notice.buttons.map(({ label }) => label) } : {}),
  };
}

interface ViewerOptions {
  readonly log: Deps['log'];
  readonly welcome: () => Notice;
  readonly onDraw: (state: ResultsState) => void;
  readonly onTool: (tool: ResultsTool) => void;
  readonly onAudit: () => unknown;
  readonly onCopyRequestID: () => Promise<boolean>;
  readonly onCopyOutdated: () => false;
  readonly returnFocus: () => void;
  readonly timeText: (ms: number) => string;
  readonly onButton: (id: NoticeAction) => Promise<unknown>;
  readonly can: () => Partial<ResultsState['can']>;
}

/** `previousResult`: the result that can be displayed again afterwards; undefined if there is none. */
type Content =
  | { readonly kind: 'nothing' }
  | ResultContent
  | {
      readonly kind: 'waiting';
      readonly status: string;
      readonly cancel: () => void;
      readonly previousResult: ResultContent | undefined;
    }
  | { readonly kind: 'notice'; readonly notice: Notice; readonly previousResult: ResultContent | undefined };

/** Displays results in one place: in the panel, or in a tab. */
export class Viewer {
  readonly handlers: ViewHandlers;
  readonly options: ViewerOptions;
  #content: Content = { kind: 'nothing' };
  #rev = 1;
  #dataRev = 1;
  #lastDrawn: { readonly session: Session | undefined; readonly version: number } | undefined;
  #settledCallbacks: (() => void)[] = [];
  #selection: { readonly dataRev: number; readonly cells: SelectedCells } | undefined;
  #runRequestedAt: number | undefined;

  constructor(options: ViewerOptions) {
    this.options = options;
    this.handlers = createViewHandlers(this);
  }

  /**
   * Returns the result of this viewer, even if a notice is displayed in its place. After an unsuccessful rerun, this is
   * the earlier result.
   */
  session(): Session | undefined {
    const content = this.#getResult();
    return content && getDisplayedResult(content);
  }

  /**
   * Returns the displayed result. Undefined if there is none, or if a notice of `setNotice` is displayed in its place.
   */
  displayedSession(): Session | undefined {
    const result = this.#content.kind === 'notice' ? undefined : this.#getResult();
    return result && getDisplayedResult(result);
  }

  /** Returns the result to which the buttons of a notice apply; undefined if there is none. */
  sessionOfNotice(): Session | undefined {
    return this.#content.kind === 'result' ? getResultOfNotice(this.#content) : undefined;
  }

  /**
   * Returns the displayed result. Undefined if there is none, or if its rows may have changed since revision `rev` of
   * the state.
   */
  displayedSessionAt(rev: number): Session | undefined {
    return rev >= this.#dataRev && rev <= this.#rev ? this.displayedSession() : undefined;
  }

  /** Returns the revision of the last state whose rows may differ from those of the state before. */
  dataRev(): number {
    return this.#dataRev;
  }

  /**
   * Replaces or removes the result. Returns the previous result, which the caller must dispose of or display elsewhere.
   * Takes effect on screen with the next `drawState`.
   */
  setSession(session: Session | undefined): Session | undefined {
    const before = this.session();
    this.#setContent(session ? { kind: 'result', session } : { kind: 'nothing' }, before);
    return before;
  }

  /**
   * Replaces the result with `session`, a rerun of the query of `earlier`. Cancels what `earlier` is doing, but keeps
   * `earlier` until a request of `session` succeeds or the result is replaced again.
   */
  setRerun(session: Session, earlier: Session): void {
    earlier.performAction('cancel');
    this.#setContent({ kind: 'result', session, earlier }, earlier);
  }

  /** Removes the notice about an unsuccessful rerun, because the user continues with the earlier rows. */
  dismissRerunNotice(): void {
    const content = this.#content;
    if (content.kind === 'result' && findDisplayedEarlierResult(content))
      this.#content = { ...content, isNoticeDismissed: true };
  }

  /**
   * Displays a notice in place of the result. If there is a result, adds a button to the notice that displays the
   * result again. Takes effect on screen with the next `drawState`.
   */
  setNotice(notice: Notice): void {
    const previousResult = this.#getResult();
    const back: NoticeButton = { id: 'showResult', label: vscode.l10n.t('Show Result') };
    const buttons = previousResult ? [...notice.buttons, back] : notice.buttons;
    this.#content = { kind: 'notice', notice: { ...notice, buttons }, previousResult };
  }

  /**
   * Replaces a notice of `setNotice` that offers to start the local vault. Must be called when the local vault has
   * started.
   */
  replaceLocalVaultNotice(): void {
    const content = this.#content;
    if (content.kind !== 'notice' || !content.notice.buttons.some(({ id }) => id === 'startLocalVault'))
      return;
    this.setNotice(createStartedButNotSentNotice());
    this.drawState();
  }

  displayWaiting(status: string, cancel: () => void): void {
    this.#content = { kind: 'waiting', status, cancel, previousResult: this.#getResult() };
    this.drawState();
  }

  restoreContentAfterWaiting(): void {
    if (this.#content.kind !== 'waiting') return;
    this.#content = this.#content.previousResult ?? { kind: 'nothing' };
    this.drawState();
  }

  /** Displays the result again if a notice is displayed in its place. */
  restoreResult(): void {
    const content = this.#content;
    if (content.kind !== 'notice' || !content.previousResult) return;
    this.#content = content.previousResult;
    this.drawState();
  }

  selection(): SelectedCells | undefined {
    return this.#selection?.dataRev === this.#dataRev ? this.#selection.cells : undefined;
  }

  setSelection(cells: SelectedCells): void {
    this.#selection = { dataRev: this.#dataRev, cells };
  }

  state(): ResultsState {
    const content = this.#content;
    const revisions = { rev: this.#rev, dataRev: this.#dataRev };
    if (content.kind === 'result') {
      const state = computeContentState(content, this.options.timeText);
      return { ...state, ...revisions, can: { ...state.can, ...this.options.can() } };
    }
    if (content.kind === 'waiting') {
      const before =
        content.previousResult && computeContentState(content.previousResult, this.options.timeText);
      return { ...createWaitingState(content.status, before), ...revisions };
    }
    const notice = content.kind === 'notice' ? content.notice : this.options.welcome();
    return { ...createIdleState(notice), ...revisions };
  }

  /**
   * Returns the state for a webview that does not have the rows yet. If rows are displayed, it contains the first ones.
   */
  stateWithRows(): ResultsState {
    const state = this.state();
    const session = this.displayedSession();
    if (state.phase !== 'rows' || !session) return state;
    return { ...state, firstRows: readFirstCells(session.rows.view()) };
  }

  drawState(): void {
    this.#rev++;
    const session = this.displayedSession();
    const version = this.session()?.getRowsVersion() ?? 0;
    if (this.#lastDrawn?.session !== session || this.#lastDrawn?.version !== version)
      this.#dataRev = this.#rev;
    this.#lastDrawn = { session, version };
    // The first rows are sent along only if the displayed rows may have changed.
    this.options.onDraw(this.#dataRev === this.#rev ? this.stateWithRows() : this.state());
    if (!this.#isBusy()) this.#callSettledCallbacks();
  }

  /**
   * Disposes of the result and settles pending calls of `waitUntilSettled`. Must be called when the viewer is no longer
   * used, for example because its tab was closed.
   */
  disposeSessionAndSettle(): void {
    this.setSession(undefined)?.dispose();
    this.#callSettledCallbacks();
  }

  async performAction(action: ResultsAction): Promise<ViewerSummary> {
    const content = this.#content;
    if (content.kind === 'waiting') {
      if (action === 'cancel') content.cancel();
    } else if (action === 'showAudit') await this.options.onAudit();
    else {
      this.dismissRerunNotice();
      this.displayedSession()?.performAction(action);
    }
    return this.waitUntilSettled();
  }

  /**
   * Resolves to a summary of the displayed state once the displayed result is not busy and no query waits for the local
   * vault; also when the viewer is closed. While the notice about an unsuccessful rerun is displayed, `phase` is that
   * of the rerun.
   */
  async waitUntilSettled(): Promise<ViewerSummary> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#settledCallbacks.push(resolve));
    const summary = createViewerSummary(this.state());
    const latestSession = this.sessionOfNotice();
    return latestSession && latestSession !== this.displayedSession()
      ? { ...summary, phase: latestSession.state().phase }
      : summary;
  }

  /** Starts to measure the time from `requestedAt`, in milliseconds since 1970, until the first row is painted. */
  startPaintTimer(requestedAt: number): void {
    this.#runRequestedAt = requestedAt;
  }

  reportPaint(at: number): void {
    if (this.#runRequestedAt === undefined) return;
    this.options.log.info(`first row painted ${Math.round(at - this.#runRequestedAt)} ms after Run`);
    this.#runRequestedAt = undefined;
  }

  #getResult(): ResultContent | undefined {
    const content = this.#content;
    if (content.kind === 'nothing') return undefined;
    return content.kind === 'result' ? content : content.previousResult;
  }

  /** Replaces the content of this viewer. Disposes of the results in the previous content, except for `retained`. */
  #setContent(content: Content, retained: Session | undefined): void {
    const before = this.#getResult();
    this.#content = content;
    for (const session of before ? [before.session, before.earlier] : []) {
      if (!session) continue;
      session.onChange = () => undefined;
      if (session !== retained) session.dispose();
    }
    const after = this.#getResult();
    for (const session of after ? [after.session, after.earlier] : []) {
      if (session) session.onChange = () => this.#redrawAfterChange(session);
    }
  }

  #redrawAfterChange(session: Session): void {
    const result = this.#getResult();
    if (result?.earlier && result.session.hasResponse()) {
      result.earlier.dispose();
      const answered: ResultContent = { kind: 'result', session: result.session };
      this.#content =
        'previousResult' in this.#content ? { ...this.#content, previousResult: answered } : answered;
    }
    const content = this.#content.kind === 'notice' ? undefined : this.#getResult();
    if (content && (content.session === session || getDisplayedResult(content) === session)) this.drawState();
  }

  #callSettledCallbacks(): void {
    for (const resolve of this.#settledCallbacks.splice(0)) resolve();
  }

  #isBusy(): boolean {
    return this.#content.kind === 'waiting' || this.displayedSession()?.isBusy() === true;
  }
}
