/** The kinds of sign-in that the vault can offer beside its own token, and what tests can make of them. */

export const AUTH_KINDS = ['oauth', 'device', 'clientCredentials', 'serviceAccount'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** How the sign-in server behaves, so that tests meet one on a bad day. */
export interface Behaviour {
  /** Every request to it fails with this status. */
  readonly status?: number;
  /** Every request for a token is refused with this error. */
  readonly refuse?: string;
  /** Added to its clock, and to what it says of the time, in milliseconds. */
  readonly clockAheadMs?: number;
  /** Names another issuer in its description of itself. */
  readonly otherIssuer?: boolean;
}

/** The client that is registered: its ID is fixed, its secret is new at each start. */
export const CLIENT_ID = 'vault-sql';
export const SERVICE_ACCOUNT_ID = 'local-service-account';
