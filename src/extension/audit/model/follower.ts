import * as vscode from 'vscode';
import {
  createFollower,
  type Follower,
  MAX_FOLLOWED_PAGES,
  pollUntilStopped,
  type Round,
} from '../../../core/audit/feed/follow.ts';
import { readLoadedEventsForFollowing } from '../../../core/audit/feed/knownEvents.ts';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { Deps } from '../../app/deps.ts';
import { formatNumber } from '../../platform/number.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditFiles } from '../files/auditFiles.ts';
import { removeSecondsFraction } from '../labels.ts';
import type { AuditModel } from './auditModel.ts';
import type { RoundReport } from './following.ts';
import { type FollowRun, type FollowState, getFollowRun, notFollowing } from './followState.ts';
import type { RequestFlow } from './requestFlow.ts';

export interface FollowParts extends Pick<Deps, 'log' | 'messages' | 'settings'> {
  readonly files: Pick<AuditFiles, 'canDisplayedFilesGrow' | 'readAdditionsToFiles'>;
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
  readonly model: Pick<
    AuditModel,
    'filters' | 'following' | 'masking' | 'ownRequests' | 'requests' | 'state' | 'trail'
  >;
  readonly view: Pick<vscode.TreeView<unknown>, 'badge' | 'onDidChangeVisibility' | 'visible'>;
}

/**
 * Follows the displayed listing: adds new events to it, and displays the number of unseen events as
 * the badge of the Audit Events view.
 */
export class AuditFollower implements vscode.Disposable {
  readonly #parts: FollowParts;
  readonly #listening: vscode.Disposable;
  /**
   * Settles once the previous run that followed the service has reported its gaps. The next such run waits for this.
   */
  #reported: Promise<void> = Promise.resolve();
  #unseen = 0;
  #message: string | undefined;

