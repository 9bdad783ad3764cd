import * as vscode from 'vscode';
import { endSessionAtServer, type RemovedSession } from '../../../node/credentials/endedSession.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';

/** Ends sessions at their sign-in servers and warns the user about failures. */
export async function endSessionsAtServers(
  { log, messages }: Pick<Deps, 'log' | 'messages'>,
  sessions: readonly RemovedSession[],
): Promise<void> {
  const ended = await Promise.all(sessions.map(({ revoke }) => endSessionAtServer(log, revoke)));
  const [first, ...others] = sessions.filter((_, index) => !ended[index]);
  if (!first) return;
  const text =
    others.length === 0
      ? vscode.l10n.t(
          'You are signed out of “{0}” here, but the session may still be active at the sign-in server.',
          first.connection,
        )
      : vscode.l10n.t(
          'You are signed out here, but {0} sessions may still be active at their sign-in servers.',
          others.length + 1,
        );
  // Not awaited: a notification stays as long as the user likes.
  void messages.warn(text, { label: vscode.l10n.t('Show Log'), run: () => log.show() });
}

/**
 * Ends the session of a connection when the connection changes so that the session is no longer valid for it. A
 * connection that is removed from the settings keeps its session, because the settings may be half typed.
 */
export function endSessionsWhenSettingsChange(
  deps: Pick<Deps, 'credentials' | 'log' | 'messages' | 'targets'>,
): vscode.Disposable {
  const { targets, credentials, log } = deps;
  const known = new Map<string, AnyConnection>();
  const listChanges = (): readonly (readonly [before: AnyConnection, now: AnyConnection])[] =>
    targets.connections().flatMap((now) => {
      const before = known.get(now.name);
      known.set(now.name, now);
      return before && before !== now ? [[before, now] as const] : [];
    });
  const end = async (): Promise<void> => {
    for (const [before, now] of listChanges())
      void endSessionsAtServers(deps, await credentials.removeOutdatedSession(before, now));
  };
  listChanges();
  return targets.onDidChange(() => {
    end().catch((error: unknown) => log.defect('ending the session of a changed connection', error));
  });
}
