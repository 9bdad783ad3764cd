/** The kinds of sign-in that the vault can offer in addition to its own token, and the IDs of its clients. */

export const AUTH_KINDS = ['oauth', 'device', 'clientCredentials', 'serviceAccount'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** ID of the only registered client. Its secret is new at each start. */
export const CLIENT_ID = 'vault-sql';
export const SERVICE_ACCOUNT_ID = 'local-service-account';
