/**
 * The filters of "list data audit events" (S24): ONE table, read by the quick-pick, the query
 * string, the local vault and the help pages. The compiler asks for what else a new one needs.
 */
import { IP_REGEX } from 'valibot';

/** How a value is entered and checked. `enum` values are those known: others are let through (S15). */
type FilterKind = 'text' | 'enum' | 'list' | 'ip';

interface FilterRow {
  readonly name: string;
  readonly required: boolean;
  readonly kind: FilterKind;
  readonly values?: readonly string[];
  /** Whether every value of an enum is known (S16); elsewhere others are let through. */
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
  // Only USER and API are certain (S15); the others are those that clients of such services know.
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
  /** Name of the query parameter, e.g. `filterOps.context.actor`. */
  readonly parameter: `filterOps.${FilterName}`;
}

/** The 16 filters in the service's order (S24). */
export const AUDIT_FILTERS: readonly AuditFilter[] = rows.map((row) => ({
  ...row,
  parameter: `filterOps.${row.name}`,
}));

/** Values by filter; an absent or empty value means "not filtered by this". */
export type AuditFilters = Partial<Record<FilterName, string>>;

/** Why a filter's value can't be sent. */
export type FilterProblem =
  | 'required'
  | 'blanks-around'
  | 'control-character'
  | 'too-long'
  | 'not-an-ip'
  | 'not-a-resource-id';

/** Longest value, in UTF-16 units: sixteen of them, percent-encoded, still fit the request line most servers take. */
const MAX_FILTER_LENGTH = 2048;

const byName: ReadonlyMap<string, AuditFilter> = new Map(
  AUDIT_FILTERS.map((filter) => [filter.name, filter]),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const RESOURCE_ID = /^[^\s/,]+\/[^\s,]+$/;

/** The filters without one of them. */
export const withoutFilter = (filters: AuditFilters, name: string): AuditFilters =>
  Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));

/** The filters with this value for one of them; an empty one takes it out. */
export const withFilter = (filters: AuditFilters, name: FilterName, value: string): AuditFilters =>
  value === '' ? withoutFilter(filters, name) : { ...filters, [name]: value };

/** Whether `text` is one of the 16 filter names, e.g. one read from settings or a link. */
export function isFilterName(text: string): text is FilterName {
  return byName.has(text);
}

/** The table's row for `name`. */
function auditFilter(name: FilterName): AuditFilter {
  const filter = byName.get(name);
  if (filter === undefined) throw new RangeError(`not a filter: ${name}`);
  return filter;
}

/** Why `value` can't be sent for filter `name`; undefined if it can. Unknown enum values can (S15). */
export function validateFilter(name: FilterName, value: string): FilterProblem | undefined {
  const filter = auditFilter(name);
  if (value === '') return filter.required ? 'required' : undefined;
  if (value.trim() === '') return filter.required ? 'required' : 'blanks-around';
  if (CONTROL.test(value)) return 'control-character';
  if (value !== value.trim()) return 'blanks-around';
  if (value.length > MAX_FILTER_LENGTH) return 'too-long';
  if (filter.kind === 'ip' && !IP_REGEX.test(value)) return 'not-an-ip';
  if (filter.kind === 'list') {
    const entries = splitList(value);
    // A list without entries would be sent as no filter at all.
    const isValid = entries.length > 0 && entries.every((entry) => RESOURCE_ID.test(entry));
    if (!isValid) return 'not-a-resource-id';
  }
  return undefined;
}

/** Returns the entries of a list filter's value (S26: with commas), without blanks around them and without empty ones. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Returns the filters that have a value, in the service's order, with the entries of lists tidied. A list of commas alone
 * stays as it is: as an empty value it would filter nothing.
 */
function activeFilters(filters: AuditFilters): [AuditFilter, string][] {
  const active: [AuditFilter, string][] = [];
  for (const filter of AUDIT_FILTERS) {
    const value = filters[filter.name];
    if (value === undefined || value === '') continue;
    active.push([filter, filter.kind === 'list' ? splitList(value).join(',') || value : value]);
  }
  return active;
}

/**
 * The query parameters of one request, not yet percent-encoded: the filters in the service's order, then the
 * cursor's parameters as given (their names are a setting: S28), then `limit`
 * where one is requested (only if the user chose a page size: S29).
 */
export function toQuery(
  filters: AuditFilters,
  cursor?: Readonly<Record<string, string>>,
  limit?: number,
): [string, string][] {
  const pairs: [string, string][] = activeFilters(filters).map(([filter, value]) => [
    filter.parameter,
    value,
  ]);
  for (const [name, value] of Object.entries(cursor ?? {})) pairs.push([name, value]);
  if (limit !== undefined && limit > 0) pairs.push(['limit', String(Math.trunc(limit))]);
  return pairs;
}

/** `pairs` as a query string without `?`: every character that could end or split a parameter is percent-encoded. */
export function encodeQuery(pairs: readonly (readonly [string, string])[]): string {
  // A lone surrogate would make encodeURIComponent throw.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}
