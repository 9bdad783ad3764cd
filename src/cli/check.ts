import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { errorCode, errorText } from '../core/messages/thrownErrors.ts';
import { collectListedTables } from '../core/schema/allTables.ts';
import {
  parseSchemaFile,
  policiesOfTables,
  type SchemaFile,
  tablesOfVault,
} from '../core/schema/schemaFile.ts';
import { mergePolicies } from '../core/sql/dialect/schema.ts';
import { collectNamesOfText, mergeIndexes } from '../core/sql/editor/schemaIndex.ts';
import { readVaultDirective } from '../core/sql/execution/target.ts';
import { checkText } from '../core/sql/lint/check.ts';
import type { CheckOptions } from '../core/sql/lint/options.ts';
import { hasErrors } from '../core/sql/lint/severity.ts';
import { type CheckedFile, formatReport, type ReportFormat } from './findingReports.ts';
import { type FileToCheck, listStagedFiles } from './staged.ts';
import { writeError } from './terminalText.ts';

export const CHECK_HELP = `Checks SQL files against the vault's dialect. Nothing is sent.

Usage: check [options] FILE...
       check [options] --staged
  --staged                  check what git would commit: the staged text of each .vaultsql file, for hooks
  --format text|json|sarif  report format (default text)
  --allow CONSTRUCT         a construct that the service accepts, such as "ORDER BY"; repeatable; never a write
  --schema FILE             tables, columns, and rules of the vaults (default .vaultsql/schema.json, if it exists)
  --help                    this text
FILE may be - for standard input. Ends with 0: no error found, 1: errors found, 2: could not run.
`;

interface CheckIO {
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Returns the bytes of a file, or of standard input if `file` is `-`. */
  readFile(file: string): Promise<Uint8Array>;
  listStagedFiles(): Promise<readonly FileToCheck[]>;
}

const processIO: CheckIO = {
  writeOut: (text) => void process.stdout.write(text),
  writeError,
  async readFile(file) {
    if (file !== '-') return readFile(file);
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  },
  listStagedFiles,
};

const SCHEMA_PATH = '.vaultsql/schema.json';

const FORMATS: readonly ReportFormat[] = ['text', 'json', 'sarif'];
const VERSION = '0.1.0';

type ParsedArguments =
  | {
      readonly ok: true;
      readonly help: boolean;
      readonly staged: boolean;
      readonly format: ReportFormat;
      readonly allow: readonly string[];
      readonly schema: string | undefined;
      readonly files: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

function parseArguments(args: readonly string[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        staged: { type: 'boolean', default: false },
        allow: { type: 'string', multiple: true, default: [] },
        schema: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const format = FORMATS.find((known) => known === values.format);
    if (!format) return { ok: false, why: `--format must be text, json, or sarif, not "${values.format}".` };
    const { help, staged, allow, schema } = values;
    if (staged && positionals.length > 0)
      return { ok: false, why: '--staged takes no files: it checks those that git would commit.' };
    if (positionals.length === 0 && !help && !staged) return { ok: false, why: 'No file given.' };
    return { ok: true, help, staged, format, allow, schema, files: positionals };
  } catch (error) {
    return { ok: false, why: errorText(error) };
  }
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Returns undefined for bytes in neither encoding, and for UTF-8 that
 * contains a null character. A byte order mark stays in the text, and the offsets of findings count it.
 */
function decodeText(bytes: Uint8Array): string | undefined {
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

async function readSchema(explicitPath: string | undefined, io: CheckIO): Promise<SchemaRead> {
  const path = explicitPath ?? SCHEMA_PATH;
  let bytes: Uint8Array;
  try {
    bytes = await io.readFile(path);
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

function createSchemaOptions(
  file: SchemaFile | undefined,
  text: string,
): Pick<CheckOptions, 'columns' | 'tables'> {
  if (!file) return {};
  const target = readVaultDirective(text);
  const vault = target && `${target.connection}/${target.vault}`;
  const policies = policiesOfTables(tablesOfVault(file, vault));
  return { columns: mergePolicies(policies), tables: collectListedTables([file], vault) };
}

/**
 * Runs the command `check`. Returns the exit code: 0 if no error was found or help was displayed, 1 if errors were
 * found, 2 if the check could not be run.
 */
export async function runCheckCommand(args: readonly string[], io: CheckIO = processIO): Promise<number> {
  const parsed = parseArguments(args);
  if (!parsed.ok) {
    io.writeError(`${parsed.why}\n${CHECK_HELP}`);
    return 2;
  }
  if (parsed.help) {
    io.writeOut(CHECK_HELP);
    return 0;
  }
  const written = await readSchema(parsed.schema, io);
  if (!written.ok) {
    io.writeError(`${written.why}\n`);
    return 2;
  }
  let files: readonly FileToCheck[] = parsed.files.map((file) => ({ file, read: () => io.readFile(file) }));
  if (parsed.staged) {
    try {
      files = await io.listStagedFiles();
    } catch (error) {
      io.writeError(`Could not read staged files: ${errorText(error)}\n`);
      return 2;
    }
  }
  const texts: { readonly file: string; readonly text: string }[] = [];
  for (const { file, read } of files) {
    let bytes: Uint8Array;
    try {
      bytes = await read();
    } catch (error) {
      const code = errorCode(error) ?? 'unreadable';
      const why = code === 'EISDIR' ? 'is a folder. Name its files' : `could not be read (${code})`;
      io.writeError(`${file} ${why}.\n`);
      return 2;
    }
    const text = decodeText(bytes);
    if (text === undefined) {
      io.writeError(`${file} is not a text file.\n`);
      return 2;
    }
    texts.push({ file, text });
  }
  const { allow } = parsed;
  const schema = mergeIndexes(texts.map(({ text }) => collectNamesOfText(text, -1, allow)));
  const checked = texts.map(({ file, text }): CheckedFile => {
    const options = { allow, schema, ...createSchemaOptions(written.file, text) };
    return { file, text, findings: checkText(text, options) };
  });
  io.writeOut(formatReport(parsed.format, checked, VERSION));
  return checked.some(({ findings }) => hasErrors(findings)) ? 1 : 0;
}
