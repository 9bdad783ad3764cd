import * as vscode from 'vscode';
import { msToTimestamp } from '../../../core/audit/feed/timestamps.ts';
import type { Messages } from '../../platform/messages.ts';
import { removeSecondsFraction } from '../labels.ts';
import type { AuditModel } from '../model/auditModel.ts';

type GoBackModel = Pick<AuditModel, 'masking' | 'source' | 'state'>;

/** Displays the previous events again, with a note about when they were replaced. Returns false if there are none. */
export function restoreKeptEvents({ masking, source, state }: GoBackModel): boolean {
  const kept = state.getRestorableListing();
  if (!kept) return false;
  const time = removeSecondsFraction(masking.formatTime(msToTimestamp(kept.keptAt)));
  source.displayKeptListing(vscode.l10n.t('As displayed until {0}. Refresh for newer events.', time));
  return true;
}

/**
 * Displays the previous events again, without a request. Shows a message if there are none. Does
 * nothing if the user wants to keep unsaved marks of a file.
 */
export async function goBackToKeptEvents({
  messages,
  model,
}: {
  readonly messages: Pick<Messages, 'info'>;
  readonly model: GoBackModel;
}): Promise<unknown> {
  if (!model.state.getRestorableListing())
    return messages.info(vscode.l10n.t('No events were displayed before these.'));
  if (model.state.file() && !(await model.source.confirmReplacingEvents())) return false;
  return restoreKeptEvents(model);
}
