/** Exit codes of the commands that send requests. */
export const EXIT = { done: 0, failed: 1, refused: 2, locked: 3 } as const;
