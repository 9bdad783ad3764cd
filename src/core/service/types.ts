/** The typed responses of the service's two operations (S10–S22, S34, S35). */
import type { JsonObject, JsonValue } from './json.ts';

/**
 * Who made a request, and how (S12–S18). Properties such as `actorType` stay strings, because the service may send
 * values that are not documented.
 */
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
 * The outcome of an audited request (S19, S21). `timestamp` must not be converted to a Date, which would lose digits.
 */
export interface AuditResponse {
  /**
   * The result status code. An ordinary integer such as `200` stays a number. A non-empty text, or any other number,
   * such as `200.0`, is kept as text. Absent for anything else.
   */
  readonly code?: number | string;
  readonly message?: string;
  readonly timestamp?: string;
  readonly data?: JsonObject;
}

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

/** An audit event (S10). `raw` is the whole event as JSON, including properties that are unknown. */
export interface AuditEvent {
  readonly context: AuditContext;
  readonly request: AuditRequest;
  readonly response: AuditResponse;
  readonly accountID?: string;
  readonly parentAccountID?: string;
  readonly resourceIDs: readonly string[];
  readonly raw: JsonObject;
}

/** Where the next page of a listing would start (S22). How it is passed back is not documented (S28). */
export interface NextOps {
  readonly timestamp?: string;
  readonly changeID?: string;
}

/** The response to "list data audit events". `events` is null if the service sent `event: null`, or left it out. */
export interface AuditPage {
  readonly events: readonly AuditEvent[] | null;
  readonly nextOps: NextOps | null;
}

export type Field = readonly [name: string, value: JsonValue];

/**
 * A record of a result (S35). Its columns are in the order of the response's text, even those with integer-like names.
 */
export interface QueryRecord {
  readonly fields: readonly Field[];
}

/**
 * The response to "execute query". `records` is null if the service sent null, which is not the same as an empty list.
 */
export interface QueryResult {
  readonly records: readonly QueryRecord[] | null;
}
