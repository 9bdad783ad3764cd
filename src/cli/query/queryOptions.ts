/** The options of the command `query`, and its help. */
import path from 'node:path';
import type { DelimitedOptions } from '../../core/results/export/delimited.ts';
import { type ExportFormat, getFormatFacts, listFormatsFor } from '../../core/results/export/formats.ts';
import type { MaskMode } from '../../core/results/view/mask.ts';
import type { Environment } from '../../core/service/connections/connections.ts';
import type { PlaceholderValues } from '../../core/sql/execution/placeholders.ts';
import { CONNECTION_HELP, connectionOptions } from '../connection.ts';
import { ArgumentError, parseCount, parseOptionsAndArguments, parseOutputFile } from '../options.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

const queryOptions = {
  ...connectionOptions,
  vault: text,
  'vault-url': text,
  environment: text,
  statement: text,
  set: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  schema: text,
  limit: text,
  all: flag,
  count: flag,
  concurrency: { type: 'string', default: '4' },
  to: { type: 'string', default: '-' },
  format: text,
  'no-header': flag,
  'no-formula-guard': flag,
  'null-text': text,
  manifest: flag,
  mask: text,
  'plain-text': flag,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type QueryOptions = ReturnType<typeof parseOptionsAndArguments<typeof queryOptions>>['values'];

/** Number of rows that the service returns at most for one request. */
export const PAGE_SIZE = 25;
/** Maximum number of rows that `--all` loads without `--limit`, as in the editor, because all rows are kept in memory. */
const MAX_ROWS_OF_ALL = 100_000;
const MAX_LIMIT = 10_000_000;
const MAX_STATEMENTS = 1_000_000;
const MAX_CONCURRENCY = 8;

/** `table` is for people: it aligns the columns, and cuts long values. */
export type OutputFormat = ExportFormat | 'table';

const fileFormats: readonly ExportFormat[] = listFormatsFor('rows');
const formats: readonly OutputFormat[] = ['table', ...fileFormats];

export interface QuerySettings {
  readonly options: QueryOptions;
  /** A path, or `-` for standard input. */
  readonly file: string;
  /** Which statement of the file to run, from 1; undefined if the file has only one. */
  readonly statement: number | undefined;
  readonly values: PlaceholderValues;
  readonly maxRows: number;
  readonly concurrency: number;
  /** A path, or `-` for standard output. */
  readonly to: string;
  readonly format: OutputFormat;
  readonly delimited: DelimitedOptions;
  readonly hasManifest: boolean;
  readonly environment: Environment | undefined;
  /** Undefined for the default of the connection's environment. */
  readonly mask: MaskMode | undefined;
}

/** Reads the arguments of the command; undefined if they ask for help. */
export function readQuerySettings(args: readonly string[]): QuerySettings | undefined {
  const { values: options, positionals } = parseOptionsAndArguments(args, queryOptions);
  if (options.help) return undefined;
  const [file, other] = positionals;
  if (file === undefined) throw new ArgumentError('No file given. For standard input, use -.');
  if (other !== undefined) throw new ArgumentError('Only one file can be run at a time.');
  const { statement, limit, all, manifest } = options;
  const to = parseOutputFile('to', options.to);
  if (manifest && to === '-') throw new ArgumentError('--manifest needs --to FILE.');
  return {
    options,
    file,
    statement: statement === undefined ? undefined : parseCount('statement', statement, MAX_STATEMENTS),
    values: parsePlaceholderValues(options.set ?? []),
    maxRows:
      limit === undefined ? (all ? MAX_ROWS_OF_ALL : PAGE_SIZE) : parseCount('limit', limit, MAX_LIMIT),
    concurrency: parseCount('concurrency', options.concurrency, MAX_CONCURRENCY),
    to,
    format: parseOutputFormat(options.format, to),
    delimited: {
      header: !options['no-header'],
      guardFormulas: !options['no-formula-guard'],
      ...(options['null-text'] === undefined ? {} : { nullText: options['null-text'] }),
    },
    hasManifest: manifest,
    environment: parseEnvironment(options.environment),
    mask: parseMask(options),
  };
}

function parsePlaceholderValues(settings: readonly string[]): PlaceholderValues {
  // Without a prototype, `__proto__` is a name like any other.
  const values: Record<string, string> = Object.create(null);
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    if (equals < 1) throw new ArgumentError('--set must be a name and a value, such as --set name=Ada.');
    const name = setting.slice(0, equals);
    if (name in values) throw new ArgumentError(`--set gives ${name} two values.`);
    values[name] = setting.slice(equals + 1);
  }
  return values;
}

