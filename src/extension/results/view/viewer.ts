import * as vscode from 'vscode';
import {
  type Notice,
  type NoticeAction,
  type NoticeButton,
  type ResultsAction,
  type ResultsState,
  type ResultsTool,
  type Selected,
  shownIn,
} from '../../../protocol/results.ts';
import type { Deps } from '../../app/deps.ts';
import { vaultStartedNotice } from '../../query/refusals.ts';
import type { Session } from '../session/session.ts';
import { firstCells, idleState, type SessionState, waitingState } from './present.ts';
import { contentState, noticed, onScreen, type ResultContent, rowsKept } from './rerun.ts';
import { viewHandlers } from './viewHandlers.ts';
import type { ViewHandlers } from './webview.ts';

/**
 * What a command returns to its caller: the panel's state without a value in it. `error` or `cancelled` with rows: a
 * query that was run again, and those of its earlier run are kept.
 */
export type Summary = Pick<ResultsState, 'phase' | 'status'> & {
  /** Of the rows on screen; 0 and 1 without any. */
  readonly rowCount: number;
  readonly firstRowNumber: number;
  /** Of the notice, where one replaces the rows or is above them. */
  readonly title?: string;
  readonly buttons?: readonly string[];
};

export function summaryOf(state: SessionState): Summary {
  const { rowCount, firstRowNumber } = shownIn(state) ?? { rowCount: 0, firstRowNumber: 1 };
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
  /** Tells the user that nothing was copied, because other rows are displayed by now. */
  readonly onCopyOutdated: () => false;
  /** Gives the place the keyboard. */
  readonly focus: () => void;
  /** A time in milliseconds since 1970, as a person reads it. */
  readonly timeText: (ms: number) => string;
  /** A button of the notice. */
  readonly onButton: (id: NoticeAction) => Promise<unknown>;
  /** What the place adds to a result's own abilities. */
  readonly can: () => Partial<ResultsState['can']>;
}

/**
 * `notice`: in place of any result, which stays behind it until another one is shown. `waiting`: a query waits for its
 * vault; the rows of the result before it, if any, stay on screen.
 */
type Content =
  | { readonly kind: 'nothing' }
  | ResultContent
  | {
      readonly kind: 'waiting';
      readonly status: string;
      readonly cancel: () => void;
      readonly behind: ResultContent | undefined;
    }
  | { readonly kind: 'notice'; readonly notice: Notice; readonly behind: ResultContent | undefined };

/** One place where results are shown: the panel, or a tab. */
export class Viewer {
  readonly handlers: ViewHandlers;
  readonly options: ViewerOptions;
  #content: Content = { kind: 'nothing' };
  #rev = 1;
  /** The revision since which rows on screen are those rows. */
  #dataRev = 1;
  #drawn: { readonly session: Session | undefined; readonly version: number } | undefined;
  #waiting: (() => void)[] = [];
  #selected: { readonly dataRev: number; readonly area: Selected } | undefined;
  #askedAt: number | undefined;

  constructor(options: ViewerOptions) {
    this.options = options;
    this.handlers = viewHandlers(this);
  }

  /** The result, be it behind a notice. */
  session(): Session | undefined {
    const content = this.#result();
    return content && onScreen(content);
  }

  /** The result that is on screen. */
  shown(): Session | undefined {
    const result = this.#content.kind === 'notice' ? undefined : this.#result();
    return result && onScreen(result);
  }

  /** The result that the notice on screen is about: the latest run, where rows of an earlier one are kept. */
  noticed(): Session | undefined {
    return this.#content.kind === 'result' ? noticed(this.#content) : undefined;
  }

  /** The result, if the question is about rows that are still on screen. */
  about(rev: number): Session | undefined {
    return rev >= this.#dataRev && rev <= this.#rev ? this.shown() : undefined;
  }

  /** The revision since which rows on screen are those rows. */
  dataRev(): number {
    return this.#dataRev;
  }

  /** Shows another result; the one before is given back, not disposed of. */
  setSession(session: Session | undefined): Session | undefined {
    const before = this.session();
    this.#put(session ? { kind: 'result', session } : { kind: 'nothing' }, before);
    return before;
  }

  /** Shows another run of the query of `earlier`, the result of this place, whose rows stay until it is answered. */
  setRerun(session: Session, earlier: Session): void {
    earlier.act('cancel');
    this.#put({ kind: 'result', session, earlier }, earlier);
  }

  /** The person goes on with the rows on screen: a notice that says why they were kept has been read. */
  goOn(): void {
    const content = this.#content;
    if (content.kind === 'result' && rowsKept(content)) this.#content = { ...content, isRead: true };
  }

  /** In place of any result, until `setSession` or `showResult`, for which there is a button. */
  setNotice(notice: Notice): void {
    const behind = this.#result();
    const back: NoticeButton = { id: 'showResult', label: vscode.l10n.t('Show Result') };
    const buttons = behind ? [...notice.buttons, back] : notice.buttons;
    this.#content = { kind: 'notice', notice: { ...notice, buttons }, behind };
  }

