import { createHeaders, type Route } from './routes.ts';

/** Quotes `text` so that a POSIX shell reads it as one word. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Returns the request as a curl command line for a POSIX shell. The token is not part of it: the header refers to the
 * shell variable `VAULT_TOKEN` instead.
 */
export function formatCurlCommand(route: Route): string {
  const { authorization, ...headers } = createHeaders(route, 'Bearer $VAULT_TOKEN');
  const lines = [
    `curl --request ${route.method} ${quoteForShell(route.address.url + route.path)}`,
    // In double quotes, so that the shell inserts the variable's value.
    `--header "authorization: ${authorization}"`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`),
    // Not --data, which reads a file if the text begins with @.
    ...(route.body === undefined ? [] : [`--data-raw ${quoteForShell(route.body)}`]),
  ];
  return lines.join(' \\\n  ');
}
