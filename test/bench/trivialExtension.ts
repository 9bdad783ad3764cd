/** The least that an extension like this one does: the peer of what is timed in a real editor. */
import { join } from 'node:path';
import { cacheRoot, root } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { waitMs } from '../run/waiting.ts';

/** Packs it; gives the path of the VSIX, to be deleted once the editor is closed. */
export async function packTrivialExtension(): Promise<string> {
  const vsix = join(cacheRoot, `trivial-${process.pid}.vsix`);
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  const cwd = join(root, 'test', 'bench', 'trivialExtension');
  await run(process.execPath, [vsce, 'package', ...options], { cwd, timeoutMs: waitMs });
  return vsix;
}
