import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { SERVICE_ACCOUNT_ID } from './kinds.ts';

export interface CredentialsFile {
  readonly clientID: string;
  readonly clientName: string;
  readonly tokenURI: string;
  readonly keyID: string;
  readonly privateKey: string;
}

export interface ServiceAccount {
  createCredentialsFileContent(tokenURI: string): CredentialsFile;
  /** Returns why an assertion is rejected; undefined if it is valid. `now` is in milliseconds since 1970. */
  findAssertionProblem(assertion: string, tokenURI: string, now: number): Promise<string | undefined>;
}

/** Maximum number of seconds until an assertion expires: an hour, and a minute for clocks that differ. */
const MAX_LIFETIME_SECONDS = 3600 + 60;

export function createServiceAccount(): ServiceAccount {
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: pem,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const keyID = randomUUID().replaceAll('-', '');
  return {
    createCredentialsFileContent: (tokenURI) => ({
      clientID: SERVICE_ACCOUNT_ID,
      clientName: 'Local service account',
      tokenURI,
      keyID,
      privateKey,
    }),
    async findAssertionProblem(assertion, tokenURI, now) {
      try {
        const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
          algorithms: ['RS256'],
          issuer: SERVICE_ACCOUNT_ID,
          subject: SERVICE_ACCOUNT_ID,
          audience: tokenURI,
          requiredClaims: ['exp'],
          currentDate: new Date(now),
        });
        if (payload.key !== keyID) return 'the key is not known';
        const isTooLong = (payload.exp ?? 0) > now / 1000 + MAX_LIFETIME_SECONDS;
        return isTooLong ? 'the assertion lives longer than an hour' : undefined;
      } catch (error) {
        return error instanceof Error ? error.message : 'the assertion is not valid';
      }
    },
  };
}
