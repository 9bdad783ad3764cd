import * as vscode from 'vscode';
import {
  fileChunksOfRows,
  getFormatFacts,
  listFormatsFor,
  type WriterDeps,
} from '../../../core/results/export/formats.ts';
import { manifestText } from '../../../core/results/export/manifest.ts';
import type { ParquetBuffer } from '../../../core/results/export/parquetFile.ts';
import type { WrittenFile } from '../../../core/results/export/run.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import { maskRows } from '../../../core/results/view/mask.ts';
import { createView } from '../../../core/results/view/view.ts';
import type { Deps } from '../../app/deps.ts';
import type { Exportable, ExportChoices, ExportContent } from '../../export/exportable.ts';
import type { ExportOutcome } from '../../export/exportFile.ts';
import { createFileNameWithoutExtension } from '../../platform/exportLocation.ts';
import { formatNumber } from '../../platform/number.ts';
import type { ExportSource } from '../exportSource.ts';
import { createMaskQuestion, pickFormatOptions, readExportArguments } from './choices.ts';
import { type ChosenSource, chooseRows, createExportTitle } from './chooseRows.ts';
import { formatIsoWithOffset } from './isoTime.ts';
import { findMaskedColumns } from './maskedColumns.ts';
import { describeFormatProblem } from './refusal.ts';

type ResultExportOutcome = ExportOutcome | { readonly kind: 'empty' };

/**
 * Exports loaded rows of a result to a file. `argument`, the argument of the command, can answer prompts in advance. It
 * can't cause masked values to be written in plain text, or an existing file to be replaced, without a prompt.
 * `onPromptsDone` is called when no more prompts follow.
 */
export async function exportResult(
  deps: Pick<Deps, 'loadExport' | 'fileSinks' | 'messages'>,
  loadedRows: ExportSource,
  argument?: unknown,
  onPromptsDone: () => void = () => undefined,
): Promise<ResultExportOutcome> {
  const { options, manifest = false, ...fileChoices } = readExportArguments(argument);
  const source = await chooseRowsUnlessEmpty(loadedRows, { ...fileChoices, options });
  if (typeof source === 'string') {
    onPromptsDone();
    if (source === 'empty') void deps.messages.info(vscode.l10n.t('No rows to export.'));
    return { kind: source };
  }
  const choices = { options, manifest };
  const knownChoices = fileChoices.uri || fileChoices.format ? { ...fileChoices, choices } : {};
  return deps.loadExport().exportFile(deps, createExportable(source), knownChoices, onPromptsDone);
}

async function chooseRowsUnlessEmpty(
  all: ExportSource,
  choices: Parameters<typeof chooseRows>[1],
): Promise<ChosenSource | 'empty' | 'dismissed'> {
  if (all.rows.rowCount === 0) return 'empty';
  return (await chooseRows(all, choices)) ?? 'dismissed';
}

export function createExportable(source: ChosenSource): Exportable {
  const { rowCount } = source.rows;
  const title = createExportTitle(source);
  return {
    title,
    fileTitle: (label) => `${title} ${label}`,
    formats: listFormatsFor('rows'),
    fileNameWithoutExtension: createFileNameWithoutExtension(
      [...new Set(source.tables)].join('-') || source.target.vault.name,
      source.target.vault.id === '' ? 'events' : 'vault',
      source.startedAt,
    ),
    recordCount: rowCount,
    formatProgress: (written) =>
      vscode.l10n.t('{0} of {1} rows', formatNumber(written), formatNumber(rowCount)),
    chooseOptions: pickFormatOptions,
    async createMaskQuestion() {
      const masked = await findMaskedColumns(source);
      return masked.length > 0 ? createMaskQuestion(masked, source.hasPlainLiterals === true) : undefined;
    },
    isMaskedByDefault: () => true,
    createContent: (choices, writers) => createContent(source, choices, writers),
    formatSuccess: (file) =>
      rowCount === 1
        ? vscode.l10n.t('Exported 1 row to “{0}”.', file)
        : vscode.l10n.t('Exported {0} rows to “{1}”.', formatNumber(rowCount), file),
  };
}

function createRowSource({ rows, isValueMasked, columns }: ChosenSource, isMasked: boolean): RowSource {
  const shown = isMasked ? maskRows(rows, isValueMasked) : rows;
  return columns ? createView(shown, { columns }) : shown;
}

async function createContent<Buffer extends ParquetBuffer>(
  source: ChosenSource,
  choices: ExportChoices,
  writers: WriterDeps<Buffer>,
): Promise<ExportContent> {
  const { format, options, isMasked } = choices;
  const rows = createRowSource(source, isMasked);
  const reason = getFormatFacts(format).findProblem(rows);
  if (reason) return { refusal: describeFormatProblem(reason) };
  let cutCells = 0;
  const onCut = (cells: number): void => {
    cutCells = cells;
  };
  const maskedColumns = choices.manifest ? await findMaskedColumns(source) : [];
  return {
    chunks: await fileChunksOfRows(format, { source: rows, options, onCut }, writers),
    manifest: (written) => createManifest(source, choices, { ...written, cutCells, maskedColumns }),
    describeLosses: () =>
      cutCells > 0
        ? [
            vscode.l10n.t(
              '{0} texts were truncated to Excel’s limit of 32,767 characters per cell.',
              formatNumber(cutCells),
            ),
          ]
        : [],
  };
}

interface ManifestFacts extends WrittenFile {
  readonly cutCells: number;
  readonly maskedColumns: readonly string[];
}

function createManifest(
  source: ChosenSource,
  { file, format, isMasked }: ExportChoices,
  { rows, bytes, sha256, cutCells, maskedColumns }: ManifestFacts,
): string {
  const { target, statement, isComplete, repeatedRows, duplicatesInPage, rowsAfterEnd, offsetIgnored } =
    source;
  return manifestText({
    file,
    format,
    bytes,
    sha256,
    connection: target.connection.name,
    environment: target.connection.environment,
    vaultID: target.vault.id,
    query: statement,
    askedAt: formatIsoWithOffset(new Date(source.startedAt)),
    exportedAt: formatIsoWithOffset(new Date()),
    rows,
    rowsChosen: source.chosen,
    loadedRows: source.loadedRowCount,
    columns: [...createRowSource(source, isMasked).columns],
    ...(source.countedRows === undefined ? {} : { countedRows: source.countedRows }),
    complete: isComplete,
    repeatedRows,
    duplicatesInPage,
    rowsAfterEnd,
    offsetIgnored,
    maskedColumns: isMasked ? maskedColumns : [],
    plainTextColumns: isMasked ? [] : maskedColumns,
    cutCells,
  });
}
