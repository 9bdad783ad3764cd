/** What there is to show of the audit trail and what is going on: side panel, table, status and notice read it here alone. */
import { tokenProblem } from '../../service/errors.ts';
import { type FeedState, failureOf, restingOf } from './feedState.ts';

export interface FeedPhase {
  /**
   * noVault: there is nothing to ask · nothing: nothing was loaded of the present connection · empty: what was loaded has
   * no event · events: there are some, whatever filters leave of them.
   */
  readonly content: 'noVault' | 'nothing' | 'empty' | 'events';
  /**
   * What is going on, or how the last request ended where that was no answer. signedOut: there was no token · rejected:
   * the service rejected the token (401).
   */
  readonly activity: 'resting' | 'loading' | 'signedOut' | 'rejected' | 'failed';
}

/** `identity` is that of the present connection; undefined where there is none. */
export function phaseOf(state: FeedState, identity: string | undefined): FeedPhase {
  return { content: contentOf(state, identity), activity: activityOf(state) };
}

/** Whether what is loaded is a file's, or of the connection `identity`. */
export function isLoaded(state: FeedState, identity: string | undefined): boolean {
  const shown = restingOf(state);
  return shown.name === 'file' || (shown.name === 'shown' && shown.listing.identity === identity);
}

function contentOf(state: FeedState, identity: string | undefined): FeedPhase['content'] {
  const shown = restingOf(state);
  if (shown.name !== 'file' && identity === undefined) return 'noVault';
  if (shown.listing.ledger.provenance().loaded > 0) return 'events';
  return isLoaded(state, identity) ? 'empty' : 'nothing';
}

function activityOf(state: FeedState): FeedPhase['activity'] {
  if (state.name === 'loading') return 'loading';
  const error = failureOf(state)?.error;
  if (!error) return 'resting';
  const problem = tokenProblem(error);
  if (problem === 'rejected') return 'rejected';
  return problem === 'missing' ? 'signedOut' : 'failed';
}

/** Why no older events can be requested. */
export type OlderProblem =
  /** The events are a file's. */
  | 'file'
  /** The settings turn paging off. */
  | 'pagingOff'
  | 'unsupported'
  | 'repeated'
  | 'noCursor'
  /** There are none. */
  | 'end';

/** Why older events can't be requested; undefined if they can. `isPagingOn`: whether the settings name the cursor's parameters. */
export function whyNoOlder(state: FeedState, isPagingOn: boolean): OlderProblem | undefined {
  const shown = restingOf(state);
  if (shown.name === 'file') return 'file';
  if (!isPagingOn) return 'pagingOff';
  const { more, reason } = shown.listing.ledger.provenance();
  if (reason === 'unsupported') return 'unsupported';
  if (more === 'unknown') return reason === 'repeated' ? 'repeated' : 'noCursor';
  return more === 'no' ? 'end' : undefined;
}
