import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { waitMs } from '../run/waiting.ts';
import type { NpmEditor } from './npmInstall.ts';
import { run, start, stop } from './processes.ts';

/** Where one editor keeps what it writes. */
export interface EditorFolders {
  /** Settings, state and logs; `User/settings.json` is in it. */
  readonly userData: string;
  readonly extensions: string;
}

export interface EditorServer {
  /** `127.0.0.1:PORT` */
  readonly authority: string;
  /** What the first address opened must carry as `tkn`; the page then has it as a cookie. */
  readonly token: string;
  readonly process: ChildProcess;
  /** Ends the server, its extension hosts and what they started. */
  stop(): Promise<void>;
}

/**
 * Starts the editor's server on a free port of 127.0.0.1. What it prints goes to `server.log` beside the user data:
 * native modules are not built, which it survives but mentions at length.
 * `env` is added to what the extension host sees. `testing` makes it accept extension tests, and also hides
 * notifications, which a person would see. `trace` makes it log all it can,
 * `restricted` has it ask whom to trust.
 */
export async function startServer(
  editor: NpmEditor,
  folders: EditorFolders,
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly testing?: boolean;
    readonly trace?: boolean;
    readonly restricted?: boolean;
  } = {},
): Promise<EditorServer> {
  await mkdir(folders.userData, { recursive: true });
  await mkdir(folders.extensions, { recursive: true });
  // Anyone who reaches this port can run programs as this user: other users of the machine, or a page by DNS rebinding.
  const token = randomBytes(16).toString('hex');
  const tokenFile = join(folders.userData, 'connection-token');
  await writeFile(tokenFile, token, { mode: 0o600 });
  const args = [
    editor.serverMain,
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', tokenFile],
    // No question about a link is answered in tests; the oldest version asks of `[::1]` too.
    ...(options.testing === true
      ? ['--enable-smoke-test-driver', '--link-protection-trusted-domains', '*']
      : []),
    ...(options.trace === true ? ['--log', 'trace'] : []),
    ...(options.restricted === true ? [] : ['--disable-workspace-trust']),
    ...commonArgs(folders),
  ];
  const child = start(editor.node, args, { env: { ...cleanEnvironment(), ...options.env } });
  const logPath = join(folders.userData, 'server.log');
  const log = createWriteStream(logPath, { flags: 'a' });
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);
  const port = await announcedPort(child).catch(async (error: unknown) => {
    await stop(child);
    const said = await readFile(logPath, 'utf8');
    throw new Error(`The editor's server did not start: ${String(error)}\n${said.slice(-3_000)}`);
  });
  return { authority: `127.0.0.1:${port}`, token, process: child, stop: () => stop(child) };
}

/** Installs a VSIX as a person would from the command line. */
export async function installVsix(editor: NpmEditor, folders: EditorFolders, vsix: string): Promise<void> {
  const args = [editor.serverMain, '--install-extension', vsix, '--force', ...commonArgs(folders)];
  const output = await run(editor.node, args, { env: cleanEnvironment(), timeoutMs: waitMs });
  // The command ends with 0 even where it refused the file.
  if (!/was successfully installed/.test(output))
    throw new Error(`VSIX not installed:\n${output.slice(-3_000)}`);
}

function commonArgs(folders: EditorFolders): string[] {
  return [
    ...['--accept-server-license-terms', '--disable-telemetry'],
    ...['--server-data-dir', folders.userData, '--user-data-dir', folders.userData],
    ...['--extensions-dir', folders.extensions],
  ];
}

function announcedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const timer = setTimeout(() => reject(new Error('no answer in time')), waitMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      const port = /Extension host agent listening on (\d+)/.exec(heard)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

/** Without what npm, a debugger or an editor around us left there: it would steer the editor under test. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const strange = /^(npm_|VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_ENV$|NODE_COMPILE_CACHE$|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !strange.test(name)));
}

/** A path of the file system as the path of a URI, not yet encoded: `/c:/a b`. */
export function uriPath(path: string): string {
  const absolute = resolve(path).replaceAll('\\', '/');
  return absolute.startsWith('/') ? absolute : `/${absolute}`;
}
