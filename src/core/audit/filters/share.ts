/**
 * Converts service filters to text that the user saves or shares, without the token of the connection, and reads saved
 * filters without trusting them.
 */
import { quoteForShell } from '../../service/curl.ts';
import { type AuditFilters, type FilterName, isFilterName, toQuery, validateFilter } from './filters.ts';

/**
 * Returns the service filters in an untrusted value. Filters with an unknown name, and values that are not text or
 * can't be sent, are left out. Returns an empty object if `value` is not an object.
 */
function readFilters(value: unknown): AuditFilters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, text] of Object.entries(value))
    if (isFilterName(name) && typeof text === 'string' && text !== '' && !validateFilter(name, text))
      filters[name] = text;
  return filters;
}

/**
 * Reads the value of the setting `vaultsql.audit.savedFilters`. Returns the user's name for each saved set of filters,
 * with the filters that can be sent, in the order of `Object.entries`; an empty array if `value` is not an object.
 */
export function readSavedFilters(
  value: unknown,
): readonly (readonly [name: string, filters: AuditFilters])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, filters]) => [name, readFilters(filters)] as const);
}

/**
 * Returns a new value for the setting `vaultsql.audit.savedFilters`, in which `filters` are saved under `name`. `value`
 * is the current value, of which everything else is kept, including what `readSavedFilters` leaves out. Returns
 * undefined if the current value is neither missing nor an object, because then nothing may be overwritten.
 */
export function withSavedFilter(
  value: unknown,
  name: string,
  filters: AuditFilters,
): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null) return { [name]: filters };
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return { ...value, [name]: filters };
}

/**
 * Returns a shell command that requests the events for `filters` with curl. The command has the variable `$VAULT_TOKEN`
 * in place of the token.
 */
export function formatAsCurl(baseUrl: string, filters: AuditFilters): string {
  const lines = [
    `curl --get ${quoteForShell(`${baseUrl.replace(/\/+$/, '')}/v1/audit/events`)}`,
    '--header "Authorization: Bearer $VAULT_TOKEN"',
    ...toQuery(filters).map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}
