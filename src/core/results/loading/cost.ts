/** Estimates the cost of loading all rows before the load begins. Requests create audit events (S40). */

export interface CostEstimate {
  /**
   * Number of requests still to be sent if each response is full; undefined if neither the number of rows nor the
   * user's LIMIT is known.
   */
  readonly requests: number | undefined;
  /** Estimated maximum number of requests still to be sent; Infinity if nothing limits the number of rows. */
  readonly maxRequests: number;
  /** Whether the numbers of requests include one that may return no rows and only confirms the end. */
  readonly includesEndRequest: boolean;
  /** Estimated duration of the requests; undefined if `requests` is undefined. */
  readonly milliseconds: number | undefined;
}

interface CostOptions {
  readonly pagesLoaded?: number;
  readonly maxRows?: number;
  /**
   * True if the end of the result was not seen and no COUNT was run. A given `rowCount` is then only an upper bound.
   */
  readonly isEndUnknown?: boolean;
}

/**
 * Estimates the cost of loading all rows. `rowCount` is their number, or the user's LIMIT as an upper bound; undefined
 * if neither is known. `concurrency` is the maximum number of concurrent requests.
 */
export function estimateCost(
  rowCount: number | undefined,
  pageSize: number,
  msPerRequest: number,
  concurrency: number,
  { pagesLoaded = 0, maxRows = Number.POSITIVE_INFINITY, isEndUnknown = false }: CostOptions = {},
): CostEstimate {
  const cap = Math.max(0, Math.floor(maxRows / pageSize) - pagesLoaded);
  if (rowCount === undefined)
    return { requests: undefined, maxRequests: cap + 1, includesEndRequest: true, milliseconds: undefined };
  const pages = Math.min(cap, Math.max(0, Math.ceil(rowCount / pageSize) - pagesLoaded));
  const includesEndRequest = isEndUnknown && rowCount > 0;
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
