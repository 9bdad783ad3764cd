import type { SettledState } from './feedState.ts';

/** Maximum number of events in a kept listing, so that it takes little memory beside the displayed one. */
const MAX_KEPT_EVENTS = 200_000;

/** A listing that was displayed before, and when it was replaced, in milliseconds since 1970. */
export interface KeptListing {
  readonly state: SettledState;
  readonly keptAt: number;
}

interface Replacement {
  readonly kept: KeptListing | undefined;
  readonly dropped: readonly number[];
}

const getListingNumber = (state: SettledState): number => state.listing.ledger.listing;

/**
 * Returns the listing to keep, and the numbers of the listings to drop, after `after` was displayed in place of
 * `before`. `kept` is the listing kept until now, and `now` is in milliseconds since 1970.
 */
export function chooseListingToKeep(
  before: SettledState,
  after: SettledState,
  kept: KeptListing | undefined,
  now: number,
): Replacement {
  const isBack = kept !== undefined && getListingNumber(kept.state) === getListingNumber(after);
  const others = kept && !isBack ? [getListingNumber(kept.state)] : [];
  if (isKeepable(before) && (isBack || hasOtherServiceFiltersOrFile(before, after)))
    return { kept: { state: before, keptAt: now }, dropped: others };
  const isStillValid =
    after.name === 'file' ||
    (after.name === 'shown' && after.listing.identity === kept?.state.listing.identity);
  if (kept && !isBack && isStillValid) return { kept, dropped: [getListingNumber(before)] };
  return { kept: undefined, dropped: [getListingNumber(before), ...others] };
}

function isKeepable(state: SettledState): boolean {
  const { loaded } = state.listing.ledger.provenance();
  return state.name === 'shown' && loaded > 0 && loaded <= MAX_KEPT_EVENTS;
}

function hasOtherServiceFiltersOrFile(before: SettledState, after: SettledState): boolean {
  if (after.name !== 'shown') return after.name === 'file';
  const filtersOf = ({ listing }: SettledState): string =>
    JSON.stringify(Object.entries(listing.filters.service).sort(([a], [b]) => (a < b ? -1 : 1)));
  return before.listing.identity === after.listing.identity && filtersOf(before) !== filtersOf(after);
}
