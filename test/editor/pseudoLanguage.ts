/** The made-up language of `pseudo` as translations beside the installed extension. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pseudoTexts } from '../run/pseudo.ts';

export const PSEUDO_LANGUAGE = 'qps-ploc';

/** Translates the extension installed in `extensions`: its manifest, and the bundle that was packed with it. */
export async function addPseudoLanguage(extensions: string): Promise<void> {
  const [manifest] = globSync('vaultsql.vault-sql-*/package.nls.json', { cwd: extensions });
  if (manifest === undefined) throw new Error('The extension is not installed.');
  const folder = join(extensions, dirname(manifest));
  for (const name of ['package.nls', 'l10n/bundle.l10n']) {
    const texts = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Record<string, string>;
    await writeFile(join(folder, `${name}.${PSEUDO_LANGUAGE}.json`), JSON.stringify(pseudoTexts(texts)));
  }
}
