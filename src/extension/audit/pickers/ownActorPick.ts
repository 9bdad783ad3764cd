import * as vscode from 'vscode';
import { AUDIT_FILTERS } from '../../../core/audit/filters/filters.ts';
import { countEntries } from '../../../core/audit/table/trailReads.ts';
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
 * Returns the ID under which the service of `connection`, the current one, logs the user's requests:
 * the one that the user entered, or else the one in an event of this extension's own requests.
 * Undefined if neither is known.
 */
export const findKnownActorID = async (
  { model, ownActorIDs }: OwnActorParts,
  connection: AnyConnection,
): Promise<string | undefined> =>
  (await ownActorIDs.getActorID(connection)) ?? model.requests.getOwnActorName();

/**
 * Prompts for the ID under which the service of `connection` logs the user's requests, and stores it. Suggests the
 * actors of the loaded events, unless these are of another connection. Resolves to undefined if the user closes the
 * prompt.
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
    : await readDisplayedListing(state, () => trail.values(state.listing(), 'actor'));
  const offers = {
    loadedValues: countEntries(values),
    recentValues: [],
    canBeEmpty: false,
    format: (value: string) => masking.maskValue('actor', value),
  };
  const step = await pickValue(filter, current, offers, {
    title: vscode.l10n.t('Your ID in audit events'),
    placeholder: vscode.l10n.t('Your e-mail address or service account ID, as events name the actor'),
  });
  if (step?.kind !== 'value') return undefined;
  await ownActorIDs.storeActorID(connection, step.value);
  return step.value;
}
