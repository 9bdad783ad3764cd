/** The filters of the service's request “list data audit events” (S24). */
import { IP_REGEX } from 'valibot';

/** How a filter's value is entered and checked. An `enum` offers the known values. */
type FilterKind = 'text' | 'enum' | 'list' | 'ip';

interface FilterRow {
  readonly name: string;
  readonly required: boolean;
  readonly kind: FilterKind;
  readonly values?: readonly string[];
  /** True if an `enum` has no values besides `values` (S16). */
  readonly closed?: true;
}

const rows = [
  { name: 'accountID', required: true, kind: 'text' },
  { name: 'parentAccountID', required: false, kind: 'text' },
  { name: 'workspaceID', required: false, kind: 'text' },
  { name: 'vaultID', required: false, kind: 'text' },
  { name: 'resourceIDs', required: false, kind: 'list' },
  { name: 'context.changeID', required: false, kind: 'text' },
  { name: 'context.requestID', required: false, kind: 'text' },
  { name: 'context.sessionID', required: false, kind: 'text' },
  { name: 'context.actor', required: false, kind: 'text' },
  // Of the next two lists of values, only USER and API are certain (S15). The other values are common in such services.
  {
    name: 'context.actorType',
    required: false,

    kind: 'enum',
    values: ['USER', 'SERVICE_ACCOUNT', 'NONE'],
  },
  {
    name: 'context.accessType',
    required: false,

    kind: 'enum',
    values: ['API', 'SQL', 'ACCESS_NONE'],
  },
  { name: 'context.ipAddress', required: false, kind: 'ip' },
  { name: 'context.origin', required: false, kind: 'text' },
  {
    name: 'context.authMode',
    required: false,

    kind: 'enum',
    values: ['SSO_JWT', 'SERVICE_ACCOUNT_JWT', 'PAT_JWT', 'API_KEY'],
    closed: true,
  },
  { name: 'context.jwtID', required: false, kind: 'text' },
  { name: 'context.bearerTokenContextID', required: false, kind: 'text' },
] as const satisfies readonly FilterRow[];

export type FilterName = (typeof rows)[number]['name'];

export interface AuditFilter extends FilterRow {
  readonly name: FilterName;
  readonly parameter: `filterOps.${FilterName}`;
}

export const AUDIT_FILTERS: readonly AuditFilter[] = rows.map((row) => ({
  ...row,
  parameter: `filterOps.${row.name}`,
}));

/** The value of each service filter. A filter whose value is absent or empty is not set. */
export type AuditFilters = Partial<Record<FilterName, string>>;

export type FilterProblem =
  | 'required'
  | 'blanks-around'
  | 'control-character'
  | 'too-long'
  | 'not-an-ip'
  | 'not-a-resource-id';

/**
 * Maximum length of a filter's value in UTF-16 code units. One ASCII value of this length fits into a request line of
 * 8 KiB, which servers commonly accept, even if every character is percent-encoded.
 */
const MAX_FILTER_LENGTH = 2048;

const byName: ReadonlyMap<string, AuditFilter> = new Map(
  AUDIT_FILTERS.map((filter) => [filter.name, filter]),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const RESOURCE_ID = /^[^\s/,]+\/[^\s,]+$/;

export const withoutFilter = (filters: AuditFilters, name: string): AuditFilters =>
  Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));

/** Returns a copy of `filters` in which the filter `name` has this value. An empty value removes the filter. */
export const withFilter = (filters: AuditFilters, name: FilterName, value: string): AuditFilters =>
  value === '' ? withoutFilter(filters, name) : { ...filters, [name]: value };

export function isFilterName(text: string): text is FilterName {
  return byName.has(text);
}

function getAuditFilter(name: FilterName): AuditFilter {
  const filter = byName.get(name);
  if (filter === undefined) throw new RangeError(`not a filter: ${name}`);
  return filter;
}

/**
 * Returns the reason why `value` can't be sent for the filter `name`; undefined if it can. An empty value of an
 * optional filter and unknown values of an `enum` (S15) are not a problem.
 */
export function validateFilter(name: FilterName, value: string): FilterProblem | undefined {
  const filter = getAuditFilter(name);
  if (value === '') return filter.required ? 'required' : undefined;
  if (value.trim() === '') return filter.required ? 'required' : 'blanks-around';
  if (CONTROL.test(value)) return 'control-character';
  if (value !== value.trim()) return 'blanks-around';
  if (value.length > MAX_FILTER_LENGTH) return 'too-long';
  if (filter.kind === 'ip' && !IP_REGEX.test(value)) return 'not-an-ip';
  if (filter.kind === 'list') {
    const entries = splitList(value);
    // Requires an entry, because it is not known what the service does with an empty one (S26).
    const isValid = entries.length > 0 && entries.every((entry) => RESOURCE_ID.test(entry));
    if (!isValid) return 'not-a-resource-id';
  }
  return undefined;
}

/**
 * Returns the entries of a list filter's value, which commas separate (S26). Whitespace around entries is removed, and
 * empty entries are left out.
 */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Returns the filters that have a value, each with the value to send. A list without entries, such as `,`, is sent
 * unchanged, because an empty value would mean that events are not filtered at all.
 */
function listFiltersToSend(filters: AuditFilters): [AuditFilter, string][] {
  const active: [AuditFilter, string][] = [];
  for (const filter of AUDIT_FILTERS) {
    const value = filters[filter.name];
    if (value === undefined || value === '') continue;
    active.push([filter, filter.kind === 'list' ? splitList(value).join(',') || value : value]);
  }
  return active;
}

/**
 * Returns the query parameters of one request as pairs of name and value, not percent-encoded. `cursor` contains the
 * parameters that request a further page. `limit` is the number of events per page (S29); 0 is not sent.
 */
export function toQueryParameters(
  filters: AuditFilters,
  cursor?: Readonly<Record<string, string>>,
  limit?: number,
): [string, string][] {
  const pairs: [string, string][] = listFiltersToSend(filters).map(([filter, value]) => [
    filter.parameter,
    value,
  ]);
  for (const [name, value] of Object.entries(cursor ?? {})) pairs.push([name, value]);
  if (limit !== undefined && limit > 0) pairs.push(['limit', String(Math.trunc(limit))]);
  return pairs;
}

/** Converts pairs of name and value to a percent-encoded query string without the `?`. */
export function encodeQuery(pairs: readonly (readonly [string, string])[]): string {
  // A lone surrogate would make encodeURIComponent throw.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}
