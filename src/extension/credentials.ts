import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { cleanToken } from '../core/api/client.ts';
import { tokenOfOutput } from '../core/api/token.ts';
import type { AbortSignalLike } from '../core/api/transport.ts';
import type { AnyConnection } from './targets.ts';

/**
 * The only place that touches SecretStorage. A pasted token is kept with the origin it was entered for and is
 * given out for that origin alone, so that editing an address cannot send it elsewhere.
 */
export interface Credentials extends vscode.Disposable {
  /** The token for one of the connection's origins. Undefined when there is none to give: the person has to sign in, or set the variable or command right. */
  token(connection: AnyConnection, origin?: string, signal?: AbortSignalLike): Promise<string | undefined>;
  /** True when a token is at hand without asking anybody. */
  signedIn(connection: AnyConnection): Promise<boolean>;
  store(connection: AnyConnection, token: string): Promise<void>;
  remove(connection: AnyConnection): Promise<void>;
  /** Removes every token this extension kept; returns how many. */
  removeAll(): Promise<number>;
  readonly onDidChange: vscode.Event<void>;
}

const prefix = 'vaultsql.token.';
/** Where a connection's requests go: its own origin, and those of vaults with a host of their own (spec 1). */
const originsOf = (connection: AnyConnection): readonly string[] => [
  ...new Set(
    [connection.baseUrl, ...connection.vaults.flatMap(({ baseUrl }) => baseUrl ?? [])].map(
      (url) => new URL(url).origin,
    ),
  ),
];
const commandTimeoutMs = 30_000;

/**
 * Runs a command for a token. It is killed when it takes too long, or when `signal` aborts: whoever cancels a query
 * does not want to be asked for a password by it any more.
 */
async function fromCommand(
  command: readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<string | undefined> {
  const [file, ...args] = command;
  if (file === undefined) return undefined;
  const output = await new Promise<string>((resolve) => {
    const child = execFile(
      file,
      args,
      { timeout: commandTimeoutMs, killSignal: 'SIGKILL', maxBuffer: 1 << 20, windowsHide: true },
      (error, stdout) => {
        signal?.removeEventListener('abort', kill);
        resolve(error ? '' : stdout);
      },
    );
    const kill = (): void => void child.kill('SIGKILL');
    if (signal?.aborted) kill();
    else signal?.addEventListener('abort', kill);
  });
  return tokenOfOutput(output);
}

export function createCredentials(secrets: vscode.SecretStorage): Credentials {
  const changes = new vscode.EventEmitter<void>();
  const listening = secrets.onDidChange((event) => event.key.startsWith(prefix) && changes.fire());

  const stored = async (connection: AnyConnection, origin: string): Promise<string | undefined> => {
    const kept = await secrets.get(prefix + connection.name);
    if (kept === undefined) return undefined;
    const cut = kept.indexOf('\n');
    return kept.slice(0, cut).split(' ').includes(origin) ? kept.slice(cut + 1) : undefined;
  };
  const token = async (
    connection: AnyConnection,
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
        return clean(await fromCommand(connection.auth.command, signal));
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
      await secrets.store(prefix + connection.name, `${originsOf(connection).join(' ')}\n${value}`);
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
    dispose() {
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
