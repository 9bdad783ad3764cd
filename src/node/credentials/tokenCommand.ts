/**
 * Runs the command of `auth.kind: "command"`. A workspace must not influence the command: it runs in the home
 * folder (or in the root folder if there is no home folder that can be entered), programs in workspace folders are not
 * found by PATH, and only certain environment variables are passed on.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { AbortSignalLike } from '../../core/service/transport.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type CommandProblem =
  | 'command-not-found'
  | 'command-path-not-found'
  | 'command-arguments'
  | 'command-failed'
  | 'command-timeout'
  | 'command-no-token';

export class CommandError extends Error {
  constructor(problem: CommandProblem) {
    super(problem);
    this.name = problem;
  }
}

/**
 * The machine on which the command runs. It is passed in, so that the rules of each operating system can be tested on
 * any machine.
 */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly home: string;
  readonly workspaceFolders: readonly string[];
  isProgram(file: string): Promise<boolean>;
  realPath(file: string): Promise<string | undefined>;
}

interface PreparedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isVerbatim: boolean;
}

const TIMEOUT_MS = 30_000;
/**
 * Milliseconds to wait for the end of the output after the command has exited. A program that the command started, such
 * as an agent, may keep the output open for as long as it runs.
 */
const OUTPUT_GRACE_MS = 200;
const MAX_OUTPUT_LENGTH = 1 << 20;

const userVariables = ['HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR'];
const agentVariables = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_TTY',
  'GNUPGHOME',
  'KRB5CCNAME',
  'KRB5_CONFIG',
];
const desktopVariables = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'BROWSER'];
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const authorityVariables = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ...['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
];
const windowsVariables = [
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'OS', 'TEMP', 'TMP'],
  ...['USERPROFILE', 'USERNAME', 'USERDOMAIN', 'USERDNSDOMAIN', 'HOMEDRIVE', 'HOMEPATH', 'COMPUTERNAME'],
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'ALLUSERSPROFILE', 'PUBLIC', 'LOGONSERVER'],
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'COMMONPROGRAMFILES', 'COMMONPROGRAMFILES(X86)'],
  ...['COMMONPROGRAMW6432', 'PROCESSOR_ARCHITECTURE', 'NUMBER_OF_PROCESSORS'],
];
const passedVariables: ReadonlySet<string> = new Set([
  ...[
    ...userVariables,
    ...agentVariables,
    ...desktopVariables,
    ...proxyVariables,
    ...authorityVariables,
    ...windowsVariables,
  ],
  ...proxyVariables.map((name) => name.toLowerCase()),
]);

const canonicalizeVariableName = (name: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? name.toUpperCase() : name;

function createCommandEnvironment(
  { env, platform }: Machine,
  named: readonly string[],
  folders: readonly string[],
): Record<string, string> {
  const wanted = new Set(named.map((name) => canonicalizeVariableName(name, platform)));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const known = canonicalizeVariableName(name, platform);
    if (value === undefined || known === 'PATH') continue;
    if (passedVariables.has(known) || wanted.has(known) || /^(?:LC|XDG)_/.test(known)) result[name] = value;
  }
  return { ...result, PATH: folders.join(getPathModule(platform).delimiter) };
}

const getPathModule = (platform: NodeJS.Platform): path.PlatformPath =>
  platform === 'win32' ? path.win32 : path.posix;

const getEnvVariable = ({ env, platform }: Machine, name: string): string =>
  Object.entries(env).find(([other]) => canonicalizeVariableName(other, platform) === name)?.[1] ?? '';

const getSystemRoot = (machine: Machine): string => getEnvVariable(machine, 'SYSTEMROOT') || 'C:\\Windows';