function parseOutputFormat(format: string | undefined, to: string): OutputFormat {
  if (format !== undefined) {
    const known = formats.find((one) => one === format);
    if (known) return known;
    throw new ArgumentError(`--format must be one of ${formats.join(', ')}, not "${format}".`);
  }
  if (to === '-') return 'table';
  const ending = path.extname(to).slice(1).toLowerCase();
  const found = fileFormats.find((one) => getFormatFacts(one).extension === ending);
  if (found) return found;
  throw new ArgumentError(`The ending of ${to} names no format. Use --format.`);
}

function parseEnvironment(environment: string | undefined): Environment | undefined {
  if (
    environment === undefined ||
    environment === 'production' ||
    environment === 'test' ||
    environment === 'development'
  )
    return environment;
  throw new ArgumentError(`--environment must be production, test, or development, not "${environment}".`);
}

function parseMask({ mask, 'plain-text': isPlainText }: QueryOptions): MaskMode | undefined {
  if (mask !== undefined && mask !== 'all' && mask !== 'declared')
    throw new ArgumentError(`--mask must be all or declared, not "${mask}".`);
  if (mask !== undefined && isPlainText) throw new ArgumentError('Use either --mask or --plain-text.');
  return isPlainText ? 'none' : mask;
}

export const QUERY_HELP = `Runs one SELECT in a vault, and writes its rows. The statement is checked first, as by check. If it has an error,
nothing is sent. Each request returns at most ${PAGE_SIZE} rows and creates an audit event.

Usage: query --url U --vault V --token-env NAME [options] FILE
       query --connections FILE [--vault V] [options] FILE
FILE has one statement; - is standard input.
${CONNECTION_HELP}  --vault V                ID of the vault, or its name in the file of connections; a line -- vault: CONNECTION/VAULT
                           of FILE names it too
  --vault-url U            address of the vault, if it has one of its own
  --environment E          production, test, or development (default production); not with --connections
Statement:
  --statement N            the Nth statement of FILE, from 1
  --set NAME=VALUE         value of the placeholder :NAME, as a literal; repeatable. The audit trail stores it in plain
                           text, and other users of this machine can read arguments
  --allow CONSTRUCT        a construct that the service accepts, such as "ORDER BY"; repeatable; never a write
  --schema FILE            tables, columns, masks, and rules (default .vaultsql/schema.json, if it exists)
Rows:
  --limit N                at most N rows (default ${PAGE_SIZE}, one request)
  --all                    all rows, at most ${MAX_ROWS_OF_ALL}; with --limit, at most N
  --count                  also count the rows, with one request, and compare those loaded with the count
  --concurrency N          at most N requests at a time, 1 to ${MAX_CONCURRENCY} (default 4)
Output:
  --to FILE|-              a new file, which appears once it is complete; - is standard output (the default)
  --format F               ${formats.join(', ')}
                           (default: by the ending of --to FILE; for standard output always table)
  --no-header              CSV and TSV without column names
  --no-formula-guard       CSV and TSV without the apostrophe before text that a spreadsheet may take for a formula
  --null-text T            text for NULL in CSV, TSV, Markdown, and XLSX
  --manifest               also write FILE.manifest.json: query with its literals, vault, time, rows, SHA-256
Masks:
  --mask all|declared      mask all values, or the columns that the schema file declares as masked
                           (default all in production, otherwise declared); without a schema
                           file, declared masks nothing
  --plain-text             mask nothing
Ends with 0: done; 1: the service or the output failed, or the query was cancelled; 2: wrong arguments, or a statement
with an error. Messages are on standard error.
Needs Node.js 22.19 or later. Tokens are never taken from an argument.
`;
