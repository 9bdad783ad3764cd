/** Writes `l10n/bundle.l10n.json`, the sentences for translators: `npm run l10n`. It is made for each package. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishBundle } from '../architecture/sentences.ts';
import { root } from '../architecture/sources.ts';

mkdirSync(join(root, 'l10n'), { recursive: true });
writeFileSync(join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(englishBundle(), null, 2)}\n`);
