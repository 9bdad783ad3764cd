/** What loading all will cost, said before it is done: each request is an audit event (S40). */

export interface CostEstimate {
  /** Requests still to be sent if each answer is full; undefined while the number of rows is unknown. */
  readonly requests: number | undefined;
  /** Maximum number of requests if each answer is full: some are sent past an unknown end, and `maxRows` stops them. */
  readonly atMost: number;
  /** Whether one request is counted that may return no rows: it only confirms that the last loaded row is the last one. */
  readonly looksForEnd: boolean;
  readonly milliseconds: number | undefined;
}

interface CostOptions {
  /** Pages here already, which are not requested again. */
  readonly pagesLoaded?: number;
  /** Loading stops there. */
  readonly maxRows?: number;
  /** True if neither the end was seen nor COUNT was asked: `rows`, if known, is then only an upper bound. */
  readonly isEndUnknown?: boolean;
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
  { pagesLoaded = 0, maxRows = Number.POSITIVE_INFINITY, isEndUnknown = false }: CostOptions = {},
): CostEstimate {
  const cap = Math.max(0, Math.floor(maxRows / pageSize) - pagesLoaded);
  if (rows === undefined)
    return { requests: undefined, atMost: cap + 1, looksForEnd: true, milliseconds: undefined };
  const pages = Math.min(cap, Math.max(0, Math.ceil(rows / pageSize) - pagesLoaded));
  const looksForEnd = isEndUnknown && rows > 0;
  const requests = pages + Number(looksForEnd);
  // The first few go out two at a time (concurrency.ts), which costs about one round.
  const rounds =
    requests <= 2 ? Math.min(1, requests) : Math.ceil(requests / concurrency + (concurrency > 2 ? 0.5 : 0));
  return {
    requests,
    atMost: Math.min(cap, pages + Math.max(0, concurrency - 1)) + Number(looksForEnd),
    looksForEnd,
    milliseconds: rounds * msPerRequest,
  };
}
