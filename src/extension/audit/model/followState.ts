/** Following of one listing, from its start to its end. */
export interface FollowRun {
  readonly listing: number;
  readonly abort: AbortController;
  /** True if growing files are read, not the service. */
  readonly isOfFiles?: true;
}

/** Whether new events are followed, and what the follower is doing at the moment. */
export type FollowState =
  | { readonly name: 'off' }
  /** The newest events are being loaded, after which following begins. */
  | { readonly name: 'starting' }
  /** A round is being read. */
  | { readonly name: 'reading'; readonly run: FollowRun }
  /** Waiting for the next round. `isRequested`: the service requested the wait, so displaying the view does not end it. */
  | {
      readonly name: 'waiting';
      readonly run: FollowRun;
      readonly isRequested: boolean;
      readonly wake: () => void;
    };

export const notFollowing: FollowState = { name: 'off' };

/** The run of a state; undefined if nothing is followed, or following is still starting. */
export const runOf = (state: FollowState): FollowRun | undefined => ('run' in state ? state.run : undefined);

/**
 * Whether new events are followed: true while they are read and while the follower waits for the next read, false while
 * following is still starting.
 */
export const isFollowing = (state: FollowState): boolean => runOf(state) !== undefined;
