import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { type Schema, Validator } from '@cfworker/json-schema';
import { EMBEDDED } from '../run/notices/embedded.ts';
import { noticesText } from '../run/notices/notices.ts';
import { embeddedVersion, packageOf, partsOf, shippedFiles } from '../run/notices/parts.ts';
import { importsOf, readRoot, root, sources } from './sources.ts';

const json = <T>(path: string): T => JSON.parse(readRoot(path)) as T;

interface Sbom {
  readonly specVersion: string;
  readonly components: readonly {
    readonly name: string;
    readonly group?: string;
    readonly version?: string;
    readonly 'bom-ref': string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

describe('notices', () => {
  const files = json<readonly string[]>('dist/shippedFiles.json');
  const notices = readRoot('ThirdPartyNotices.txt');
  const sbom = json<Sbom>('sbom.cdx.json');
  const names = [...new Set(files.map((file) => packageOf(file).name))].sort();

  it('are made of what the bundles contain', () => {
    for (const name of ['undici', 'valibot', 'big-integer', '@electric-sql/pglite', '@vscode/codicons'])
      assert.ok(names.includes(name), name);
    // Only tests use it.
    assert.ok(!names.includes('fast-check'));
    const imported = new Set(
      sources('src')
        .filter(({ path }) => !path.startsWith('src/cli/') && !path.endsWith('.d.ts'))
        .flatMap(({ text }) => importsOf(text))
        .filter((from) => /^(@|\w)/.test(from) && !from.startsWith('node:') && from !== 'vscode')
        .map((from) => packageOf(`node_modules/${from}/`).name),
    );
    assert.deepEqual(
      [...imported].filter((name) => !names.includes(name)),
      [],
    );
  });

  it('hold the whole licence text of every package, by its name and version', () => {
    for (const name of names) {
      const folder = `node_modules/${name}`;
      const [licence = ''] = globSync(`${folder}/{LICENSE,LICENCE,COPYING}{,.md,.txt}`, { cwd: root }).sort();
      assert.notEqual(licence, '', `${name} comes without its licence`);
      const text = readRoot(licence).replaceAll('\r\n', '\n').trim();
      assert.ok(notices.includes(text), `the licence of ${name} is missing`);
      assert.ok(notices.includes(`${name} ${json<{ version: string }>(`${folder}/package.json`).version} (`));
    }
  });

  it('hold the licences of the works inside packages', () => {
    for (const text of [
      'Copyright Fedor Indutny, 2018.',
      'The Regents of the University of California',
      'UNICODE LICENSE V3',
      'LLVM Exceptions to the Apache 2.0 License',
      'Apache License',
      'Attribution 4.0 International',
    ])
      assert.ok(notices.includes(text), text);
    for (const { name, within } of EMBEDDED) {
      assert.ok(names.includes(within), within);
      assert.ok(
        notices
          .split('\n')
          .some((line) => line.startsWith(name) && line.endsWith(`, contained in ${within}`)),
        name,
      );
    }
  });

  it('refuse a licence that is not accepted', () => {
    // A package for tests only, whose licence is not among the accepted.
    assert.throws(() => partsOf(['node_modules/axe-core/axe.js']), /not accepted: axe-core \(MPL-2\.0\)/);
  });

  it('leave out what is only installed, or was all left out of a bundle', () => {
    const contents = {
      outputs: {
        'dist/a.cjs': {
          inputs: {
            'node_modules/fflate/esm/index.mjs': { bytesInOutput: 7 },
            'node_modules/undici/index.js': { bytesInOutput: 0 },
            'src/core/service/token.ts': { bytesInOutput: 9 },
          },
        },
      },
    };
    const shipped = shippedFiles([contents], []);
    assert.deepEqual(
      partsOf(shipped).map(({ name }) => name),
      ['@vscode/codicons', 'fflate'],
    );
    assert.match(noticesText(partsOf(shipped)), /Arjun Barrett/);
  });

  it('say the same as the bill of materials, which is valid CycloneDX 1.6', () => {
    const listed = sbom.components.map(({ name, group }) =>
      group === undefined ? name : `${group}/${name}`,
    );
    const parts = partsOf(files).map(({ name }) => name);
    assert.deepEqual(listed.sort(), [...parts].sort());
    const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
    const schemaOf = (name: string): Schema => json<Schema>(`${schemas}/${name}.SNAPSHOT.schema.json`);
    const validator = new Validator(schemaOf('bom-1.6'), '7', false);
    for (const name of ['spdx', 'jsf-0.82'])
      validator.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    assert.equal(sbom.specVersion, '1.6');
    assert.deepEqual(validator.validate(sbom).errors, []);
    // The schema does judge: it refuses a type that there is not.
    const wrong = { ...sbom, components: [{ type: 'thing', name: 'x' }] };
    assert.equal(validator.validate(wrong).valid, false);
  });

  it('give each part its version, also those inside packages', () => {
    const unversioned = sbom.components.filter(({ version }) => !version);
    assert.deepEqual(unversioned, []);
    const versionOf = (name: string): string | undefined =>
      sbom.components.find((part) => part.name === name)?.version;
    assert.match(versionOf('llhttp') ?? '', /^\d+\.\d+\.\d+$/);
    // Copies that have no version of their own in the file: the one of what they were copied into.
    const [postgres, emscripten] = [versionOf('PostgreSQL'), versionOf('Emscripten')];
    assert.equal(versionOf('Snowball'), `postgresql-${postgres}`);
    assert.equal(versionOf('tz database'), `postgresql-${postgres}`);
    assert.equal(versionOf('musl'), `emscripten-${emscripten}`);
    assert.equal(versionOf('libc++abi'), `emscripten-${emscripten}`);
    assert.equal(versionOf('libxml2'), `pglite-${versionOf('pglite')}`);
  });

  it('fail where a version was looked up for another content of the file', () => {
    const [first] = EMBEDDED;
    assert.ok(first);
    const file = `node_modules/${first.within}/${first.file}`;
    const changed = { ...first, version: { number: '1.0.0', sha256: '' } };
    assert.throws(() => embeddedVersion(changed, file), /has changed: which version of llhttp is it/);
    assert.throws(() => embeddedVersion({ ...first, mark: /not there/ }, file), /does it still hold it/);
  });

  it('lead from the product to each part', () => {
    const reached = new Set(['vault-sql']);
    for (const ref of reached)
      for (const next of sbom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) reached.add(next);
    assert.deepEqual(
      sbom.components.filter((part) => !reached.has(part['bom-ref'])),
      [],
    );
  });

  it('name the icons and their licence in the README too', () => {
    assert.match(readRoot('README.md'), /Codicons[\s\S]*licenses\/by\/4\.0/);
  });
});
