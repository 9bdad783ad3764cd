/**
 * Explains why buttons that display other rows are disabled. Contains no reason for a button that is enabled, or that
 * is disabled only for a moment.
 */
import * as vscode from 'vscode';
import type { Paging, ResultsState } from '../../../protocol/results.ts';
import type { ResultNow } from './resultNow.ts';

export function reasonsOf(can: ResultsState['can'], now: ResultNow): { readonly [K in Paging]?: string } {
  const { paged, rows } = now;
  if (paged.phase !== 'page') return {};
  const reasons = rows.extent === 'page' ? ofPage(now) : ofAll(now);
  const loadAll = paged.offsetIgnored
    ? vscode.l10n.t('The service ignores OFFSET')
    : rows.complete && vscode.l10n.t('All rows are loaded and shown');
  const all = Object.entries({ ...reasons, loadAll });
  return Object.fromEntries(all.filter(([id, why]) => why && can[id as Paging] === false));
}

const ofPage = ({ paged }: ResultNow): { readonly [K in Paging]?: string } => {
  const isFirst = vscode.l10n.t('This is the first page');
  return {
    first: isFirst,
    previous: isFirst,
    ...(paged.end === undefined ? {} : { next: vscode.l10n.t('This is the last page') }),
  };
};

function ofAll({ rows }: ResultNow): { readonly [K in Paging]?: string } {
  if (!rows.arranged) {
    const isShown = vscode.l10n.t('All loaded rows are shown');
    return { previous: isShown, next: isShown };
  }
  const noPages = vscode.l10n.t('Sorted and filtered rows have no pages');
  return {
    first: noPages,
    previous: noPages,
    ...(rows.complete ? { next: vscode.l10n.t('All rows are loaded') } : {}),
  };
}