  /** Replaces a notice that offers to start the local vault. To be called once the local vault runs. */
  localVaultStarted(): void {
    const content = this.#content;
    if (content.kind !== 'notice' || !content.notice.buttons.some(({ id }) => id === 'startLocalVault'))
      return;
    this.setNotice(vaultStartedNotice());
    this.draw();
  }

  /** Shows `status` while a query waits for its vault, with a Cancel button that calls `cancel`. */
  wait(status: string, cancel: () => void): void {
    this.#content = { kind: 'waiting', status, cancel, behind: this.#result() };
    this.draw();
  }

  /** Shows again what was there before `wait`. Does nothing if something else is shown by now. */
  endWait(): void {
    if (this.#content.kind !== 'waiting') return;
    this.#content = this.#content.behind ?? { kind: 'nothing' };
    this.draw();
  }

  /** Shows the result that is behind a notice, where there is one. */
  showResult(): void {
    const content = this.#content;
    if (content.kind !== 'notice' || !content.behind) return;
    this.#content = content.behind;
    this.draw();
  }

  /** The cells that the person has selected in the rows on screen. */
  selected(): Selected | undefined {
    return this.#selected?.dataRev === this.#dataRev ? this.#selected.area : undefined;
  }

  select(area: Selected): void {
    this.#selected = { dataRev: this.#dataRev, area };
  }

  state(): ResultsState {
    const content = this.#content;
    const revisions = { rev: this.#rev, dataRev: this.#dataRev };
    if (content.kind === 'result') {
      const own = contentState(content, this.options.timeText);
      return { ...own, ...revisions, can: { ...own.can, ...this.options.can() } };
    }
    if (content.kind === 'waiting') {
      const before = content.behind && contentState(content.behind, this.options.timeText);
      return { ...waitingState(content.status, before), ...revisions };
    }
    const notice = content.kind === 'notice' ? content.notice : this.options.welcome();
    return { ...idleState(notice), ...revisions };
  }

  /** The state with its first rows, for a view that does not have them. */
  stateWithRows(): ResultsState {
    const state = this.state();
    const session = this.shown();
    if (state.phase !== 'rows' || !session) return state;
    return { ...state, firstRows: firstCells(session.rows.view()) };
  }

  draw(): void {
    this.#rev++;
    const session = this.shown();
    const version = this.session()?.version() ?? 0;
    if (this.#drawn?.session !== session || this.#drawn?.version !== version) this.#dataRev = this.#rev;
    this.#drawn = { session, version };
    // Rows travel once: with the state that brings them on screen.
    this.options.onDraw(this.#dataRev === this.#rev ? this.stateWithRows() : this.state());
    if (!this.#isBusy()) this.#release();
  }

  /** The place is gone, and its result with it: nothing waits for rows any longer. */
  close(): void {
    this.setSession(undefined)?.dispose();
    this.#release();
  }

  /** Does what a button does, where it is enabled; answers once it is done. */
  async act(action: ResultsAction): Promise<Summary> {
    const content = this.#content;
    if (content.kind === 'waiting') {
      if (action === 'cancel') content.cancel();
    } else if (action === 'showAudit') await this.options.onAudit();
    else {
      this.goOn();
      this.shown()?.act(action);
    }
    return this.settled();
  }

  /** Answers once nothing is waited for. */
  async settled(): Promise<Summary> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const summary = summaryOf(this.state());
    const latest = this.noticed();
    return latest && latest !== this.shown() ? { ...summary, phase: latest.state().phase } : summary;
  }

  /** When a statement was asked to run, in milliseconds since 1970: until its first row is on screen. */
  timePaint(askedAt: number): void {
    this.#askedAt = askedAt;
  }

  painted(at: number): void {
    if (this.#askedAt === undefined) return;
    this.options.log.info(`first row painted ${Math.round(at - this.#askedAt)} ms after Run`);
    this.#askedAt = undefined;
  }

  #result(): ResultContent | undefined {
    const content = this.#content;
    if (content.kind === 'nothing') return undefined;
    return content.kind === 'result' ? content : content.behind;
  }

  /** Another content; of the results before only `kept` is not disposed of. */
  #put(content: Content, kept: Session | undefined): void {
    const before = this.#result();
    this.#content = content;
    for (const one of before ? [before.session, before.earlier] : []) {
      if (!one) continue;
      one.onChange = () => undefined;
      if (one !== kept) one.dispose();
    }
    const after = this.#result();
    for (const one of after ? [after.session, after.earlier] : []) {
      if (one) one.onChange = () => this.#changed(one);
    }
  }

  /** A result of this place is another one now. Behind a notice it goes on, and nothing of it is drawn. */
  #changed(session: Session): void {
    const result = this.#result();
    if (result?.earlier && result.session.isAnswered()) {
      result.earlier.dispose();
      const answered: ResultContent = { kind: 'result', session: result.session };
      this.#content = 'behind' in this.#content ? { ...this.#content, behind: answered } : answered;
    }
    const content = this.#content.kind === 'notice' ? undefined : this.#result();
    if (content && (content.session === session || onScreen(content) === session)) this.draw();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #isBusy(): boolean {
    return this.#content.kind === 'waiting' || this.shown()?.isBusy() === true;
  }
}
