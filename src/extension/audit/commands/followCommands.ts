import * as vscode from 'vscode';
import { createFollower, follow, type Round } from '../../../core/audit/feed/follow.ts';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import type { CommandTable } from '../../app/commands.ts';
import { number } from '../../platform/number.ts';
import { withoutFraction } from '../labels.ts';
import { type AuditParts, busy, ready } from '../parts.ts';

/** The command that follows the trail, and what it keeps going: rounds, the badge, the rows of gaps. */
export function followCommands(parts: AuditParts): { readonly table: CommandTable } & vscode.Disposable {
  const { deps, session, view, options } = parts;
  /** The command whose first load is under way. */
  let beginning: object | undefined;
  /** The service asked to wait. */
  let isAskedToWait = false;
  let running: AbortController | undefined;
  /** When the last following has said all that it had to say. */
  let ended: Promise<void> = Promise.resolve();
  let unseen = 0;
  /** Ends the wait between two rounds. */
  let wake: (() => void) | undefined;

  const badge = (): void => {
    const tooltip =
      unseen === 1
        ? vscode.l10n.t('1 new audit event')
        : vscode.l10n.t('{0} new audit events', number(unseen));
    view.badge = unseen > 0 ? { value: unseen, tooltip } : undefined;
  };
  /** Above the events; what others say there is not taken away with nothing to say. */
  let said: string | undefined;
  const say = (text: string | undefined): void => {
    if (text !== undefined || session.snapshot().note === said) session.setNote(text);
    said = text;
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
    say(undefined);
    unseen = 0;
    badge();
  };
  /** `nextMs`: milliseconds until the next round. */
  const onRound = (round: Round, nextMs: number): void => {
    if (!view.visible) unseen += round.news;
    badge();
    isAskedToWait = !round.ok && round.error.kind === 'status' && (round.error.retryAfterMs ?? 0) > 0;
    if (!round.ok) {
      const next = options.time(msToTimestamp(Date.now() + nextMs));
      say(
        isAskedToWait
          ? vscode.l10n.t('The service asks to wait: it is asked again at {0}', withoutFraction(next))
          : undefined,
      );
      session.fail(round.error, async () => {
        wake?.();
        return true;
      });
      return;
    }
    if (session.error()) session.fail();
    say(
      round.shallow
        ? vscode.l10n.t(
            'So many events come that a page of the service does not reach back far enough: one written late could be missed',
          )
        : undefined,
    );
  };
  /** `isFresh`: what is shown has been read just now, so the first round comes after a wait. */
  const start = async (isFresh: boolean): Promise<void> => {
    running?.abort();
    isAskedToWait = false;
    const own = new AbortController();
    running = own;
    session.follow(true);
    // The one before may still say what it left out.
    await ended;
    if (own.signal.aborted) return;
    const store = session.store();
    const follower = createFollower(
      {
        known: store.events(),
        pages: deps.settings.cursorParameters() !== null && store.provenance().support !== 'unsupported',
        paged: store.provenance().support === 'supported',
        gaps: session.snapshot().gaps,
        minMs: deps.settings.auditFollowSeconds() * 1000,
      },
      {
        fetch: (cursor) => session.fetch(cursor, own.signal),
        // Answers for events that are no longer shown are dropped.
        take: (events) => (session.store() === store ? session.take(events) : []),
        isNews: (event) => !session.isOwn(event),
        now: Date.now,
      },
    );
    const wait = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(end, ms);
        own.signal.addEventListener('abort', end);
        wake = end;
        function end(): void {
          clearTimeout(timer);
          own.signal.removeEventListener('abort', end);
          resolve();
        }
      });
    if (isFresh) await wait(follower.delay());
    const sayGaps = (): void => {
      if (session.store() === store) session.setGaps(follower.gaps());
    };
    const loop = {
      follower,
      wait,
      onRound(round: Round) {
        sayGaps();
        onRound(round, follower.delay());
      },
    };
    const following = follow(loop, own.signal);
    // Also where it is ended in the middle of a round: the pages read are shown.
    ended = following.then(sayGaps);
    const refused = await following;
    if (running !== own) return;
    stop();
    session.follow(false);
    if (refused) session.fail(refused, begin);
  };

  const seeing = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    unseen = 0;
    badge();
    if (!isAskedToWait) wake?.();
  });
  // Other filters or another connection: the events that were followed are no longer those shown.
  let followed = session.store();
  const changing = session.onDidChange(() => {
    if (!running || session.store() === followed) return;
    if (session.busy()) return;
    stop();
    if (!session.loaded() || session.snapshot().file) session.follow(false);
    else {
      followed = session.store();
      void start(true);
    }
  });
  /** Follows what is shown; loads the newest events where that is nothing, or a file. False where that fails. */
  async function begin(): Promise<boolean> {
    const own = {};
    beginning = own;
    const isThere = (): boolean => session.loaded() && !session.snapshot().file;
    const isFresh = !isThere();
    const isReady = await ready(parts);
    if (isReady && isFresh && beginning === own) await busy(() => session.load());
    // Asked for a second time meanwhile: that ends it.
    if (beginning !== own) return false;
    beginning = undefined;
    if (!isReady || !isThere()) return false;
    followed = session.store();
    session.fail();
    void start(isFresh);
    return true;
  }
  return {
    table: {
      'vaultsql.audit.follow': async () => {
        if (!running && !beginning) return begin();
        beginning = undefined;
        stop();
        session.fail();
        session.follow(false);
        return false;
      },
    },
    dispose() {
      beginning = undefined;
      stop();
      seeing.dispose();
      changing.dispose();
    },
  };
}
