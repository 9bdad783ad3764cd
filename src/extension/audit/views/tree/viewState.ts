import * as vscode from 'vscode';
import { isFiltered } from '../../../../core/audit/filters/filterState.ts';
import { oneLine } from '../../../../core/messages/oneLine.ts';
import { ContextKeys } from '../../../platform/contextKeys.ts';
import type { Log } from '../../../platform/log.ts';
import { errorSentences, joined, rateLimitedText } from '../../../targets/apiErrors.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { AuditSnapshot } from '../../model/state.ts';

export type WelcomeState = 'none' | 'idle' | 'busy' | 'signedOut' | 'rejected' | 'failed' | 'empty' | 'shown';

/**
 * Keeps the text above the events, what failed or is to be known of them, and the context keys true. Beside the title is the
 * connection; there is no room for more: rows say the rest. The editor writes both texts to its log: they may hold no value
 * of an event, a filter or an answer.
 */
export function registerViewState(
  { masking, state }: Pick<AuditModel, 'masking' | 'state'>,
  view: Pick<vscode.TreeView<unknown>, 'description' | 'message'>,
  log: Pick<Log, 'defect'>,
): vscode.Disposable {
  const keys = new ContextKeys(log);
  const draw = (): void => {
    const snapshot = state.snapshot();
    view.message = messageOf(snapshot);
    view.description = connectionText(snapshot);
    keys.set('vaultsql.auditFiltered', isFiltered(snapshot.filters));
    keys.set('vaultsql.audit.state', welcomeState(snapshot));
    keys.set('vaultsql.audit.hasEvents', snapshot.phase.content === 'events');
    keys.set('vaultsql.auditFollowing', snapshot.following);
    keys.set('vaultsql.auditOfFile', snapshot.file !== undefined);
    keys.set('vaultsql.localTime', masking.zone() === 'local');
    keys.set('vaultsql.actorsMasked', masking.masksActors());
  };
  draw();
  return vscode.Disposable.from(keys, state.onDidChange(draw), masking.onDidChange(draw));
}

/** The connection that the events are of, or would be; empty where there is none, or they are those of a file. */
export function connectionText({ connection, file }: AuditSnapshot): string {
  if (!connection || file) return '';
  const name = oneLine(connection.name, 40);
  return connection.environment === 'production' ? vscode.l10n.t('{0} · PRODUCTION', name) : name;
}

/** What failed, or is to be known of the events; empty where there is nothing of the kind. */
export function messageOf({ error, connection, note = '', retryAt }: AuditSnapshot): string {
  if (retryAt !== undefined) return [rateLimitedText(retryAt), note].filter(Boolean).join(' · ');
  if (!error || !connection || error.kind === 'cancelled') return note;
  const answer = error.kind === 'status' && error.message !== '';
  const known = answer ? { ...error, message: '' } : error;
  const sentences = joined(errorSentences(known, { operation: 'audit', connection }));
  const where = answer ? vscode.l10n.t('See the service’s message in the audit table.') : '';
  return [[sentences, where].filter(Boolean).join(' '), note].filter(Boolean).join(' · ');
}

export function welcomeState({ phase: { content, activity } }: AuditSnapshot): WelcomeState {
  if (content === 'noVault') return 'none';
  if (activity === 'loading') return 'busy';
  if (activity !== 'resting') return activity;
  const states = { nothing: 'idle', empty: 'empty', events: 'shown' } as const;
  return states[content];
}
