import * as vscode from 'vscode';
import { isFiltered } from '../../../core/audit/filters/filterState.ts';
import type { TrailView } from '../../../core/audit/table/trail.ts';
import { errorSentences, joined } from '../../connections/apiErrors.ts';
import type { AuditContext } from '../context.ts';
import type { AuditSnapshot } from '../feed/feed.ts';
import { ofShown } from '../feed/ofShown.ts';
import { filterCount, provenanceText } from '../provenance.ts';

type WelcomeState = 'none' | 'idle' | 'busy' | 'signedOut' | 'failed' | 'empty' | 'filtered';

/**
 * Keeps the texts around the events and the context keys true: filters and zone beside the title, provenance above the
 * events. The editor writes both texts to its log: neither may hold a value of an event, a filter or an answer.
 */
export function registerViewState({
  deps,
  feed,
  options,
  view,
}: Pick<AuditContext, 'deps' | 'feed' | 'options' | 'view'>): vscode.Disposable {
  const set = (key: string, value: unknown): void =>
    void vscode.commands.executeCommand('setContext', `vaultsql.${key}`, value);
  const draw = (): void => {
    const snapshot = feed.snapshot();
    const zone = options.zone() === 'utc' ? 'UTC' : vscode.l10n.t('local time');
    view.description = [filterCount(snapshot.filters), zone].filter(Boolean).join(' · ');
    set('auditFiltered', isFiltered(snapshot.filters));
    set('audit.state', welcomeState(snapshot));
    set('auditFollowing', snapshot.following);
    set('auditOfFile', snapshot.file !== undefined);
    void say();
  };
  /** The last of those asked for counts what is shown now. */
  let asked = 0;
  const say = async (): Promise<void> => {
    const own = ++asked;
    try {
      const shown = await ofShown(feed, () => feed.trail.view(feed.query()));
      if (own === asked) view.message = messageOf(feed.snapshot(), shown, options);
    } catch (error) {
      deps.log.defect('audit events', error);
    }
  };
  draw();
  return vscode.Disposable.from(feed.onDidChange(draw), options.onDidChange(draw));
}

function messageOf(snapshot: AuditSnapshot, shown: TrailView, options: AuditContext['options']): string {
  const { error, connection } = snapshot;
  const provenance = provenanceText(snapshot, shown, options);
  if (error && connection && error.kind !== 'cancelled') {
    const answer = error.kind === 'status' && error.message !== '';
    const known = answer ? { ...error, message: '' } : error;
    const sentences = joined(errorSentences(known, { operation: 'audit', connection }));
    const where = answer ? vscode.l10n.t('See the service’s message in the audit table.') : '';
    return [[sentences, where].filter(Boolean).join(' '), snapshot.note ?? '', provenance ?? '']
      .filter(Boolean)
      .join(' · ');
  }
  return [snapshot.note ?? '', provenance ?? ''].filter(Boolean).join(' · ');
}

function welcomeState({ phase: { content, activity } }: AuditSnapshot): WelcomeState {
  if (content === 'noVault') return 'none';
  if (activity === 'loading') return 'busy';
  if (activity !== 'resting') return activity;
  const states = { nothing: 'idle', empty: 'empty', events: 'filtered' } as const;
  return states[content];
}
