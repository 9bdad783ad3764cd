import { createHash } from 'node:crypto';
import type { SignInServer } from '../../core/service/connections/auth.ts';

export const REDIRECT_PATH_PREFIX = '/signin';

export interface Redirect {
  readonly uri: string;
  /**
   * Whether the path identifies the sign-in server. False for an editor in a browser, whose page is the same for all
   * servers.
   */
  readonly hasOwnPath: boolean;
}

/**
 * Returns the path of a sign-in server's redirects. Each server has its own, so that a redirect from one does not
 * complete a sign-in at another (RFC 9700, 4.4.2.2).
 */
export function createRedirectPath(server: SignInServer): `/${string}` {
  // Codes are exchanged at the address, or as the issuer says.
  const { href } = new URL('issuer' in server ? server.issuer : server.tokenUrl);
  return `${REDIRECT_PATH_PREFIX}/${createHash('sha256').update(href).digest('hex').slice(0, 20)}`;
}
