/** The two paths of the service (S23, S32), and the path that changes the faults. */

export type Route =
  | { readonly operation: 'audit'; readonly template: '/v1/audit/events' }
  | { readonly operation: 'query'; readonly template: '/v1/vaults/:vaultID/query'; readonly vaultID: string }
  | { readonly operation: 'faults'; readonly template: '/faults' };

export const METHODS = { audit: 'GET', query: 'POST', faults: 'PUT' } as const;

/**
 * Returns the route of a path, which must not include the query string. Returns undefined for an unknown path, or if
 * the vault's ID in the path is not valid percent-encoded UTF-8.
 */
export function findRoute(path: string): Route | undefined {
  if (path === '/v1/audit/events') return { operation: 'audit', template: path };
  if (path === '/faults') return { operation: 'faults', template: path };
  const [, segment] = /^\/v1\/vaults\/([^/]+)\/query$/.exec(path) ?? [];
  if (segment === undefined) return undefined;
  try {
    return {
      operation: 'query',
      template: '/v1/vaults/:vaultID/query',
      vaultID: decodeURIComponent(segment),
    };
  } catch {
    // `%zz` is not text.
    return undefined;
  }
}
