/**
 * Builds the bundles into `dist/`: `node test/run/build.ts` makes all of them, `… cli localVault` those alone.
 * This is the one description of what they are made of. Each is bundled by itself; they are made side by side.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { root } from '../editor/cache.ts';
import { noticesText } from './notices/notices.ts';
import { partsOf, shippedFiles } from './notices/parts.ts';
import { type Locked, type Product, sbomText } from './notices/sbom.ts';

interface Bundle {
  /** Path of each file below `dist/`, without its ending, and the source that it begins with. */
  readonly entries: Readonly<Record<string, string>>;
  readonly options: BuildOptions;
  /** Files that lie beside it, each compressed with Brotli: from, to. */
  readonly compressed?: readonly (readonly [from: string, to: string])[];
  /** Built where it is used, and not part of the VSIX. */
  readonly isApart?: true;
}

const inNode: BuildOptions = {
  platform: 'node',
  // jsonc-parser's main entry is in a form (UMD) that can't be followed.
  mainFields: ['module', 'main'],
  format: 'cjs',
  target: 'node22',
  outExtension: { '.js': '.cjs' },
};

/** Loaded by the editor. One bundle loads another with `require` at its first use (a `load.ts` beside its entry). */
const inExtensionHost: BuildOptions = {
  ...inNode,
  alias: { vscode: './src/extension/app/vscodeOnce.cjs' },
  external: [
    'http',
    'language',
    'features',
    'audit',
    'results',
    'export',
    'comparisons',
    'check',
    'signIn',
  ].map((name) => `./${name}.cjs`),
};

/** Programs of their own. They look for files beside themselves, which a CommonJS bundle has no `import.meta` for. */
const program: BuildOptions = {
  ...inNode,
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
};

const inPage: BuildOptions = { platform: 'browser', format: 'iife', target: 'es2024' };

const pglite = ['pglite.wasm', 'initdb.wasm', 'pglite.data'].map(
  (name) => [`node_modules/@electric-sql/pglite/dist/${name}`, `dist/localVault/${name}.br`] as const,
);

const bundles: Readonly<Record<string, Bundle>> = {
  extension: { entries: { extension: 'src/extension/app/extension.ts' }, options: inExtensionHost },
  features: { entries: { features: 'src/extension/app/features.ts' }, options: inExtensionHost },
  audit: { entries: { audit: 'src/extension/audit/bundle.ts' }, options: inExtensionHost },
  language: { entries: { language: 'src/extension/language/bundle.ts' }, options: inExtensionHost },
  results: { entries: { results: 'src/extension/results/bundle.ts' }, options: inExtensionHost },
  export: { entries: { export: 'src/extension/export/bundle.ts' }, options: inExtensionHost },
  comparisons: {
    entries: { comparisons: 'src/extension/results/export/bundle.ts' },
    options: inExtensionHost,
  },
  check: { entries: { check: 'src/extension/connections/check/bundle.ts' }, options: inExtensionHost },
  http: { entries: { http: 'src/node/transport/undiciTransport.ts' }, options: inNode },
  signIn: { entries: { signIn: 'src/node/signIn/index.ts' }, options: inNode },
  parser: { entries: { parser: 'src/extension/language/parser/worker.ts' }, options: inNode },
  trail: { entries: { trail: 'src/extension/audit/sources/worker.ts' }, options: inNode },
  reading: { entries: { reading: 'src/extension/language/reading/worker.ts' }, options: inNode },
  webview: {
    entries: {
      'webview/results': 'src/webview/results/main.ts',
      'webview/audit': 'src/webview/audit/main.ts',
    },
    options: inPage,
  },
  localVault: {
    entries: {
      'localVault/server': 'src/localVault/main.ts',
      'localVault/engine': 'src/localVault/engine/worker.ts',
      'localVault/eventsSql': 'src/localVault/eventsSql/main.ts',
    },
    options: program,
    compressed: pglite,
  },
  // The command line runs where people run it, on older versions of Node too.
  cli: { entries: { cli: 'src/cli/main.ts' }, options: { ...program, target: 'node20' }, isApart: true },
};

const compressBytes = promisify(brotliCompress);

/** Writes the compressed content of the file `from` to `to`. The same content always gives the same bytes. */
async function compressFile(from: string, to: string): Promise<void> {
  const content = await readFile(join(root, from));
  const params = {
    // Compressing the engine takes one to two seconds. Quality 9 saves 0.1 MB more, and takes eight times as long.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(join(root, to), await compressBytes(content, { params }));
}

async function make({ entries, options, compressed = [] }: Bundle): Promise<Metafile> {
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: { ...entries },
    outdir: 'dist',
    bundle: true,
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all(compressed.map(([from, to]) => compressFile(from, to)));
  return metafile;
}

/** What the VSIX holds of others: the licence texts, and the bill of materials. */
async function writeNotices(
  shipped: readonly { readonly bundle: Bundle; readonly metafile: Metafile }[],
): Promise<void> {
  const beside = shipped.flatMap(({ bundle }) => (bundle.compressed ?? []).map(([from]) => from));
  const contents = shipped.map(({ metafile }) => metafile);
  const files = shippedFiles(contents, beside);
  const parts = partsOf(files);
  const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(root, file), 'utf8'));
  const { packages } = (await json('package-lock.json')) as { readonly packages: Locked };
  const product = (await json('package.json')) as Product;
  await writeFile(join(root, 'ThirdPartyNotices.txt'), noticesText(parts));
  await writeFile(join(root, 'sbom.cdx.json'), sbomText(product, parts, packages));
  await writeFile(join(root, 'dist', 'shippedFiles.json'), JSON.stringify(files, null, 2));
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(bundles);
const chosen = names.map((name) => {
  const bundle = bundles[name];
  if (!bundle) throw new Error(`There is no bundle “${name}”; there are ${Object.keys(bundles).join(', ')}.`);
  return bundle;
});
const made = await Promise.all(chosen.map(async (bundle) => ({ bundle, metafile: await make(bundle) })));
// They tell of all bundles, so they are made only with all of them.
if (chosen.length === Object.keys(bundles).length)
  await writeNotices(made.filter(({ bundle }) => bundle.isApart === undefined));
