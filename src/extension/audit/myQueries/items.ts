import * as vscode from 'vscode';
import type { DistinctQuery } from '../../../core/audit/feed/distinctQueries.ts';
import type { OlderProblem } from '../../../core/audit/feed/phase.ts';
import { removePaging, splitOffset } from '../../../core/audit/feed/queryPages.ts';
import { eventTimestamp, isValidTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { oneLine } from '../../../core/messages/oneLine.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { LastRuns } from '../../app/lastRuns.ts';
import { formatNumber } from '../../platform/number.ts';
import { describeError } from '../../targets/apiErrors.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { hasStoredMask } from '../actions/traits.ts';
import { describeOlderProblem } from '../model/loadUntil.ts';
import type { EventMasking } from '../model/masking.ts';
import { shortTimestamps } from '../shortTimes.ts';
import { outcomeText } from '../views/tree/eventLabels.ts';
import type { OwnQueries } from './ownQueries.ts';

type QueryAction = 'open' | 'run' | 'compare';

export type Choice =
  | { readonly kind: 'event'; readonly action: QueryAction; readonly query: DistinctQuery }
  | { readonly kind: 'changeID' }
  /** `newest`: requests the page of the user's newest events. `older`: requests the user's next older events. */
  | { readonly kind: 'load'; readonly page: 'newest' | 'older' }
  | { readonly kind: 'showError' };

interface ActionButton extends vscode.QuickInputButton {
  readonly action: QueryAction;
}
export interface QueryItem extends vscode.QuickPickItem {
  readonly choice?: Choice;
  readonly buttons?: readonly ActionButton[];
}

/** The data from which the list of the user's queries is created. */
export interface ListedQueries {
  readonly connection: AnyConnection;
  readonly actorID: string;
  /**
   * Undefined if files or the table of another connection are displayed, or if no page of the connection is loaded. An
   * empty page counts as loaded.
   */
  readonly own: OwnQueries | undefined;
  /** Whether the queries are from the connection's table in ClickHouse. */
  readonly isOfTable: boolean;
  /** Number of queries that this window sent after the displayed events were loaded (`NewQueryCounter`). */
  readonly unloadedRequests: number;
  /** Whether the actor is the only service filter of the displayed events, apart from the account ID. */
  readonly isOwnListing: boolean;
  /** Whether queries that the user sent earlier may be missing from the list. */
  readonly mayHaveMore: boolean;
  /** Why older events can't be requested; undefined if they can. */
  readonly olderProblem: OlderProblem | undefined;
  readonly error: ApiError | undefined;
}

const MAX_LABEL_LENGTH = 500;

export function createQueryItems(
  { connection, own }: Pick<ListedQueries, 'connection' | 'own'>,
  masking: Pick<EventMasking, 'maskEvent' | 'maskValue' | 'zone'>,
  lastRuns: Pick<LastRuns, 'getRowCount'>,
): readonly QueryItem[] {
  const time = shortTimestamps(masking.zone());
  const runAgain: ActionButton = {
    iconPath: new vscode.ThemeIcon('debug-rerun'),
    tooltip: vscode.l10n.t('Run Again'),
    action: 'run',
  };
  const compare: ActionButton = {
    iconPath: new vscode.ThemeIcon('diff'),
    tooltip: vscode.l10n.t('Compare with Open File'),
    action: 'compare',
  };
  return (own?.queries ?? []).map((query) => ({
    label: oneLine(
      removePaging(masking.maskEvent(query.firstPage).request.data?.content ?? ''),
      MAX_LABEL_LENGTH,
    ),
    // Below the query, because a long one leaves no width for a description next to it.
    detail: [
      formatEventTime(query.newest, time),
      formatVaultOfEvent(query.newest, connection, masking),
      outcomeText(query.newest),
      ...formatTotalRowCount(query, lastRuns),
    ].join(' · '),
    choice: { kind: 'event', action: 'open', query },
    // The items are filtered by `findItemsWithText`, and by nothing else.
    alwaysShow: true,
    buttons: hasStoredMask(query.firstPage) ? [compare] : [runAgain, compare],
  }));
}

/** Returns the items that contain each word of a text in their label or detail, ignoring case. */
export function findItemsWithText(items: readonly QueryItem[], text: string): readonly QueryItem[] {
  const words = text.toLowerCase().split(/\s+/);
  return items.filter(({ label, detail = '' }) => {
    const searched = `${label} ${detail}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

function formatEventTime(event: AuditEvent, time: (timestamp: string) => string): string {
  const stamp = eventTimestamp(event);
  return stamp !== undefined && isValidTimestamp(stamp) ? time(stamp) : vscode.l10n.t('time unknown');
}

function formatVaultOfEvent(
  { request: { vaultID } }: AuditEvent,
  { vaults }: AnyConnection,
  masking: Pick<EventMasking, 'maskValue'>,
): string {
  if (!vaultID) return vscode.l10n.t('vault unknown');
  const vault = vaults.find(({ id }) => id === vaultID);
  return oneLine(vault?.name || masking.maskValue('vaultID', vaultID), 80);
}

/**
 * Returns one text with the total row count of the query's loaded pages, or none if the row count of a page is not known.
 * A `+` means that the first pages are not loaded.
 */
function formatTotalRowCount(
  { pages, firstPage }: Pick<DistinctQuery, 'pages' | 'firstPage'>,
  lastRuns: Pick<LastRuns, 'getRowCount'>,
): readonly string[] {
  const counts = pages.map(({ context }) => lastRuns.getRowCount(context.requestID));
  const known = counts.filter((count) => count !== undefined);
  if (known.length < counts.length) return [];
  const rows = known.reduce((sum, count) => sum + count, 0);
  if (splitOffset(firstPage.request.data?.content ?? '').offset > 0)
    return [vscode.l10n.t('{0}+ rows', formatNumber(rows))];
  return [rows === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', formatNumber(rows))];
}

/** Returns a short text. The editor draws it beside the label of the next item, and cuts off the label if there is no room. */
const formatUnloadedRequests = (count: number): string =>
  count === 1
    ? vscode.l10n.t('1 request not loaded yet')
    : vscode.l10n.t('{0} requests not loaded yet', formatNumber(count));

/** Returns the items below the queries: a separator, the displayed failure if any, and the requests to select from. */
export function createLoadItems(listed: ListedQueries): readonly QueryItem[] {
  const { connection, error, isOwnListing, mayHaveMore, olderProblem, unloadedRequests } = listed;
  const oneRequest = vscode.l10n.t('1 request');
  // Loading the newest events brings no older ones, so the list says why it offers nothing that does.
  const noOlder =
    isOwnListing && mayHaveMore && olderProblem !== undefined
      ? describeOlderProblem(olderProblem)
      : undefined;
  const failed = error && describeError(error, { operation: 'audit', connection });
  const newest: QueryItem = {
    label: `$(cloud-download) ${isOwnListing ? vscode.l10n.t('Load my newest events from the service') : vscode.l10n.t('Load my events from the service')}`,
    // In the detail, because the editor cuts off the label of an item to make room for its description.
    detail: isOwnListing
      ? [oneRequest, noOlder].filter(Boolean).join(' · ')
      : vscode.l10n.t('1 request. Its events replace those displayed.'),
    choice: { kind: 'load', page: 'newest' },
    alwaysShow: true,
  };
  const older: QueryItem = {
    label: `$(fold-down) ${vscode.l10n.t('Load my older events from the service')}`,
    detail: oneRequest,
    choice: { kind: 'load', page: 'older' },
    alwaysShow: true,
  };
  const heading =
    mayHaveMore && noOlder === undefined
      ? vscode.l10n.t('Older queries may exist')
      : vscode.l10n.t('From the service');
  const separator: QueryItem = {
    label: unloadedRequests === 0 ? heading : formatUnloadedRequests(unloadedRequests),
    kind: vscode.QuickPickItemKind.Separator,
  };
  return [
    separator,
    ...(failed
      ? [
          {
            label: `$(error) ${oneLine(failed.title)}`,
            description: oneLine(failed.text),
            choice: { kind: 'showError' },
            alwaysShow: true,
          } as const,
        ]
      : []),
    ...(isOwnListing && olderProblem === undefined ? [older] : []),
    newest,
  ];
}

export function createMyQueriesPlaceholder({
  own,
  isOfTable,
}: Pick<ListedQueries, 'own' | 'isOfTable'>): string {
  if (!own) return vscode.l10n.t('No events of this connection are loaded. Opening this list sends nothing.');
  const events = isOfTable
    ? vscode.l10n.t('{0} events in ClickHouse', formatNumber(own.searched))
    : vscode.l10n.t('{0} loaded events', formatNumber(own.searched));
  const { length } = own.queries;
  if (length === 0) return vscode.l10n.t('No queries of yours in {0}', events);
  if (own.isLimited)
    return vscode.l10n.t('Search your {0} newest queries in {1}', formatNumber(length), events);
  return length === 1
    ? vscode.l10n.t('Search 1 query in {0}', events)
    : vscode.l10n.t('Search {0} queries in {1}', formatNumber(length), events);
}

export const createMyQueriesTitle = (
  { actorID, connection }: Pick<ListedQueries, 'actorID' | 'connection'>,
  masking: Pick<EventMasking, 'maskValue'>,
): string =>
  vscode.l10n.t(
    'My queries: {0}, {1}',
    oneLine(masking.maskValue('actor', actorID), 80),
    oneLine(connection.name, 80),
  );
