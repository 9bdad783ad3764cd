/** Entry of the bundle `dist/signIn.cjs` with the protocols of sign-in servers, loaded on demand. */
export { startAuthorization } from './authorizationCode.ts';
export { startDeviceAuthorization } from './deviceCode.ts';
export { revokeSession } from './revocation.ts';
export { obtainServiceAccountGrant } from './serviceAccount.ts';
export { obtainClientCredentialsGrant, refreshGrant } from './tokens.ts';
