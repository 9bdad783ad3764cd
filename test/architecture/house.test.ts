import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { readRoot, root, sources } from './sources.ts';

const lines = (text: string): number => text.split('\n').length - 1;

/** A part of the platform's API, and the one file that may touch it. */
const doors: readonly (readonly [pattern: RegExp, file: string | readonly string[]])[] = [
  [/\bregisterCommand\b/, 'src/extension/app/commands.ts'],
  [/\bgetConfiguration\b/, 'src/extension/platform/settings.ts'],
  [/\bSecretStorage\b|\.secrets\b/, 'src/extension/app/features.ts'],
  [/\bcreateOutputChannel\b/, 'src/extension/platform/log.ts'],
  [/\bshow(?:Information|Warning|Error)Message\b/, 'src/extension/platform/messages.ts'],
  // The editor makes links of `[label](command:…)` in these texts.
  [
    /\bwindow\.(?:withProgress|showInputBox)\b|\.(?:prompt|validationMessage) = /,
    'src/extension/platform/dialogs.ts',
  ],
  // So it does in the details of language status items; those of suggestions, of which it makes none, are set alike.
  [/\.detail = /, ['src/extension/platform/dialogs.ts', 'src/extension/language/providers/completion.ts']],
];

describe('house', () => {
  it('the entry composes in at most 60 lines', () => {
    assert.ok(lines(readRoot('src/extension/app/extension.ts')) <= 60);
  });

  it('each part of the platform has one door', () => {
    const found = sources('src').flatMap(({ path, text }) =>
      doors
        .filter(([pattern, file]) => pattern.test(text) && ![file].flat().includes(path))
        .map(([pattern]) => `${path} ${pattern}`),
    );
    assert.deepEqual(found, []);
  });

  it('undici is imported by the transport alone', () => {
    const found = sources('src').filter(
      ({ path, text }) => /from 'undici/.test(text) && !path.startsWith('src/node/transport/'),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  it('no markup is made of text in the webviews', () => {
    const banned =
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser|createContextualFragment)\b/;
    const found = sources('src').filter(({ text }) => banned.test(text));
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  it('no test is left out or singled out', () => {
    const found = sources('test').filter(
      ({ path, text }) =>
        !path.endsWith('house.test.ts') &&
        /\b(?:describe|it)\.(?:only|skip)\(|\b(?:this|context)\.skip\(|\bx(?:it|describe)\(/.test(text),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  it('the root holds nothing but what belongs there', () => {
    const allowed = new Set([
      'package.json',
      'tsconfig.json',
      'src',
      'media',
      'syntaxes',
      'test',
      '.vscodeignore',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'package-lock.json',
      'package.nls.json',
      '.ci',
      '.git',
      '.github',
      '.gitignore',
      'node_modules',
      'dist',
      'l10n',
      'ThirdPartyNotices.txt',
      'sbom.cdx.json',
      'demo',
      'bench',
      '.vscode-test',
    ]);
    assert.deepEqual(
      readdirSync(root).filter((name) => !allowed.has(name)),
      [],
    );
  });

  it('no path or host of a machine is in the project', () => {
    const files = [
      ...globSync('{src,test,media,syntaxes}/**/*.{ts,mts,mjs,json,css,md,sh}', { cwd: root }),
      'package.json',
      'package-lock.json',
    ];
    const found = files.filter(
      (file) =>
        !file.endsWith('house.test.ts') &&
        /(?<![\w.])\/(?:work|root)\/|"resolved": "(?!https:\/\/registry\.npmjs\.org\/)/.test(readRoot(file)),
    );
    assert.deepEqual(found, []);
  });
});
