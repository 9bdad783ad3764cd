/** Where the engine's worker and PGlite's files lie: beside the bundle, or in node_modules when run from source. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { EngineFiles } from './database.ts';

/** Node has it; the language's own library in TypeScript does not know it without the DOM. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/** The version in the snapshot's key; a test holds it against the installed package. */
export const ENGINE_VERSION = 'pglite-0.5.16';

/** Path of the worker's entry: the TypeScript source, or `engine.cjs` beside the server's or below the cli's bundle. */
export function workerEntry(): string {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return fileURLToPath(new URL('./engineWorker.ts', here));
  const beside = fileURLToPath(new URL('./engine.cjs', here));
  return existsSync(beside) ? beside : fileURLToPath(new URL('./localVault/engine.cjs', here));
}

/** Reads and compiles PGlite's files. Rejects when one is missing or broken. */
export async function loadEngineFiles(): Promise<EngineFiles> {
  const entry = workerEntry();
  const beside = entry.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@electric-sql/pglite')
    : entry;
  const read = (name: string) => readFile(join(dirname(beside), name));
  const compile = async (name: string) => WebAssembly.compile(await read(name));
  const [wasm, initdbWasm, data] = await Promise.all([
    compile('pglite.wasm'),
    compile('initdb.wasm'),
    read('pglite.data'),
  ]);
  return { wasm, initdbWasm, data: new Blob([data]) };
}

/**
 * Runs `build` without V8's second, optimizing compiler for WebAssembly. Nearly all of initdb's code runs once, so
 * optimizing it takes longer than it gains: 2.0 s of processor time with it, 1.3 s without. The vault just built goes on
 * so until it is next restored; a page takes a tenth more.
 */
export async function withoutOptimizing<T>(build: () => Promise<T>): Promise<T> {
  const flags = ['wasm-tier-up', 'wasm-dynamic-tiering'];
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    return await build();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
