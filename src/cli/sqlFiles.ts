/** Reads SQL files and schema files. */
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { errorCode } from '../core/messages/thrownErrors.ts';
import { collectListedTables } from '../core/schema/allTables.ts';
import {
  parseSchemaFile,
  policiesOfTables,
  type SchemaFile,
  tablesOfVault,
} from '../core/schema/schemaFile.ts';
import { mergePolicies } from '../core/sql/dialect/schema.ts';
import type { CheckOptions } from '../core/sql/lint/options.ts';

const SCHEMA_PATH = '.vaultsql/schema.json';

/** Returns the bytes of a file, or of standard input if `file` is `-`. Rejects if `signal` aborts while it waits for input. */
export async function readFileOrInput(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  if (file !== '-') return readFile(file, { signal });
  const input = signal ? addAbortSignal(signal, process.stdin) : process.stdin;
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Returns undefined for bytes in neither encoding, and for UTF-8 that
 * contains a null character. A byte order mark stays in the text, and the offsets of findings count it.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  if (encoding === 'utf-8' && bytes.includes(0)) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type SchemaRead =
  | { readonly ok: true; readonly file: SchemaFile | undefined }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the schema file at `explicitPath`, or at `.vaultsql/schema.json` if that exists. Resolves to why it can't be used
 * if it is not a complete, valid schema file.
 */
export async function readSchema(
  explicitPath: string | undefined,
  readBytes: (file: string) => Promise<Uint8Array>,
): Promise<SchemaRead> {
  const path = explicitPath ?? SCHEMA_PATH;
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(path);
  } catch (error) {
    const code = errorCode(error) ?? 'unreadable';
    if (explicitPath === undefined && code === 'ENOENT') return { ok: true, file: undefined };
    return { ok: false, why: `${path} could not be read (${code}).` };
  }
  const text = decodeText(bytes);
  const file = text === undefined ? undefined : parseSchemaFile(text);
  if (!file || file.mayLackPolicies) return { ok: false, why: `${path} is not a valid schema file.` };
  return { ok: true, file };
}

/**
 * Returns the check options that a schema file contains for a vault, such as `prod/customers`. If `vault` is undefined,
 * those for no particular vault.
 */
export function createSchemaOptions(
  file: SchemaFile | undefined,
  vault: string | undefined,
): Pick<CheckOptions, 'columns' | 'tables'> {
  if (!file) return {};
  const policies = policiesOfTables(tablesOfVault(file, vault));
  return { columns: mergePolicies(policies), tables: collectListedTables([file], vault) };
}
