/** Rewrites the grammar from the dialect table: `npm run grammar`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammar } from '../architecture/grammar.ts';
import { root } from '../architecture/sources.ts';

writeFileSync(join(root, 'syntaxes', 'vaultsql.tmLanguage.json'), `${JSON.stringify(grammar, null, 2)}\n`);
