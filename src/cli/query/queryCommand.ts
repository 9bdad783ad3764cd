/** The command `query`: runs one checked SELECT, and writes its rows. */
import { isTextFormat } from '../../core/results/export/formats.ts';
import { policiesOfTables, type SchemaFile } from '../../core/schema/schemaFile.ts';
import type { ApiError } from '../../core/service/errors.ts';
import { type ColumnPolicy, mergePolicies } from '../../core/sql/dialect/schema.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import { SinkError } from '../../node/sinks/sinkError.ts';
import { checkNodeVersion } from '../commandIO.ts';
import { createConnectionClient } from '../connection.ts';
import { describeError } from '../describeError.ts';
import { EXIT } from '../exitCodes.ts';
import { OutputExistsError, refuseExistingFile } from '../exportFile.ts';
import { createPositionFinder, formatReport } from '../findingReports.ts';
import { ArgumentError } from '../options.ts';
import { getServiceDialect, readProfile } from '../profile.ts';
import { readSchema } from '../sqlFiles.ts';
import { CLEAR_LINE } from '../terminalText.ts';
import { VERSION } from '../version.ts';
import { type LoadedRows, loadRows, QueryRequests } from './loadRows.ts';
import { CancelledError, createQueryIO, type QueryIO } from './queryIO.ts';
import { QUERY_HELP, type QuerySettings, readQuerySettings } from './queryOptions.ts';
import { findQueryTarget, type QueryTarget } from './queryTarget.ts';
import {
  countNoun,
  formatCost,
  formatMasks,
  formatProgress,
  formatRequests,
  formatSummary,
  isWholeResult,
} from './report.ts';
import {
  type ChosenStatement,
  checkStatement,
  chooseStatement,
  fillPlaceholders,
  readStatementFile,
} from './statement.ts';
import {
  FormatError,
  getManifestFile,
  type MaskedRows,
  maskRowsOfQuery,
  nameColumnsWithoutRows,
  takeRowsWithoutGap,
  type WrittenRows,
  writeManifest,
  writeToFile,
  writeToOutput,
} from './writeRows.ts';

/** Runs the command `query`. Returns the exit code. */
export async function runQueryCommand(
  args: readonly string[],
  createIO: () => QueryIO = createQueryIO,
): Promise<number> {
  const io = createIO();
  if (!checkNodeVersion('The command query needs', io)) return EXIT.refused;
  try {
    const settings = readQuerySettings(args);
    if (settings) return await checkAndRun(settings, io);
    io.writeOut(QUERY_HELP);
    return EXIT.done;
  } catch (error) {
    return reportFailure(error, io);
  }
}

function reportFailure(error: unknown, io: QueryIO): number {
  if (error instanceof ArgumentError) {
    io.writeError(`${error.message}\nquery --help shows the options.\n`);
    return EXIT.refused;
  }
  if (error instanceof OutputExistsError) {
    io.writeError(`${error.message}\n`);
    return EXIT.refused;
  }
  if (error instanceof CancelledError) {
    io.writeError('Cancelled. Nothing was sent.\n');
    return EXIT.failed;
  }
  throw error;
}

async function checkAndRun(settings: QuerySettings, io: QueryIO): Promise<number> {
  const { format, to, file, options } = settings;
  if (to === '-' && io.isOutputTerminal && format !== 'table' && !isTextFormat(format))
    throw new ArgumentError(`The format ${format} can't be displayed in a terminal. Use --to FILE.`);
  if (to !== '-') await refuseExistingFile(to);
  if (settings.hasManifest) await refuseExistingFile(getManifestFile(to));
  const schema = await readSchema(options.schema, (path) => io.readFile(path));
  if (!schema.ok) throw new ArgumentError(schema.why);
  const fileText = await readStatementFile(file, io);
  const statement = chooseStatement(settings, fileText);
  const target = await findQueryTarget(settings, fileText);
  const profile = await readProfile(options.profile, target.connection.baseUrl);
  const checked = checkStatement(statement, {
    allow: options.allow ?? [],
    schemaFile: schema.file,
    vault: target.name,
    service: profile && getServiceDialect(profile),
  });
  io.writeError(formatReport('text', [{ file, text: fileText, findings: checked.findings }], VERSION));
  if (checked.query.errors.length > 0) {
    io.writeError('The statement has an error, so nothing was sent.\n');
    return EXIT.refused;
  }
  const query = fillPlaceholders(checked.query, settings);
  if (options.count && !(query.plan.kind === 'paged' && query.count.ok))
    throw new ArgumentError('The rows of this statement can’t be counted. Leave out --count.');
  if (query.plan.kind === 'refused')
    io.writeError('This statement can’t be paged, so it is sent as it is.\n');
  const policies = listMaskPolicies(schema.file, target, checked.options.columns ?? []);
  return runStatement({ settings, statement, target, query, policies }, io);
}

