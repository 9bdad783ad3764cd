import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import {
  archivesProblem,
  changelogProblem,
  iconProblem,
  type LockFile,
  lockFileProblem,
  type Manifest,
  picturesProblem,
  repositoryProblem,
  workTreeProblem,
} from '../run/releaseChecks.ts';

describe('what a release needs', () => {
  describe('of the work tree', () => {
    it('is that nothing waits to be committed', () => {
      assert.equal(workTreeProblem(''), undefined);
      const problem = workTreeProblem(' M README.md\n?? new file.ts\n');
      assert.equal(problem, 'Commit or remove what is not committed: README.md, new file.ts.');
    });

    it('is said with a few of many files', () => {
      const status = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((file) => `?? ${file}\n`).join('');
      assert.match(workTreeProblem(status) ?? '', /: a, b, c, d, e, 2 more\.$/);
    });
  });

  describe('of the page in the marketplace', () => {
    const listing = { repository: { url: 'https://example.com/owner/name' }, icon: 'media/icon.png' };

    it('is the address of the repository, which only its owner knows', () => {
      assert.equal(repositoryProblem(listing), undefined);
      assert.equal(repositoryProblem({ repository: 'git+https://example.com/owner/name.git' }), undefined);
      for (const repository of [undefined, '', {}, { url: 'owner/name' }, { url: 'http://example.com/a' }])
        assert.match(repositoryProblem(repository === undefined ? {} : { repository }) ?? '', /^The owner/);
    });

    it('is an icon that is large enough', () => {
      const icon = readFileSync(new URL('../../media/icon.png', import.meta.url));
      assert.equal(iconProblem(listing, icon), undefined);
      assert.match(iconProblem({}, icon) ?? '', /names no icon/);
      assert.match(iconProblem(listing, undefined) ?? '', /is missing/);
      assert.match(iconProblem(listing, Buffer.from('<svg/>')) ?? '', /no PNG/);
      const small = Buffer.from(icon);
      small.writeUInt32BE(128, 16);
      assert.match(iconProblem(listing, small) ?? '', /no PNG of 256 × 256/);
    });

    it('is pictures with https addresses, which relative ones get from the repository', () => {
      const relative = 'Text ![a picture](media/help/pictures/audit-table.png) text';
      assert.equal(picturesProblem(relative, listing), undefined);
      assert.equal(picturesProblem('![a](https://example.com/a.png)', {}), undefined);
      assert.match(picturesProblem(relative, {}) ?? '', /from the repository/);
      assert.match(picturesProblem('<img src="http://example.com/a.png">', listing) ?? '', /without https/);
      assert.match(picturesProblem('![a](media/a.svg)', listing) ?? '', /no SVG/);
    });
  });

  describe('of the VSIX', () => {
    const zip = (files: Readonly<Record<string, string>>, level: 0 | 6 = 6): Buffer => {
      const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
      return Buffer.from(zipSync(Object.fromEntries(bytes), { level, mtime: '2026-11-28' }));
    };
    const files = { 'a.js': 'a'.repeat(100), 'b.js': 'b' };

    it('is the same bytes from another folder', () => {
      assert.equal(archivesProblem(zip(files), zip(files)), undefined);
    });

    it('names the files in which two builds differ, or that one of them lacks', () => {
      const other = { ...files, 'b.js': 'c', 'c.js': '' };
      for (const [one, another] of [
        [files, other],
        [other, files],
      ] as const)
        assert.match(archivesProblem(zip(one), zip(another)) ?? '', /differ in b\.js, c\.js\.$/);
    });

    it('says so where only the archives around the same files differ', () => {
      assert.match(archivesProblem(zip(files), zip(files, 0)) ?? '', /order, times, or compression/);
    });
  });

  describe('of the changelog', () => {
    const changelog = (...entries: string[]): string => ['# Changelog\n', ...entries].join('\n');

    it('is an entry for the version, with its date', () => {
      const text = changelog('## [Unreleased]\n', '## [1.2.0] - 2026-11-23\n### Added\n- A thing.\n');
      assert.equal(changelogProblem(text, '1.2.0'), undefined);
    });

    it('is not met by Unreleased, nor by a version that only begins the same', () => {
      assert.match(
        changelogProblem(changelog('## [Unreleased]\n- A thing.\n'), '1.2.0') ?? '',
        /no entry for 1\.2\.0/,
      );
      const later = changelog('## [1.2.01] - 2026-11-23\n- A thing.\n');
      assert.match(changelogProblem(later, '1.2.0') ?? '', /no entry/);
    });

    it('is not met by an entry without a day of the calendar', () => {
      for (const heading of [
        '## [1.2.0]',
        '## [1.2.0] - soon',
        '## [1.2.0] - 2026-02-30',
        '## [1.2.0] 2026-11-23',
      ])
        assert.match(
          changelogProblem(changelog(`${heading}\n- A thing.\n`), '1.2.0') ?? '',
          /needs its date/,
          heading,
        );
    });

    it('is not met by an empty entry', () => {
      const text = changelog(
        '## [1.2.0] - 2026-11-23\n### Added\n',
        '## [1.1.0] - 2026-10-01\n- An older thing.\n',
      );
      assert.match(changelogProblem(text, '1.2.0') ?? '', /is empty/);
    });
  });

  describe('of the lock file', () => {
    const manifest: Manifest = { name: 'p', version: '1.2.0', devDependencies: { a: '1.0.0' } };
    const a = {
      version: '1.0.0',
      resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
      integrity: 'sha512-x',
    };
    const lock = (changes: Partial<Manifest>, packages: LockFile['packages']): LockFile => ({
      packages: { '': { ...manifest, ...changes }, ...packages },
    });

    it('is that it repeats package.json, and has all it names, of the npm registry', () => {
      assert.equal(lockFileProblem(manifest, lock({}, { 'node_modules/a': a })), undefined);
      const { resolved: _resolved, ...withoutAddress } = a;
      assert.equal(lockFileProblem(manifest, lock({}, { 'node_modules/a': withoutAddress })), undefined);
      const bundled = { version: '2.0.0', inBundle: true };
      const packages = { 'node_modules/a': a, 'node_modules/a/node_modules/b': bundled };
      assert.equal(lockFileProblem(manifest, lock({}, packages)), undefined);
    });

    it('is not met by another version or another dependency', () => {
      const changed = { version: '1.1.0', devDependencies: { a: '0.9.0' } };
      const problem = lockFileProblem(manifest, lock(changed, { 'node_modules/a': a }));
      assert.equal(
        problem,
        'package-lock.json differs from package.json in version, devDependencies: run npm install.',
      );
      assert.match(lockFileProblem(manifest, lock({}, {})) ?? '', /lacks a: run npm install/);
    });

    it('is not met by a package of another place, or one without its digest', () => {
      for (const other of [
        { ...a, resolved: 'https://registry.example.com/a-1.0.0.tgz' },
        { ...a, resolved: 'https://registry.npmjs.org.example.com/a-1.0.0.tgz' },
        { version: '1.0.0', resolved: '../a' },
        { version: '1.0.0' },
      ])
        assert.match(
          lockFileProblem(manifest, lock({}, { 'node_modules/a': other })) ?? '',
          /: node_modules\/a\.$/,
        );
    });

    it('is met by the one of this checkout', () => {
      const json = (file: string): unknown =>
        JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
      assert.equal(
        lockFileProblem(json('package.json') as Manifest, json('package-lock.json') as LockFile),
        undefined,
      );
    });
  });
});
