/** The connection's client certificate for a sign-in server that requires one, where the settings say so. */
import type { Auth } from '../../core/service/connections/auth.ts';
import type { Transport } from '../../core/service/transport.ts';
import { originsOf } from './keptSecrets.ts';
import type { TokenConnection } from './surroundings.ts';

/**
 * Shows it to the connection's own addresses, and to those of the sign-in server that the settings name. What a server
 * or a key file names is reached without: its author must not learn who the person is.
 */
export function showingAtSignIn(
  transport: Transport,
  connection: TokenConnection,
  passphrase: () => Promise<string | undefined>,
): Transport {
  const { auth, clientCertificate } = connection;
  if (!clientCertificate?.forSignIn) return transport;
  const origins = new Set([...originsOf(connection), ...configuredOrigins(auth)]);
  return {
    async send(request, signal) {
      if (!origins.has(new URL(request.url).origin)) return transport.send(request, signal);
      const known = await passphrase();
      const certificate = { ...clientCertificate, ...(known !== undefined && { passphrase: known }) };
      return transport.send({ ...request, certificate }, signal);
    },
  };
}

const configuredOrigins = (auth: Auth): readonly string[] =>
  'server' in auth ? Object.values(auth.server).map((address: string) => new URL(address).origin) : [];
