export { startAuthorization } from './authorizationCode.ts';
export { startDeviceAuthorization } from './deviceCode.ts';
export { revokeSession } from './revocation.ts';
export { obtainServiceAccountGrant } from './serviceAccount.ts';
export { obtainClientCredentialsGrant, refreshGrant } from './tokens.ts';
