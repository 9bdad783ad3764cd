/**
 * Rewrites the font of icons and the icon of the extension: `npm run icons`, after an icon has been added to a style, or
 * `media/icon.svg` has changed.
 */
import { writeFileSync } from 'node:fs';
import { iconFont, usedIcons } from '../architecture/iconFont.ts';
import { drawListingIcon, listingIcon } from './listingIcon.ts';

writeFileSync(iconFont, await usedIcons());
writeFileSync(listingIcon, await drawListingIcon());
