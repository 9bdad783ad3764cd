/** Finds the vault that a statement is run in. */
import { findNearestName } from '../../core/messages/nearestName.ts';
import { encodeVaultID, removeVersionPath, validateBaseUrl } from '../../core/service/address.ts';
import type { Connection, VaultRef } from '../../core/service/connections/connections.ts';
import { readVaultDirective, type TargetDirective } from '../../core/sql/execution/target.ts';
import { parseAddressOption } from '../addresses.ts';
import { findConnection } from '../connection.ts';
import { ArgumentError } from '../options.ts';
import type { QuerySettings } from './queryOptions.ts';
import { nameFile } from './statement.ts';

export interface QueryTarget {
  readonly connection: Connection;
  readonly vault: VaultRef;
  /**
   * The vault's name in a schema file, such as `prod/customers`. Undefined if the connection has no name, because it was
   * given as options.
   */
  readonly name: string | undefined;
}

/**
 * Finds the connection and the vault that the options name, or the line `-- vault: CONNECTION/VAULT` in the file's text.
 * Rejects with an ArgumentError if they name none or different ones, so that a statement never runs in the
 * wrong vault.
 */
export async function findQueryTarget(settings: QuerySettings, fileText: string): Promise<QueryTarget> {
  const directive = readVaultDirective(fileText);
  return settings.options.connections === undefined
    ? findTargetOfFlags(settings, directive)
    : findTargetInFile(settings, directive);
}

async function findTargetOfFlags(
  { options, environment = 'production', file }: QuerySettings,
  directive: TargetDirective | undefined,
): Promise<QueryTarget> {
  const found = await findConnection(options);
  const id = options.vault ?? findLocalVaultID(found, directive);
  // A connection given as options has no name that could be compared with that of the directive.
  if (directive && findLocalVaultID(found, directive) !== id)
    throw new ArgumentError(
      `${nameFile(file)} is for the vault ${formatDirective(directive)}. Use a --connections file that contains it, or remove that line.`,
    );
  if (id === undefined) throw new ArgumentError('--vault is missing.');
  const checked = encodeVaultID(id);
  if (!checked.ok) throw new ArgumentError(`--vault is no ID of a vault (${checked.reason}).`);
  const url = options['vault-url'];
  if (url !== undefined) parseAddressOption('vault-url', url);
  const vault: VaultRef = {
    id,
    name: id,
    ...(url === undefined ? {} : { baseUrl: removeVersionPath(url) }),
  };
  return {
    connection: { ...found, environment, vaults: [vault] },
    vault,
    name: undefined,
  };
}

/** Returns the vault that a directive such as `local/demo` names, if the connection is one to this machine. */
function findLocalVaultID(
  { baseUrl }: Connection,
  directive: TargetDirective | undefined,
): string | undefined {
  const address = validateBaseUrl(baseUrl);
  return directive?.connection === 'local' && address.ok && address.loopback ? directive.vault : undefined;
}

async function findTargetInFile(
  { options, environment, file }: QuerySettings,
  directive: TargetDirective | undefined,
): Promise<QueryTarget> {
  if (environment !== undefined)
    throw new ArgumentError(
      '--environment is for --url only. The file of connections names the environment.',
    );
  if (options['vault-url'] !== undefined)
    throw new ArgumentError('--vault-url is for --url only. The file of connections names the address.');
  if (directive && options.connection !== undefined && options.connection !== directive.connection)
    throw new ArgumentError(
      `${nameFile(file)} is for the vault ${formatDirective(directive)}, but --connection names ${options.connection}.`,
    );
  const connection = await findConnection(
    directive ? { ...options, connection: directive.connection } : options,
  );
  const vault = findVault(connection, directive?.vault ?? options.vault);
  if (directive && options.vault !== undefined && findVault(connection, options.vault) !== vault)
    throw new ArgumentError(
      `${nameFile(file)} is for the vault ${formatDirective(directive)}, but --vault names ${options.vault}.`,
    );
  return { connection, vault, name: `${connection.name}/${vault.name}` };
}

const formatDirective = ({ connection, vault }: TargetDirective): string => `${connection}/${vault}`;

function findVault({ name: connectionName, vaults }: Connection, wanted: string | undefined): VaultRef {
  const [first, second] = vaults;
  if (!first) throw new ArgumentError(`The connection ${connectionName} has no vault.`);
  if (wanted === undefined) {
    if (second) throw new ArgumentError(`${connectionName} has several vaults. Name one with --vault.`);
    return first;
  }
  const found = vaults.find(({ name }) => name === wanted) ?? vaults.find(({ id }) => id === wanted);
  if (found) return found;
  const nearest = findNearestName(
    wanted,
    vaults.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new ArgumentError(`The connection ${connectionName} has no vault ${wanted}.${hint}`);
}