  constructor(parts: FollowParts) {
    this.#parts = parts;
    this.#listening = vscode.Disposable.from(
      parts.view.onDidChangeVisibility(({ visible }) => visible && this.#resetUnseenAndWake()),
      parts.model.state.onDidChange(() => this.#restartOrStopForNewListing()),
    );
  }

  get #state(): FollowState {
    return this.#parts.model.following.state();
  }
  #setState(state: FollowState): void {
    this.#parts.model.following.setFollowState(state);
  }

  async toggleFollowing(): Promise<boolean> {
    if (this.#state.name === 'off') return this.#startFollowing();
    this.#stopFollowing();
    this.#parts.model.following.clearFollowingFailure();
    return false;
  }

  dispose(): void {
    this.#stopFollowing();
    this.#listening.dispose();
  }

  async #startFollowing(): Promise<boolean> {
    const { flow, model } = this.#parts;
    if (model.state.file()) return this.#startFollowingFiles();
    if (model.requests.getCurrentServiceProfile()?.listing.order === 'oldestFirst') {
      void this.#parts.messages.info(formatOldestFirstRefusal());
      return false;
    }
    const own: FollowState = { name: 'starting' };
    this.#setState(own);
    const isStarting = (): boolean => this.#state === own;
    const isFresh = !this.#isServiceListingLoaded();
    const isReady = await flow.showViewAndEnsureVaultAndAccount('elsewhere');
    if (isReady && isFresh && isStarting()) await runWithAuditViewProgress(() => model.requests.loadNewest());
    if (!isStarting()) return false;
    if (!isReady || !this.#isServiceListingLoaded()) {
      this.#setState(notFollowing);
      return false;
    }
    model.following.clearFollowingFailure();
    this.#startServiceRun(isFresh);
    return true;
  }

  #startFollowingFiles(): boolean {
    const { files, messages, model } = this.#parts;
    if (!files.canDisplayedFilesGrow()) {
      const isReading = model.state.file()?.isReading === true;
      void messages.info(
        isReading ? vscode.l10n.t('The file is still loading.') : formatFilesCannotGrowRefusal(),
      );
      return false;
    }
    const run: FollowRun = {
      listing: model.state.getListingNumber(),
      abort: new AbortController(),
      isOfFiles: true,
    };
    this.#setState({ name: 'reading', run });
    this.#followFiles(run).catch((error: unknown) => this.#logDefectAndEndRun(run, error));
    return true;
  }
  async #followFiles(run: FollowRun): Promise<void> {
    const { files, model, settings, view } = this.#parts;
    while (!run.abort.signal.aborted) {
      const before = model.state.provenance().loaded;
      const { isOver } = await files.readAdditionsToFiles();
      if (run.abort.signal.aborted) return;
      if (isOver) break;
      if (!view.visible) this.#unseen += model.state.provenance().loaded - before;
      this.#drawBadge();
      await this.#waitForTimeOrWake(run, settings.auditFollowSeconds() * 1000, false);
    }
    this.#stopIfCurrentRun(run);
  }
  #logDefectAndEndRun(run: FollowRun, error: unknown): void {
    this.#parts.log.defect('following audit events', error);
    this.#stopIfCurrentRun(run);
  }

  #isServiceListingLoaded(): boolean {
    const { model } = this.#parts;
    return model.state.isLoaded() && !model.state.file();
  }

  #stopFollowing(): void {
    const run = getFollowRun(this.#state);
    this.#setState(notFollowing);
    this.#abortRun(run);
  }

  #abortRun(run: FollowRun | undefined): void {
    run?.abort.abort();
    const note = this.#replaceMessage(undefined);
    if (note) this.#parts.model.following.setListingNote(note.note);
    this.#unseen = 0;
    this.#drawBadge();
  }

  /**
   * Starts a run that follows the service. With `isFresh`, the first round is read after a wait, because the events
   * have just been loaded.
   */
  #startServiceRun(isFresh: boolean): void {
    const { model } = this.#parts;
    const run: FollowRun = { listing: model.state.getListingNumber(), abort: new AbortController() };
    this.#setState({ name: 'reading', run });
    this.#followService(run, isFresh).catch((error: unknown) => this.#logDefectAndEndRun(run, error));
  }

  async #followService(run: FollowRun, isFresh: boolean): Promise<void> {
    const { model } = this.#parts;
    const { signal } = run.abort;
    await this.#reported;
    if (signal.aborted) return;
    const follower = await this.#createFollower(run);
    if (signal.aborted) return;
    if (isFresh) await this.#waitForTimeOrWake(run, follower.getDelayMs(), false);
    const reportGaps = (): void => {
      if (model.state.getListingNumber() === run.listing) model.following.setListingGaps(follower.gaps());
    };
    let isWaitRequested = false;
    const loop = {
      follower,
      wait: (ms: number) => this.#waitForTimeOrWake(run, ms, isWaitRequested),
      onRound: (round: Round) => {
        isWaitRequested = hasRetryAfter(round);
        if (model.state.getListingNumber() === run.listing) this.#showRoundReport(round, follower);
      },
    };
    const following = pollUntilStopped(loop, signal);
    // Gaps are also reported if following is stopped during a round, because the pages that were read are displayed.
    this.#reported = following.then(reportGaps);
    const refused = await following;
    if (!this.#stopIfCurrentRun(run) || !refused) return;
    if (refused === 'endless') void this.#parts.messages.warn(formatEndlessEventsWarning());
    else model.following.recordFollowingFailure(refused, () => this.#startFollowing());
  }

  /** Stops following if `run` is still the current run, and returns whether it was. */
  #stopIfCurrentRun(run: FollowRun): boolean {
    if (getFollowRun(this.#state) !== run) return false;
    this.#stopFollowing();
    return true;
  }

  async #createFollower({ listing, abort }: FollowRun): Promise<Follower> {
    const { model, settings } = this.#parts;
    const { support } = model.state.provenance();
    // Events that local filters hide are known too.
    const query = { ...model.filters.createTrailQuery(), listing, filters: noFilters };
    const known = await readLoadedEventsForFollowing(model.trail, query, Date.now());
    return createFollower(
      {
        known,
        pages: settings.cursorParameters() !== null && support !== 'unsupported',
        paged: support === 'supported',
        isByTime: model.requests.getCurrentServiceProfile()?.listing.order !== 'arrival',
        gaps: model.state.snapshot().gaps,
        minMs: settings.auditFollowSeconds() * 1000,
      },
      {
        fetch: (cursor) => model.following.fetchFollowedPage(cursor, abort.signal),
        // Events of a listing that is no longer displayed are dropped.
        addEvents: (events) =>
          model.state.getListingNumber() === listing ? model.following.addFollowedEvents(events) : [],
        isNews: ({ context }) => !model.ownRequests.isLogRead(context.requestID),
        now: Date.now,
      },
    );
  }

  #waitForTimeOrWake(run: FollowRun, ms: number, isRequested: boolean): Promise<void> {
    const { signal } = run.abort;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        const isWaiting = this.#state.name === 'waiting' && this.#state.wake === wake;
        if (isWaiting) this.#setState({ name: 'reading', run });
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.#setState({ name: 'waiting', run, isRequested, wake });
    });
  }

  #showRoundReport(round: Round, follower: Follower): void {
    const { model, view } = this.#parts;
    if (!view.visible) this.#unseen += round.news;
    this.#drawBadge();
    const resume = async (): Promise<boolean> => {
      if (this.#state.name === 'waiting') this.#state.wake();
      return true;
    };
    model.following.applyRoundReport({
      gaps: follower.gaps(),
      note: this.#replaceMessage(this.#createRoundMessage(round, follower.getDelayMs())),
      failure: round.ok ? undefined : { error: round.error, resume },
    });
  }

  #createRoundMessage(round: Round, nextMs: number): string | undefined {
    if (hasRetryAfter(round)) {
      const next = this.#parts.model.masking.formatTime(msToTimestamp(Date.now() + nextMs));
      return vscode.l10n.t('Rate limited; retrying at {0}', removeSecondsFraction(next));
    }
    if (!round.ok || !round.hasUncertainGap) return undefined;
    return vscode.l10n.t('Too many new events for one page. Late events may be missing; narrow the filters.');
  }

  /**
   * Records `message` and returns how to update the displayed note. A note of another origin is
   * kept if there is no message.
   */
  #replaceMessage(message: string | undefined): RoundReport['note'] {
    const isOurs = this.#parts.model.state.snapshot().note === this.#message;
    this.#message = message;
    return message !== undefined || isOurs ? { note: message } : undefined;
  }

  #resetUnseenAndWake(): void {
    this.#unseen = 0;
    this.#drawBadge();
    if (this.#state.name === 'waiting' && !this.#state.isRequested) this.#state.wake();
  }

  #restartOrStopForNewListing(): void {
    const { model } = this.#parts;
    const run = getFollowRun(this.#state);
    if (!run || model.state.getListingNumber() === run.listing || model.state.isLoading()) return;
    if (run.isOfFiles || !this.#isServiceListingLoaded()) {
      this.#stopFollowing();
      return;
    }
    this.#startServiceRun(true);
    this.#abortRun(run);
  }

  #drawBadge(): void {
    const tooltip =
      this.#unseen === 1
        ? vscode.l10n.t('1 new audit event')
        : vscode.l10n.t('{0} new audit events', formatNumber(this.#unseen));
    this.#parts.view.badge = this.#unseen > 0 ? { value: this.#unseen, tooltip } : undefined;
  }
}

/**
 * Returns the message that a service that lists its oldest events first can't be followed. New events would be on the
 * last page, which following does not read.
 */
const formatOldestFirstRefusal = (): string =>
  vscode.l10n.t('Can’t follow: the service lists its oldest events first. Refresh instead.');

const formatFilesCannotGrowRefusal = (): string =>
  vscode.l10n.t('Only uncompressed NDJSON files can be followed. Refresh instead.');

/**
 * Returns the message that following stopped at the maximum number of pages. Without this limit, a service that returns
 * new events endlessly would fill the memory.
 */
const formatEndlessEventsWarning = (): string =>
  vscode.l10n.t(
    'Following stopped: the service returned {0} pages of new events without an end.',
    formatNumber(MAX_FOLLOWED_PAGES),
  );

const hasRetryAfter = (round: Round): boolean =>
  !round.ok && round.error.kind === 'status' && (round.error.retryAfterMs ?? 0) > 0;
