/** Writes README's generated tables anew: `npm run readme`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from '../architecture/readmeTables.ts';
import { root } from '../architecture/sources.ts';

const path = join(root, 'README.md');
writeFileSync(path, withTables(readFileSync(path, 'utf8')));
