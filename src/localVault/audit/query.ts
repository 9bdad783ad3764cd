import {
  AUDIT_FILTERS,
  type AuditFilter,
  type FilterName,
  splitList,
  validateFilter,
} from '../../core/audit/filters/filters.ts';
import { ACCOUNT_ID } from '../data/schema.ts';
import { isValidTimestamp } from './clock.ts';
import type { Event } from './event.ts';
import type { Cursor } from './log.ts';

const MAX_PAGE = 1000;

interface AuditQuery {
  readonly matches: (event: Event) => boolean;
  readonly cursor: Cursor;
  readonly limit: number;
}

type ReadAuditQuery =
  | { readonly ok: true; readonly query: AuditQuery }
  | { readonly ok: false; readonly status: 400 | 404; readonly message: string };

const createAuditQueryRefusal = (message: string, status: 400 | 404 = 400): ReadAuditQuery => ({
  ok: false,
  status,
  message,
});

const FILTER_FIELDS: Readonly<Record<FilterName, (event: Event) => readonly (string | undefined)[]>> = {
  accountID: ({ accountID }) => [accountID],
  parentAccountID: ({ parentAccountID }) => [parentAccountID],
  workspaceID: ({ request }) => [request.workspaceID],
  vaultID: ({ request }) => [request.vaultID],
  resourceIDs: ({ resourceIDs }) => resourceIDs,
  'context.changeID': ({ context }) => [context.changeID],
  'context.requestID': ({ context }) => [context.requestID],
  'context.sessionID': ({ context }) => [context.sessionID],
  'context.actor': ({ context }) => [context.actor],
  'context.actorType': ({ context }) => [context.actorType],
  'context.accessType': ({ context }) => [context.accessType],
  'context.ipAddress': ({ context }) => [canonicalizeAddress(context.ipAddress)],
  'context.origin': ({ context }) => [context.origin],
  'context.authMode': ({ context }) => [context.authMode],
  'context.jwtID': ({ context }) => [context.jwtID],
  'context.bearerTokenContextID': ({ context }) => [context.bearerTokenContextID],
};

/**
 * Returns an IPv6 address in the spelling of URLs, because one address has many spellings. Returns other text
 * unchanged.
 */
function canonicalizeAddress(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

function parseFilterValue({ kind }: AuditFilter, value: string): readonly string[] {
  if (kind === 'list') return splitList(value);
  return [kind === 'ip' ? canonicalizeAddress(value) : value];
}

export interface PagingRules {
  readonly pageSize: number;
  /** Prefix of the cursor's parameter names; undefined if there are no such parameters. */
  readonly cursorPrefix: 'afterOps' | 'nextOps' | undefined;
  readonly hasLimit: boolean;
}

const FILTER_PARAMETERS: readonly string[] = AUDIT_FILTERS.map(({ parameter }) => parameter);

const listParameterNames = ({ cursorPrefix, hasLimit }: PagingRules): ReadonlySet<string> =>
  new Set([
    ...FILTER_PARAMETERS,
    ...(cursorPrefix === undefined ? [] : [`${cursorPrefix}.timestamp`, `${cursorPrefix}.changeID`]),
    ...(hasLimit ? ['limit'] : []),
  ]);

/**
 * Returns a message if a parameter's name is unknown or repeated. Ignoring the parameter would return other events than
 * requested.
 */
function findParameterNameProblem(
  parameters: URLSearchParams,
  known: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (!known.has(name)) return `unknown parameter ${name.slice(0, 100)}`;
    if (seen.has(name)) return `${name} is given twice`;
    seen.add(name);
  }
  return undefined;
}

function findFilterValueProblem(
  { name, parameter, kind, values, closed }: AuditFilter,
  value: string,
): string | undefined {
  // An empty entry is refused, because it is not known whether the service accepts one (S26).
  const hasEmptyEntry = kind === 'list' && value.split(',').some((entry) => entry.trim() === '');
  const problem = hasEmptyEntry ? 'not-a-resource-id' : validateFilter(name, value);
  if (problem === 'not-an-ip') return `${parameter} is not an IP address`;
  if (problem === 'not-a-resource-id') return `${parameter} is a list of <resourceType>/<resourceID>`;
  if (closed && !values?.includes(value)) return `${parameter} is one of ${values?.join(', ')}`;
  return undefined;
}

export function parseAuditQuery(parameters: URLSearchParams, rules: PagingRules): ReadAuditQuery {
  const { cursorPrefix, pageSize } = rules;
  const misnamed = findParameterNameProblem(parameters, listParameterNames(rules));
  if (misnamed !== undefined) return createAuditQueryRefusal(misnamed);
  const tests: ((event: Event) => boolean)[] = [];
  for (const filter of AUDIT_FILTERS) {
    const { name, parameter, required } = filter;
    const value = parameters.get(parameter) ?? '';
    if (value === '') {
      if (required) return createAuditQueryRefusal(`${parameter} is required`);
      continue;
    }
    const problem = findFilterValueProblem(filter, value);
    if (problem !== undefined) return createAuditQueryRefusal(problem);
    const wanted = parseFilterValue(filter, value);
    const valuesOf = FILTER_FIELDS[name];
    tests.push((event) => valuesOf(event).some((found) => found !== undefined && wanted.includes(found)));
  }
  if (parameters.get('filterOps.accountID') !== ACCOUNT_ID)
    return createAuditQueryRefusal('no such account', 404);
  const limit = parameters.get('limit') ?? '';
  if (!/^(?:[1-9]\d{0,3})?$/.test(limit) || Number(limit) > MAX_PAGE)
    return createAuditQueryRefusal(`limit is a whole number from 1 to ${MAX_PAGE}`);
  const timestamp = parameters.get(`${cursorPrefix}.timestamp`) ?? '';
  const changeID = parameters.get(`${cursorPrefix}.changeID`) ?? '';
  if (timestamp !== '' && !isValidTimestamp(timestamp))
    return createAuditQueryRefusal(`${cursorPrefix}.timestamp must be YYYY-MM-DD HH:MM:SS.nnnnnnnnn`);
  const cursor: Cursor = {
    ...(timestamp === '' ? {} : { timestamp }),
    ...(changeID === '' ? {} : { changeID }),
  };
  return {
    ok: true,
    query: {
      matches: (event) => tests.every((test) => test(event)),
      cursor,
      limit: limit === '' ? pageSize : Number(limit),
    },
  };
}
