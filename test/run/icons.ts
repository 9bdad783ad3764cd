/** Rewrites the font of icons: `npm run icons`, after an icon has been added to a style. */
import { writeFileSync } from 'node:fs';
import { iconFont, usedIcons } from '../architecture/iconFont.ts';

writeFileSync(iconFont, await usedIcons());
