/** Packs `dist/vault-sql.vsix` from what is built. The packer lists each file: that is shown only where it fails. */
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { waitMs } from './waiting.ts';

const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
const vsix = join('dist', 'vault-sql.vsix');
const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
await run(process.execPath, [vsce, 'package', ...options, '--out', vsix], { cwd: root, timeoutMs: waitMs });
console.log(`Packed ${vsix}.`);
