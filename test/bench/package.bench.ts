import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { MAX_VSIX_BYTES } from '../run/releaseChecks.ts';
import { zipEntries } from '../run/zip.ts';
import type { Bench } from './bench.ts';

const kilobyte = 1024;

/** What a person downloads, and what the editor loads at activation. */
const sizes: Bench = async () => {
  const vsix = join(root, 'dist', 'vault-sql.vsix');
  const entries = zipEntries(await readFile(vsix));
  const engine = entries.filter(({ name }) => name.startsWith('extension/dist/localVault/'));
  assert.ok(engine.length > 0, 'the VSIX has no local vault');
  const vsixBytes = (await stat(vsix)).size;
  const engineBytes = engine.reduce((sum, { compressed }) => sum + compressed, 0);
  // The features come up right after activation: they count as part of the entry.
  const bundles = ['extension.cjs', 'features.cjs'].map((name) => stat(join(root, 'dist', name)));
  const entryBytes = (await Promise.all(bundles)).reduce((sum, { size }) => sum + size, 0);
  const shared = { better: 'lower', peers: [], runs: 1 } as const;
  return [
    {
      id: 'extension-entry-kb',
      what: 'the extension entry and its features, minified',
      value: entryBytes / kilobyte,
      unit: 'KB',
      target: 120,
      ...shared,
    },
    {
      id: 'vsix-mb',
      what: 'the VSIX, local vault and its engine included',
      value: vsixBytes / 1_000_000,
      unit: 'MB',
      target: MAX_VSIX_BYTES / 1_000_000,
      ...shared,
    },
    {
      id: 'vsix-without-engine-kb',
      what: 'the VSIX without dist/localVault',
      value: (vsixBytes - engineBytes) / kilobyte,
      unit: 'KB',
      target: 700,
      ...shared,
    },
  ];
};
export default sizes;
