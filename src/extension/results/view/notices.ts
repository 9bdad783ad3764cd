import * as vscode from 'vscode';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Notice, NoticeAction, NoticeButton } from '../../../protocol/results.ts';
import type { Run } from '../../query/run.ts';
import { createErrorNotice } from '../../targets/apiErrors.ts';
import type { Target } from '../../targets/targets.ts';

/**
 * Returns the warning that masks may be missing, because schema files could not be read completely; undefined if there
 * are no such files.
 */
export function createSchemaNotice({ unreadSchemas }: Pick<Run, 'unreadSchemas'>): Notice | undefined {
  if (unreadSchemas.length === 0) return undefined;
  const names = unreadSchemas.map(({ name }) => oneLine(name)).join(', ');
  return {
    severity: 'warning',
    title: vscode.l10n.t('Some masks may be missing'),
    text: vscode.l10n.t('Could not fully read {0}. Correct it, then run the query again.', names),
    buttons: [{ id: 'openSchema', label: vscode.l10n.t('Open File') }],
  };
}

const createRetryButton = (): NoticeButton => ({ id: 'retry', label: vscode.l10n.t('Try Again') });

type EndedState = Extract<PagerState, { readonly phase: 'none' | 'error' | 'cancelled' }>;

export const hasEnded = (state: PagerState): state is EndedState =>
  state.phase !== 'loading' && state.phase !== 'page';

/**
 * Returns the notice about the requests for pages; undefined if there is nothing to report. `suggestedColumn`: the name
 * to suggest in place of a rejected column.
 */
export function createPagerNotice(
  state: PagerState,
  target: Target,
  suggestedColumn?: string,
): Notice | undefined {
  if (hasEnded(state)) return createEndedNotice(state, target, suggestedColumn);
  if (!state.offsetIgnored) return undefined;
  return {
    severity: 'warning',
    title: vscode.l10n.t('The service returned the same page again'),
    text: vscode.l10n.t('It likely ignores OFFSET; further rows can’t be loaded.'),
    buttons: [createRetryButton()],
  };
}

const createHelpButton = (): NoticeButton => ({ id: 'helpFaults', label: vscode.l10n.t('Open Help') });

/**
 * The button of an error notice for a step such as signing in. When the step succeeds, the failed request is sent
 * again.
 */
export type RetryStep = 'signIn' | 'setPassphrase';

export const hasErrorButton = (step: NoticeAction, state: PagerState, target: Target): boolean =>
  state.phase === 'error' && createErrorNotice(state.error, target).buttons.some(({ id }) => id === step);

export const createLocalVaultStartedNotice = (): Notice => ({
  title: vscode.l10n.t('The local vault is running'),
  text: vscode.l10n.t('The query was not sent again.'),
  buttons: [createRetryButton()],
});

export const createSignedInNotice = ({ connection }: Target): Notice => ({
  title: vscode.l10n.t('Signed in to “{0}”', connection.name),
  text: vscode.l10n.t('The query was not sent again.'),
  buttons: [createRetryButton()],
});

/** Returns the notice that says why there are no rows, or no further rows. */
export function createEndedNotice(state: EndedState, target: Target, suggestedColumn?: string): Notice {
  switch (state.phase) {
    case 'none':
      return {
        title: vscode.l10n.t('No rows'),
        text:
          state.emptyKind === 'null'
            ? vscode.l10n.t('No record matches this query.')
            : vscode.l10n.t('The service returned an empty list.'),
        buttons: [],
      };
    case 'cancelled':
      return { ...createErrorNotice(state.error, target), buttons: [createRetryButton()] };
    case 'error': {
      const notice = createErrorNotice(state.error, target);
      const canRetry = state.error.retry || notice.buttons.length > 0;
      return {
        ...notice,
        // The question comes first, because the service's message at the end of the text may have no full stop.
        ...(suggestedColumn === undefined
          ? {}
          : { text: `${vscode.l10n.t('Did you mean {0}?', oneLine(suggestedColumn))} ${notice.text}` }),
        buttons: [...(canRetry ? [...notice.buttons, createRetryButton()] : []), createHelpButton()],
        ...(state.rowCount > 0 ? { severity: 'error' as const } : {}),
      };
    }
  }
}