/**
 * Returns the policies that declare masks. A connection that was given as options has no name, so its vault may be any
 * of the schema file: then, the masks of all vaults apply.
 */
function listMaskPolicies(
  file: SchemaFile | undefined,
  { name }: QueryTarget,
  ofVault: readonly ColumnPolicy[],
): readonly ColumnPolicy[] {
  if (!file || name !== undefined) return ofVault;
  return mergePolicies(policiesOfTables([...file.tables, ...[...file.vaults.values()].flat()]));
}

interface RunContext {
  readonly settings: QuerySettings;
  readonly statement: ChosenStatement;
  readonly target: QueryTarget;
  readonly query: PreparedQuery;
  readonly policies: readonly ColumnPolicy[];
}

interface Loaded {
  readonly rows: LoadedRows;
  readonly masked: MaskedRows;
}

/** Stops writing a file, because not all rows were loaded. */
class IncompleteError extends Error {}

async function runStatement(context: RunContext, io: QueryIO): Promise<number> {
  const { settings, target, query } = context;
  const startedAt = io.now();
  const requests = new QueryRequests(
    {
      client: createConnectionClient(target.connection, settings.options, io),
      vault: target.vault,
      onWait: (ms) =>
        io.writeError(`Rate limited. The request is sent again in ${Math.ceil(ms / 1000)} s.\n`),
    },
    io,
  );
  let loaded: Loaded | undefined;
  const load = async (): Promise<Loaded> => {
    loaded = await loadAndMask(context, requests, io);
    return loaded;
  };
  try {
    if (settings.to === '-') return await writeOutput(context, await load(), requests, io);
    const written = await writeToFile(
      async () => {
        const { rows, masked } = await load();
        if (rows.end.kind !== 'done') throw new IncompleteError();
        return masked.source;
      },
      settings,
      io,
    );
    if (!loaded) throw new Error('nothing was loaded');
    reportRows(context, loaded, written, requests, io);
    if (settings.hasManifest)
      await writeManifest({
        settings,
        target,
        query,
        loaded: loaded.rows,
        isComplete: isWhole(context, loaded.rows),
        masked: loaded.masked,
        written,
        startedAt,
        endedAt: io.now(),
      });
    return EXIT.done;
  } catch (error) {
    if (error instanceof SinkError || error instanceof FormatError) {
      io.writeError(`${error.message}\n${formatRequests(requests)}\n`);
      return EXIT.failed;
    }
    if (!(error instanceof IncompleteError || error instanceof CancelledError)) throw error;
    const count = loaded?.rows.result.rows.rowCount ?? 0;
    if (error instanceof CancelledError) io.writeError('Cancelled.\n');
    else if (loaded) reportEnd(context, loaded.rows, io);
    io.writeError(
      `No file was written. ${countNoun(count, 'row')} had been loaded.\n${formatRequests(requests)}\n`,
    );
    return EXIT.failed;
  }
}

