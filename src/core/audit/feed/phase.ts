import { getTokenProblem } from '../../service/errors.ts';
import { type FeedState, findFailure, findSettledState } from './feedState.ts';

export interface FeedPhase {
  /**
   * `noVault`: no connection is selected, and no file is displayed. `nothing`: nothing was loaded from the current
   * connection. `empty`: the loaded listing has no events. `events`: there are loaded events, even if filters hide
   * all of them.
   */
  readonly content: 'noVault' | 'nothing' | 'empty' | 'events';
  /** `signedOut`: the user is not signed in. `rejected`: the service rejected the token. */
  readonly activity: 'resting' | 'loading' | 'signedOut' | 'rejected' | 'failed';
}

/** Returns the summary of a state. `identity` identifies the current connection; undefined if there is none. */
export function summarizeFeedState(state: FeedState, identity: string | undefined): FeedPhase {
  return { content: classifyDisplayedContent(state, identity), activity: classifyActivity(state) };
}

/** Whether the displayed events come from a file, or were loaded from the connection `identity`. */
export function isFromFileOrConnection(state: FeedState, identity: string | undefined): boolean {
  const shown = findSettledState(state);
  return shown.name === 'file' || (shown.name === 'shown' && shown.listing.identity === identity);
}

function classifyDisplayedContent(state: FeedState, identity: string | undefined): FeedPhase['content'] {
  const shown = findSettledState(state);
  if (shown.name !== 'file' && identity === undefined) return 'noVault';
  if (shown.listing.ledger.provenance().loaded > 0) return 'events';
  return isFromFileOrConnection(state, identity) ? 'empty' : 'nothing';
}

function classifyActivity(state: FeedState): FeedPhase['activity'] {
  if (state.name === 'loading') return 'loading';
  const error = findFailure(state)?.error;
  if (!error) return 'resting';
  const problem = getTokenProblem(error);
  if (problem === 'rejected') return 'rejected';
  return problem === 'missing' ? 'signedOut' : 'failed';
}

export type OlderProblem =
  | 'file'
  | 'pagingOff'
  | 'unsupported'
  | 'repeated'
  /** The service returned no usable cursor, or nothing was loaded yet. */
  | 'noCursor'
  | 'end';

/**
 * Returns why older events can't be requested; undefined if they can. `isPagingOn` is whether the settings name the
 * query parameters of the cursor.
 */
export function findReasonOlderUnavailable(state: FeedState, isPagingOn: boolean): OlderProblem | undefined {
  const shown = findSettledState(state);
  if (shown.name === 'file') return 'file';
  if (!isPagingOn) return 'pagingOff';
  const { more, reason } = shown.listing.ledger.provenance();
  if (reason === 'unsupported') return 'unsupported';
  if (more === 'unknown') return reason === 'repeated' ? 'repeated' : 'noCursor';
  return more === 'no' ? 'end' : undefined;
}
