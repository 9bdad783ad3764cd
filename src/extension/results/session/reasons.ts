/** Explains why buttons that display other rows are disabled. */
import * as vscode from 'vscode';
import type { PagingAction, ResultsState } from '../../../protocol/results.ts';
import type { ResultSnapshot } from './resultSnapshot.ts';

export function explainDisabledButtons(
  can: ResultsState['can'],
  snapshot: ResultSnapshot,
): { readonly [K in PagingAction]?: string } {
  const { pagerState, rows } = snapshot;
  if (pagerState.phase !== 'page') return {};
  const reasons = rows.extent === 'page' ? explainPageButtons(snapshot) : explainAllRowsButtons(snapshot);
  const loadAll = pagerState.offsetIgnored
    ? vscode.l10n.t('The service ignores OFFSET')
    : rows.isComplete && vscode.l10n.t('All rows are loaded and shown');
  const all = Object.entries({ ...reasons, loadAll });
  return Object.fromEntries(all.filter(([id, reason]) => reason && can[id as PagingAction] === false));
}

const explainPageButtons = ({ pagerState }: ResultSnapshot): { readonly [K in PagingAction]?: string } => {
  const isFirst = vscode.l10n.t('This is the first page');
  return {
    first: isFirst,
    previous: isFirst,
    ...(pagerState.totalRowCount === undefined ? {} : { next: vscode.l10n.t('This is the last page') }),
  };
};

function explainAllRowsButtons({ rows }: ResultSnapshot): { readonly [K in PagingAction]?: string } {
  if (!rows.isSortedOrFiltered) {
    const isShown = vscode.l10n.t('All loaded rows are shown');
    return { previous: isShown, next: isShown };
  }
  const noPages = vscode.l10n.t('Sorted and filtered rows have no pages');
  return {
    first: noPages,
    previous: noPages,
    ...(rows.isComplete ? { next: vscode.l10n.t('All rows are loaded') } : {}),
  };
}