async function loadAndMask(
  { settings, target, query, policies }: RunContext,
  requests: QueryRequests,
  io: QueryIO,
): Promise<Loaded> {
  const rows = await loadRows(
    {
      query,
      settings: { ...settings, isCounting: settings.options.count },
      onCost: (cost, countedRows) => io.writeError(`${formatCost(cost, countedRows)}\n`),
      onProgress: (state) => showProgress(formatProgress(state), io),
    },
    requests,
    io,
  );
  showProgress('', io);
  const snapshot = rows.result.snapshot();
  const masked = maskRowsOfQuery(
    rows.end.kind === 'done' ? nameColumnsWithoutRows(snapshot, query) : takeRowsWithoutGap(snapshot),
    query,
    policies,
    { environment: target.connection.environment, mode: settings.mask },
  );
  return { rows, masked };
}

function showProgress(text: string, { isErrorTerminal, writeError }: QueryIO): void {
  if (!isErrorTerminal) return;
  writeError(CLEAR_LINE);
  writeError(text);
}

/** Writes the rows to standard output; after a failure, those that precede the first missing one. */
async function writeOutput(
  context: RunContext,
  loaded: Loaded,
  requests: QueryRequests,
  io: QueryIO,
): Promise<number> {
  const { rows, masked } = loaded;
  const count = rows.result.rows.rowCount;
  const isDone = rows.end.kind === 'done';
  if (rows.end.kind === 'cancelled')
    io.writeError(`Cancelled. No row was written; ${countNoun(count, 'row')} had been loaded.\n`);
  else reportEnd(context, rows, io);
  // Without rows, the output of a failed query must not look like an empty result.
  if (rows.end.kind === 'cancelled' || (!isDone && masked.source.rowCount === 0)) {
    io.writeError(`${formatRequests(requests)}\n`);
    return EXIT.failed;
  }
  const written = await writeToOutput(masked.source, context.settings, io);
  const writtenRows = countNoun(written.rows, 'row');
  if (written.end === 'cancelled') io.writeError(`Cancelled. ${writtenRows} were written.\n`);
  else if (!isDone) io.writeError(`The first ${writtenRows} of the result were written.\n`);
  reportRows(context, loaded, written, requests, io);
  return isDone && written.end !== 'cancelled' ? EXIT.done : EXIT.failed;
}

const isWhole = ({ query: { plan } }: RunContext, rows: LoadedRows): boolean =>
  isWholeResult(rows, plan.kind === 'paged' ? plan.total : undefined);

function reportRows(
  context: RunContext,
  { rows, masked }: Loaded,
  written: WrittenRows,
  requests: QueryRequests,
  io: QueryIO,
): void {
  const { mask, maxRows } = context.settings;
  const lines = [
    ...formatSummary(rows, {
      rows: masked.source.rowCount,
      isWhole: isWhole(context, rows),
      maxRows,
    }),
    ...(written.cutCells === 0
      ? []
      : [`${countNoun(written.cutCells, 'text')} were cut to Excel’s limit of 32,767 characters in a cell.`]),
    ...(mask === 'none' ? [] : formatMasks(masked.maskedColumns)),
    formatRequests(requests),
  ];
  io.writeError(lines.map((line) => `${line}\n`).join(''));
}

/** Reports why not all rows were loaded. */
function reportEnd(context: RunContext, { end }: LoadedRows, io: QueryIO): void {
  switch (end.kind) {
    case 'failed':
      io.writeError(`${describeFailure(context, end.error)}\n`);
      return;
    case 'cancelled':
      io.writeError('Cancelled.\n');
      return;
    case 'offsetIgnored':
      io.writeError(
        'The service returned the same page again. It likely ignores OFFSET; further rows can’t be loaded.\n',
      );
      return;
    case 'done':
      return;
  }
}

/** Returns what went wrong, preceded by the position of a rejected column if the service's message names one. */
function describeFailure({ statement, target, query }: RunContext, error: ApiError): string {
  const { connection, vault } = target;
  const text = describeError(error, {
    operation: 'query',
    address: vault.baseUrl ?? connection.baseUrl,
    vaultID: vault.id,
  });
  const [range] = error.kind === 'status' ? query.findRejectedColumnRanges(error.message) : [];
  if (!range) return text;
  const { line, column } = createPositionFinder(statement.fileText)(statement.offset + range.start);
  return `${statement.file}:${line}:${column} ${text}`;
}
