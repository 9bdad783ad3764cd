import type { Auth } from '../../core/service/connections/auth.ts';
import type { Transport } from '../../core/service/transport.ts';
import { getConnectionOrigins } from './connectionSecrets.ts';
import type { TokenConnection } from './editorTypes.ts';

/**
 * Returns a transport that presents the connection's client certificate, or `transport` itself if there is no
 * certificate for sign-in. The certificate is presented to the connection's origins and to its sign-in server's
 * configured origins. Other origins, such as those in the server's metadata, do not get the certificate, because it
 * identifies the user.
 */
export function addSignInCertificate(
  transport: Transport,
  connection: TokenConnection,
  passphrase: () => Promise<string | undefined>,
): Transport {
  const { auth, clientCertificate } = connection;
  if (!clientCertificate?.forSignIn) return transport;
  const origins = new Set([...getConnectionOrigins(connection), ...getSignInServerOrigins(auth)]);
  return {
    async send(request, signal) {
      if (!origins.has(new URL(request.url).origin)) return transport.send(request, signal);
      const known = await passphrase();
      const certificate = {
        ...clientCertificate,
        ...(known !== undefined && { passphrase: known }),
      };
      return transport.send({ ...request, certificate }, signal);
    },
  };
}

const getSignInServerOrigins = (auth: Auth): readonly string[] =>
  'server' in auth ? Object.values(auth.server).map((address: string) => new URL(address).origin) : [];
