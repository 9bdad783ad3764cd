/** Defines the profile of a service: what a check found out where the documentation is silent, in its stored form. */
import * as v from 'valibot';
import type { CursorParameterNames, PagingSupport } from '../audit/feed/paging.ts';

const VERSION = 1;

const listing = v.object({
  cursor: v.optional(v.picklist(['afterOps', 'nextOps', 'ignored', 'refused'])),
  /** True if a further page begins with the event that the cursor names. */
  isCursorInclusive: v.optional(v.boolean()),
  limit: v.optional(v.picklist(['accepted', 'ignored', 'refused'])),
  /** `newestFirst` and `oldestFirst` mean that no time out of order was seen. Other pages may still have one. */
  order: v.optional(v.picklist(['newestFirst', 'oldestFirst', 'arrival'])),
  /**
   * Milliseconds from sending a query until its audit event was found. The service may have listed the event earlier,
   * because the check searches for it at intervals.
   */
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0))),
  requestID: v.optional(v.picklist(['same', 'different', 'absent'])),
  errorBody: v.optional(v.picklist(['nested', 'flat', 'text', 'html', 'empty', 'otherJson'])),
});

const query = v.object({
  nulls: v.optional(v.picklist(['absent', 'null'])),
  largeNumbers: v.optional(v.picklist(['exact', 'rounded', 'text'])),
  /** REDACTION levels that the service accepted (D10). `refusedLevels` contains those that it refused. */
  acceptedLevels: v.optional(v.array(v.string()), []),
  refusedLevels: v.optional(v.array(v.string()), []),
  /**
   * Undocumented constructs (D6) that the service accepted, by their names in the dialect table. `refusedConstructs`
   * contains those that it refused.
   */
  acceptedConstructs: v.optional(v.array(v.string()), []),
  refusedConstructs: v.optional(v.array(v.string()), []),
});

const profile = v.object({
  version: v.literal(VERSION),
  /** When the check ended, in milliseconds since 1970. */
  checkedAt: v.number(),
  /** Base URL at which audit events were checked, without a slash at the end. The vault may have another one. */
  address: v.string(),
  listing,
  query,
});

export type ServiceProfile = v.InferOutput<typeof profile>;

export function parseProfile(stored: unknown): ServiceProfile | undefined {
  const result = v.safeParse(profile, stored);
  return result.success ? result.output : undefined;
}

/** Parts of a profile that can be cleared after a later response of the service contradicted them. */
export const PROFILE_PARTS = [
  ...(['cursor', 'isCursorInclusive', 'limit', 'order', 'requestID'] as const),
  ...(['refusedConstructs', 'refusedLevels'] as const),
] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

export function clearProfileParts(profile: ServiceProfile, parts: readonly ProfilePart[]): ServiceProfile {
  const isKept = ([name]: readonly [string, unknown]): boolean => !parts.some((part) => part === name);
  return {
    ...profile,
    listing: Object.fromEntries(Object.entries(profile.listing).filter(isKept)),
    query: {
      ...profile.query,
      ...(parts.includes('refusedConstructs') ? { refusedConstructs: [] } : {}),
      ...(parts.includes('refusedLevels') ? { refusedLevels: [] } : {}),
    },
  };
}

export function hasProfilePart(
  { listing: listed, query: queried }: ServiceProfile,
  part: ProfilePart,
): boolean {
  if (part === 'refusedConstructs' || part === 'refusedLevels') return queried[part].length > 0;
  return listed[part] !== undefined;
}

/**
 * Returns the names of the query parameters in which the service accepts the cursor of a further page (S28); undefined
 * if they are not known, or if the service ignores or refuses the cursor.
 */
export function getCursorParameterNames({ listing }: ServiceProfile): CursorParameterNames | undefined {
  const prefix = listing.cursor;
  if (prefix !== 'afterOps' && prefix !== 'nextOps') return undefined;
  return { timestamp: `${prefix}.timestamp`, changeID: `${prefix}.changeID` };
}

/** Returns whether the service supports paging its listing of audit events (S28); `untried` if that is not known. */
export function getPagingSupport({ listing }: ServiceProfile): PagingSupport {
  if (listing.cursor === undefined) return 'untried';
  return listing.cursor === 'afterOps' || listing.cursor === 'nextOps' ? 'supported' : 'unsupported';
}

export const createEmptyProfile = (address: string, checkedAt: number): ServiceProfile => ({
  version: VERSION,
  checkedAt,
  address,
  listing: {},
  query: { acceptedLevels: [], refusedLevels: [], acceptedConstructs: [], refusedConstructs: [] },
});
