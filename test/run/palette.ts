/** Small PNGs: a picture of an editor has few colours, and with a palette it takes a third of the space. */
import { crc32, deflateSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';

interface Indexed {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour. */
  readonly colours: readonly (readonly number[])[];
  /** The colour of each pixel, line by line. */
  readonly pixels: readonly number[];
}

const MAX_COLOURS = 32;
/** Two colours nearer than that are one, as the many greys around letters: a rare red is worth more than one of them. */
const NEAR = 12;

/** The same picture with the colours it has most. A browser reads the picture. */
export async function withPalette(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  const indexed = await page.evaluate(reduce, [png.toString('base64'), MAX_COLOURS, NEAR] as const);
  await page.close();
  return encode(indexed);
}

/** Runs in the browser: each pixel gets the nearest of the different colours that are there most often. */
async function reduce([base64, most, near]: readonly [string, number, number]): Promise<Indexed> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('the browser draws nothing');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const keys = Array.from({ length: width * height }, (_, pixel) =>
    [0, 1, 2].reduce((key, channel) => key * 256 + (data[pixel * 4 + channel] ?? 0), 0),
  );
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const rgb = (key: number) => [key >> 16, (key >> 8) & 255, key & 255] as const;
  const colours: (readonly number[])[] = [];
  const distances = (key: number): number[] => {
    const [red, green, blue] = rgb(key);
    return colours.map(([r = 0, g = 0, b = 0]) => Math.hypot(r - red, g - green, b - blue));
  };
  for (const [key] of [...counts].sort((a, b) => b[1] - a[1]))
    if (colours.length < most && Math.min(...distances(key)) >= near) colours.push(rgb(key));
  const nearest = new Map<number, number>();
  for (const key of counts.keys()) {
    const far = distances(key);
    nearest.set(key, far.indexOf(Math.min(...far)));
  }
  return { width, height, colours, pixels: keys.map((key) => nearest.get(key) ?? 0) };
}

function encode({ width, height, colours, pixels }: Indexed): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, by a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.slice(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
