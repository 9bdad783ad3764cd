import * as vscode from 'vscode';
import type { LoadedEvent } from '../../../core/audit/table/trailReads.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { RequestFlow } from '../model/requestFlow.ts';
import { createRequestSequence, type RequestSequence } from '../model/requestSequence.ts';
import { findKnownActorID, type OwnActorParts, promptForAndStoreActorID } from '../pickers/ownActorPick.ts';
import { findEventInDisplayedTable, findEventOfQuery } from './queryEvent.ts';

export interface QueryParts extends Pick<Deps, 'messages' | 'displayedQuery' | 'walkthrough'> {
  readonly model: Pick<AuditModel, 'filters' | 'following' | 'requests' | 'source' | 'state' | 'trail'>;
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
  reveal(event: LoadedEvent): Promise<void>;
}

export interface OwnEventsParts extends Pick<OwnActorParts, 'ownActorIDs'>, Pick<QueryParts, 'flow'> {
  readonly model: OwnActorParts['model'] & Pick<AuditModel, 'connections' | 'source'>;
}

export function createQueryCommands(parts: QueryParts): CommandTable {
  return {
    'vaultsql.query.showAuditEvents': () => findAndRevealEventOfQuery(parts),
  };
}

/** Finds the audit event of the displayed query and reveals it. */
export async function findAndRevealEventOfQuery({
  flow,
  messages,
  model,
  reveal,
  displayedQuery,
  walkthrough,
}: QueryParts): Promise<unknown> {
  const answered = displayedQuery.current();
  if (!answered) return messages.info(vscode.l10n.t('No query has a response yet. Run one first.'));
  const stored = await findEventInDisplayedTable(model, answered);
  if (stored) {
    walkthrough.markDone('audit');
    return reveal(stored);
  }
  if (!(await model.source.confirmReplacingEvents())) return undefined;
  model.source.switchConnection(answered.target.connection.name);
  if (!(await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) return undefined;
  const sequence = createRequestSequence(model.requests);
  const found = await findEventOfQuery(model, answered, sequence);
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
 * Requests the newest events of the user's own requests, and prompts for the user's ID if it can't be
 * determined. Resolves to true if the response to this request, or its failure, was applied.
 */
export async function loadNewestOwnEvents(parts: OwnEventsParts): Promise<boolean> {
  const { flow, model } = parts;
  const { connections, requests } = model;
  if (!(await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) return false;
  const connection = connections.current();
  if (!connection) return false;
  const sequence = createRequestSequence(requests);
  const actorID =
    (await findKnownActorID(parts, connection)) ??
    (await learnOrPromptForActorID(parts, connection, sequence));
  // Confirmed here: a request that prompts the user begins later, and the sequence would take it for another request.
  if (actorID === undefined || !(await model.source.confirmReplacingEvents())) return false;
  // A search, which clears the filters on loaded events, so that none of the results are hidden.
  return sequence.loadNewestClearingLocalFilters({ 'context.actor': actorID });
}

/**
 * Returns the user's ID in audit events; undefined if it can't be determined. The service has no
 * request that returns the ID. It is taken from an event of this extension's own requests, or else the
 * user is prompted for it.
 */
async function learnOrPromptForActorID(
  parts: OwnEventsParts,
  connection: AnyConnection,
  sequence: RequestSequence,
): Promise<string | undefined> {
  const { requests, state } = parts.model;
  const resume = (): Promise<boolean> => loadNewestOwnEvents(parts);
  // If the service audits reading, the first request creates the event that the second one finds.
  await sequence.requestToLearnOwnActor(resume);
  if (!requests.getOwnActorName() && !state.error()) await sequence.requestToLearnOwnActor(resume);
  if (state.error() || !sequence.isCurrent()) return undefined;
  return requests.getOwnActorName() ?? promptForAndStoreActorID(parts, connection);
}
