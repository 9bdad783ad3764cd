import { type Chart, chartColors, fontFamily, type Shape } from './chart.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML can't contain these characters, not even as entities.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeForSvg = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '\ufffd')
    .replace(/[&<>"]/g, (char) => entities[char] ?? char);

/** Returns a chart as the text of an SVG file. */
export function renderSvg({ width, height, title, shapes }: Chart): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fontFamily}" role="img">`,
    `<title>${escapeForSvg(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${chartColors.paper}"/>`,
    ...shapes.map(renderShape),
    '</svg>',
    '',
  ].join('\n');
}

function renderShape(shape: Shape): string {
  if (shape.kind === 'rectangle') {
    const { x, y, width, height, fill = 'none', stroke } = shape;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${stroke ? ` stroke="${stroke}"` : ''}/>`;
  }
  const { x, y, text, size, fill, bold, anchor = 'start', turn } = shape;
  const more = [
    ...(bold ? [' font-weight="bold"'] : []),
    ...(anchor === 'start' ? [] : [` text-anchor="${anchor}"`]),
    ...(turn ? [` transform="rotate(${turn} ${x} ${y})"`] : []),
  ].join('');
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escapeForSvg(text)}</text>`;
}
