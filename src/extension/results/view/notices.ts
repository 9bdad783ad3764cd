import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Notice, NoticeAction, NoticeButton } from '../../../protocol/results.ts';
import type { Run } from '../../query/run.ts';
import { errorNotice } from '../../targets/apiErrors.ts';
import type { Target } from '../../targets/targets.ts';

/** What is to be said above rows of which values are shown that a schema file may mask. */
export function schemaNotice({ unreadSchemas }: Pick<Run, 'unreadSchemas'>): Notice | undefined {
  if (unreadSchemas.length === 0) return undefined;
  const names = unreadSchemas.map(({ name }) => oneLine(name)).join(', ');
  return {
    severity: 'warning',
    title: vscode.l10n.t('Masks of {0} may be missing', names),
    text: vscode.l10n.t('It can’t be read as a whole. Correct it, then run the query again.'),
    buttons: [{ id: 'openSchema', label: vscode.l10n.t('Open File') }],
  };
}

const retry = (): NoticeButton => ({ id: 'retry', label: vscode.l10n.t('Try Again') });

/** A pager that has no page, or could not have the one wanted. */
type Ended = Extract<PagerState, { readonly phase: 'none' | 'error' | 'cancelled' }>;

export const hasEnded = (state: PagerState): state is Ended =>
  state.phase !== 'loading' && state.phase !== 'page';

/** What is to be said above the rows that are loaded. */
export function pagerNotice(state: PagerState, target: Target, meant?: string): Notice | undefined {
  if (hasEnded(state)) return endNotice(state, target, meant);
  if (!state.offsetIgnored) return undefined;
  return {
    severity: 'warning',
    title: vscode.l10n.t('The service returned the same page again'),
    text: vscode.l10n.t('It likely ignores OFFSET; further rows can’t be loaded.'),
    buttons: [retry()],
  };
}

/** What each failure means, and what to do, in full. */
const help = (): NoticeButton => ({ id: 'helpFaults', label: vscode.l10n.t('Open Help') });

/** A step whose button sends the failed request again once the step is done. */
export type RetryStep = 'signIn' | 'setPassphrase';

/** True if a request failed and its notice has a button for `step`. */
export const asksFor = (step: NoticeAction, state: PagerState, target: Target): boolean =>
  state.phase === 'error' && errorNotice(state.error, target).buttons.some(({ id }) => id === step);

/** What replaces the message of a request that failed because the local vault was not running, once it runs. */
export const startedNotice = (): Notice => ({
  title: vscode.l10n.t('The local vault is running'),
  text: vscode.l10n.t('The query was not sent again.'),
  buttons: [retry()],
});

/** What is to be said once the person has signed in elsewhere: nothing is sent unasked. */
export const signedInNotice = ({ connection }: Target): Notice => ({
  title: vscode.l10n.t('Signed in to “{0}”', connection.name),
  text: vscode.l10n.t('The query was not sent again.'),
  buttons: [retry()],
});

/** What is to be said in place of rows, or above those of another page; `meant` in place of a column rejected. */
export function endNotice(state: Ended, target: Target, meant?: string): Notice {
  switch (state.phase) {
    case 'none':
      return {
        title: vscode.l10n.t('No rows'),
        text:
          state.none === 'null'
            ? vscode.l10n.t('No record matches this query.')
            : vscode.l10n.t('The service returned an empty list.'),
        buttons: [],
      };
    case 'cancelled':
      return { ...errorNotice(state.error, target), buttons: [retry()] };
    case 'error': {
      const notice = errorNotice(state.error, target);
      const canRetry = state.error.retry || notice.buttons.length > 0;
      return {
        ...notice,
        // First: the message of a service, which ends the text, may end without a full stop.
        ...(meant === undefined
          ? {}
          : { text: `${vscode.l10n.t('Did you mean {0}?', oneLine(meant))} ${notice.text}` }),
        buttons: [...(canRetry ? [...notice.buttons, retry()] : []), help()],
        ...(state.rowCount > 0 ? { severity: 'error' as const } : {}),
      };
    }
  }
}
