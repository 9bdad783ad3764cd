import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  clearProfileParts,
  hasProfilePart,
  PROFILE_PARTS,
  type ProfilePart,
  parseProfile,
  type ServiceProfile,
} from '../../core/conformance/profile.ts';
import type { AnyConnection } from './targets.ts';

const STORAGE_KEY = 'serviceProfiles';
const MAX_PROFILES = 100;

interface CheckedService {
  readonly profile: ServiceProfile;
  readonly contradicted: readonly ProfilePart[];
}

const STORED_SCHEMA = v.object({
  profile: v.unknown(),
  contradicted: v.fallback(v.array(v.picklist(PROFILE_PARTS)), []),
});

/**
 * Stores the profiles of checked services by the base URL of their connection. Connections with the same `baseUrl`
 * share a profile.
 */
export class ServiceProfiles implements vscode.Disposable {
  readonly #storage: vscode.Memento;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changes.event;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  /** Returns the profile of a connection's service without its contradicted parts; undefined if none is stored. */
  getUncontradictedProfile({ baseUrl }: Pick<AnyConnection, 'baseUrl'>): ServiceProfile | undefined {
    const found = this.#find(baseUrl);
    return found && clearProfileParts(found.profile, found.contradicted);
  }

  /**
   * Returns the whole profile of a connection's service and the list of its contradicted parts; undefined if none is
   * stored.
   */
  getCheckedService({ baseUrl }: Pick<AnyConnection, 'baseUrl'>): CheckedService | undefined {
    return this.#find(baseUrl);
  }

  store(profile: ServiceProfile): Promise<void> {
    const others = this.#all().filter((other) => other.profile.address !== profile.address);
    return this.#write([{ profile, contradicted: [] }, ...others].slice(0, MAX_PROFILES));
  }

  /**
   * Marks a part of the stored profile as contradicted by a response of the service. Does nothing if there is no
   * profile or it does not have that part.
   */
  async markProfilePartContradicted(
    { baseUrl }: Pick<AnyConnection, 'baseUrl'>,
    part: ProfilePart,
  ): Promise<void> {
    const found = this.#find(baseUrl);
    if (!found || found.contradicted.includes(part)) return;
    if (!hasProfilePart(found.profile, part)) return;
    const marked = { ...found, contradicted: [...found.contradicted, part] };
    await this.#write(this.#all().map((other) => (other.profile.address === baseUrl ? marked : other)));
  }

  /** Removes the profiles of addresses that none of `connections` has. */
  async retainProfilesOf(connections: readonly Pick<AnyConnection, 'baseUrl'>[]): Promise<void> {
    const all = this.#all();
    const kept = all.filter(({ profile }) => connections.some(({ baseUrl }) => baseUrl === profile.address));
    if (kept.length < all.length) await this.#write(kept);
  }

  removeAllProfiles(): Promise<void> {
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
      const profile = read.success ? parseProfile(read.output.profile) : undefined;
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
