/** A query that was run again: the rows of its earlier run stay until the new run is answered. */
import * as vscode from 'vscode';
import type { Notice } from '../../../protocol/results.ts';
import { glanceOf } from '../../app/timeText.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from './present.ts';

/** A result in its place. */
export interface ResultContent {
  readonly kind: 'result';
  /** The latest run. */
  readonly session: Session;
  /** A result of the same query with rows, until `session` is answered: on screen if that fails. */
  readonly earlier?: Session;
  /** Whether the person went on with the earlier rows, and so has read why the latest run failed. */
  readonly isRead?: boolean;
}

/** The earlier result, where the latest run failed and so its rows are on screen. */
export const rowsKept = ({ session, earlier }: ResultContent): Session | undefined =>
  session.hasFailed() ? earlier : undefined;

export const onScreen = (content: ResultContent): Session => rowsKept(content) ?? content.session;

/** The result whose notice is shown: what its buttons are about. */
export const noticed = (content: ResultContent): Session =>
  content.isRead ? onScreen(content) : content.session;

/** What is shown of a result; `timeText` writes milliseconds since 1970 as that of `app` does. */
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
  // First: the message of a service, which ends the text, may end without a full stop.
  text: `${vscode.l10n.t('The rows below are from {0}.', at)} ${notice.text}`,
});
