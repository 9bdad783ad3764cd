import * as vscode from 'vscode';
import type { Capability } from '../../../../core/audit/feed/capabilities.ts';
import { isFiltered } from '../../../../core/audit/filters/filterState.ts';
import { oneLine, shortenMiddle } from '../../../../core/messages/oneLine.ts';
import { ContextKeys } from '../../../platform/contextKeys.ts';
import type { Log } from '../../../platform/log.ts';
import { describeError, describeRateLimit, joinErrorSentences } from '../../../targets/apiErrors.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { AuditSnapshot } from '../../model/state.ts';

export type WelcomeState = 'none' | 'idle' | 'busy' | 'signedOut' | 'rejected' | 'failed' | 'empty' | 'shown';

/**
 * Keeps the view's message, description, and context keys up to date. The editor writes message and
 * description to its log. They must not contain values of events or filters, or the service's own
 * error messages.
 */
export function registerViewState(
  { masking, state }: Pick<AuditModel, 'masking' | 'state'>,
  view: Pick<vscode.TreeView<unknown>, 'description' | 'message'>,
  log: Pick<Log, 'defect'>,
): vscode.Disposable {
  const keys = new ContextKeys(log);
  const draw = (): void => {
    const snapshot = state.snapshot();
    view.message = viewMessage(snapshot);
    view.description = connectionText(snapshot);
    keys.scheduleContextKey('vaultsql.auditFiltered', isFiltered(snapshot.filters));
    keys.scheduleContextKey('vaultsql.auditKept', snapshot.canGoBack);
    keys.scheduleContextKey('vaultsql.audit.state', welcomeState(snapshot));
    keys.scheduleContextKey('vaultsql.audit.hasEvents', snapshot.phase.content === 'events');
    keys.scheduleContextKey('vaultsql.auditFollowing', snapshot.following);
    keys.scheduleContextKey('vaultsql.auditOfFile', snapshot.file !== undefined);
    const lacks = (capability: Capability): boolean => !snapshot.capabilities.has(capability);
    keys.scheduleContextKey('vaultsql.audit.lacksOlder', lacks('older'));
    keys.scheduleContextKey('vaultsql.audit.lacksFollow', lacks('follow'));
    keys.scheduleContextKey('vaultsql.audit.lacksSql', lacks('sql'));
    keys.scheduleContextKey('vaultsql.localTime', masking.zone() === 'local');
    keys.scheduleContextKey('vaultsql.actorsMasked', masking.masksActors());
  };
  draw();
  return vscode.Disposable.from(keys, state.onDidChange(draw), masking.onDidChange(draw));
}

/**
 * Maximum length, in UTF-16 code units, of the text in the view's header: so much is visible beside the title in a side
 * bar 300 px wide. The row of the connection has the whole name in its tooltip.
 */
const MAX_HEADER_LENGTH = 26;

export function connectionText({ source }: Pick<AuditSnapshot, 'source'>): string {
  if (!source) return '';
  const addMark = (name: string): string =>
    source.environment === 'production' ? vscode.l10n.t('{0} · PRODUCTION', name) : name;
  return addMark(oneLine(shortenMiddle(source.name, MAX_HEADER_LENGTH - addMark('').length)));
}

/**
 * Returns the message displayed above the events; empty text if there is none. It does not quote the
 * service's own error message, because the editor writes the displayed message to its log.
 */
export function viewMessage({ error, connection, note = '', retryAt }: AuditSnapshot): string {
  if (retryAt !== undefined) return [describeRateLimit(retryAt), note].filter(Boolean).join(' · ');
  if (!error || !connection || error.kind === 'cancelled') return note;
  const answer = error.kind === 'status' && error.message !== '';
  const known = answer ? { ...error, message: '' } : error;
  const sentences = joinErrorSentences(describeError(known, { operation: 'audit', connection }));
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
