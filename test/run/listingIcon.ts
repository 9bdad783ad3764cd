/** The icon of the extension's page in the marketplace, which must be a PNG. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../editor/browser.ts';
import { root } from '../editor/cache.ts';
import { ICON_SIZE } from './releaseChecks.ts';

export const listingIcon = join(root, 'media', 'icon.png');

/** Draws `media/icon.svg` with a transparent background. Returns a PNG of `ICON_SIZE` × `ICON_SIZE` pixels. */
export async function drawListingIcon(): Promise<Buffer> {
  const svg = await readFile(join(root, 'media', 'icon.svg'), 'utf8');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: ICON_SIZE, height: ICON_SIZE } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    return await page.screenshot({ omitBackground: true });
  } finally {
    await browser.close();
  }
}
