/** The bundle `dist/signIn.cjs`: all that speaks with sign-in servers. Loaded when the first token is needed from one. */
export { startAuthorization } from './authorizationCode.ts';
export { startDevice } from './deviceCode.ts';
export { revokeSession } from './revocation.ts';
export { serviceAccountGrant } from './serviceAccount.ts';
export { clientCredentialsGrant, refreshGrant } from './tokens.ts';
