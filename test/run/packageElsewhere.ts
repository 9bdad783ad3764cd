/** Builds the VSIX as one does who has only the repository, to compare it with the one built here. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { npmRun } from './stages.ts';

/**
 * Clones what is committed into a folder of its own, installs its packages there, and returns the VSIX that is packed
 * from it. Rejects if a step fails or takes longer than `timeoutMs` milliseconds.
 */
export async function packageElsewhere(timeoutMs: number): Promise<Buffer> {
  // Not below this folder: the packages of this one would be found from there.
  const folder = await mkdtemp(join(tmpdir(), 'vault-sql-'));
  try {
    const clone = join(folder, 'another folder');
    await run('git', ['clone', '--quiet', root, clone], { timeoutMs });
    const [command = '', ...args] = npmRun('package');
    const shell = command === 'npm' && process.platform === 'win32';
    await run(command, args, { cwd: clone, timeoutMs, shell });
    return await readFile(join(clone, 'dist', 'vault-sql.vsix'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
