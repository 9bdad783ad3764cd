/** Prepares the values of an event that the mappings to OCSF and ECS share. */
import { toAuditEvent } from '../../service/decode.ts';
import type { JsonObject } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import { getEventJson } from '../feed/compactEvent.ts';
import { findQueryText } from '../feed/queryOf.ts';
import { normalizeTimestamp, timestampToMs } from '../feed/timestamps.ts';
import { isAddress } from '../query/networks.ts';
import { outcomeOfEvent } from '../table/outcome.ts';
import { summarizeRequest } from '../table/requestSummary.ts';
import { EventParts, isUsableText } from './eventParts.ts';
import type { FormatContext } from './formatContext.ts';
import type { QueryTables, TableFinder } from './queryTables.ts';
import { type EventRecord, type GapDescription, getRecordID } from './records.ts';
import { definedOnly, definedOrNothing } from './values.ts';

export interface MappingContext extends FormatContext {
  readonly findTables: TableFinder;
}

export interface MappedEvent {
  readonly id: string;
  readonly event: AuditEvent;
  readonly parts: EventParts;
  readonly time: EventTime | undefined;
  /** Time of the mapping, in milliseconds since 1970. */
  readonly now: number;
  /** `query`: the event has a query. `listing`: the event is a request for audit events. */
  readonly kind: 'query' | 'listing' | 'other';
  readonly action: Action | undefined;
  readonly outcome: ReturnType<typeof outcomeOfEvent>;
  /** The tables that the query reads; undefined for an event without a query. */
  readonly tables: QueryTables | undefined;
  /** The event's JSON text as the service sent it; undefined for a masked event. */
  readonly original: string | undefined;
  /** The hash of `original`; undefined for a masked event. */
  readonly sha256: string | undefined;
}

interface EventTime {
  /** Milliseconds since 1970. */
  readonly ms: number;
  /** The time in ISO 8601 with nine fraction digits, in UTC. */
  readonly iso: string;
  /** The time as the service sent it. */
  readonly original: string;
}

type Action = 'create' | 'read' | 'update' | 'delete';

/** Actions by the name of the action type. Only READ is documented (S20). The others are names of common operations. */
const actions: ReadonlyMap<string, Action> = new Map([
  ['READ', 'read'],
  ['GET', 'read'],
  ['LIST', 'read'],
  ['CREATE', 'create'],
  ['INSERT', 'create'],
  ['UPDATE', 'update'],
  ['DELETE', 'delete'],
]);

/** Reads the values that both schemas need, including the current time. */
export function prepareMapping(record: EventRecord, context: MappingContext): MappedEvent {
  // Reading `raw` once is enough: a compact event parses its text each time.
  const { raw } = record.event;
  const event = toAuditEvent(raw);
  const query = findQueryText(event);
  const isListing = summarizeRequest(event, undefined).kind === 'logRead';
  const original = record.isMasked ? undefined : getEventJson(record.event);
  return {
    id: getRecordID(record, context.sha256),
    event,
    parts: new EventParts(raw),
    time: readTime(event.request.timestamp) ?? readTime(event.response.timestamp),
    now: context.now(),
    kind: query === undefined ? (isListing ? 'listing' : 'other') : 'query',
    action: actions.get(event.request.actionType?.toUpperCase() ?? ''),
    outcome: outcomeOfEvent(event),
    tables: query === undefined ? undefined : context.findTables(query),
    original,
    sha256: original === undefined ? undefined : context.sha256(original),
  };
}

/** Converts a timestamp of the service; returns undefined if it is missing or invalid. */
function readTime(original: string | undefined): EventTime | undefined {
  if (original === undefined) return undefined;
  const timestamp = normalizeTimestamp(original);
  const ms = timestampToMs(timestamp);
  if (ms === undefined) return undefined;
  // Formatted from the milliseconds, so that a leap second becomes the next second. Most databases reject leap seconds.
  const iso = `${msToIso(ms).slice(0, -1)}${timestamp.slice(-6)}Z`;
  return { ms, iso, original };
}

/** The last time, in milliseconds since 1970, whose year has four digits. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

export const msToIso = (ms: number): string => new Date(Math.min(ms, LATEST_MS)).toISOString();

/** Returns the vault that the event names, otherwise the one in the path of its query (S32), otherwise undefined. */
export function findVaultID({ event, parts, kind }: MappedEvent): string | undefined {
  const named = parts.takeText('request', 'vaultID');
  if (named !== undefined || kind !== 'query') return named;
  const [, segment] = /^\/v1\/vaults\/([^/?#]+)\/query\/?(?:[?#]|$)/.exec(
    event.request.httpInfo?.URI ?? '',
  ) ?? [undefined, undefined];
  return segment && decodeSegment(segment);
}

function decodeSegment(segment: string): string | undefined {
  try {
    const vaultID = decodeURIComponent(segment);
    return isUsableText(vaultID) ? vaultID : undefined;
  } catch {
    // The path segment is not percent-encoded UTF-8, so it is not the ID of a vault.
    return undefined;
  }
}

/**
 * Maximum length of an IP address in OCSF. Longer forms of IPv6 exist, but each of them can also be written within it.
 */
const MAX_ADDRESS_LENGTH = 40;

/** Whether a text is an IP address that both schemas accept: without whitespace around it and without a zone. */
export const isMappableAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_LENGTH && !text.includes('%') && isAddress(text);

/** Matches the e-mail addresses that OCSF accepts. */
const EMAIL = /^[\w!#$%&'*+\-/=?^`{|}~.]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+$/;

/**
 * Returns the actor's e-mail address; undefined if the actor is not a user (S14), or if the text, for example a masked
 * one, is not an e-mail address.
 */
export function findEmailAddress({ event }: MappedEvent): string | undefined {
  const { actor = '', actorType } = event.context;
  return actorType === 'USER' && EMAIL.test(actor) ? actor : undefined;
}

/** Limits of HTTP status codes. A number outside of them is not written as a status code. */
const [MIN_HTTP_STATUS, MAX_HTTP_STATUS] = [100, 599];

export const takeHttpStatus = ({ parts }: MappedEvent): number | undefined =>
  parts.takeInteger(MIN_HTTP_STATUS, MAX_HTTP_STATUS, 'response', 'code');

/** Returns the properties of a gap, with names in the style of both schemas. */
export const gapProperties = ({
  id,
  above,
  below,
  isOpenEnded,
  foundAt,
  closedAt,
}: GapDescription): JsonObject =>
  definedOnly({
    id,
    above: above && definedOrNothing({ timestamp: above.timestamp, change_id: above.changeID }),
    below: below && definedOrNothing({ timestamp: below.timestamp, change_id: below.changeID }),
    is_open_ended: isOpenEnded,
    found_at: foundAt,
    closed_at: closedAt,
  });
