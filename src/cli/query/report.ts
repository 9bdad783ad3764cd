/** What the command `query` reports on standard error. */
import { printQuery } from '../../core/audit/query/printQuery.ts';
import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { CostEstimate } from '../../core/results/loading/cost.ts';
import { findDoubts } from '../../core/results/loading/doubts.ts';
import type { LoadAllState } from '../../core/results/loading/loadAll.ts';
import type { LoadedRows, QueryRequests } from './loadRows.ts';
import { PAGE_SIZE } from './queryOptions.ts';

export const countNoun = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;

/** Returns the estimate of the requests for the pages after the first one. */
export function formatCost(
  { requests, maxRequests, includesEndRequest }: CostEstimate,
  countedRows: number | undefined,
): string {
  const counted = countedRows === undefined ? '' : `COUNT returned ${countNoun(countedRows, 'row')}. `;
  const most = countedRows === undefined ? 'at most ' : '';
  const sent = `${most}${countNoun(requests ?? maxRequests, 'request')}, each with an audit event.`;
  const unknown = requests === undefined ? ' The number of rows is unknown; --count requests it.' : '';
  const end =
    includesEndRequest && requests !== undefined
      ? ' If there are fewer rows than the LIMIT, one request looks for the end.'
      : '';
  return `${counted}Loading more rows: ${sent}${unknown}${end}`;
}

/** Returns the progress of loading for one line. */
export function formatProgress({ rows, requests, waitMs, msLeft }: LoadAllState): string {
  const seconds = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;
  return [
    countNoun(rows, 'row'),
    countNoun(requests + 1, 'request'),
    ...(waitMs > 0 ? [`rate limited, retrying in ${seconds(waitMs)}`] : []),
    ...(waitMs === 0 && msLeft !== undefined ? [`about ${seconds(msLeft)} left`] : []),
  ].join('; ');
}

/** Whether the rows are the whole result of the statement, as far as the service shows. */
export function isWholeResult(
  { result, end, countedRows }: LoadedRows,
  statementLimit: number | undefined,
): boolean {
  if (end.kind !== 'done' || result.isOffsetIgnored()) return false;
  if (result.emptyKind()) return true;
  const total = result.totalRowCount();
  // The maximum of the options ends the result too, but the statement may have more rows.
  const isCut = total !== undefined && total === result.userLimit && total !== statementLimit;
  if (total === undefined || isCut) return countedRows === result.rows.rowCount;
  return result.rows.rowCount >= total;
}

/** Returns the lines about the written rows and the doubts about them. */
export function formatSummary(
  loaded: LoadedRows,
  { rows, isWhole, maxRows }: { readonly rows: number; readonly isWhole: boolean; readonly maxRows: number },
): readonly string[] {
  const { result, countedRows, end } = loaded;
  const doubts = findDoubts(result, countedRows === undefined ? undefined : Math.min(countedRows, maxRows));
  const hasMore = !isWhole && end.kind === 'done';
  const of = hasMore && countedRows !== undefined ? ` of ${countedRows.toLocaleString('en-US')}` : '';
  const more = hasMore && countedRows === undefined ? '; more may exist' : '';
  const how = maxRows <= PAGE_SIZE ? '--all or a larger --limit loads more.' : 'A larger --limit loads more.';
  return [
    `${countNoun(rows, 'row')}${of}${more}.${hasMore && result.delivery.kind === 'paged' ? ` ${how}` : ''}`,
    ...(doubts.countedRows === undefined
      ? []
      : [
          `COUNT returned ${doubts.countedRows.toLocaleString('en-US')}. The vault likely changed during loading; rows may be missing or repeated.`,
        ]),
    ...(doubts.repeatedRows === 0 ? [] : [formatRepeatedRows(doubts.repeatedRows, doubts.changedRows)]),
    ...(doubts.rowsAfterEnd === 0
      ? []
      : [`The vault changed during loading: ${countNoun(doubts.rowsAfterEnd, 'row')} found after the end.`]),
    ...(result.mayHaveSkippedRows()
      ? ['The vault has no order of rows, so rows may have been skipped between pages.']
      : []),
  ];
}

function formatRepeatedRows(repeated: number, changed: number): string {
  const some = changed === 0 ? '' : ` (${changed.toLocaleString('en-US')} changed)`;
  return `${countNoun(repeated, 'row')} repeated${some}.`;
}

/** Maximum number of columns that are named in the line about masks, so that it stays short. */
const MAX_NAMES = 10;

/** Returns the line about masked columns, or no line if nothing is masked. */
export function formatMasks(maskedColumns: readonly string[]): readonly string[] {
  if (maskedColumns.length === 0) return [];
  const names = maskedColumns.slice(0, MAX_NAMES).map((name) => cleanNameForDisplay(name, 60));
  const rest = maskedColumns.length > MAX_NAMES ? ', …' : '';
  const count = countNoun(maskedColumns.length, 'column');
  return [`Masked: ${count} (${names.join(', ')}${rest}). --plain-text writes the values.`];
}

/** Maximum number of request IDs that are named, so that the line can still be copied. */
const MAX_REQUEST_IDS = 5;

/** Returns the number of requests, and the command that lists their audit events. */
export function formatRequests({ count, requestIDs }: Pick<QueryRequests, 'count' | 'requestIDs'>): string {
  const sent = `${countNoun(count, 'request')} sent.`;
  if (requestIDs.length === 0) return sent;
  const values = requestIDs.slice(0, MAX_REQUEST_IDS).map((text) => ({ kind: 'text', text }) as const);
  const question = printQuery([{ kind: 'field', field: 'requestID', values, isNegated: false }]);
  const which =
    requestIDs.length > MAX_REQUEST_IDS
      ? `Audit events of the first ${MAX_REQUEST_IDS}`
      : 'In the audit trail';
  return `${sent} ${which}: audit list --question ${quoteForShell(question)}`;
}

/** Quotes an argument for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
