/**
 * Writes what is generated from the code: the commands and menus of the actions on audit events in package.json, then the
 * tables of README, the page for contributors, and the help pages. `npm run readme`; with `-- --machine` it records this
 * machine before, for the table of what the tests ran on.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withActions } from '../architecture/actionManifest.ts';
import { withTables } from '../architecture/helpTables.ts';
import { pages } from '../architecture/pages.ts';
import { MACHINE_FILE } from '../architecture/ranOnRows.ts';
import { readRoot, root } from '../architecture/sources.ts';
import { thisMachine } from './machine.ts';

const { values } = parseArgs({ options: { machine: { type: 'boolean', default: false } } });
if (values.machine)
  writeFileSync(join(root, MACHINE_FILE), `${JSON.stringify(await thisMachine(), null, 2)}\n`);
writeFileSync(join(root, 'package.json'), withActions(readRoot('package.json')));
for (const { path, text } of pages()) writeFileSync(join(root, path), withTables(text));
