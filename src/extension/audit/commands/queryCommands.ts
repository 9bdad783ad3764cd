import * as vscode from 'vscode';
import { likelyEvents } from '../../../core/audit/feed/queryEvent.ts';
import { queryOf } from '../../../core/audit/feed/queryOf.ts';
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/filters/localFilters.ts';
import type { TrailQuery } from '../../../core/audit/table/trail.ts';
import { allRows, type LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { AnsweredQuery } from '../../app/shownQuery.ts';
import { type AuditContext, ready } from '../context.ts';
import type { AuditFeed } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { createRequestSequence, type RequestSequence } from '../feed/requestSequence.ts';

/** Waits before the trail is asked again for the event of a query: it may lag behind. */
const LAG_MS = [1000, 2000, 4000, 8000];

/** Commands between queries and their events. */
export function queryCommands(context: AuditContext): CommandTable {
  const { deps, feed } = context;
  return {
    'vaultsql.query.showAuditEvents': async () => {
      const answered = deps.shownQuery.current();
      if (!answered)
        return deps.messages.info(
          vscode.l10n.t(
            'No audit event to show: no query was run, or the last one was not sent or has no response yet.',
          ),
        );
      feed.switchConnection(answered.target.connection.name);
      if (!(await ready(context))) return undefined;
      const sequence = createRequestSequence(feed);
      const found = await findEvent(feed, answered, sequence);
      if (found) {
        // A command that is run from a view of this extension is not heard by the walkthrough.
        void vscode.commands.executeCommand('setContext', 'vaultsql.eventShown', true);
        return context.reveal(found);
      }
      if (feed.error() || !sequence.isCurrent()) return undefined;
      return deps.messages.info(
        vscode.l10n.t('No audit event for this query yet. The audit trail may lag; try again later.'),
      );
    },
    'vaultsql.audit.myQueries': async () => {
      if (!(await ready(context))) return undefined;
      const sequence = createRequestSequence(feed);
      const me = feed.me() ?? (await whoAmI(feed, sequence));
      // A search: no filter over loaded events hides some of them.
      return me === undefined ? undefined : sequence.search({ 'context.actor': me });
    },
  };
}

/**
 * The event of a query: by its request ID among the events shown, else among the newest of all, so that no filter is left to
 * be cleared; else the service is asked for that ID, and where it has none, for one of the same vault, text, time and actor,
 * which is called likely. Asked again a few times, since the trail may lag, but not once the sequence is over.
 */
async function findEvent(
  feed: AuditFeed,
  answered: AnsweredQuery,
  sequence: RequestSequence,
): Promise<LoadedEvent | undefined> {
  const { requestID, target, query, at } = answered;
  const { accountID } = feed.requestedFilters();
  const account: AuditFilters = accountID ? { accountID } : {};
  const actor = feed.me();
  const likely: AuditFilters = {
    ...account,
    vaultID: target.vault.id,
    ...(actor ? { 'context.actor': actor } : {}),
  };
  const loaded = async (): Promise<readonly LoadedEvent[]> =>
    ofShown(feed, async () => (await allRows(feed.trail, feed.query())).rows);
  /** One request may cause several events (S13): the one with the query is meant. */
  const certain = async (): Promise<LoadedEvent | undefined> => {
    const withID = (): TrailQuery => ({
      ...feed.query(),
      filters: withValues(feed.filters().local, 'requestID', [requestID], 'only'),
    });
    const found = await ofShown(feed, async () => (await allRows(feed.trail, withID())).rows);
    const ofRequest = found.filter(({ event }) => event.context.requestID === requestID);
    return ofRequest.find(({ event }) => queryOf(event)?.trim() === query.trim()) ?? ofRequest[0];
  };
  /** The events still shown after a refusal are not the answer. */
  const search = async (filters: AuditFilters): Promise<boolean> =>
    (await sequence.search(filters)) && !feed.error();
  const lookUnfiltered = async (): Promise<LoadedEvent | undefined> => {
    if (!requestID) return undefined;
    const shown = feed.loaded() && !feed.file() ? await certain() : undefined;
    return shown ?? ((await search(account)) ? certain() : undefined);
  };
  const look = async (): Promise<LoadedEvent | undefined> => {
    if (requestID) {
      if (!(await search({ ...account, 'context.requestID': requestID }))) return undefined;
      const found = await certain();
      if (found) return found;
    }
    if (!(await search(likely))) return undefined;
    const [found] = likelyEvents(await loaded(), {
      vaultID: target.vault.id,
      query,
      at,
      actor,
    });
    if (found)
      feed.setNote(
        vscode.l10n.t(
          'Likely the audit event of your query: same vault, text, and time, but no matching request ID.',
        ),
      );
    return found;
  };
  // Mostly it is there at once: only a wait is worth a notification.
  const unfiltered = await lookUnfiltered();
  if (unfiltered || feed.error() || !sequence.isCurrent()) return unfiltered;
  const first = await look();
  if (first || feed.error() || !sequence.isCurrent()) return first;
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Waiting for the audit event'),
    },
    async (_progress, token) => {
      const listening = token.onCancellationRequested(() => feed.cancel());
      try {
        for (const ms of LAG_MS) {
          await waitFor(ms, feed, sequence);
          const found = await look();
          if (found || feed.error() || !sequence.isCurrent()) return found;
        }
        return undefined;
      } finally {
        listening.dispose();
      }
    },
  );
}

/** Ends early when the sequence is over. */
function waitFor(ms: number, feed: AuditFeed, sequence: RequestSequence): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const listening = feed.onDidChange(() => sequence.isCurrent() || end());
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
async function whoAmI(feed: AuditFeed, sequence: RequestSequence): Promise<string | undefined> {
  // The first request makes the event that the second finds, where reading is audited.
  await sequence.learnMe();
  if (!feed.me() && !feed.error()) await sequence.learnMe();
  if (feed.error() || !sequence.isCurrent()) return undefined;
  return (
    feed.me() ??
    vscode.window.showInputBox({
      title: vscode.l10n.t('Your e-mail address in audit events'),
      prompt: vscode.l10n.t(
        'Enter your e-mail address as it appears in audit events. It could not be determined from the loaded events.',
      ),
      ignoreFocusOut: true,
    })
  );
}
