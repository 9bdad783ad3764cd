import { errorText } from '../core/messages/thrownErrors.ts';
import { collectNamesOfText, mergeIndexes } from '../core/sql/editor/schemaIndex.ts';
import { readVaultDirective } from '../core/sql/execution/target.ts';
import { checkText } from '../core/sql/lint/check.ts';
import { hasErrors } from '../core/sql/lint/severity.ts';
import { type CheckedFile, formatReport, type ReportFormat } from './findingReports.ts';
import { parseOptionsAndArguments } from './options.ts';
import {
  createSchemaOptions,
  decodeText,
  describeReadFailure,
  readFileOrInput,
  readSchema,
} from './sqlFiles.ts';
import { type FileToCheck, listStagedFiles } from './staged.ts';
import { writeError } from './terminalText.ts';
import { VERSION } from './version.ts';

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
  readFile: (file) => readFileOrInput(file),
  listStagedFiles,
};

const FORMATS: readonly ReportFormat[] = ['text', 'json', 'sarif'];

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
    const { values, positionals } = parseOptionsAndArguments(args, {
      format: { type: 'string', default: 'text' },
      staged: { type: 'boolean', default: false },
      allow: { type: 'string', multiple: true, default: [] },
      schema: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
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
  const written = await readSchema(parsed.schema, (file) => io.readFile(file));
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
      io.writeError(`${file} ${describeReadFailure(error)}.\n`);
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
    const target = readVaultDirective(text);
    const vault = target && `${target.connection}/${target.vault}`;
    const options = { allow, schema, ...createSchemaOptions(written.file, vault) };
    return { file, text, findings: checkText(text, options) };
  });
  io.writeOut(formatReport(parsed.format, checked, VERSION));
  return checked.some(({ findings }) => hasErrors(findings)) ? 1 : 0;
}
