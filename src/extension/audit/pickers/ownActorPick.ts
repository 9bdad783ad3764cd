import * as vscode from 'vscode';
import { AUDIT_FILTERS } from '../../../core/audit/filters/filters.ts';
import { countEntries } from '../../../core/audit/table/trailReads.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { OwnActorIDs } from '../../targets/ownActorIDs.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import { pickValue } from './valuePick.ts';

export interface OwnActorParts {
  readonly model: Pick<AuditModel, 'masking' | 'requests' | 'state' | 'trail'>;
  readonly ownActorIDs: Pick<OwnActorIDs, 'getActorID' | 'storeActorID'>;
}

/**
 * Returns the ID that identifies the user in the audit events of `connection`, which must be the current connection.
 * That is the stored ID that the user entered, or else that of the local vault's user, or else the actor that this window
 * learned from an event of one of this extension's requests. Undefined if none is known.
 */
export async function findKnownActorID(
  { model, ownActorIDs }: OwnActorParts,
  connection: AnyConnection,
): Promise<string | undefined> {
  const stored = await ownActorIDs.getActorID(connection);
  if (stored !== undefined) model.requests.useEnteredActor(stored, connection);
  return stored ?? connection.local?.actor ?? model.requests.getOwnActorName();
}

/**
 * Prompts for the ID that identifies the user in the audit events of `connection`, and stores the ID. Suggests actors
 * of the loaded events, unless these are from another connection than the current one. Resolves to undefined if the
 * user closes the prompt or goes back.
 */
export async function promptForAndStoreActorID(
  { model, ownActorIDs }: OwnActorParts,
  connection: AnyConnection,
  current = '',
): Promise<string | undefined> {
  const filter = AUDIT_FILTERS.find(({ name }) => name === 'context.actor');
  if (!filter) throw new Error('no filter for the actor');
  const { masking, state, trail } = model;
  const values = state.isListingOfOtherConnection()
    ? []
    : await readDisplayedListing(state, () => trail.values(state.getListingNumber(), 'actor'));
  const offers = {
    loadedValues: countEntries(values),
    recentValues: [],
    canBeEmpty: false,
    format: (value: string) => masking.maskValue('actor', value),
  };
  const step = await pickValue(filter, current, offers, {
    title: vscode.l10n.t('Your ID in audit events of {0}', oneLine(connection.name, 80)),
    placeholder: vscode.l10n.t(
      'Finds your own queries by actor. Enter your e-mail address or service account ID.',
    ),
    // The ID is changed from the list of the user's queries, and first asked for before it.
    canGoBack: current !== '',
  });
  if (step?.kind !== 'value') return undefined;
  await ownActorIDs.storeActorID(connection, step.value);
  model.requests.useEnteredActor(step.value, connection);
  return step.value;
}
