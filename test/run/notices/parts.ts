/**
 * The works of others in the VSIX, found in what the bundles really contain: the inputs that esbuild reports, and the
 * files that lie beside them. A package that is only installed, or whose code was all left out, is not among them.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../editor/cache.ts';
import { EMBEDDED, type Embedded } from './embedded.ts';

export interface Part {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly homepage: string;
  /** The whole text of its licence, with its copyright line. */
  readonly text: string;
  /** The package that it came in, where it is not a package itself. */
  readonly within?: string;
  /** What else its licence wants said. */
  readonly note?: string;
}

/** What a bundle was made of, as esbuild's metafile says it. */
export interface Contents {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** The source of media/codicon.ttf, which `npm run icons` makes. */
const ICON_FONT = 'node_modules/@vscode/codicons/dist/codicon.ttf';
const NOTES: Readonly<Record<string, string>> = {
  '@vscode/codicons':
    'Copyright (c) Microsoft Corporation. Of its glyphs, media/codicon.ttf holds those in use, unchanged.',
};

/** Licences that let us ship a work as we do. Another one is a decision for a person. */
export const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LicenseRef-public-domain',
  'MIT',
  'PostgreSQL',
  'Unicode-3.0',
  'Unlicense',
]);

/** Files of packages that are part of the VSIX, from the root, with forward slashes. */
export function shippedFiles(bundles: readonly Contents[], beside: readonly string[]): readonly string[] {
  const inputs = bundles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
    ),
  );
  const all = new Set([...inputs, ...beside, ICON_FONT]);
  return [...all].filter((file) => file.includes('node_modules/')).sort();
}

/** The folder of the package that a file belongs to, and its name. */
export function packageOf(file: string): { readonly folder: string; readonly name: string } {
  const [, folder = '', name = ''] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file) ?? [];
  if (name === '') throw new Error(`${file} belongs to no package`);
  return { folder, name };
}

/** All works of others that these files hold, by name. Throws where a licence is missing or not accepted. */
export function partsOf(files: readonly string[]): readonly Part[] {
  const folders = new Map(files.map((file) => [packageOf(file).folder, packageOf(file).name]));
  const packages = [...folders].map(([folder, name]) => packagePart(folder, name));
  const embedded = EMBEDDED.flatMap((one) => {
    const file = files.find((shipped) => shipped.endsWith(`node_modules/${one.within}/${one.file}`));
    return file === undefined ? [] : embeddedPart(one, file);
  });
  const parts = [...packages, ...embedded].sort((a, b) => (a.name < b.name ? -1 : 1));
  const refused = parts.filter(({ licence }) => !ACCEPTED.has(licence));
  if (refused.length > 0)
    throw new Error(`not accepted: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  return parts;
}

function packagePart(folder: string, name: string): Part {
  const { version, license, homepage } = JSON.parse(read(`${folder}/package.json`)) as {
    readonly version: string;
    readonly license?: string;
    readonly homepage?: string;
  };
  const [file] = globSync('{LICENSE,LICENCE,COPYING}{,.md,.txt}', { cwd: join(root, folder) }).sort();
  if (license === undefined || file === undefined) throw new Error(`${name} comes without its licence`);
  const npm = `https://www.npmjs.com/package/${name}`;
  return {
    name,
    version,
    licence: license,
    homepage: homepage ?? npm,
    text: read(`${folder}/${file}`),
    ...(NOTES[name] !== undefined && { note: NOTES[name] }),
  };
}

function embeddedPart(one: Embedded, file: string): Part {
  const { name, licence, homepage, within, text } = one;
  return {
    name,
    version: embeddedVersion(one, file),
    licence,
    homepage,
    within,
    text:
      'ours' in text
        ? read(`test/run/notices/texts/${text.ours}`)
        : imageFile(posix.dirname(file), text.image),
  };
}

/** Returns the version of an embedded work. Throws if `file` does not contain the work, or not with a known version. */
export function embeddedVersion({ name, within, mark, version }: Embedded, file: string): string {
  const bytes = readFileSync(join(root, file));
  const found = mark.exec(bytes.toString('latin1'));
  if (!found)
    throw new Error(`${file} shows no ${name}: does it still hold it? See test/run/notices/embedded.ts`);
  if (version === undefined) {
    if (found[1] === undefined) throw new Error(`${file} does not say the version of ${name}`);
    return found[1];
  }
  if ('sha256' in version) {
    if (createHash('sha256').update(bytes).digest('hex') === version.sha256) return version.number;
    throw new Error(`${file} has changed: which version of ${name} is it? See test/run/notices/embedded.ts`);
  }
  const { copyIn } = version;
  const container = EMBEDDED.find((other) => other.name === copyIn && other.within === within);
  const { folder } = packageOf(file);
  const number = container
    ? embeddedVersion(container, `${folder}/${container.file}`)
    : (JSON.parse(read(`${folder}/package.json`)) as { readonly version: string }).version;
  return `${posix.basename(copyIn).toLowerCase()}-${number}`;
}

/** A file of the image that PGlite gives its engine as a disk. Its scripts say where in the image each file lies. */
function imageFile(folder: string, path: string): string {
  for (const script of globSync('*.js', { cwd: join(root, folder) })) {
    const place = new RegExp(`filename:"${path}",start:(\\d+),end:(\\d+)`).exec(read(`${folder}/${script}`));
    if (!place) continue;
    const image = readFileSync(join(root, folder, 'pglite.data'));
    return image.toString('utf8', Number(place[1]), Number(place[2]));
  }
  throw new Error(`${folder} has no file ${path} in its image`);
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
