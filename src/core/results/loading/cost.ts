/** Estimates the cost of loading all rows before it begins. Each request creates an audit event (S40). */

export interface CostEstimate {
  /** Number of requests still to be sent if each response is full; undefined while the number of rows is unknown. */
  readonly requests: number | undefined;
  /**
   * Upper bound on the number of requests if each response is full: some may be sent past an end that is not known yet.
   * Infinity if nothing bounds the number of rows.
   */
  readonly maxRequests: number;
  /**
   * Whether the numbers of requests include one that may return no rows and only confirms that the last loaded row is
   * the last one.
   */
  readonly includesEndRequest: boolean;
  readonly milliseconds: number | undefined;
}

interface CostOptions {
  /** Number of pages that are loaded already and are not requested again. Default: 0. */
  readonly pagesLoaded?: number;
  /** Maximum number of rows to load. Default: no maximum. */
  readonly maxRows?: number;
  /** True if the end of the result was not seen and no COUNT was run: `rows`, if known, is then only an upper bound. */
  readonly isEndUnknown?: boolean;
}

/**
 * Estimates the cost of loading all rows. `rows` is the number of rows of the result, or the user's LIMIT as its
 * maximum; undefined if neither is known. `pageSize` is 1–25, `msPerRequest` the duration of a request, `concurrency`
 * the setting, 1–8. `requests` and `milliseconds` of the estimate are undefined if `rows` is.
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
    return { requests: undefined, maxRequests: cap + 1, includesEndRequest: true, milliseconds: undefined };
  const pages = Math.min(cap, Math.max(0, Math.ceil(rows / pageSize) - pagesLoaded));
  const includesEndRequest = isEndUnknown && rows > 0;
  const requests = pages + Number(includesEndRequest);
  // The first requests are sent two at a time (concurrency.ts), which the estimate counts as half a round.
  const rounds =
    requests <= 2 ? Math.min(1, requests) : Math.ceil(requests / concurrency + (concurrency > 2 ? 0.5 : 0));
  return {
    requests,
    maxRequests: Math.min(cap, pages + Math.max(0, concurrency - 1)) + Number(includesEndRequest),
    includesEndRequest,
    milliseconds: rounds * msPerRequest,
  };
}
