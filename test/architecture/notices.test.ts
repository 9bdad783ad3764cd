import assert from 'node:assert/strict';
import { importsOf, readRoot, sources } from './sources.ts';

/** The package that an import of a source comes from; undefined for our own files, Node and the editor. */
function packageOf(imported: string): string | undefined {
  if (imported.startsWith('.') || imported.startsWith('node:') || imported === 'vscode') return undefined;
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('notices', () => {
  const licence = readRoot('LICENSE');

  it('name every package that goes into the extension', () => {
    const used = new Set(
      sources('src').flatMap(({ text }) => importsOf(text).flatMap((one) => packageOf(one) ?? [])),
    );
    assert.ok(used.has('undici') && used.has('hyparquet-writer'));
    assert.deepEqual(
      [...used].filter((name) => !licence.includes(name)),
      [],
    );
  });

  it('name the icons and their licence, in the README too', () => {
    for (const text of [licence, readRoot('README.md')])
      assert.match(text, /Codicons[\s\S]*licenses\/by\/4\.0/);
  });
});
