import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './sources.ts';

/** The library has no types of its own. */
const subsetFont = createRequire(import.meta.url)('subset-font') as (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: 'truetype' },
) => Promise<Buffer>;

export const iconFont = join(root, 'media/codicon.ttf');

/** Styles with icons, by their names in the folder of media. */
export const iconStyles: readonly string[] = readdirSync(join(root, 'media')).filter((name) =>
  name.endsWith('.css'),
);

/** The package's font with those glyphs alone that the styles name: all of them are sixty kilobytes more to install. */
export async function usedIcons(): Promise<Buffer> {
  const whole = readFileSync(join(root, 'node_modules/@vscode/codicons/dist/codicon.ttf'));
  const glyphs = iconStyles
    .flatMap((name) => [...readFileSync(join(root, 'media', name), 'utf8').matchAll(/\\([0-9a-f]{4})\b/g)])
    .map(([, code = '']) => String.fromCharCode(Number.parseInt(code, 16)));
  return subsetFont(whole, [...new Set(glyphs)].sort().join(''), { targetFormat: 'truetype' });
}
