/** Filters of the service as text to keep and to hand on: never with a token, and read back without trust. */
import { quoteForShell } from '../../service/curl.ts';
import { type AuditFilters, type FilterName, isFilterName, toQuery, validateFilter } from './filters.ts';

/** One filter's value is dropped where it is not text or can't be sent; unknown names too. */
function readFilters(value: unknown): AuditFilters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, text] of Object.entries(value))
    if (isFilterName(name) && typeof text === 'string' && text !== '' && !validateFilter(name, text))
      filters[name] = text;
  return filters;
}

/** The setting `vaultsql.audit.savedFilters`: filters by their name, in the order of the setting. */
export function readSavedFilters(
  value: unknown,
): readonly (readonly [name: string, filters: AuditFilters])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, filters]) => [name, readFilters(filters)] as const);
}

/**
 * Returns the setting `vaultsql.audit.savedFilters` with one filter added or replaced. Everything else in `value` stays as it
 * is, also what `readSavedFilters` does not know. Undefined if the setting is not an object: nothing may be replaced then.
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

/** The request for `filters` as a shell line; the token appears as `$VAULT_TOKEN`. */
export function asCurl(baseUrl: string, filters: AuditFilters): string {
  const lines = [
    `curl --get ${quoteForShell(`${baseUrl.replace(/\/+$/, '')}/v1/audit/events`)}`,
    '--header "Authorization: Bearer $VAULT_TOKEN"',
    ...toQuery(filters).map(([name, value]) => `--data-urlencode ${quoteForShell(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}
