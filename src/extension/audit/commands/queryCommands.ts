import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { type AuditContext, ready } from '../context.ts';
import type { AuditFeed } from '../model/feed.ts';
import { createRequestSequence, type RequestSequence } from '../model/requestSequence.ts';
import { findEvent } from './queryEvent.ts';

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
      if (!(await feed.mayReplace())) return undefined;
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
    showInputBox({
      title: vscode.l10n.t('Your e-mail address in audit events'),
      prompt: vscode.l10n.t(
        'Enter your e-mail address as it appears in audit events. It could not be determined from the loaded events.',
      ),
      ignoreFocusOut: true,
    })
  );
}
