import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconFont, iconStyles, usedIcons } from '../../architecture/iconFont.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('icons', () => {
  const codicons = read('node_modules/@vscode/codicons/dist/codicon.css');
  const styles = iconStyles;

  it('are those of the package’s font that the styles name, and no others', async () => {
    assert.ok(readFileSync(iconFont).equals(await usedIcons()), 'npm run icons writes it again');
  });

  it('have the glyph that the package gives to their name', () => {
    const rules = styles.flatMap((name) => [
      ...read(`media/${name}`).matchAll(/\.codicon-([a-z-]+)::before \{\s*content: "(\\[0-9a-f]+)"/g),
    ]);
    const ours = rules.filter(([, name]) => name !== 'first-page');
    assert.ok(ours.length > 8);
    for (const [, name, glyph] of ours) {
      assert.ok(codicons.includes(`.codicon-${name}:before { content: "${glyph}" }`), `${name} ${glyph}`);
    }
  });

  it('are all defined that a view uses', () => {
    const css = styles.map((name) => read(`media/${name}`)).join('\n');
    const sources = readdirSync(join(root, 'src/webview'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`src/webview/${name}`));
    const used = sources.flatMap((source) => [
      ...[...source.matchAll(/\bicon\('([a-z-]+)'\)/g)].map((match) => match[1]),
      ...[...source.matchAll(/\bicon: '([a-z-]+)'/g)].map((match) => match[1]),
    ]);
    assert.ok(used.length > 4);
    for (const name of used) assert.ok(css.includes(`.codicon-${name}::before`), String(name));
  });
});
