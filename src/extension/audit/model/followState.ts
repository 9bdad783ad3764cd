/** Following one listing. */
export interface FollowRun {
  readonly listing: number;
  readonly abort: AbortController;
  /** Files are read on as they grow, not the service. */
  readonly isOfFiles?: true;
}

/** Whether new events are read as they come, and what goes on of that just now. */
export type FollowState =
  | { readonly name: 'off' }
  /** The first load of the command is on its way. */
  | { readonly name: 'starting' }
  /** A round is being read. */
  | { readonly name: 'reading'; readonly run: FollowRun }
  /** Between two rounds. `isRequested`: the service asked for the wait, so looking at the view does not end it. */
  | {
      readonly name: 'waiting';
      readonly run: FollowRun;
      readonly isRequested: boolean;
      readonly wake: () => void;
    };

export const notFollowing: FollowState = { name: 'off' };

/** What is followed; undefined where nothing is, or not yet. */
export const runOf = (state: FollowState): FollowRun | undefined => ('run' in state ? state.run : undefined);

/** Whether rounds are read; not yet while following starts. */
export const isFollowing = (state: FollowState): boolean => runOf(state) !== undefined;
