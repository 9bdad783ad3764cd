export interface FollowRun {
  readonly listing: number;
  readonly abort: AbortController;
  /** True if growing files are followed rather than the service. */
  readonly isOfFiles?: true;
}

export type FollowState =
  | { readonly name: 'off' }
  | { readonly name: 'starting' }
  | { readonly name: 'reading'; readonly run: FollowRun }
  /**
   * `isRequested` is true if the service requested the wait (`Retry-After`). Such a wait does not end when the view is
   * displayed. `wake` ends any wait.
   */
  | {
      readonly name: 'waiting';
      readonly run: FollowRun;
      readonly isRequested: boolean;
      readonly wake: () => void;
    };

export const notFollowing: FollowState = { name: 'off' };

export const getFollowRun = (state: FollowState): FollowRun | undefined =>
  'run' in state ? state.run : undefined;

/** Whether new events are followed. False while following is still starting. */
export const isFollowing = (state: FollowState): boolean => getFollowRun(state) !== undefined;
