/** Resolves for one caller at a time, each in its own turn of the event loop. */
type YieldToEventLoop = () => Promise<void>;

export function createEventLoopYield(): YieldToEventLoop {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
