import assert from 'node:assert/strict';
import { type Machine, prepareCommand } from '../../../../src/node/credentials/tokenCommand.ts';

const windows = (programs: readonly string[], env: Machine['env'] = {}): Machine => ({
  platform: 'win32',
  env: {
    Path: 'C:\\Work\\Repo\\bin;.;;bin;\\bin;D:tools;"C:\\Program Files\\Tools";C:\\Bin',
    PathExt: '.COM;.EXE;.BAT;.CMD',
    SystemRoot: 'C:\\Windows',
    ...env,
  },
  home: 'C:\\Users\\me',
  workspaceFolders: ['c:\\work\\repo'],
  isProgram: async (file) => programs.some((other) => other.toLowerCase() === file.toLowerCase()),
  realPath: async (file) => file,
});
const prepare = (command: readonly string[], machine: Machine) => prepareCommand(command, [], machine);
const problem = (command: readonly string[], machine: Machine): Promise<string> =>
  prepare(command, machine).then(
    () => assert.fail('prepared'),
    (error: Error) => error.name,
  );

describe('a command that gives the token, on Windows', () => {
  it('is looked for by the endings of programs, outside the workspace and the folder at hand', async () => {
    const everywhere = ['C:\\Work\\Repo\\bin', '.', 'bin', '\\bin', 'D:tools'].map(
      (folder) => `${folder}\\gettoken.exe`,
    );
    assert.equal(await problem(['gettoken'], windows([...everywhere, 'gettoken.exe'])), 'command-not-found');
    const machine = windows([...everywhere, 'C:\\Program Files\\Tools\\gettoken.EXE']);
    assert.deepEqual(await prepare(['gettoken', '--json', 'a "b" %c%'], machine), {
      file: 'C:\\Program Files\\Tools\\gettoken.EXE',
      args: ['--json', 'a "b" %c%'],
      env: {
        PathExt: '.COM;.EXE;.BAT;.CMD',
        SystemRoot: 'C:\\Windows',
        PATH: 'C:\\Program Files\\Tools;C:\\Bin',
      },
      isVerbatim: false,
    });
  });

  it('may be an absolute path or one in the home folder, with or without its ending', async () => {
    const machine = windows(['C:\\Users\\me\\bin\\op.exe', '\\\\server\\tools\\op.exe']);
    for (const name of ['C:\\Users\\me\\bin\\op', 'c:\\users\\me\\bin\\op.exe', '~\\bin\\op', '~/bin/op'])
      assert.match((await prepare([name], machine)).file, /^C:\\Users\\me\\bin\\op\.exe$/i, name);
    assert.equal((await prepare(['\\\\server\\tools\\op'], machine)).file, '\\\\server\\tools\\op.EXE');
    for (const name of ['\\Users\\me\\bin\\op', 'C:op', '.\\op', 'bin\\op', '..'])
      assert.equal(await problem([name], machine), 'command-not-found', name);
    for (const name of ['C:\\Users\\me\\bin\\none', '~\\none'])
      assert.equal(await problem([name], machine), 'command-path-not-found', name);
  });

  it('runs .cmd files by the shell of the system, each argument as it is or not at all', async () => {
    const machine = windows(['C:\\Bin\\gcloud.cmd'], { ComSpec: 'C:\\Work\\Repo\\evil.exe' });
    const { file, args, isVerbatim } = await prepare(['gcloud', 'auth', 'a & b | c > d', 'C:\\x\\'], machine);
    assert.equal(file, 'C:\\Windows\\System32\\cmd.exe');
    assert.deepEqual(args.slice(0, 4), ['/d', '/v:off', '/s', '/c']);
    assert.equal(args[4], '""C:\\Bin\\gcloud.CMD" "auth" "a & b | c > d" "C:\\x\\\\""');
    assert.equal(isVerbatim, true);
    for (const argument of ['"', '%PATH%', 'a\nb'])
      assert.equal(await problem(['gcloud', argument], machine), 'command-arguments', argument);
  });

  it('gets what programs of Windows need, in whatever case it is written, and what is named', async () => {
    const env = {
      AppData: 'C:\\a',
      LOCALAPPDATA: 'C:\\l',
      UserProfile: 'C:\\u',
      Aws_Profile: 'x',
      SECRET: 'y',
    };
    const prepared = await prepareCommand(['op'], ['AWS_PROFILE'], windows(['C:\\Bin\\op.exe'], env));
    const names = Object.keys(prepared.env).sort();
    assert.deepEqual(names, [
      ...['AppData', 'Aws_Profile', 'LOCALAPPDATA', 'PATH', 'PathExt', 'SystemRoot', 'UserProfile'],
    ]);
  });
});
