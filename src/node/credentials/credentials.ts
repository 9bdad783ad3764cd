import { createHash } from 'node:crypto';
import { cleanToken } from '../../core/service/client.ts';
import type { Auth } from '../../core/service/connections.ts';
import { tokenOfOutput } from '../../core/service/token.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { Disposable, Emitter, Event, SecretStore, TokenConnection } from './surroundings.ts';
import { CommandError, outputOfCommand } from './tokenCommand.ts';
import { createTokenStates, type TokenStates } from './tokenStates.ts';

/**
 * The only place that reads and writes the kept tokens. A pasted token is kept with the origin it was entered for and is
 * given out for that origin alone, so that editing an address cannot send it elsewhere.
 */
export interface Credentials extends Disposable {
  /**
   * The token for one of the connection's origins. Undefined when there is none to give: the person has to sign in, or
   * set the variable. Rejects with a CommandError where a command gives none.
   */
  token(connection: TokenConnection, origin?: string, signal?: AbortSignalLike): Promise<string | undefined>;
  /** True when a token is available without asking anybody. */
  signedIn(connection: TokenConnection): Promise<boolean>;
  store(connection: TokenConnection, token: string): Promise<void>;
  remove(connection: TokenConnection): Promise<void>;
  /** Removes every token this extension kept; returns how many. */
  removeAll(): Promise<number>;
  readonly onDidChange: Event<void>;
  /** What the service has said of the tokens. */
  readonly states: TokenStates;
}

const prefix = 'vaultsql.token.';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
/** Where a connection's requests go: its own origin, and those of vaults with a host of their own (S2). */
const originsOf = (connection: TokenConnection): readonly string[] => [
  ...new Set(
    [connection.baseUrl, ...connection.vaults.flatMap(({ baseUrl }) => baseUrl ?? [])].map(
      (url) => new URL(url).origin,
    ),
  ),
];
/** `workspaceFolders`: where a command for a token is never looked for. `createEmitter`: the editor's own. */
export function createCredentials(
  secrets: SecretStore,
  workspaceFolders: () => readonly string[],
  createEmitter: () => Emitter,
): Credentials {
  const changes = createEmitter();
  const states = createTokenStates(createEmitter());
  /** Of what is kept, by connection: our own changes are told to us too, some time after. */
  const digests = new Map<string, string>();
  const noteChange = async (name: string): Promise<void> => {
    const kept = await secrets.get(prefix + name);
    if (kept !== undefined && digests.get(name) === digestOf(kept)) return;
    if (kept === undefined) digests.delete(name);
    else digests.set(name, digestOf(kept));
    states.reset(name);
  };
  const listening = secrets.onDidChange(({ key }) => {
    if (!key.startsWith(prefix)) return;
    changes.fire();
    void noteChange(key.slice(prefix.length));
  });

  const stored = async (connection: TokenConnection, origin: string): Promise<string | undefined> => {
    const kept = await secrets.get(prefix + connection.name);
    if (kept === undefined) return undefined;
    const cut = kept.indexOf('\n');
    return kept.slice(0, cut).split(' ').includes(origin) ? kept.slice(cut + 1) : undefined;
  };
  const fromCommand = async (
    { command, variables = [] }: Extract<Auth, { kind: 'command' }>,
    signal: AbortSignalLike | undefined,
  ): Promise<string | undefined> => {
    const output = await outputOfCommand(command, variables, workspaceFolders(), signal);
    if (output === undefined) return undefined;
    const found = clean(tokenOfOutput(output));
    if (found === undefined) throw new CommandError('command-no-token');
    return found;
  };
  const token = async (
    connection: TokenConnection,
    origin = new URL(connection.baseUrl).origin,
    signal?: AbortSignalLike,
  ): Promise<string | undefined> => {
    if (connection.local) return connection.local.token;
    switch (connection.auth.kind) {
      case 'token':
        return stored(connection, origin);
      case 'environment':
        return clean(process.env[connection.auth.variable]);
      case 'command':
        return fromCommand(connection.auth, signal);
      default:
        // Kinds the settings name but this version cannot use: the tree and the sign-in say so.
        return undefined;
    }
  };
  return {
    token,
    async signedIn(connection) {
      if (connection.local) return true;
      // A command may ask the person something: it runs when a request needs it, not to draw a tree.
      if (connection.auth.kind === 'command') return true;
      return (await token(connection)) !== undefined;
    },
    async store(connection, value) {
      const kept = `${originsOf(connection).join(' ')}\n${value}`;
      digests.set(connection.name, digestOf(kept));
      states.reset(connection.name);
      await secrets.store(prefix + connection.name, kept);
    },
    async remove(connection) {
      await secrets.delete(prefix + connection.name);
    },
    async removeAll() {
      const keys = (await secrets.keys()).filter((key) => key.startsWith(prefix));
      await Promise.all(keys.map((key) => secrets.delete(key)));
      return keys.length;
    },
    onDidChange: changes.event,
    states,
    dispose() {
      states.dispose();
      listening.dispose();
      changes.dispose();
    },
  };
}

function clean(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const cleaned = cleanToken(text);
  return cleaned.ok ? cleaned.token : undefined;
}
