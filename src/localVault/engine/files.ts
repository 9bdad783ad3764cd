import { existsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import { errorCode } from '../../core/messages/thrownErrors.ts';
import type { EngineFiles } from './database.ts';

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

export const ENGINE_VERSION = 'pglite-0.5.16';

export function getWorkerPath(): string {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return fileURLToPath(new URL('./worker.ts', here));
  const beside = fileURLToPath(new URL('./engine.cjs', here));
  return existsSync(beside) ? beside : fileURLToPath(new URL('./localVault/engine.cjs', here));
}

/** Error of `loadEngineFiles` if a file of the engine is missing. The message is a sentence for the user. */
export class EngineFilesError extends Error {}

/**
 * Loads the files of the engine. `entry` is the path of the engine's worker. The files lie beside a bundled worker,
 * compressed with Brotli; for a worker that is a `.ts` file, they are those of the installed package. Rejects with
 * EngineFilesError if one of them or the worker is missing.
 */
export async function loadEngineFiles(entry = getWorkerPath()): Promise<EngineFiles> {
  try {
    await access(entry);
    return await readEngineFiles(entry);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new EngineFilesError(`A file of the local vault is missing in ${dirname(entry)}.`);
  }
}

const decompressBytes = promisify(brotliDecompress);

/** Decompresses in chunks of 1 MiB: with Node's default of 16 KiB, the engine's files take half as long again. */
const decompress = (content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  decompressBytes(content, { chunkSize: 1024 * 1024 });

const resolveInstalledPglite = (): string => createRequire(import.meta.url).resolve('@electric-sql/pglite');

async function readEngineFiles(entry: string): Promise<EngineFiles> {
  const read = entry.endsWith('.ts')
    ? (name: string) => readFile(join(dirname(resolveInstalledPglite()), name))
    : async (name: string) => decompress(await readFile(join(dirname(entry), `${name}.br`)));
  const compile = async (name: string) => WebAssembly.compile(await read(name));
  const [wasm, initdbWasm, data] = await Promise.all([
    compile('pglite.wasm'),
    compile('initdb.wasm'),
    read('pglite.data'),
  ]);
  return { wasm, initdbWasm, data: new Blob([data]) };
}

/**
 * Disables V8's optimizing WebAssembly compiler in this process. For a small vault, the compiler only competes for the
 * processor in the first seconds.
 */
export function disableWasmOptimization(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
