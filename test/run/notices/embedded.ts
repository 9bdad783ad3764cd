/**
 * Works of others that lie inside files of the packages we bundle or copy, without a package of their own. Each names
 * the file, and the mark in it that shows that it is there: where a new version of the package has it no longer, the
 * build fails and says so.
 */
export interface Embedded {
  readonly name: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly homepage: string;
  /** The package it lies in, and the file of that package. */
  readonly within: string;
  readonly file: string;
  /** Found in the file; group 1 is the version, where the file says it. */
  readonly mark: RegExp;
  /** Its version where the file does not say it. */
  readonly version?: PinnedVersion | CopyIn;
  /** Its licence: a file of texts/, or one that PGlite's own file system image holds. */
  readonly text: { readonly ours: string } | { readonly image: string };
}

const inPglite = (file: 'pglite.wasm' | 'pglite.data') => ({
  within: '@electric-sql/pglite',
  file: `dist/${file}`,
});

/** A version that was looked up for one content of the file. The build fails once the file has another content. */
export interface PinnedVersion {
  readonly number: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/**
 * The work that this one is copied into and released with, where no file says its own version: another embedded work, or
 * the package. The version is then like `postgresql-18.6`: the copy that PostgreSQL 18.6 contains.
 */
export interface CopyIn {
  readonly copyIn: string;
}

export const EMBEDDED: readonly Embedded[] = [
  {
    name: 'llhttp',
    licence: 'MIT',
    homepage: 'https://github.com/nodejs/llhttp',
    within: 'undici',
    file: 'lib/llhttp/llhttp-wasm.js',
    // The first bytes of a WebAssembly module, in Base64.
    mark: /AGFzbQ/,
    // The same file as in undici's commit "deps: update llhttp to 9.3.1".
    version: {
      number: '9.3.1',
      sha256: '5d8313d6fe8145d832e6af9959b2810523c9a6993d5b93cee09bd7e5f1f2c085',
    },
    text: { ours: 'llhttp.txt' },
  },
  {
    name: 'PostgreSQL',
    licence: 'PostgreSQL',
    homepage: 'https://www.postgresql.org',
    ...inPglite('pglite.wasm'),
    mark: /PostgreSQL (\d+\.\d+) \(PGlite/,
    text: { ours: 'postgresql.txt' },
  },
  {
    name: 'Snowball',
    licence: 'BSD-3-Clause',
    homepage: 'https://snowballstem.org',
    ...inPglite('pglite.data'),
    mark: /dsnowball_init/,
    version: { copyIn: 'PostgreSQL' },
    text: { ours: 'snowball.txt' },
  },
  {
    name: 'tz database',
    licence: 'LicenseRef-public-domain',
    homepage: 'https://www.iana.org/time-zones',
    ...inPglite('pglite.data'),
    mark: /TZif2/,
    version: { copyIn: 'PostgreSQL' },
    text: { ours: 'tzdata.txt' },
  },
  {
    name: 'ICU',
    licence: 'Unicode-3.0',
    homepage: 'https://icu.unicode.org',
    ...inPglite('pglite.wasm'),
    mark: /icudt(\d+)l/,
    text: { image: '/pglite/icu/LICENSE' },
  },
  {
    name: 'libxml2',
    licence: 'MIT',
    homepage: 'https://gitlab.gnome.org/GNOME/libxml2',
    ...inPglite('pglite.wasm'),
    mark: /libxml2: out of memory/,
    version: { copyIn: '@electric-sql/pglite' },
    text: { ours: 'libxml2.txt' },
  },
  {
    name: 'Emscripten',
    licence: 'MIT',
    homepage: 'https://emscripten.org',
    ...inPglite('pglite.wasm'),
    mark: /compiled by emcc [^,]*?(\d+\.\d+\.\d+) \(/,
    text: { ours: 'emscripten.txt' },
  },
  {
    name: 'musl',
    licence: 'MIT',
    homepage: 'https://musl.libc.org',
    ...inPglite('pglite.wasm'),
    // The C library of everything that Emscripten makes.
    mark: /compiled by emcc/,
    version: { copyIn: 'Emscripten' },
    text: { ours: 'musl.txt' },
  },
  {
    name: 'libc++abi',
    licence: 'Apache-2.0 WITH LLVM-exception',
    homepage: 'https://libcxxabi.llvm.org',
    ...inPglite('pglite.wasm'),
    mark: /libcxxabi/,
    version: { copyIn: 'Emscripten' },
    text: { ours: 'libcxxabi.txt' },
  },
];
