/** The address to which a sign-in server redirects the browser at the end. */
import { createHash } from 'node:crypto';
import type { SignInServer } from '../../core/service/connections/auth.ts';

/** First part of the paths that `createRedirectPath` returns. */
export const REDIRECT_PATH_PREFIX = '/signin';

export interface Redirect {
  readonly uri: string;
  /**
   * Whether the path of the redirect identifies its sign-in server. False for an editor that runs in a browser, whose
   * page is the same for all servers and differs only in its query.
   */
  readonly hasOwnPath: boolean;
}

/**
 * Returns the path of a sign-in server's redirects, which contains a hash of its issuer or token URL. Each server has
 * its own path, so that a redirect from one server does not complete a sign-in at another (RFC 9700, 4.4.2.2).
 */
export function createRedirectPath(server: SignInServer): `/${string}` {
  // Codes are exchanged at the address, or as the issuer says.
  const { href } = new URL('issuer' in server ? server.issuer : server.tokenUrl);
  return `${REDIRECT_PATH_PREFIX}/${createHash('sha256').update(href).digest('hex').slice(0, 20)}`;
}
