import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { program } from './builtProgram.ts';

const good = 'SELECT name FROM persons';
const bad = 'DELETE FROM persons';
/** These tests may themselves run in a hook, whose variables name another repository. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

describe('check --staged, as a hook of a real repository', () => {
  let folder: string;

  const git = (...args: readonly string[]) => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const stage = (file: string, text: string): void => {
    write(file, text);
    assert.equal(git('add', '--', file).status, 0);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'staged '));
    git('init', '-q');
    const hook = join(folder, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\nexec '${process.execPath}' '${program}' check --staged\n`);
    chmodSync(hook, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses an error that is staged, though the file has been mended since', () => {
    stage('a.vaultsql', bad);
    write('a.vaultsql', good);
    const { status, said } = git('commit', '-m', 'x');
    assert.equal(status, 1);
    assert.match(said, /^a\.vaultsql:1:1 error write-operation /m);
  });

  it('accepts what is staged, though the file has an error meanwhile, also on top of a commit', () => {
    stage('a.vaultsql', good);
    write('a.vaultsql', bad);
    assert.equal(git('commit', '-m', 'x').status, 0);
    stage('a.vaultsql', `${good} LIMIT 5`);
    write('a.vaultsql', bad);
    assert.equal(git('commit', '-m', 'y').status, 0);
    assert.equal(git('commit', '-am', 'z').status, 1);
  });

  it('finds files by any name in any folder, also from a folder below', () => {
    stage('a b/c ü"\t.vaultsql', bad);
    stage('0:x.vaultsql', bad);
    const { status, said } = git('commit', '-m', 'x');
    assert.equal(status, 1);
    assert.match(said, /^a b\/c ü"\t\.vaultsql:1:1 error/m);
    assert.match(said, /^0:x\.vaultsql:1:1 error/m);
    // Git then leaves out the files outside the current folder, unless it is told not to.
    git('config', 'diff.relative', 'true');
    const below = spawnSync(process.execPath, [program, 'check', '--staged'], {
      cwd: join(folder, 'a b'),
      env,
      encoding: 'utf8',
    });
    assert.equal(below.status, 1);
    assert.match(below.stdout, /^0:x\.vaultsql:1:1 error/m);
  });

  it('accepts a commit without such a file, a deletion, and a link', () => {
    stage('a.txt', bad);
    assert.equal(git('commit', '-m', 'x').status, 0);
    stage('a.vaultsql', bad);
    symlinkSync('a.vaultsql', join(folder, 'link.vaultsql'));
    assert.equal(git('commit', '--no-verify', '-m', 'y').status, 0);
    git('add', 'link.vaultsql');
    git('rm', '-q', '--cached', 'a.vaultsql');
    const { status, said } = git('commit', '-m', 'z');
    assert.equal(status, 0, said);
  });

  it('says so outside a repository, and takes no files', () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    try {
      const run = (...args: readonly string[]) =>
        spawnSync(process.execPath, [program, 'check', '--staged', ...args], {
          cwd: outside,
          env: { ...env, GIT_CEILING_DIRECTORIES: tmpdir() },
          encoding: 'utf8',
        });
      assert.equal(run().status, 2);
      assert.match(run().stderr, /Could not read staged files: .*not a git repository/);
      assert.match(run('a.vaultsql').stderr, /--staged takes no files/);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});
