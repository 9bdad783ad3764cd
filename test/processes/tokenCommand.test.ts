import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, parse } from 'node:path';
import type { TokenResult } from '../../src/core/service/connections/signInProblems.ts';
import type { AnyConnection } from '../../src/extension/targets/targets.ts';
import { createCredentials } from '../../src/node/credentials/credentials.ts';
import type { SecretStore } from '../../src/node/credentials/editorTypes.ts';
import { sleep } from '../../src/node/sleep.ts';
import { EventEmitter } from '../unit/extension/fakeVscode.ts';

const credentialsOf = (
  secrets: SecretStore,
  workspaceFolders: () => readonly string[],
  mayRunCommand = async () => true,
) =>
  createCredentials({
    mayRunCommand,
    secrets,
    workspaceFolders,
    createEmitter: <T>() => new EventEmitter<T>(),
    getNetwork: () => ({
      transport: { send: () => assert.fail('sent') },
      timeoutMs: () => 1,
      now: Date.now,
    }),
    loadSignIn: () => assert.fail('loaded'),
    runExclusively: (_name, work) => work(new AbortController().signal),
    log: { warn: assert.fail, defect: assert.fail },
  });

/** Prints where it runs, what it is given and what it knows, in the form of a token. */
const script = `#!${process.execPath}
const { argv, env } = process;
const seen = { program: __filename, cwd: process.cwd(), args: argv.slice(2), env };
console.log(JSON.stringify({ token: Buffer.from(JSON.stringify(seen)).toString('base64url') }));
`;
interface Seen {
  readonly program: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

describe('a command that gives the token', () => {
  let place = '';
  const before_: Record<string, string | undefined> = {};
  const setEnv = (name: string, value: string): void => {
    before_[name] ??= process.env[name];
    process.env[name] = value;
  };
  const install = async (folder: string, name: string, text = script): Promise<string> => {
    await mkdir(join(place, folder), { recursive: true });
    const file = join(place, folder, name);
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  };
  const setPath = (...folders: readonly string[]): void =>
    setEnv('PATH', [...folders, before_.PATH ?? process.env.PATH].join(delimiter));
  const secrets = {
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as SecretStore;
  const answer = (command: readonly string[], variables?: readonly string[]): Promise<TokenResult> => {
    const credentials = credentialsOf(secrets, () => [join(place, 'workspace')]);
    const connection: AnyConnection = {
      name: 'far',
      environment: 'test',
      baseUrl: 'https://vault.example',
      accountID: 'a1',
      vaults: [],
      auth: { kind: 'command', command, ...(variables && { variables }) },
    };
    return credentials.getToken(connection);
  };
  const ask = async (command: readonly string[], variables?: readonly string[]): Promise<Seen> => {
    const token = await answer(command, variables);
    if (typeof token !== 'string') assert.fail('no token');
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Seen;
  };
  const problem = async (command: readonly string[]): Promise<string> => {
    const given = await answer(command);
    return typeof given === 'object' ? given.code : assert.fail('a token');
  };

  before(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), 'vault-sql-command-')));
    setEnv('PATH', process.env.PATH ?? '');
    await install('bin', 'gettoken');
    await install('workspace/bin', 'gettoken');
    await install('workspace/bin', 'onlythere');
    await symlink(join(place, 'workspace/bin/onlythere'), join(place, 'bin/linked'));
    await symlink(join(place, 'workspace/bin'), join(place, 'innocent'));
  });
  after(async () => {
    for (const [name, value] of Object.entries(before_)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(place, { recursive: true });
  });

  it('is not started unless the user agreed to run it', async () => {
    const trace = join(place, 'trace');
    const program = await install('bin', 'leavestrace', `#!/bin/sh\ntouch '${trace}'\necho a-token\n`);
    const connection: AnyConnection = {
      name: 'far',
      environment: 'test',
      baseUrl: 'https://vault.example',
      accountID: 'a1',
      vaults: [],
      auth: { kind: 'command', command: [program] },
    };
    const declined = credentialsOf(
      secrets,
      () => [],
      async () => false,
    );
    assert.deepEqual(await declined.getToken(connection), {
      code: 'command-not-approved',
    });
    await assert.rejects(stat(trace), { code: 'ENOENT' });
    assert.equal(await credentialsOf(secrets, () => []).getToken(connection), 'a-token');
    await stat(trace);
  });

  it('runs in the home folder, with its arguments as they are', async () => {
    setPath(join(place, 'bin'));
    const { cwd, args } = await ask(['gettoken', '--json', '$HOME', 'a "b" c']);
    assert.equal(cwd, await realpath(homedir()));
    assert.deepEqual(args, ['--json', '$HOME', 'a "b" c']);
  });

  it('runs in the root folder if the home folder can’t be entered, as in a service of systemd', async () => {
    const names = ['HOME', 'USERPROFILE'];
    const homes = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = join(place, 'nowhere');
    try {
      const { cwd } = await ask([join(place, 'bin', 'gettoken')]);
      assert.equal(cwd, parse(cwd).root);
    } finally {
      names.forEach((name, index) => {
        const home = homes[index];
        if (home === undefined) delete process.env[name];
        else process.env[name] = home;
      });
    }
  });

  it('gets what a sign-in tool needs of the environment, what is named, and nothing else', async () => {
    setPath(join(place, 'bin'));
    setEnv('SSH_AUTH_SOCK', '/run/agent');
    setEnv('LANG', 'de_DE.UTF-8');
    setEnv('LC_TIME', 'C');
    setEnv('XDG_CONFIG_HOME', '/home/x/.config');
    setEnv('https_proxy', 'http://proxy.example:1');
    setEnv('NODE_OPTIONS', '--no-warnings');
    setEnv('LD_AUDIT', '');
    setEnv('VAULT_TOKEN', 'not-for-it');
    setEnv('AWS_PROFILE', 'sandbox');
    setEnv('ELECTRON_RUN_AS_NODE', '1');
    const { env } = await ask(['gettoken'], ['AWS_PROFILE', 'NOT_SET']);
    for (const name of [
      'PATH',
      'HOME',
      'SSH_AUTH_SOCK',
      'LANG',
      'LC_TIME',
      'XDG_CONFIG_HOME',
      'https_proxy',
    ]) {
      if (process.env[name] !== undefined) assert.ok(env[name], name);
    }
    assert.equal(env.AWS_PROFILE, 'sandbox');
    for (const name of ['NODE_OPTIONS', 'LD_AUDIT', 'VAULT_TOKEN', 'ELECTRON_RUN_AS_NODE', 'NOT_SET'])
      assert.equal(env[name], undefined, name);
  });

  it('is looked for in PATH outside the workspace, and so are the programs it runs', async () => {
    setPath('bin', '.', '', join(place, 'workspace/bin'), join(place, 'innocent'), join(place, 'bin'));
    const { program, env } = await ask(['gettoken']);
    assert.equal(program, join(place, 'bin/gettoken'));
    assert.equal(env.PATH?.split(delimiter)[0], join(place, 'bin'));
    assert.equal(await problem(['onlythere']), 'command-not-found');
    assert.equal(await problem(['linked']), 'command-not-found');
    assert.equal(await problem(['there-is-no-such-program']), 'command-not-found');
  });

  it('may be an absolute path, or one in the home folder, and no other', async () => {
    setPath(join(place, 'bin'));
    setEnv('HOME', place);
    assert.equal((await ask([join(place, 'workspace/bin/onlythere')])).cwd, place);
    assert.equal((await ask(['~/bin/gettoken'])).program, join(place, 'bin/gettoken'));
    for (const program of ['./gettoken', 'bin/gettoken', '../bin/gettoken', '..'])
      assert.equal(await problem([program]), 'command-not-found', program);
  });

  it('says why there is no token', async () => {
    setPath(join(place, 'bin'));
    await install('bin', 'fails', `#!${process.execPath}\nconsole.log('a-token');process.exit(3);`);
    await install('bin', 'silent', `#!${process.execPath}\n`);
    await install(
      'bin',
      'reads',
      `#!${process.execPath}\nprocess.stdin.resume();process.stdin.on('end',()=>console.log('!'.repeat(20000)));`,
    );
    assert.equal(await problem(['fails']), 'command-failed');
    assert.equal(await problem(['silent']), 'command-no-token');
    assert.equal(await problem(['reads']), 'command-no-token');
  });

  /** A command that prints a token, then leaves a program behind that holds its output open for 5 s. */
  const leavesProgram = (mark: string, status = 0): readonly string[] => [
    ...['/bin/sh', '-c', `(sleep 2; echo on > '${mark}'; sleep 3) & echo the-token; exit ${status}`],
  ];

  it('gives its token as it exits, though a program that it left behind holds its output open', async () => {
    if (process.platform === 'win32') return;
    const mark = join(place, 'left-behind');
    const began = performance.now();
    assert.equal(await answer(leavesProgram(mark)), 'the-token');
    assert.ok(performance.now() - began < 1500, `after ${performance.now() - began} ms`);
    assert.equal(await problem(leavesProgram(mark, 3)), 'command-failed');
    await sleep(2500);
    assert.equal(await readFile(mark, 'utf8'), 'on\n', 'ended a program of the user');
  });

  it('loses nothing of a long output that is still in the pipe as it exits', async () => {
    if (process.platform === 'win32') return;
    const lines = `i=0; while [ $i -lt 5000 ]; do echo "line $i of an output"; i=$((i+1)); done`;
    const command = ['/bin/sh', '-c', `(sleep 2) & ${lines}; echo the-token`];
    const token = answer(command);
    // The event loop is busy while the command exits.
    await sleep(50);
    const until = performance.now() + 1000;
    while (performance.now() < until);
    assert.equal(await token, 'the-token');
  });

  it('is ended when the request is cancelled', async () => {
    setPath(join(place, 'bin'));
    await install('bin', 'waits', `#!${process.execPath}\nsetInterval(() => 0, 1000);`);
    const abort = new AbortController();
    const credentials = credentialsOf(secrets, () => []);
    const connection: AnyConnection = {
      name: 'far',
      environment: 'test',
      baseUrl: 'https://vault.example',
      accountID: '',
      vaults: [],
      auth: { kind: 'command', command: ['waits'] },
    };
    const token = credentials.getToken(connection, undefined, abort.signal);
    abort.abort();
    assert.deepEqual(await token, { code: 'sign-in-cancelled' });
  });

  it('is ended with all that it has started when the request is cancelled', async () => {
    if (process.platform === 'win32') return;
    const mark = join(place, 'went-on');
    const abort = new AbortController();
    const credentials = credentialsOf(secrets, () => []);
    const connection: AnyConnection = {
      name: 'far',
      environment: 'test',
      baseUrl: 'https://vault.example',
      accountID: '',
      vaults: [],
      auth: {
        kind: 'command',
        command: ['/bin/sh', '-c', `(sleep 3; echo on > '${mark}'); echo t`],
      },
    };
    const token = credentials.getToken(connection, undefined, abort.signal);
    await sleep(300);
    const began = performance.now();
    abort.abort();
    assert.deepEqual(await token, { code: 'sign-in-cancelled' });
    assert.ok(performance.now() - began < 1500);
    await sleep(4000);
    await assert.rejects(readFile(mark), { code: 'ENOENT' });
  });
});
