import * as v from 'valibot';
import { parseJson } from '../../core/service/parseJson.ts';
import type { SecretStore } from '../../node/credentials/editorTypes.ts';
import type { AnyConnection } from './targets.ts';

const STORAGE_KEY = 'vaultsql.ownActorIDs';

const STORED_SCHEMA = v.record(v.string(), v.string());

/**
 * Stores, for each connection, the ID under which the service logs the user's own requests: an e-mail address or the ID
 * of a service account (S14). The IDs are in the editor's secret storage because they can identify a person.
 */
export class OwnActorIDs {
  readonly #storage: Pick<SecretStore, 'get' | 'store' | 'delete'>;

  constructor(storage: Pick<SecretStore, 'get' | 'store' | 'delete'>) {
    this.#storage = storage;
  }

  /** Returns the ID that is stored for a connection; undefined if there is none. */
  async getActorID(connection: AnyConnection): Promise<string | undefined> {
    return (await this.#read())[createKey(connection)];
  }
  async storeActorID(connection: AnyConnection, actorID: string): Promise<void> {
    await this.#write({ ...(await this.#read()), [createKey(connection)]: actorID });
  }
  /** Removes the IDs for all connections except `connections`. */
  async retainActorIDsOf(connections: readonly AnyConnection[]): Promise<void> {
    const keys = connections.map(createKey);
    const stored = Object.entries(await this.#read());
    const kept = stored.filter(([key]) => keys.includes(key));
    if (kept.length < stored.length) await this.#write(Object.fromEntries(kept));
  }
  async removeAllActorIDs(): Promise<void> {
    await this.#write({});
  }

  async #read(): Promise<Readonly<Record<string, string>>> {
    const parsed = parseJson((await this.#storage.get(STORAGE_KEY)) ?? '');
    const read = v.safeParse(STORED_SCHEMA, parsed.ok ? parsed.value : undefined);
    return read.success ? read.output : {};
  }
  async #write(all: Readonly<Record<string, string>>): Promise<void> {
    if (Object.keys(all).length === 0) await this.#storage.delete(STORAGE_KEY);
    else await this.#storage.store(STORAGE_KEY, JSON.stringify(all));
  }
}

/**
 * Returns the key under which a connection's ID is stored. For the local vault, it contains no address, because the
 * port can differ at each start.
 */
const createKey = ({ name, baseUrl, accountID, local }: AnyConnection): string =>
  JSON.stringify(local ? [name] : [name, baseUrl, accountID]);
