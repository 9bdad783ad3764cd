/** Requests of the service as commands to be copied. */
import { headersOf, type Route } from './routes.ts';

/** As one word of a POSIX shell, whatever is in it. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The request as a command line of curl for a POSIX shell. The token is never in it: the shell's variable `VAULT_TOKEN`
 * takes its place.
 */
export function asCurl(route: Route): string {
  const { authorization, ...headers } = headersOf(route, 'Bearer $VAULT_TOKEN');
  const lines = [
    `curl --request ${route.method} ${shellWord(route.address.url + route.path)}`,
    // In double quotes, so that the shell puts the variable's value there.
    `--header "authorization: ${authorization}"`,
    ...Object.entries(headers).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
    // Not --data, which reads a file where the text begins with @.
    ...(route.body === undefined ? [] : [`--data-raw ${shellWord(route.body)}`]),
  ];
  return lines.join(' \\\n  ');
}
