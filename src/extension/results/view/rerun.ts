import * as vscode from 'vscode';
import type { Notice } from '../../../protocol/results.ts';
import { shortenTimeToMinute } from '../../app/timeText.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from './present.ts';

export interface ResultContent {
  readonly kind: 'result';
  readonly session: Session;
  /**
   * The result of an earlier run of the same query. It is displayed in place of `session` if `session` has ended
   * without a result.
   */
  readonly earlier?: Session;
  /**
   * True if the user continued with the rows of `earlier`, so that the notice about `session` is no longer displayed.
   */
  readonly isNoticeDismissed?: boolean;
}

/**
 * Returns `earlier` if `session` has ended without a result, because a request failed or was cancelled; otherwise
 * undefined.
 */
export const findDisplayedEarlierResult = ({ session, earlier }: ResultContent): Session | undefined =>
  session.hasEndedWithoutResult() ? earlier : undefined;

export const getDisplayedResult = (content: ResultContent): Session =>
  findDisplayedEarlierResult(content) ?? content.session;

/**
 * Returns the result to which the buttons of a displayed notice apply. This is `content.session` or, after the notice
 * about it was dismissed, the displayed result.
 */
export const getResultOfNotice = (content: ResultContent): Session =>
  content.isNoticeDismissed ? getDisplayedResult(content) : content.session;

export function computeContentState(content: ResultContent, timeText: (ms: number) => string): SessionState {
  const earlierSession = findDisplayedEarlierResult(content);
  if (!earlierSession) return content.session.state();
  const [state, failed] = [earlierSession.state(), content.session.state()];
  if (state.phase !== 'rows') return state;
  const fullTime = timeText(earlierSession.run.startedAt);
  const shortTime = shortenTimeToMinute(fullTime, timeText(Date.now()));
  const keptState = {
    ...state,
    status: joinTexts(state.status, vscode.l10n.t('rows of {0}', shortTime)),
    detail: joinTexts(state.detail, fullTime),
  };
  if (content.isNoticeDismissed || failed.phase === 'rows' || failed.phase === 'loading') return keptState;
  return { ...keptState, notice: addEarlierRowsSentence(failed.notice, failed.phase, shortTime) };
}

const joinTexts = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');

const addEarlierRowsSentence = (notice: Notice, phase: SessionState['phase'], shortTime: string): Notice => ({
  ...notice,
  severity: phase === 'error' ? 'error' : phase === 'cancelled' ? 'warning' : 'info',
  // This sentence comes first, because the service's message at the end of the text may have no full stop.
  text: `${vscode.l10n.t('The rows below are from {0}.', shortTime)} ${notice.text}`,
});
