/** Long work in pieces, so that what comes meanwhile is heard: a signal, the end of a connection. */

/** Resolves for one caller after the other, each in a turn of the event loop of its own. */
export type Turns = () => Promise<void>;

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
