/** One session of following: from the start of following a listing to its end. */
export interface FollowRun {
  /** Number of the listing to which new events are added. */
  readonly listing: number;
  readonly abort: AbortController;
  /** True if files that grow are followed; absent if the service is polled. */
  readonly isOfFiles?: true;
}

/** Whether new events are followed, and what the follower is currently doing. */
export type FollowState =
  | { readonly name: 'off' }
  /** Following was requested and is being prepared, for example by loading the newest events. */
  | { readonly name: 'starting' }
  /** A round of new events is being read, or its reading is being prepared. */
  | { readonly name: 'reading'; readonly run: FollowRun }
  /**
   * Waiting for the next round, which `wake` starts at once. `isRequested` is true if the service requested a wait
   * (`Retry-After`); displaying the view does not end such a wait.
   */
  | {
      readonly name: 'waiting';
      readonly run: FollowRun;
      readonly isRequested: boolean;
      readonly wake: () => void;
    };

export const notFollowing: FollowState = { name: 'off' };

/** Returns the session of a state; undefined if following is off or still starting. */
export const runOf = (state: FollowState): FollowRun | undefined => ('run' in state ? state.run : undefined);

/**
 * Whether new events are followed: true while they are read and while the follower waits for the next read, false while
 * following is still starting.
 */
export const isFollowing = (state: FollowState): boolean => runOf(state) !== undefined;
