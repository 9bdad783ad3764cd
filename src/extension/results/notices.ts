import * as vscode from 'vscode';
import type { PagerState } from '../../core/results/loading/pager.ts';
import type { ActionButton } from '../../protocol/results.ts';
import { errorSentences } from '../connections/apiErrors.ts';
import type { Target } from '../connections/targets.ts';
import type { Notice } from '../query/refusals.ts';

export const retryID = 'retry';

/** What is to be said in place of rows, or above those that are loaded. */
export function pagerNotice(state: PagerState, target: Target): Notice | undefined {
  const retry: ActionButton = { id: retryID, label: vscode.l10n.t('Try Again') };
  const withRows = state.rows.length > 0;
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
      return {
        title: vscode.l10n.t('Cancelled'),
        text: vscode.l10n.t(
          'The request was cancelled. The query may have run; if so, an audit event was created.',
        ),
        buttons: [retry],
      };
    case 'error': {
      if (!state.error) return undefined;
      const { title, text, action } = errorSentences(state.error, {
        operation: 'query',
        connection: target.connection,
        vaultID: target.vault.id,
      });
      const buttons = [
        ...(action ? [{ id: action.id, label: action.label }] : []),
        ...(state.error.retry || action ? [retry] : []),
      ];
      return { title, text, buttons, ...(withRows ? { severity: 'error' as const } : {}) };
    }
    default:
      if (!state.offsetIgnored) return undefined;
      return {
        severity: 'warning',
        title: vscode.l10n.t('The service returned the same page again'),
        text: vscode.l10n.t('It likely ignores OFFSET; further rows can’t be loaded.'),
        buttons: [retry],
      };
  }
}
