/** Where a browser is led at the end of a sign-in. */
import { createHash } from 'node:crypto';
import type { SignInServer } from '../../core/service/connections/auth.ts';

/** Below it each sign-in server has a path of its own. */
export const SIGN_IN_PATH = '/signin';

export interface Redirect {
  readonly uri: string;
  /**
   * Whether the link says by its path which server it is of. Else it is the editor's page in a browser, whose query is
   * another one each time: a server that takes it can't tell one from another.
   */
  readonly hasOwnPath: boolean;
}

/**
 * The path of the links that end sign-ins at a server. Each has its own (RFC 9700, 4.4.2.2): what another server gives
 * never ends a sign-in here, though both name no issuer, and one leads the browser on to the other.
 */
export function redirectPath(server: SignInServer): `/${string}` {
  // Codes are exchanged at the address, or as the issuer says.
  const { href } = new URL('issuer' in server ? server.issuer : server.tokenUrl);
  return `${SIGN_IN_PATH}/${createHash('sha256').update(href).digest('hex').slice(0, 20)}`;
}
