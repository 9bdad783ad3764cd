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

/** V8's second, optimizing compiler for WebAssembly; it competes with what runs for the few cores there are. */
const TIER_UP = ['wasm-tier-up', 'wasm-dynamic-tiering'];

/**
 * Reads and compiles PGlite's files. Rejects when one is missing or broken. `forBuilding` compiles for a vault that is to
 * be built: nearly all of initdb's code runs once, so optimizing it takes longer than it gains (1.4 s without, 2.5 s with
 * it on two busy cores), while a page takes a tenth more afterwards.
 */
export async function loadEngineFiles(forBuilding: boolean): Promise<EngineFiles> {
  const entry = workerEntry();
  const beside = entry.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@electric-sql/pglite')
    : entry;
  const read = (name: string) => readFile(join(dirname(beside), name));
  const [wasm, initdbWasm, data] = await Promise.all(['pglite.wasm', 'initdb.wasm', 'pglite.data'].map(read));
  if (wasm === undefined || initdbWasm === undefined || data === undefined)
    throw new Error('the engine has no files');
  // A module keeps the flags that it was compiled under.
  if (!process.env.NOFLAG && forBuilding) for (const flag of TIER_UP) setFlagsFromString(`--no-${flag}`);
  try {
    const modules = await Promise.all([WebAssembly.compile(wasm), WebAssembly.compile(initdbWasm)]);
    return { wasm: modules[0], initdbWasm: modules[1], data: new Blob([data]) };
  } finally {
    if (forBuilding) for (const flag of TIER_UP) setFlagsFromString(`--${flag}`);
  }
}
