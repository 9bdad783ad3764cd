import { createVaultClient, type VaultClient } from '../core/api/client.ts';
import type { Credentials } from './credentials.ts';
import { loadHttp } from './lazy.ts';
import type { Settings } from './settings.ts';
import { sleep } from './sleep.ts';
import type { AnyConnection } from './targets.ts';
import { createTransport } from './transport/index.ts';

/** The one API client of every feature: a client a connection, over one transport that is loaded at the first request. */
export function createService(settings: Settings, credentials: Credentials) {
  const transport = createTransport({
    settings: () => ({ transport: settings.transport(), ...settings.http(), env: process.env }),
    loadHttp,
  });
  const listening = settings.onDidChange((changed) => {
    if (changed('http') || changed('vaultsql.network')) transport.reset();
  });
  return {
    client: (connection: AnyConnection): VaultClient =>
      createVaultClient({
        transport,
        baseUrl: connection.baseUrl,
        token: (origin, signal) => credentials.token(connection, origin, signal),
        sleep,
        timeoutMs: () => settings.timeoutSeconds() * 1000,
      }),
    dispose() {
      listening.dispose();
      transport.dispose();
    },
  };
}
