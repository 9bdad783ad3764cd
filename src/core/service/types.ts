/**
 * The wire shapes of the two operations, as the vault service gives them (S10–S22, S34, S35). Every field
 * is optional in what we read: the service may leave any of them out, and unknown fields are kept beside the known ones.
 */
import type { JsonObject, JsonValue } from './json.ts';

/** Who and how (S12–S18). Enum-like fields stay strings: not every value is known. */
export interface AuditContext {
  readonly changeID?: string;
  readonly requestID?: string;
  readonly traceID?: string;
  readonly actor?: string;
  readonly actorType?: string;
  readonly accessType?: string;
  readonly ipAddress?: string;
  readonly authMode?: string;
  readonly jwtID?: string;
  readonly origin?: string;
  readonly bearerTokenContextID?: string;
  readonly keyID?: string;
  readonly sessionID?: string;
}

/**
 * The outcome (S19, S21). `timestamp` is `YYYY-MM-DD HH:MM:SS.<nine digits>`; never put it through a Date. Sent as a
 * number, it is that number's text.
 */
export interface AuditResponse {
  /** A text only where the service sent one, or a number that is no integer. */
  readonly code?: number | string;
  readonly message?: string;
  readonly timestamp?: string;
  readonly data?: JsonObject;
}

/** What was asked for (S20). */
export interface AuditRequest {
  readonly actionType?: string;
  readonly apiName?: string;
  readonly data?: { readonly content?: string };
  readonly httpInfo?: { readonly URI?: string; readonly method?: string };
  readonly resourceType?: string;
  readonly tags?: readonly string[];
  readonly timestamp?: string;
  readonly vaultID?: string;
  readonly workspaceID?: string;
}

/** S10. `raw` is the event as received, unknown fields included. */
export interface AuditEvent {
  readonly context: AuditContext;
  readonly request: AuditRequest;
  readonly response: AuditResponse;
  readonly accountID?: string;
  readonly parentAccountID?: string;
  readonly resourceIDs: readonly string[];
  readonly raw: JsonObject;
}

/** Where a further page would start (S22). How it is passed back is not known (S28). */
export interface NextOps {
  readonly timestamp?: string;
  readonly changeID?: string;
}

/** Answer of operation A. `events` is `null` where the service sent `event: null` or left it out. */
export interface AuditPage {
  readonly events: readonly AuditEvent[] | null;
  readonly nextOps: NextOps | null;
}

/** One column of one record: name and value in the order of the answer. A column absent from `fields` has no entry. */
export type Field = readonly [name: string, value: JsonValue];

/** S35. The order of columns is that of the answer's text, also for integer-like names. */
export interface QueryRecord {
  readonly fields: readonly Field[];
}

/** Answer of operation B. `records` is `null` where the service sent null, which is not the same as an empty list. */
export interface QueryAnswer {
  readonly records: readonly QueryRecord[] | null;
}
