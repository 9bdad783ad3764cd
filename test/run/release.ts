/**
 * `npm run release:check`: everything that must hold before a release. All of it is checked, the quick things first;
 * at the end one line for each says whether it holds, and what to do if not. Exit code 0 only if all of it holds.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, root } from '../editor/cache.ts';
import { run, tryRun } from '../editor/processes.ts';
import { packageElsewhere } from './packageElsewhere.ts';
import {
  archivesProblem,
  changelogProblem,
  iconProblem,
  type Listing,
  type LockFile,
  lockFileProblem,
  type Manifest,
  picturesProblem,
  repositoryProblem,
  workTreeProblem,
} from './releaseChecks.ts';
import { npmRun } from './stages.ts';
import { releaseMs, waitMs } from './waiting.ts';

interface Check {
  readonly what: string;
  /** What is wrong, in a sentence; undefined where nothing is. */
  readonly problem: () => Promise<string | undefined>;
}

const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const manifest = JSON.parse(await read('package.json')) as Manifest & Listing;

const checks: readonly Check[] = [
  {
    what: 'the work tree is clean',
    problem: async () =>
      workTreeProblem(await run('git', ['status', '--porcelain'], { cwd: root, timeoutMs: waitMs })),
  },
  {
    what: `CHANGELOG.md has a dated entry for ${manifest.version}`,
    problem: async () => changelogProblem(await read('CHANGELOG.md'), manifest.version),
  },
  {
    what: 'package-lock.json is in step, and names only the npm registry',
    problem: async () => lockFileProblem(manifest, JSON.parse(await read('package-lock.json')) as LockFile),
  },
  {
    what: 'the page in the marketplace links to the repository',
    problem: async () => repositoryProblem(manifest),
  },
  {
    what: 'the page in the marketplace has an icon',
    problem: async () => {
      const icon = join(root, manifest.icon ?? 'media/icon.png');
      return iconProblem(manifest, (await exists(icon)) ? await readFile(icon) : undefined);
    },
  },
  {
    what: 'the pictures of README.md have https addresses in the marketplace',
    problem: async () => picturesProblem(await read('README.md'), manifest),
  },
  { what: 'npm test passes', problem: () => scriptProblem('test') },
  { what: 'npm run test:long passes', problem: () => scriptProblem('test:long') },
  {
    what: 'the VSIX has the right contents, and the licences of all its parts',
    problem: async () =>
      (await scriptProblem('package')) ??
      scriptProblem('test:file', 'test/vsix/contents.test.ts', 'test/architecture/notices.test.ts'),
  },
  {
    what: 'the VSIX is the same when this commit is built again, from a clone in another folder',
    problem: async () => {
      const here = await readFile(join(root, 'dist', 'vault-sql.vsix'));
      const elsewhere = await packageElsewhere(releaseMs);
      for (const archive of [here, elsewhere])
        console.log(`SHA-256 ${createHash('sha256').update(archive).digest('hex')}`);
      return archivesProblem(here, elsewhere);
    },
  },
];

/** Runs a script of package.json, whose output is shown as it comes. */
async function scriptProblem(script: string, ...args: readonly string[]): Promise<string | undefined> {
  const [command = '', ...words] = [...npmRun(script), ...(args.length > 0 ? ['--', ...args] : [])];
  const options = {
    cwd: root,
    timeoutMs: releaseMs,
    shell: command === 'npm' && process.platform === 'win32',
  };
  const { code, timedOut } = await tryRun(command, words, options, (text) => process.stdout.write(text));
  if (timedOut) return `npm run ${script} took longer than ${releaseMs / 3_600_000} hours.`;
  return code === 0 ? undefined : `npm run ${script} failed; its output above says why.`;
}

const lines: string[] = [];
for (const { what, problem } of checks) {
  console.log(`\n── ${what}?`);
  const found = await problem().catch((error: unknown) => `It could not be checked: ${error}`);
  lines.push(found === undefined ? `✔ ${what}` : `✖ ${what}: ${found}`);
  if (found !== undefined) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}`);
