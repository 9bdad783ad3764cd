import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { helpTables, tablesIn, withTables } from './helpTables.ts';
import { headingsOf, INDEX, linksOf, pages } from './pages.ts';
import { readRoot, root } from './sources.ts';

const all = pages();
const help = all.filter(({ path }) => path.startsWith('media/help/'));
const manifest = JSON.parse(readRoot('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: { readonly commands: readonly { readonly title: string }[] };
};

describe('README and the help pages', () => {
  it('have the tables that the code gives (npm run readme), each once', () => {
    for (const { path, text } of all) assert.equal(text, withTables(text), path);
    assert.deepEqual(all.flatMap(({ text }) => tablesIn(text)).sort(), Object.keys(helpTables()).sort());
  });

  it('link to pages, headings and pictures that are there', () => {
    const links = all.flatMap((page) => linksOf(page).map((link) => ({ from: page.path, ...link })));
    assert.ok(links.some(({ isPicture }) => isPicture));
    assert.ok(links.some(({ heading }) => heading !== ''));
    const broken = links.filter(
      ({ file, heading }) =>
        !existsSync(join(root, file)) || (heading !== '' && !headingsOf(readRoot(file)).includes(heading)),
    );
    assert.deepEqual(broken, []);
  });

  it('show each picture somewhere, and pages only what the preview may read: what is beside them', () => {
    const shown = all.flatMap((page) => linksOf(page).filter(({ isPicture }) => isPicture));
    assert.deepEqual(
      globSync('media/help/pictures/*', { cwd: root })
        .map((file) => file.replaceAll('\\', '/'))
        .sort(),
      [...new Set(shown.map(({ file }) => file))].sort(),
    );
    const outside = help.flatMap(linksOf).filter(({ file }) => !file.startsWith('media/help/'));
    assert.deepEqual(outside, []);
  });

  it('are each reached from the index, which README leads to', () => {
    assert.ok(linksOf(all[0] ?? { path: '', text: '' }).some(({ file }) => file === INDEX));
    const index = help.find(({ path }) => path === INDEX);
    const listed = new Set(index && linksOf(index).map(({ file }) => file));
    assert.deepEqual(
      help.map(({ path }) => path).filter((path) => path !== INDEX && !listed.has(path)),
      [],
    );
  });

  it('each lead back to the index: the preview has no way back of its own', () => {
    assert.deepEqual(
      help.filter((page) => !linksOf(page).some(({ file }) => file === INDEX)).map(({ path }) => path),
      [INDEX],
    );
  });

  it('begin with a title each', () => {
    assert.deepEqual(
      all.filter(({ text }) => !/^# \S/.test(text)).map(({ path }) => path),
      [],
    );
  });

  it('README has at most 150 lines', () => {
    assert.ok(readRoot('README.md').trimEnd().split('\n').length <= 150);
  });

  it('name scripts that are there', () => {
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/npm (?:run )?(?:-s )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? ''),
    );
    assert.deepEqual(
      named.filter((name) => !(name in manifest.scripts) && name !== 'and' && name !== 'run'),
      [],
    );
  });

  it('name commands that are there', () => {
    const titles = JSON.parse(readRoot('package.nls.json')) as Readonly<Record<string, string>>;
    const known = new Set(
      manifest.contributes.commands.map(({ title }) => `Vault SQL: ${titles[title.replaceAll('%', '')]}`),
    );
    const named = all.flatMap(({ text }) =>
      [...text.matchAll(/\*\*(Vault SQL: [^*]+)\*\*/g)].map((match) => match[1] ?? ''),
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  });
});
