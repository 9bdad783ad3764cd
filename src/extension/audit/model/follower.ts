import * as vscode from 'vscode';
import {
  createFollower,
  type Follower,
  follow,
  MAX_FOLLOWED_PAGES,
  type Round,
} from '../../../core/audit/feed/follow.ts';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import { allRows } from '../../../core/audit/table/trailReads.ts';
import { number } from '../../platform/number.ts';
import { type AuditContext, ready, withProgress } from '../context.ts';
import { withoutFraction } from '../labels.ts';
import type { RoundReport } from './feed.ts';
import { type FollowRun, type FollowState, notFollowing, runOf } from './followState.ts';

type FollowContext = Pick<AuditContext, 'deps' | 'feed' | 'view' | 'options' | 'files'>;

/** Follows the listing that the feed shows, and tells of it: messages and gaps in the feed, the badge of the view. */
export class FeedFollower implements vscode.Disposable {
  readonly #context: FollowContext;
  readonly #listening: vscode.Disposable;
  /** When the run before has reported the gaps that it left. */
  #reported: Promise<void> = Promise.resolve();
  /** New events that came while the view was hidden. */
  #unseen = 0;
  /** What following says above the events just now. */
  #message: string | undefined;

  constructor(context: FollowContext) {
    this.#context = context;
    this.#listening = vscode.Disposable.from(
      context.view.onDidChangeVisibility(({ visible }) => visible && this.#onVisible()),
      context.feed.onDidChange(() => this.#onFeedChange()),
    );
  }

  /** The feed holds it, for all views. */
  get #state(): FollowState {
    return this.#context.feed.followState();
  }
  #move(state: FollowState): void {
    this.#context.feed.setFollowState(state);
  }

  /** Follows, or ends that. Answers whether the trail is followed then. */
  async toggle(): Promise<boolean> {
    if (this.#state.name === 'off') return this.#start();
    this.#stop();
    this.#context.feed.followingRecovered();
    return false;
  }

  dispose(): void {
    this.#stop();
    this.#listening.dispose();
  }

  /** Follows what is shown; loads the newest events where that is nothing. False where that fails. */
  async #start(): Promise<boolean> {
    const { feed } = this.#context;
    if (feed.file()) return this.#startFiles();
    const own: FollowState = { name: 'starting' };
    this.#move(own);
    const isStarting = (): boolean => this.#state === own;
    const isFresh = !this.#isListingShown();
    const isReady = await ready(this.#context);
    if (isReady && isFresh && isStarting()) await withProgress(() => feed.load());
    // Ended meanwhile.
    if (!isStarting()) return false;
    if (!isReady || !this.#isListingShown()) {
      this.#move(notFollowing);
      return false;
    }
    feed.followingRecovered();
    this.#follow(isFresh);
    return true;
  }

  /** Follows files as they grow; says why not where they can't. */
  #startFiles(): boolean {
    const { deps, feed, files } = this.#context;
    if (!files.canGrow()) {
      const isReading = feed.file()?.isReading === true;
      void deps.messages.info(isReading ? vscode.l10n.t('The file is still loading.') : cannotGrowText());
      return false;
    }
    const run: FollowRun = { listing: feed.listing(), abort: new AbortController(), isOfFiles: true };
    this.#move({ name: 'reading', run });
    this.#runFiles(run).catch((error: unknown) => this.#failed(run, error));
    return true;
  }
  /** Reads on again and again until the run is aborted, or nothing will be added any more, which was said. */
  async #runFiles(run: FollowRun): Promise<void> {
    const { deps, feed, files, view } = this.#context;
    while (!run.abort.signal.aborted) {
      const before = feed.provenance().loaded;
      const { isOver } = await files.readOn();
      if (run.abort.signal.aborted) return;
      if (isOver) break;
      if (!view.visible) this.#unseen += feed.provenance().loaded - before;
      this.#drawBadge();
      await this.#wait(run, deps.settings.auditFollowSeconds() * 1000, false);
    }
    this.#end(run);
  }
  #failed(run: FollowRun, error: unknown): void {
    this.#context.deps.log.defect('following audit events', error);
    this.#end(run);
  }

  #isListingShown(): boolean {
    const { feed } = this.#context;
    return feed.loaded() && !feed.file();
  }

  #stop(): void {
    const run = runOf(this.#state);
    this.#move(notFollowing);
    this.#leave(run);
  }

  /** Ends a run that is no longer the state's, and takes away what it said. */
  #leave(run: FollowRun | undefined): void {
    run?.abort.abort();
    const note = this.#noteOf(undefined);
    if (note) this.#context.feed.setNote(note.note);
    this.#unseen = 0;
    this.#drawBadge();
  }

  /** `isFresh`: what is shown has been loaded just now, so the first round comes after a wait. */
  #follow(isFresh: boolean): void {
    const { feed } = this.#context;
    const run: FollowRun = { listing: feed.listing(), abort: new AbortController() };
    this.#move({ name: 'reading', run });
    this.#run(run, isFresh).catch((error: unknown) => this.#failed(run, error));
  }

  /** Reads round after round until the run is aborted, or the service refuses for good. */
  async #run(run: FollowRun, isFresh: boolean): Promise<void> {
    const { feed } = this.#context;
    const { signal } = run.abort;
    await this.#reported;
    if (signal.aborted) return;
    const follower = await this.#createFollower(run);
    if (signal.aborted) return;
    if (isFresh) await this.#wait(run, follower.delay(), false);
    const reportGaps = (): void => {
      if (feed.listing() === run.listing) feed.setGaps(follower.gaps());
    };
    let isWaitRequested = false;
    const loop = {
      follower,
      wait: (ms: number) => this.#wait(run, ms, isWaitRequested),
      onRound: (round: Round) => {
        isWaitRequested = asksToWait(round);
        if (feed.listing() === run.listing) this.#onRound(round, follower);
      },
    };
    const following = follow(loop, signal);
    // Also where it is ended in the middle of a round: the pages read are shown.
    this.#reported = following.then(reportGaps);
    const refused = await following;
    if (!this.#end(run) || !refused) return;
    if (refused === 'endless') void this.#context.deps.messages.warn(endlessText());
    else feed.followingFailed(refused, () => this.#start());
  }

  /** Ends following that is over by itself; false where it was ended, or follows something else, already. */
  #end(run: FollowRun): boolean {
    if (runOf(this.#state) !== run) return false;
    this.#stop();
    return true;
  }

  async #createFollower({ listing, abort }: FollowRun): Promise<Follower> {
    const {
      feed,
      deps: { settings },
    } = this.#context;
    const { support } = feed.provenance();
    // All that are loaded, whatever is filtered here.
    const { rows } = await allRows(feed.trail, {
      ...feed.query(),
      listing,
      filters: noFilters,
    });
    return createFollower(
      {
        known: rows.map(({ event }) => event),
        pages: settings.cursorParameters() !== null && support !== 'unsupported',
        paged: support === 'supported',
        gaps: feed.snapshot().gaps,
        minMs: settings.auditFollowSeconds() * 1000,
      },
      {
        fetch: (cursor) => feed.fetch(cursor, abort.signal),
        // Answers for events that are no longer shown are dropped.
        take: (events) => (feed.listing() === listing ? feed.take(events) : []),
        isNews: ({ context }) => !feed.isOwn(context.requestID),
        now: Date.now,
      },
    );
  }

  #wait(run: FollowRun, ms: number, isRequested: boolean): Promise<void> {
    const { signal } = run.abort;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        const isWaiting = this.#state.name === 'waiting' && this.#state.wake === wake;
        if (isWaiting) this.#move({ name: 'reading', run });
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.#move({ name: 'waiting', run, isRequested, wake });
    });
  }

  #onRound(round: Round, follower: Follower): void {
    const { feed, view } = this.#context;
    if (!view.visible) this.#unseen += round.news;
    this.#drawBadge();
    const resume = async (): Promise<boolean> => {
      if (this.#state.name === 'waiting') this.#state.wake();
      return true;
    };
    feed.reportRound({
      gaps: follower.gaps(),
      note: this.#noteOf(this.#messageOf(round, follower.delay())),
      failure: round.ok ? undefined : { error: round.error, resume },
    });
  }

  /** `nextMs`: milliseconds until the next round. */
  #messageOf(round: Round, nextMs: number): string | undefined {
    if (asksToWait(round)) {
      const next = this.#context.options.time(msToTimestamp(Date.now() + nextMs));
      return vscode.l10n.t('Rate limited; retrying at {0}', withoutFraction(next));
    }
    if (!round.ok || !round.shallow) return undefined;
    return vscode.l10n.t('Too many new events for one page. Late events may be missing; narrow the filters.');
  }

  /** Above the events; what others say there is not taken away with nothing to say. */
  #noteOf(message: string | undefined): RoundReport['note'] {
    const isOurs = this.#context.feed.snapshot().note === this.#message;
    this.#message = message;
    return message !== undefined || isOurs ? { note: message } : undefined;
  }

  #onVisible(): void {
    this.#unseen = 0;
    this.#drawBadge();
    if (this.#state.name === 'waiting' && !this.#state.isRequested) this.#state.wake();
  }

  /** Other filters or another connection: the events that were followed are no longer those shown. */
  #onFeedChange(): void {
    const { feed } = this.#context;
    const run = runOf(this.#state);
    if (!run || feed.listing() === run.listing || feed.busy()) return;
    if (run.isOfFiles || !this.#isListingShown()) {
      this.#stop();
      return;
    }
    this.#follow(true);
    this.#leave(run);
  }

  #drawBadge(): void {
    const tooltip =
      this.#unseen === 1
        ? vscode.l10n.t('1 new audit event')
        : vscode.l10n.t('{0} new audit events', number(this.#unseen));
    this.#context.view.badge = this.#unseen > 0 ? { value: this.#unseen, tooltip } : undefined;
  }
}

/** Why files are not followed. */
const cannotGrowText = (): string =>
  vscode.l10n.t(
    'Only NDJSON files, not compressed, can be followed. Use Refresh to read changed files again.',
  );

/** A service that makes events up must not fill the memory. */
const endlessText = (): string =>
  vscode.l10n.t(
    'Following stopped: the service returned {0} pages of new events without an end.',
    number(MAX_FOLLOWED_PAGES),
  );

/** Whether the service said when to ask again. */
const asksToWait = (round: Round): boolean =>
  !round.ok && round.error.kind === 'status' && (round.error.retryAfterMs ?? 0) > 0;
