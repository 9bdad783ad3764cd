import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, rm, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '../editor/cache.ts';
import { run } from '../editor/processes.ts';
import { packageOf } from '../run/notices/parts.ts';
import { MAX_VSIX_BYTES } from '../run/releaseChecks.ts';
import { waitMs } from '../run/waiting.ts';
import { type ZipEntry, zipContent, zipEntries } from '../run/zip.ts';

/** What may be in the VSIX; anything else was packed by mistake. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  // The packer gives these names in small letters and an extension of its own.
  /^extension\/(package(\.nls(\.[\w-]+)?)?\.json|readme\.md|changelog\.md|license(\.txt|\.md)?)$/i,
  /^extension\/(ThirdPartyNotices\.txt|sbom\.cdx\.json)$/,
  /^extension\/l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^extension\/(media|syntaxes)\/[\w./-]+$/,
  /^extension\/dist\/[\w-]+\.cjs$/,
  /^extension\/dist\/webview\/[\w./-]+\.(js|css|ttf)$/,
  /^extension\/dist\/localVault\/(\w+\.cjs|\w+\.(wasm|data)\.br)$/,
];

/** The entry and what it loads beside it. */
const bundles = ['extension', 'features', 'language', 'parser', 'http', 'export', 'comparisons', 'signIn'];

/** Tokens and keys as they look in the wild. The packer's own search let a JWT through. */
const secrets: readonly (readonly [string, RegExp])[] = [
  ['a JWT', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{40,}/],
  ['a GitHub token', /\b(gh[pousr]_\w{36,}|github_pat_\w{40,})/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a cloud access key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
];

/** The parts of `sbom.cdx.json` that are compared. */
interface Sbom {
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
  }[];
}

describe('the VSIX', () => {
  let archive: Buffer;
  let entries: ZipEntry[];
  /** The content of an entry, decompressed if the file itself is compressed with Brotli. */
  const contentOf = (entry: ZipEntry): Buffer => {
    const content = zipContent(archive, entry);
    return entry.name.endsWith('.br') ? brotliDecompressSync(content) : content;
  };
  before(async () => {
    archive = await readFile(join(root, 'dist', 'vault-sql.vsix'));
    entries = zipEntries(archive);
  });

  it('has what the manifest promises, and nothing that is not on the list', () => {
    const names = entries.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !allowed.some((pattern) => pattern.test(name))),
      [],
    );
    for (const needed of [
      'package.json',
      'l10n/bundle.l10n.json',
      'ThirdPartyNotices.txt',
      'sbom.cdx.json',
      ...bundles.map((name) => `dist/${name}.cjs`),
    ]) {
      assert.ok(names.includes(`extension/${needed}`), `${needed} is missing`);
    }
    assert.ok(
      names.some((name) => name.startsWith('extension/dist/localVault/')),
      'the local vault is missing',
    );
  });

  it('is not too large to download', () => {
    assert.ok(archive.length <= MAX_VSIX_BYTES, `${archive.length} bytes, more than ${MAX_VSIX_BYTES}`);
  });

  it('has every help page and picture', () => {
    const help = globSync('media/help/**/*.{md,png}', { cwd: root }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    assert.ok(help.includes('media/help/index.md'));
    const names = new Set(entries.map(({ name }) => name));
    assert.deepEqual(
      help.filter((file) => !names.has(`extension/${file}`)),
      [],
    );
  });

  it('has no source maps, and no path of the machine that made it', () => {
    for (const entry of entries) {
      const text = contentOf(entry).toString('latin1');
      assert.ok(!text.includes('//# sourceMappingURL=data:'), `${entry.name} has a source map in it`);
      assert.ok(!text.includes(root), `${entry.name} has this checkout's path in it`);
    }
  });

  it('has the same bytes when it is packed again, later and in another time zone', async () => {
    const again = join('dist', 'vault-sql-again.vsix');
    const now = new Date();
    await utimes(join(root, 'README.md'), now, now);
    try {
      const env = { ...process.env, TZ: 'Asia/Tokyo' };
      const script = join('test', 'run', 'vsix.ts');
      await run(process.execPath, [script, again], { cwd: root, env, timeoutMs: waitMs });
      assert.ok(archive.equals(await readFile(join(root, again))), 'the two archives differ');
    } finally {
      await rm(join(root, again), { force: true });
    }
  });

  it('has a bill of materials with each package in it, at the locked version', async () => {
    const content = (name: string): Buffer => {
      const entry = entries.find((one) => one.name === `extension/${name}`);
      assert.ok(entry, `${name} is missing`);
      return contentOf(entry);
    };
    const json = async <T>(path: string): Promise<T> =>
      JSON.parse(await readFile(join(root, path), 'utf8')) as T;
    const { metadata, components } = JSON.parse(content('sbom.cdx.json').toString()) as Sbom;
    assert.equal(metadata.component.version, JSON.parse(content('package.json').toString()).version);
    const listed = components
      .filter(({ purl }) => purl.startsWith('pkg:npm/'))
      .map(({ group, name, version }) => [group === undefined ? name : `${group}/${name}`, version] as const);
    const { packages } = await json<{ packages: Record<string, { version: string }> }>('package-lock.json');
    assert.deepEqual(
      listed,
      listed.map(([name]) => [name, packages[`node_modules/${name}`]?.version]),
    );
    const shipped = await json<readonly string[]>('dist/shippedFiles.json');
    const packed = new Set(shipped.map((file) => packageOf(file).name));
    assert.deepEqual(listed.map(([name]) => name).sort(), [...packed].sort());
    const binary = entries.map(({ name }) => name).filter((name) => /\.(wasm|data|ttf)(\.br)?$/.test(name));
    assert.deepEqual(
      binary.filter((name) => !shipped.some((file) => basename(file) === basename(name, '.br'))),
      [],
    );
    const engine = binary.filter((name) => name.includes('/localVault/'));
    assert.equal(engine.length, 3);
    for (const name of engine)
      assert.ok(
        content(name.replace('extension/', '')).equals(
          await readFile(join(root, 'node_modules/@electric-sql/pglite/dist', basename(name, '.br'))),
        ),
        name,
      );
  });

  it('has no token and no key in it', () => {
    for (const entry of entries) {
      const text = contentOf(entry).toString('latin1');
      for (const [what, pattern] of secrets) assert.doesNotMatch(text, pattern, `${what} in ${entry.name}`);
    }
  });

  it('would notice a planted token', () => {
    const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'c2lnbmF0dXJlc2lnbmF0dXJl'].join('.');
    assert.deepEqual(
      secrets.filter(([, pattern]) => pattern.test(`"token":"${jwt}"`)).map(([what]) => what),
      ['a JWT'],
    );
  });
});
