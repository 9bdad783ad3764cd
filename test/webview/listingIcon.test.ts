import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { launchBrowser } from '../editor/browser.ts';
import { drawListingIcon, listingIcon } from '../run/listingIcon.ts';

/** Maximum mean difference of a channel, of 255: browsers smooth edges differently. */
const MAX_DIFFERENCE = 2;

describe('the icon of the extension', () => {
  it('is what its drawing shows', async () => {
    const pictures = [await readFile(listingIcon), await drawListingIcon()];
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const difference = await page.evaluate(
        async (sources) => {
          const [one = [], other = []] = await Promise.all(
            sources.map(async (source) => {
              const image = await createImageBitmap(await (await fetch(source)).blob());
              const canvas = new OffscreenCanvas(image.width, image.height);
              const context = canvas.getContext('2d');
              context?.drawImage(image, 0, 0);
              return [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])];
            }),
          );
          const sum = one.reduce((total, value, at) => total + Math.abs(value - (other[at] ?? 0)), 0);
          return one.length === other.length && one.length > 0 ? sum / one.length : undefined;
        },
        pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
      );
      assert.ok(difference !== undefined && difference < MAX_DIFFERENCE, `run npm run icons: ${difference}`);
    } finally {
      await browser.close();
    }
  });
});
