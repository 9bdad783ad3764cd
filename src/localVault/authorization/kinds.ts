export const AUTH_KINDS = ['oauth', 'device', 'clientCredentials', 'serviceAccount'] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

export const CLIENT_ID = 'vault-sql';
export const SERVICE_ACCOUNT_ID = 'local-service-account';
