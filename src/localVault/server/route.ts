export type Route =
  | { readonly operation: 'audit'; readonly template: '/v1/audit/events' }
  | { readonly operation: 'query'; readonly template: '/v1/vaults/:vaultID/query'; readonly vaultID: string }
  | { readonly operation: 'faults'; readonly template: '/faults' };

export const METHODS = { audit: 'GET', query: 'POST', faults: 'PUT' } as const;

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
    // The percent-encoding is invalid, for example `%zz`.
    return undefined;
  }
}
