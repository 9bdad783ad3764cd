import { createHash } from 'node:crypto';
import type { SignInServer } from '../../core/service/connections/auth.ts';

export const REDIRECT_PATH_PREFIX = '/signin';

export interface Redirect {
  readonly uri: string;
  /**
   * Whether the path of `uri` identifies the sign-in server. False if the editor runs in a browser, because the path is
   * then the same for all servers.
   */
  readonly hasServerSpecificPath: boolean;
}

/**
 * Returns the path of a sign-in server's redirects. Each server has its own, so that a redirect from one does not
 * complete a sign-in at another (RFC 9700, 4.4.2.2).
 */
export function createRedirectPath(server: SignInServer): `/${string}` {
  // The server is identified by its issuer or, without one, by the address at which it issues tokens.
  const { href } = new URL('issuer' in server ? server.issuer : server.tokenUrl);
  return `${REDIRECT_PATH_PREFIX}/${createHash('sha256').update(href).digest('hex').slice(0, 20)}`;
}
