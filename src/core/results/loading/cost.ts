/** What loading all will cost, said before it is done: each request is an audit event (S40). */

export interface CostEstimate {
  /** Requests still to be sent; undefined while the number of rows is unknown. */
  readonly requests: number | undefined;
  /** The most that can be sent: some look past an end that is not known, and `maxRows` ends it all. */
  readonly atMost: number;
  readonly milliseconds: number | undefined;
}

export interface CostOptions {
  /** Pages here already, which are not requested again. */
  readonly pagesLoaded?: number;
  /** Loading stops there. */
  readonly maxRows?: number;
}

/**
 * `rows` is the number of rows of the result, from COUNT or the user's LIMIT, if known; `pageSize` 1–25;
 * `msPerRequest` how long the last answers took; `concurrency` the setting, 1–8.
 */
export function estimateCost(
  rows: number | undefined,
  pageSize: number,
  msPerRequest: number,
  concurrency: number,
  { pagesLoaded = 0, maxRows = Number.POSITIVE_INFINITY }: CostOptions = {},
): CostEstimate {
  const cap = Math.max(0, Math.floor(maxRows / pageSize) - pagesLoaded);
  if (rows === undefined) return { requests: undefined, atMost: cap, milliseconds: undefined };
  const requests = Math.min(cap, Math.max(0, Math.ceil(rows / pageSize) - pagesLoaded));
  // The first few go out two at a time (concurrency.ts), which costs about one round.
  const rounds =
    requests <= 2 ? Math.min(1, requests) : Math.ceil(requests / concurrency + (concurrency > 2 ? 0.5 : 0));
  return {
    requests,
    atMost: Math.min(cap, requests + Math.max(0, concurrency - 1)),
    milliseconds: rounds * msPerRequest,
  };
}
