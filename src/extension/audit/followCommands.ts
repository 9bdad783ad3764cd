import * as vscode from 'vscode';
import { createFollower, follow, type Round } from '../../core/audit/follow.ts';
import type { CommandTable } from '../commands.ts';
import { type AuditParts, busy, ready } from './parts.ts';

/** The command that follows the trail, and what it keeps going: rounds, the badge, the rows of gaps. */
export function followCommands(parts: AuditParts): { readonly table: CommandTable } & vscode.Disposable {
  const { deps, session, view } = parts;
  let running: AbortController | undefined;
  let unseen = 0;
  /** Ends the wait between two rounds. */
  let wake: (() => void) | undefined;

  const badge = (): void => {
    view.badge =
      unseen > 0 ? { value: unseen, tooltip: vscode.l10n.t('{0} new audit events', unseen) } : undefined;
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
    unseen = 0;
    badge();
  };
  const onRound = (round: Round): void => {
    if (!round.ok) {
      session.fail(round.error, async () => {
        wake?.();
        return true;
      });
      return;
    }
    if (session.error()) session.fail();
    if (round.gap) session.addGap(round.gap);
    session.setNote(
      round.shallow
        ? vscode.l10n.t(
            'So many events come that a page of the service does not reach back far enough: one written late could be missed',
          )
        : undefined,
    );
    if (!view.visible) unseen += round.news;
    badge();
  };
  const start = async (): Promise<void> => {
    running?.abort();
    const own = new AbortController();
    running = own;
    session.follow(true);
    const store = session.store();
    const follower = createFollower(
      {
        known: store.events(),
        pages: deps.settings.cursorParameters() !== null && store.provenance().support !== 'unsupported',
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
    const refused = await follow({ follower, wait, onRound }, own.signal);
    if (running !== own) return;
    stop();
    session.follow(false);
    if (refused) session.fail(refused, begin);
  };

  const seeing = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    unseen = 0;
    badge();
    wake?.();
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
      void start();
    }
  });
  /** Follows what is shown; loads the newest events where that is nothing, or a file. False where that fails. */
  async function begin(): Promise<boolean> {
    if (!(await ready(parts))) return false;
    const isThere = (): boolean => session.loaded() && !session.snapshot().file;
    if (!isThere()) await busy(() => session.load());
    if (!isThere()) return false;
    // Asked for a second time meanwhile: one loop follows.
    if (running) return true;
    followed = session.store();
    session.fail();
    void start();
    return true;
  }
  return {
    table: {
      'vaultsql.audit.follow': async () => {
        if (!running) return begin();
        stop();
        session.follow(false);
        return false;
      },
    },
    dispose() {
      stop();
      seeing.dispose();
      changing.dispose();
    },
  };
}
