import { quoteForShell } from '../../service/curl.ts';
import { type AuditFilters, toQueryParameters } from './filters.ts';

/**
 * Returns a shell command that requests the events for `filters` with curl. The command reads the token from the shell
 * variable `VAULT_TOKEN`.
 */
export function formatAsCurl(baseUrl: string, filters: AuditFilters): string {
  const lines = [
    `curl --get ${quoteForShell(`${baseUrl.replace(/\/+$/, '')}/v1/audit/events`)}`,
    '--header "Authorization: Bearer $VAULT_TOKEN"',
    ...toQueryParameters(filters).map(
      ([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`,
    ),
  ];
  return lines.join(' \\\n  ');
}
