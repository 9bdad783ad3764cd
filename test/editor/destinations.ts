/**
 * Where requests went, read from the log that the extension writes at level trace, and where they may go, read from
 * the settings as they are written: by nothing of the product's own.
 */
import assert from 'node:assert/strict';
import { type FSWatcher, globSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** The level of our log alone, as editors take it on their command line and in their address. */
export const TRACED = 'vaultsql.vault-sql=trace';

/** One request that was sent, or a try to. */
export interface Sent {
  readonly connection: string;
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly ended: number;
}
/** By the name of a connection, the origins that its settings name. */
export type Named = ReadonlyMap<string, ReadonlySet<string>>;

const LINE = /^(\S+ \S+) \[trace\] sent for ("(?:[^"\\]|\\.)*") to (\S*): (?:GET|POST) \S+ (\d+) ms$/gm;
const LOCAL_VAULT = /\[info\] local vault at (\S+)$/gm;

/** What our own log has written below a folder. */
export const logBelow = (folder: string): string =>
  globSync('**/*Vault SQL*.log', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

/** The requests of a log. */
export const sentIn = (log: string): readonly Sent[] =>
  [...log.matchAll(LINE)].map(([, time = '', connection = '', origin = '', ms = '']) => {
    const ended = Date.parse(time.replace(' ', 'T'));
    return { connection: JSON.parse(connection) as string, origin, began: ended - Number(ms), ended };
  });

/** The addresses of local vaults that were started; they are in no settings. */
export const localVaultsIn = (log: string): ReadonlySet<string> =>
  new Set([...log.matchAll(LOCAL_VAULT)].map(([, url = '']) => new URL(url).origin));

const ADDRESSES = ['baseUrl', 'issuer', 'tokenUrl', 'authorizationUrl', 'deviceAuthorizationUrl', 'tokenURI'];

/** What a value of `vaultsql.connections` names: addresses of the service, of vaults, of sign-in servers, of trails, in key files. */
export function namedIn(connections: unknown): Named {
  const list = Array.isArray(connections) ? (connections as unknown[]) : [];
  const named = new Map<string, Set<string>>();
  for (const one of list) {
    const { name, vaults, auth, trail } = Object(one) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') continue;
    const parts = [one, auth, keyFileOf(auth), ...(Array.isArray(vaults) ? (vaults as unknown[]) : [])];
    const origins = parts.flatMap((part) =>
      ADDRESSES.flatMap((key) => originOf((Object(part) as Readonly<Record<string, unknown>>)[key])),
    );
    const ofTrail = originOf((Object(trail) as Readonly<Record<string, unknown>>).url);
    named.set(name, new Set([...(named.get(name) ?? []), ...origins, ...ofTrail]));
  }
  return named;
}

const originOf = (address: unknown): readonly string[] =>
  typeof address === 'string' && URL.canParse(address) ? [new URL(address).origin] : [];

function keyFileOf(auth: unknown): unknown {
  const { keyFile } = Object(auth) as { readonly keyFile?: unknown };
  if (typeof keyFile !== 'string') return undefined;
  try {
    return JSON.parse(readFileSync(keyFile, 'utf8')) as unknown;
  } catch {
    // A test with a broken or missing key file: it names no address.
    return undefined;
  }
}

/** Fails where a request went to an origin that its connection's settings, or a local vault, do not have. */
export function assertWithin(
  sent: readonly Sent[],
  named: (one: Sent) => readonly Named[],
  localVaults: ReadonlySet<string>,
): void {
  const foreign = sent.filter(
    (one) =>
      !named(one).some((origins) => origins.get(one.connection)?.has(one.origin)) &&
      !(one.connection === 'local' && localVaults.has(one.origin)),
  );
  assert.deepEqual(foreign, [], 'requests to destinations that their connection does not name');
}

/** Every value that `vaultsql.connections` has in a settings file from now on. */
export class SettingsRecord {
  readonly #file: string;
  readonly #named: Named[] = [];
  readonly #watcher: FSWatcher;

  /** `folder` has a `settings.json`. */
  constructor(folder: string) {
    this.#file = join(folder, 'settings.json');
    this.#note();
    // The folder: the editor puts another file in the place of the one before.
    this.#watcher = watch(folder, () => this.#note());
  }

  /** Ends the watch. */
  end(): readonly Named[] {
    this.#watcher.close();
    this.#note();
    return this.#named;
  }

  #note(): void {
    try {
      const { 'vaultsql.connections': connections } = JSON.parse(
        readFileSync(this.#file, 'utf8'),
      ) as Readonly<Record<string, unknown>>;
      this.#named.push(namedIn(connections));
    } catch {
      // Half written: the rest is a change of its own. Or a file that a test has put there in the place of settings.
    }
  }
}
