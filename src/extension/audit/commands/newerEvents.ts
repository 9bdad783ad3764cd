import { toListingGap } from '../../../core/audit/file/collectorEntries.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import { runWithAuditViewProgress } from '../auditView.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { readDisplayedListing } from '../model/displayedListing.ts';
import { loadOlderPagesUntil } from '../model/loadUntil.ts';
import type { LoadParts } from './loadCommands.ts';

export interface NewerEventsParts extends Pick<LoadParts, 'flow' | 'messages'> {
  readonly model: LoadParts['model'] & Pick<AuditModel, 'filters' | 'following' | 'source' | 'trail'>;
}

/**
 * Displays the events of the service that are newer than those of the displayed table in ClickHouse, in place of the
 * table. Loads pages from the newest event back to the time of the table's newest one. If the service lists no events
 * that old, the events in between may be missing, which is displayed as a gap. Resolves to whether events are displayed.
 *
 * The service's events are a listing of their own, because the facets, the histogram, and the unusual values of two sources
 * can't yet be merged exactly.
 */
export async function showNewerEventsOfService({
  flow,
  messages,
  model,
}: NewerEventsParts): Promise<boolean> {
  const { filters, requests, source, state } = model;
  const table = state.file()?.table;
  const { newest } = state.provenance();
  if (!table || !(await source.confirmReplacingEvents())) return false;
  source.switchConnection(table.connection);
  if (!(await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) return false;
  const isLoaded = await runWithAuditViewProgress(() => requests.loadNewestClearingLocalFilters({}));
  if (!isLoaded || state.error() || newest === undefined) return isLoaded;
  filters.changeQuestion(() => [{ kind: 'since', time: toTermTime(newest) }]);
  if ((state.provenance().oldest ?? newest) > newest) await loadOlderPagesUntil({ messages, model }, newest);
  const { more, oldest } = state.provenance();
  if (more === 'no' && oldest !== undefined && oldest > newest) await addGapDownTo(model, newest);
  return true;
}

/** Returns a timestamp of the service to the second, as a term about time has it. */
const toTermTime = (timestamp: string): string => `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`;

/** Adds a gap to the displayed listing, from its oldest event down to the time `below`. */
async function addGapDownTo(
  { filters, following, state, trail }: Pick<AuditModel, 'filters' | 'following' | 'state' | 'trail'>,
  below: string,
): Promise<void> {
  const oldest = await readDisplayedListing(state, async () => {
    const view = await trail.view({ ...filters.createTrailQuery(), filters: noFilters, gaps: [] });
    return trail.window(view.handle, view.counts.passing - 1, view.counts.passing);
  });
  const [event] = oldest;
  if (!event) return;
  const { time: timestamp, changeID } = event.data;
  following.setListingGaps([
    ...state.snapshot().gaps,
    toListingGap({
      above: {
        ...(timestamp === undefined ? {} : { timestamp }),
        ...(changeID === undefined ? {} : { changeID }),
      },
      below: { timestamp: below },
      isOpenEnded: false,
    }),
  ]);
}