/** Whether a path is independent of the current folder and drive. On Windows, `\tools` depends on the drive. */
const isAbsolutePathOfPlatform = (file: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' ? /^(?:[a-z]:[\\/]|\\\\)/i.test(file) : file.startsWith('/');

async function isInWorkspace(file: string, machine: Machine): Promise<boolean> {
  const { relative, isAbsolute: isElsewhere, sep } = getPathModule(machine.platform);
  for (const folder of machine.workspaceFolders) {
    const relativePath = relative((await machine.realPath(folder)) ?? folder, file);
    if (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isElsewhere(relativePath))
      return true;
  }
  return false;
}

async function listTrustedPathFolders(machine: Machine): Promise<string[]> {
  const folders: string[] = [];
  for (const entry of getEnvVariable(machine, 'PATH').split(getPathModule(machine.platform).delimiter)) {
    const folder = machine.platform === 'win32' ? entry.replaceAll('"', '') : entry;
    if (!isAbsolutePathOfPlatform(folder, machine.platform)) continue;
    const real = await machine.realPath(folder);
    if (real !== undefined && !(await isInWorkspace(real, machine))) folders.push(folder);
  }
  return folders;
}

function listCandidateFiles(file: string, machine: Machine): readonly string[] {
  if (machine.platform !== 'win32') return [file];
  const endings = (getEnvVariable(machine, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const ending = path.win32.extname(file).toUpperCase();
  return endings.some((other) => other.toUpperCase() === ending)
    ? [file]
    : endings.map((other) => file + other);
}

async function findProgram(
  name: string,
  folders: readonly string[],
  machine: Machine,
): Promise<string | undefined> {
  const { join } = getPathModule(machine.platform);
  const file = resolveHome(name, machine);
  if (isAbsolutePathOfPlatform(file, machine.platform))
    return findFirstProgram(listCandidateFiles(file, machine), machine);
  if (/[\\/:]/.test(name)) return undefined;
  for (const folder of folders) {
    const found = await findFirstProgram(listCandidateFiles(join(folder, name), machine), machine);
    const real = found === undefined ? undefined : await machine.realPath(found);
    if (real !== undefined && !(await isInWorkspace(real, machine))) return found;
  }
  return undefined;
}

/** Returns the path with the home folder in place of `~`, if the path starts with it. */
const resolveHome = (name: string, { home, platform }: Machine): string =>
  /^~[\\/]/.test(name) ? getPathModule(platform).join(home, name.slice(2)) : name;

async function findFirstProgram(files: readonly string[], machine: Machine): Promise<string | undefined> {
  for (const file of files) if (await machine.isProgram(file)) return file;
  return undefined;
}

/**
 * Returns the program to start, its arguments and its environment. Rejects with a CommandError if the program is not
 * found, or is a batch file whose path or arguments can't be quoted.
 */
export async function prepareCommand(
  [name = '', ...args]: readonly string[],
  variables: readonly string[],
  machine: Machine,
): Promise<PreparedCommand> {
  const folders = await listTrustedPathFolders(machine);
  const file = await findProgram(name, folders, machine);
  if (file === undefined) {
    const isAbsolute = isAbsolutePathOfPlatform(resolveHome(name, machine), machine.platform);
    throw new CommandError(isAbsolute ? 'command-path-not-found' : 'command-not-found');
  }
  const env = createCommandEnvironment(machine, variables, folders);
  if (machine.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file))
    return { file, args, env, isVerbatim: false };
  // Windows runs batch files in its shell, where quotes and % in arguments can't be escaped reliably.
  if ([file, ...args].some((arg) => /["%\r\n]/.test(arg))) throw new CommandError('command-arguments');
  const line = [file, ...args].map((arg) => `"${arg.replace(/\\+$/, '$&$&')}"`).join(' ');
  const shell = path.win32.join(getSystemRoot(machine), 'System32', 'cmd.exe');
  return {
    file: shell,
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
    env,
    isVerbatim: true,
  };
}

/**
 * Returns the user's home folder, or the root folder if the user has none that can be entered. A service of systemd may
 * run as a user without an entry in the system's list of users, or without access to home folders.
 */
async function findHomeFolder(): Promise<string> {
  try {
    const home = homedir();
    await access(home, constants.X_OK);
    return home;
  } catch {
    // A folder in which a command can't be started would look like a failure of the command.
    return path.parse(process.execPath).root;
  }
}

const createLocalMachine = async (workspaceFolders: readonly string[]): Promise<Machine> => ({
  platform: process.platform,
  env: process.env,
  home: await findHomeFolder(),
  workspaceFolders,
  async isProgram(file) {
    try {
      await access(file, constants.X_OK);
      return (await stat(file)).isFile();
    } catch {
      // The file does not exist or is not executable: the search continues.
      return false;
    }
  },
  async realPath(file) {
    try {
      return await realpath(file);
    } catch {
      // For example, there is no such file or folder.
      return undefined;
    }
  },
});

/**
 * Runs a command and returns its standard output; undefined if it was cancelled by `signal`. Rejects with a
 * CommandError if, for example, the command is not found, fails, or takes too long.
 */
export async function runCommand(
  command: readonly string[],
  variables: readonly string[],
  workspaceFolders: readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<string | undefined> {
  const machine = await createLocalMachine(workspaceFolders);
  const prepared = await prepareCommand(command, variables, machine);
  return signal?.aborted ? undefined : runPreparedCommand(prepared, machine, signal);
}

function runPreparedCommand(
  { file, args, env, isVerbatim }: PreparedCommand,
  machine: Machine,
  signal: AbortSignalLike | undefined,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: machine.home,
      env,
      // A tool that reads its standard input reaches the end of input at once instead of waiting for text.
      stdio: ['ignore', 'pipe', 'ignore'],
      // The command gets its own process group, so that the processes that it starts can be ended with it.
      detached: machine.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    let output = '';
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      // A process that left the process group may keep the output open.
      child.stdout.destroy();
      end();
    };
    const fail = (problem: CommandProblem) => settle(() => reject(new CommandError(problem)));
    const cancel = (): void => {
      killProcessTree(child, machine);
      settle(() => resolve(undefined));
    };
    let timer = setTimeout(() => {
      killProcessTree(child, machine);
      fail('command-timeout');
    }, TIMEOUT_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length <= MAX_OUTPUT_LENGTH) return;
      killProcessTree(child, machine);
      fail('command-failed');
    });
    const finish = (code: number | null): void =>
      code === 0 ? settle(() => resolve(output)) : fail('command-failed');
    child.on('error', () => fail('command-failed'));
    child.on('close', finish);
    child.on('exit', (code) => {
      clearTimeout(timer);
      // Delayed by a turn of the event loop: output that arrived while this process was busy is read first.
      timer = setTimeout(() => setImmediate(finish, code), OUTPUT_GRACE_MS);
    });
    signal?.addEventListener('abort', cancel);
  });
}

/**
 * Ends a running command and, as far as possible, the processes that it started. Does nothing if the command has
 * exited: processes that it left running, such as an agent, are not ended.
 */
function killProcessTree(child: ChildProcess, machine: Machine): void {
  const hasExited = child.exitCode !== null || child.signalCode !== null;
  // A process without an ID was never started. The ID of an exited process may belong to another process by now.
  if (child.pid === undefined || hasExited) return;
  const killChildOnly = (): void => {
    child.kill('SIGKILL');
  };
  if (machine.platform === 'win32') {
    const taskkill = path.win32.join(getSystemRoot(machine), 'System32', 'taskkill.exe');
    const args = ['/pid', String(child.pid), '/t', '/f'];
    execFile(taskkill, args, { windowsHide: true }, (error) => error && killChildOnly());
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // For example, the group has ended already, or contains a process of another user.
    killChildOnly();
  }
}
