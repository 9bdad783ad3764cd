/** The kinds of sign-in that the vault can offer beside its own token, and its clients. */

export const AUTH_KINDS = ['oauth', 'device', 'clientCredentials', 'serviceAccount'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** The client that is registered: its ID is fixed, its secret is new at each start. */
export const CLIENT_ID = 'vault-sql';
export const SERVICE_ACCOUNT_ID = 'local-service-account';
