/** Reads SQL files and schema files. */
import { open } from 'node:fs/promises';
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

/**
 * Maximum size of a file or of standard input in bytes. Both are read into memory, and a path may lead to a device that
 * never ends, such as `/dev/zero`.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Returns the bytes of a file, or of standard input if `file` is `-`. Rejects if `signal` aborts while it waits for input,
 * and with the code `EFBIG` as soon as more than `MAX_BYTES` bytes were read.
 */
export async function readFileOrInput(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  const source = file === '-' ? process.stdin : (await open(file)).createReadStream();
  const input = signal ? addAbortSignal(signal, source) : source;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) throw Object.assign(new Error('The file is too large.'), { code: 'EFBIG' });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Describes why `readFileOrInput` rejected, as a verb phrase that follows the file's name. */
export function describeReadFailure(error: unknown): string {
  const code = errorCode(error) ?? 'unreadable';
  if (code === 'EFBIG') return `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist. Check its path';
    case 'EISDIR':
      return 'is a folder. Name its files';
    case 'EACCES':
    case 'EPERM':
      return "can't be read: access was denied. Check its permissions";
    default:
      return `could not be read (${code}). Check its path and its disk`;
  }
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
    if (explicitPath === undefined && errorCode(error) === 'ENOENT') return { ok: true, file: undefined };
    return { ok: false, why: `${path} ${describeReadFailure(error)}.` };
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
