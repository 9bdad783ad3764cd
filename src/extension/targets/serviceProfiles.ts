/** Stores what checks of services found out in the editor's storage: one profile for each address. */

import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  clearProfileParts,
  hasPart,
  PROFILE_PARTS,
  type ProfilePart,
  readProfile,
  type ServiceProfile,
} from '../../core/conformance/profile.ts';
import type { AnyConnection } from './targets.ts';

/** Key of the profiles in the editor's storage. The value is a list, the most recently checked service first. */
const STORAGE_KEY = 'serviceProfiles';
/** Maximum number of profiles stored. The oldest ones are removed. */
const MAX_PROFILES = 100;

/** A stored profile, and the parts of it that later responses of the service contradicted. */
interface CheckedService {
  readonly profile: ServiceProfile;
  /** Parts that do not apply until the service is checked again. */
  readonly contradicted: readonly ProfilePart[];
}

const STORED_SCHEMA = v.object({
  profile: v.unknown(),
  contradicted: v.fallback(v.array(v.picklist(PROFILE_PARTS)), []),
});

/**
 * The stored profiles of checked services. A profile belongs to a connection's address (`baseUrl`): connections with
 * the same address share it, and it no longer applies once a connection's address is changed.
 */
export class ServiceProfiles implements vscode.Disposable {
  readonly #storage: vscode.Memento;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  /**
   * Returns what is known of a connection's service. Contradicted parts are removed from the profile. Undefined if no
   * check of the service is stored.
   */
  get({ baseUrl }: Pick<AnyConnection, 'baseUrl'>): ServiceProfile | undefined {
    const found = this.#find(baseUrl);
    return found && clearProfileParts(found.profile, found.contradicted);
  }

  /**
   * Returns the last check of a connection's service, with its contradicted parts; undefined if no check of it is
   * stored.
   */
  getCheckedService({ baseUrl }: Pick<AnyConnection, 'baseUrl'>): CheckedService | undefined {
    return this.#find(baseUrl);
  }

  /** Stores the profile of a service in place of an earlier one. Nothing in it is contradicted. */
  store(profile: ServiceProfile): Promise<void> {
    const others = this.#all().filter((other) => other.profile.address !== profile.address);
    return this.#write([{ profile, contradicted: [] }, ...others].slice(0, MAX_PROFILES));
  }

  /**
   * Records that a response of a connection's service contradicted a part of its profile. Does nothing if there is no
   * profile, if it does not claim that part, or if the part is contradicted already.
   */
  async contradict({ baseUrl }: Pick<AnyConnection, 'baseUrl'>, part: ProfilePart): Promise<void> {
    const found = this.#find(baseUrl);
    if (!found || found.contradicted.includes(part)) return;
    if (!hasPart(found.profile, part)) return;
    const marked = { ...found, contradicted: [...found.contradicted, part] };
    await this.#write(this.#all().map((other) => (other.profile.address === baseUrl ? marked : other)));
  }

  /** Keeps the profiles of the addresses that `connections` have, and removes all others. */
  async retain(connections: readonly Pick<AnyConnection, 'baseUrl'>[]): Promise<void> {
    const all = this.#all();
    const kept = all.filter(({ profile }) => connections.some(({ baseUrl }) => baseUrl === profile.address));
    if (kept.length < all.length) await this.#write(kept);
  }

  /** Removes all profiles, and notifies listeners even if none was stored. */
  forget(): Promise<void> {
    return this.#write([]);
  }

  #find(address: string): CheckedService | undefined {
    return this.#all().find(({ profile }) => profile.address === address);
  }

  #all(): readonly CheckedService[] {
    const list: unknown = this.#storage.get(STORAGE_KEY);
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry): readonly CheckedService[] => {
      const read = v.safeParse(STORED_SCHEMA, entry);
      const profile = read.success ? readProfile(read.output.profile) : undefined;
      return read.success && profile ? [{ profile, contradicted: read.output.contradicted }] : [];
    });
  }

  async #write(all: readonly CheckedService[]): Promise<void> {
    await this.#storage.update(STORAGE_KEY, all.length > 0 ? all : undefined);
    this.#changes.fire();
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
