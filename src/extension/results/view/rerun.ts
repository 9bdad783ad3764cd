/** Keeps the rows of a query that is run again until the new request is answered. */
import * as vscode from 'vscode';
import type { Notice } from '../../../protocol/results.ts';
import { glanceOf } from '../../app/timeText.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from './present.ts';

/** The result in a viewer and, after its query was run again, the earlier result. */
export interface ResultContent {
  readonly kind: 'result';
  /** The result of the query that was run last. */
  readonly session: Session;
  /**
   * An earlier result of the same query, with rows. It is kept until a request of `session` succeeds, and is displayed
   * if the first request of `session` fails. Undefined if there is none.
   */
  readonly earlier?: Session;
  /**
   * True if the user continued with the rows of `earlier`, so that the notice about the failure of `session` is no
   * longer displayed. Undefined means false.
   */
  readonly isRead?: boolean;
}

/**
 * Returns the earlier result if its rows are displayed because the first request of `session` failed. Otherwise
 * undefined.
 */
export const rowsKept = ({ session, earlier }: ResultContent): Session | undefined =>
  session.hasFailed() ? earlier : undefined;

/**
 * Returns the result whose rows are displayed: `earlier` if the first request of `session` failed, otherwise `session`.
 */
export const onScreen = (content: ResultContent): Session => rowsKept(content) ?? content.session;

/** Returns the result that the displayed notice and its buttons are about. */
export const noticed = (content: ResultContent): Session =>
  content.isRead ? onScreen(content) : content.session;

/** Returns the state to display for a result. `timeText` formats a time in milliseconds since 1970 for the user. */
export function contentState(content: ResultContent, timeText: (ms: number) => string): SessionState {
  const kept = rowsKept(content);
  if (!kept) return content.session.state();
  const [state, failed] = [kept.state(), content.session.state()];
  if (state.phase !== 'rows') return state;
  const whole = timeText(kept.run.askedAt);
  const at = glanceOf(whole, timeText(Date.now()));
  const marked = {
    ...state,
    status: joined(state.status, vscode.l10n.t('rows of {0}', at)),
    detail: joined(state.detail, whole),
  };
  if (content.isRead || failed.phase === 'rows' || failed.phase === 'loading') return marked;
  return { ...marked, notice: keptNotice(failed.notice, failed.phase, at) };
}

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');

const keptNotice = (notice: Notice, phase: SessionState['phase'], at: string): Notice => ({
  ...notice,
  severity: phase === 'error' ? 'error' : phase === 'cancelled' ? 'warning' : 'info',
  // This sentence comes first, because the service's message at the end of the text may have no full stop.
  text: `${vscode.l10n.t('The rows below are from {0}.', at)} ${notice.text}`,
});
