import * as vscode from 'vscode';
import type { LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { RequestFlow } from '../model/requestFlow.ts';
import { createRequestSequence, type RequestSequence } from '../model/requestSequence.ts';
import { findEvent } from './queryEvent.ts';

export interface QueryParts extends Pick<Deps, 'messages' | 'displayedQuery' | 'walkthrough'> {
  readonly model: Pick<AuditModel, 'filters' | 'following' | 'requests' | 'source' | 'state' | 'trail'>;
  readonly flow: Pick<RequestFlow, 'prepare'>;
  reveal(event: LoadedEvent): Promise<void>;
}

export function queryCommands(parts: QueryParts): CommandTable {
  return {
    'vaultsql.query.showAuditEvents': () => showQueryEvent(parts),
  };
}

/** Finds the audit event of the query whose result is displayed and reveals it. */
export async function showQueryEvent({
  flow,
  messages,
  model,
  reveal,
  displayedQuery,
  walkthrough,
}: QueryParts): Promise<unknown> {
  const answered = displayedQuery.current();
  if (!answered)
    return messages.info(
      vscode.l10n.t(
        'No audit event to show: no query was run, or the last one was not sent or has no response yet.',
      ),
    );
  if (!(await model.source.confirmReplacingEvents())) return undefined;
  model.source.switchConnection(answered.target.connection.name);
  if (!(await flow.prepare('elsewhere'))) return undefined;
  const sequence = createRequestSequence(model.requests);
  const found = await findEvent(model, answered, sequence);
  if (found) {
    walkthrough.markDone('audit');
    return reveal(found);
  }
  if (model.state.error() || !sequence.isCurrent()) return undefined;
  return messages.info(
    vscode.l10n.t('No audit event for this query yet. The audit trail may lag; try again later.'),
  );
}

/**
 * Requests the events of the user's own requests. Resolves to false if the user cancels or no
 * response was applied.
 */
export async function showOwnEvents(parts: Pick<QueryParts, 'flow' | 'model'>): Promise<boolean> {
  const { flow, model } = parts;
  const { requests } = model;
  if (!(await flow.prepare('elsewhere'))) return false;
  const sequence = createRequestSequence(requests);
  const user = requests.userName() ?? (await findUserName(model, sequence, () => showOwnEvents(parts)));
  // Asked here, because a request that first asks the user begins later, which the sequence takes for another request.
  if (user === undefined || !(await model.source.confirmReplacingEvents())) return false;
  // A search, which clears the filters on loaded events, so that none of the results are hidden.
  return sequence.search({ 'context.actor': user });
}

/**
 * Returns the user's name in audit events; undefined if it can't be determined. The service has no
 * request for it, so it is taken from an event of this extension's own requests, or else the user
 * is asked.
 */
async function findUserName(
  { requests, state }: Pick<AuditModel, 'requests' | 'state'>,
  sequence: RequestSequence,
  resume: () => Promise<boolean>,
): Promise<string | undefined> {
  // The first request makes the event that the second finds, where reading is audited.
  await sequence.learnUser(resume);
  if (!requests.userName() && !state.error()) await sequence.learnUser(resume);
  if (state.error() || !sequence.isCurrent()) return undefined;
  return (
    requests.userName() ??
    showInputBox({
      title: vscode.l10n.t('Your e-mail address in audit events'),
      prompt: vscode.l10n.t(
        'Enter your e-mail address as it appears in audit events. It could not be determined from the loaded events.',
      ),
      ignoreFocusOut: true,
    })
  );
}
