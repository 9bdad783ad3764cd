import * as vscode from 'vscode';
import { isFiltered } from '../../../core/audit/filters/filterState.ts';
import { errorSentences, joined } from '../../connections/apiErrors.ts';
import type { AuditContext } from '../context.ts';
import type { AuditSnapshot } from '../feed/feed.ts';

export type WelcomeState = 'none' | 'idle' | 'busy' | 'signedOut' | 'failed' | 'empty' | 'shown';

/**
 * Keeps the text above the events, what failed or is to be known of them, and the context keys true. Beside the title there
 * is no room: rows say the rest. The editor writes the text to its log: it may hold no value of an event, a filter or an
 * answer.
 */
export function registerViewState({
  feed,
  options,
  view,
}: Pick<AuditContext, 'feed' | 'options' | 'view'>): vscode.Disposable {
  const set = (key: string, value: unknown): void =>
    void vscode.commands.executeCommand('setContext', `vaultsql.${key}`, value);
  const draw = (): void => {
    const snapshot = feed.snapshot();
    view.message = messageOf(snapshot);
    set('auditFiltered', isFiltered(snapshot.filters));
    set('audit.state', welcomeState(snapshot));
    set('auditFollowing', snapshot.following);
    set('auditOfFile', snapshot.file !== undefined);
    set('localTime', options.zone() === 'local');
    set('actorsMasked', options.masksActors());
  };
  draw();
  return vscode.Disposable.from(feed.onDidChange(draw), options.onDidChange(draw));
}

/** What failed, or is to be known of the events; empty where there is nothing of the kind. */
export function messageOf({ error, connection, note = '' }: AuditSnapshot): string {
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
