/**
 * Packs `dist/vault-sql.vsix`, or the file that is named, from what is built. The same content gives the same bytes, at
 * any time and in any folder. The packer lists each file: that is shown only where it fails.
 */
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { waitMs } from './waiting.ts';

/** The first second that a ZIP archive can name, 1980-01-01, as seconds since 1970. */
const FIRST_ZIP_TIME = '315532800';

const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
const vsix = process.argv[2] ?? join('dist', 'vault-sql.vsix');
const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
// The packer then sorts the entries, and gives all of them this time. An archive has local times: hence the time zone.
const env = { SOURCE_DATE_EPOCH: FIRST_ZIP_TIME, ...process.env, TZ: 'UTC', LC_ALL: 'C' };
await run(process.execPath, [vsce, 'package', ...options, '--out', vsix], {
  cwd: root,
  env,
  timeoutMs: waitMs,
});
console.log(`Packed ${vsix}.`);
