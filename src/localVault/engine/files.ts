/** Where the engine's worker and PGlite's files are: beside the bundle, or in node_modules when run from source. */
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
  if (here.endsWith('.ts')) return fileURLToPath(new URL('./worker.ts', here));
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
 * Switches V8's second, optimizing compiler for WebAssembly off for this process. Optimizing pays where millions of rows
 * are scanned; for a small vault it only competes for the processor in the first seconds: building one takes 1.3 s of
 * processor time instead of 2.0, and 95 % of the first pages 2 ms instead of 6, while later pages take a tenth more.
 */
export function optimizeNothing(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
