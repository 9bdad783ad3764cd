import type { Disposable } from 'vscode';
import { createVaultClient, type VaultClient } from '../../core/service/client.ts';
import type { TrailTable } from '../../core/service/connections/trailTable.ts';
import type { Outcome } from '../../core/service/errors.ts';
import type { NetworkLog } from '../../core/service/networkLog.ts';
import type { Transport } from '../../core/service/transport.ts';
import { getConnectionOrigins, getTrailOrigin } from '../../node/credentials/connectionSecrets.ts';
import type { Credentials } from '../../node/credentials/credentials.ts';
import { sleep } from '../../node/sleep.ts';
import { createTransport } from '../../node/transport/index.ts';
import { loadHttp } from '../../node/transport/load.ts';
import { restrictToOrigins } from '../../node/transport/restrictToOrigins.ts';
import type { Settings } from '../platform/settings.ts';
import type { AnyConnection } from '../targets/targets.ts';

export interface Network extends Disposable {
  /**
   * Returns a transport and the request timeout in milliseconds. The transport records its requests in the network log
   * under the connection name `connection`.
   */
  getConnectionNetwork(connection: string): {
    readonly transport: Transport;
    readonly timeoutMs: () => number;
  };
}

export function createNetwork(settings: Settings, networkLog: NetworkLog): Network {
  const transport = createTransport({
    getSettings: () => ({ transport: settings.transport(), ...settings.httpSettings(), env: process.env }),
    loadHttp,
  });
  const limited: Transport = {
    send: (request, signal) =>
      transport.send({ firstByteTimeoutMs: settings.firstByteSeconds() * 1000, ...request }, signal),
  };
  const listening = settings.onDidChange((changed) => {
    if (changed('http') || changed('vaultsql.network')) transport.reset();
  });
  return {
    getConnectionNetwork: (connection) => ({
      transport: networkLog.withLogging(limited, connection, Date.now),
      timeoutMs: () => settings.timeoutSeconds() * 1000,
    }),
    dispose() {
      listening.dispose();
      transport.dispose();
    },
  };
}

/**
 * The transport and the timeout for requests of a connection. The transport refuses requests to origins other than
 * those of the connection and its vaults.
 */
export interface TransportAndTimeout {
  readonly transport: Transport;
  readonly timeoutMs: () => number;
}

export function createServiceAccess(network: Network, credentials: Credentials) {
  const channel = (connection: AnyConnection): TransportAndTimeout => {
    const { transport, timeoutMs } = network.getConnectionNetwork(connection.name);
    const own = restrictToOrigins(transport, getConnectionOrigins(connection));
    return { transport: addClientCertificate(own, connection, credentials), timeoutMs };
  };
  const createPlainClient = (connection: AnyConnection): VaultClient => {
    const { transport, timeoutMs } = channel(connection);
    return createVaultClient({
      transport,
      timeoutMs,
      baseUrl: connection.baseUrl,
      token: (origin, signal) => credentials.getToken(connection, origin, signal),
      renewToken: (origin, rejected, signal) => credentials.renewToken(connection, origin, rejected, signal),
      sleep,
    });
  };
  const sendAndRecordTokenState = async <T>(
    connection: AnyConnection,
    send: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const note = credentials.tokenStates.trackRequest(connection);
    const outcome = await send();
    note(outcome);
    return outcome;
  };
  return {
    channel,
    trailChannel(name: string, trail: TrailTable): TransportAndTimeout {
      const { transport, timeoutMs } = network.getConnectionNetwork(name);
      const own = restrictToOrigins(transport, [getTrailOrigin(trail)]);
      return {
        // ClickHouse responds when it has the whole result.
        transport: {
          send: (request, signal) => own.send({ ...request, firstByteTimeoutMs: timeoutMs() }, signal),
        },
        timeoutMs,
      };
    },
    client(connection: AnyConnection): VaultClient {
      const client = createPlainClient(connection);
      return {
        executeQuery: (request, signal) =>
          sendAndRecordTokenState(connection, () => client.executeQuery(request, signal)),
        listAuditEvents: (request, signal) =>
          sendAndRecordTokenState(connection, () => client.listAuditEvents(request, signal)),
      };
    },
  };
}

function addClientCertificate(
  transport: Transport,
  connection: AnyConnection,
  credentials: Credentials,
): Transport {
  const { clientCertificate } = connection;
  if (!clientCertificate) return transport;
  return {
    async send(request, signal) {
      const passphrase = await credentials.getPassphrase(connection, new URL(request.url).origin);
      const certificate = { ...clientCertificate, ...(passphrase !== undefined && { passphrase }) };
      return transport.send({ ...request, certificate }, signal);
    },
  };
}
