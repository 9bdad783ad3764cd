/** Writes the generated tables of README and the help pages: `npm run readme`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from '../architecture/helpTables.ts';
import { pages } from '../architecture/pages.ts';
import { root } from '../architecture/sources.ts';

for (const { path, text } of pages()) writeFileSync(join(root, path), withTables(text));
