import * as vscode from 'vscode';
import { likelyEvents } from '../../../core/audit/feed/queryEvent.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { AnsweredQuery } from '../../app/shownQuery.ts';
import { type AuditParts, ready } from '../parts.ts';
import { createSeries, type Series } from '../series.ts';

/** Waits before the trail is asked again for the event of a query: it may lag behind. */
const LAG_MS = [1000, 2000, 4000, 8000];

/** Commands between queries and their events. */
export function queryCommands(parts: AuditParts): CommandTable {
  const { deps, session } = parts;
  return {
    'vaultsql.query.showAuditEvents': async () => {
      const answered = deps.shownQuery.current();
      if (!answered)
        return deps.messages.info(
          vscode.l10n.t(
            'There is no query to look up in the audit trail: none has been run, or the last one was not sent or has no answer yet.',
          ),
        );
      session.turnTo(answered.target.connection.name);
      if (!(await ready(parts))) return undefined;
      const series = createSeries(session);
      const found = await findEvent(parts, answered, series);
      if (found) {
        // A command that is run from a view of this extension is not heard by the walkthrough.
        void vscode.commands.executeCommand('setContext', 'vaultsql.eventShown', true);
        return parts.reveal(found);
      }
      if (session.error() || !series.wanted()) return undefined;
      return deps.messages.info(
        vscode.l10n.t(
          'The audit trail holds no event of this query yet. It may lag behind: try again later.',
        ),
      );
    },
    'vaultsql.audit.myQueries': async () => {
      if (!(await ready(parts))) return undefined;
      const series = createSeries(session);
      const me = session.me() ?? (await whoAmI(parts, series));
      return me === undefined ? undefined : series.load({ 'context.actor': me });
    },
  };
}

/**
 * The event of a query: by its request ID; where the service has none with it, by vault, text, time and actor, which is
 * called likely. Asked again a few times, since the trail may lag, but not once the series is over. Leaves its filters set.
 */
async function findEvent(
  parts: AuditParts,
  answered: AnsweredQuery,
  series: Series,
): Promise<AuditEvent | undefined> {
  const { session } = parts;
  const { requestID, target, query, at } = answered;
  const { accountID } = session.asked();
  const account: AuditFilters = accountID ? { accountID } : {};
  const actor = session.me();
  const likely: AuditFilters = {
    ...account,
    vaultID: target.vault.id,
    ...(actor ? { 'context.actor': actor } : {}),
  };
  const look = async (): Promise<AuditEvent | undefined> => {
    if (requestID) {
      if (!(await series.load({ ...account, 'context.requestID': requestID }))) return undefined;
      // The events still shown after a refusal are not the answer.
      if (session.error()) return undefined;
      // One request may cause several events (S13): the one with the query is meant.
      const ofRequest = session.store().events();
      const certain = ofRequest.find((event) => queryOf(event)?.trim() === query.trim()) ?? ofRequest[0];
      if (certain) return certain;
    }
    if (!(await series.load(likely)) || session.error()) return undefined;
    const [event] = likelyEvents(session.store().events(), { vaultID: target.vault.id, query, at, actor });
    if (event)
      session.setNote(
        vscode.l10n.t(
          'Likely the event of your query: same vault, text and time. No event has its request ID.',
        ),
      );
    return event;
  };
  // Mostly it is there at once: only a wait is worth a notification.
  const first = await look();
  if (first || session.error() || !series.wanted()) return first;
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('The audit event of the query is not there yet, asking again'),
    },
    async (_progress, token) => {
      const listening = token.onCancellationRequested(() => session.cancel());
      try {
        for (const ms of LAG_MS) {
          await waitFor(ms, session, series);
          const found = await look();
          if (found || session.error() || !series.wanted()) return found;
        }
        return undefined;
      } finally {
        listening.dispose();
      }
    },
  );
}

/** Ends early when the series is over. */
function waitFor(ms: number, session: AuditParts['session'], series: Series): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const listening = session.onDidChange(() => series.wanted() || end());
    function end(): void {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    }
  });
}

/**
 * The service does not say who one is; an event of a request of ours does. Where even reading the log leaves none, the
 * person says it. What is shown stays meanwhile: the person may leave.
 */
async function whoAmI({ session }: AuditParts, series: Series): Promise<string | undefined> {
  // The first request makes the event that the second finds, where reading is audited.
  await series.learnMe();
  if (!session.me() && !session.error()) await series.learnMe();
  if (session.error() || !series.wanted()) return undefined;
  return (
    session.me() ??
    vscode.window.showInputBox({
      title: vscode.l10n.t('Your name in the audit trail'),
      prompt: vscode.l10n.t(
        'None of the loaded events comes from this extension. Users are named by their e-mail address.',
      ),
      ignoreFocusOut: true,
    })
  );
}
