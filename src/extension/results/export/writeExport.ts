import { createHash } from 'node:crypto';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type * as vscode from 'vscode';
import { type ManifestFacts, manifestText } from '../../../core/results/export/manifest.ts';
import { type ExportDeps, runExport } from '../../../core/results/export/run.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import { maskedRows } from '../../../core/results/view/mask.ts';
import { viewOf } from '../../../core/results/view/view.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { FileSink, FileSinks } from '../../platform/fileSink.ts';
import { manifestOf, removeManifest } from '../../platform/replacing.ts';
import { writeProblem } from '../../platform/writeProblem.ts';
import type { ExportChoices } from './choices.ts';
import type { ChosenSource } from './chooseRows.ts';
import { refusal } from './refusal.ts';

/** How an export ended; nothing throws. `text` is a sentence for the person. */
export type Written =
  | {
      readonly kind: 'done';
      readonly rows: number;
      readonly bytes: number;
      /** In hexadecimal, of the file under its name. */
      readonly sha256: string;
      readonly cutCells: number;
      readonly manifest?: vscode.Uri;
      /** Why there is no manifest though one was wanted. */
      readonly manifestProblem?: string;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: string };

export interface WriteRequest {
  readonly source: ChosenSource;
  readonly choices: ExportChoices;
  /** Names of the columns that have masked values. */
  readonly maskedColumns: readonly string[];
  /** Whether the user chose to write these values in plain text. */
  readonly isPlainText: boolean;
  readonly uri: vscode.Uri;
  readonly signal?: AbortSignalLike;
  /** Rows written so far. */
  readonly onProgress?: (rows: number) => void;
}

const hostDeps: ExportDeps<ByteWriter> = {
  encode: (text) => Buffer.from(text),
  sha256() {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
  },
  parquet: async () => ({ ByteWriter, ParquetWriter }),
};

/** The file's last part. */
export const nameOf = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** The rows and columns that the file will hold. */
function rowsOf({ rows, hides, columns }: ChosenSource, plain: boolean): RowSource {
  const shown = plain ? rows : maskedRows(rows, hides);
  return columns ? viewOf(shown, { columns }) : shown;
}

/** Writes the file, then its manifest; under the file's name there is the old file, or none, until the new one is whole. */
export async function writeExport(
  fileSinks: Pick<FileSinks, 'open' | 'writeWhole'>,
  request: WriteRequest,
): Promise<Written> {
  const { source, choices, isPlainText, uri, signal, onProgress } = request;
  const { format, options } = choices;
  const rows = rowsOf(source, isPlainText);
  let sink: FileSink | undefined;
  try {
    sink = await fileSinks.open(uri);
    const { write } = sink;
    const outcome = await runExport(
      {
        ...{ source: rows, format, options, write },
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onProgress } : {}),
      },
      hostDeps,
    );
    if (outcome.kind !== 'done' || signal?.aborted) {
      await sink.abandon();
      return outcome.kind === 'refused'
        ? { kind: 'failed', text: refusal(outcome.reason) }
        : { kind: 'cancelled' };
    }
    await sink.finish();
    if (!choices.manifest) return outcome;
    const text = manifestText(manifestFacts(request, rows, outcome));
    return { ...outcome, ...(await writeManifest(fileSinks, uri, text)) };
  } catch (error) {
    // What was written so far is not a whole file; that it cannot be removed is the smaller of two failures.
    await sink?.abandon().catch(() => undefined);
    return { kind: 'failed', text: writeProblem(error, nameOf(uri)) };
  }
}

async function writeManifest(
  fileSinks: Pick<FileSinks, 'writeWhole'>,
  of: vscode.Uri,
  text: string,
): Promise<{ manifest: vscode.Uri } | { manifestProblem: string }> {
  const uri = manifestOf(of);
  try {
    await fileSinks.writeWhole(uri, Buffer.from(text));
    return { manifest: uri };
  } catch (error) {
    // One that was there before vouches for other bytes.
    await removeManifest(of).catch(() => undefined);
    return { manifestProblem: writeProblem(error, nameOf(uri)) };
  }
}

function manifestFacts(
  { source, choices, maskedColumns, isPlainText, uri }: WriteRequest,
  { columns }: RowSource,
  { rows, bytes, sha256, cutCells }: Extract<Written, { kind: 'done' }>,
): ManifestFacts {
  const { target, statement, complete, repeatedRows, duplicatesInPage, rowsAfterEnd, offsetIgnored } = source;
  return {
    file: nameOf(uri),
    format: choices.format,
    bytes,
    sha256,
    connection: target.connection.name,
    environment: target.connection.environment,
    vaultID: target.vault.id,
    query: statement,
    askedAt: isoWithOffset(new Date(source.askedAt)),
    exportedAt: isoWithOffset(new Date()),
    rows,
    ...{ rowsChosen: source.chosen, loadedRows: source.loadedRows },
    columns: [...columns],
    ...(source.countedRows === undefined ? {} : { countedRows: source.countedRows }),
    ...{ complete, repeatedRows, duplicatesInPage, rowsAfterEnd, offsetIgnored },
    maskedColumns: isPlainText ? [] : maskedColumns,
    plainTextColumns: isPlainText ? maskedColumns : [],
    cutCells,
  };
}

/** ISO 8601 in local time with its offset from UTC, to the second. */
function isoWithOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
