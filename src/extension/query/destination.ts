import type { ApiError } from '../../core/service/errors.ts';
import type { AnyConnection, Target, Targets } from '../targets/targets.ts';

type Destination =
  | { readonly kind: 'connection'; readonly connection: AnyConnection }
  | { readonly kind: 'stopped'; readonly error: ApiError }
  | { readonly kind: 'removed'; readonly error: ApiError };

/**
 * Returns the connection for the next request of a run, or the error to report instead. `stopped`: the local vault is
 * not running. `removed`: the connection or its vault no longer exists. A run of the local vault uses the current
 * connection with the same name, because a restart may have changed the address. Any other connection is used as it was
 * when the run was prepared, so that one result does not contain rows of two services.
 */
export function findDestination(
  { connection, vault }: Target,
  targets: Pick<Targets, 'find' | 'connections'>,
): Destination {
  if (connection.local) {
    const now = targets.find(connection.name, vault.name);
    return now
      ? { kind: 'connection', connection: now.connection }
      : { kind: 'stopped', error: LOCAL_VAULT_STOPPED };
  }
  const now = targets.connections().find(({ name }) => name === connection.name);
  if (!now) return { kind: 'removed', error: { kind: 'noConnection', retry: true } };
  const isThere = now.vaults.some(({ id, name }) => id === vault.id || name === vault.name);
  return isThere
    ? { kind: 'connection', connection }
    : { kind: 'removed', error: { kind: 'noConnection', detail: 'vault', retry: true } };
}

const LOCAL_VAULT_STOPPED: ApiError = {
  kind: 'network',
  code: 'ECONNREFUSED',
  mayHaveBeenSent: false,
  retry: true,
};
