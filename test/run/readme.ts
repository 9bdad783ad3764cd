/**
 * Writes what is generated from the code: the commands and menus of the actions on audit events in package.json, then the
 * tables of README and the help pages. `npm run readme`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withActions } from '../architecture/actionManifest.ts';
import { withTables } from '../architecture/helpTables.ts';
import { pages } from '../architecture/pages.ts';
import { readRoot, root } from '../architecture/sources.ts';

writeFileSync(join(root, 'package.json'), withActions(readRoot('package.json')));
for (const { path, text } of pages()) writeFileSync(join(root, path), withTables(text));
