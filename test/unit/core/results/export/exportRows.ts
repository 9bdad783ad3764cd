/** Rows written in a format, from the table of formats to the last byte, as an export does it. */

import type { DelimitedOptions } from '../../../../../src/core/results/export/delimited.ts';
import {
  type ExportFormat,
  fileChunksOfRows,
  getFormatFacts,
  type WriterDeps,
} from '../../../../../src/core/results/export/formats.ts';
import type { ParquetBuffer } from '../../../../../src/core/results/export/parquetFile.ts';
import {
  type ExportRun,
  type ExportRunDeps,
  runExport,
  type WrittenFile,
} from '../../../../../src/core/results/export/run.ts';
import type { RowSource } from '../../../../../src/core/results/loading/rowStore.ts';

interface Rows extends Omit<ExportRun, 'chunks'> {
  readonly source: RowSource;
  readonly format: ExportFormat;
  readonly options?: DelimitedOptions;
}

type Outcome =
  | (WrittenFile & { readonly kind: 'done'; readonly cutCells: number })
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly reason: string };

export async function exportRows<Buffer extends ParquetBuffer>(
  { source, format, options = {}, ...run }: Rows,
  deps: WriterDeps<Buffer> & ExportRunDeps,
): Promise<Outcome> {
  const reason = getFormatFacts(format).findProblem(source);
  if (reason) return { kind: 'refused', reason };
  let cutCells = 0;
  const onCut = (cells: number): void => {
    cutCells = cells;
  };
  const chunks = await fileChunksOfRows(format, { source, options, onCut }, deps);
  const written = await runExport({ ...run, chunks }, deps);
  return written ? { kind: 'done', ...written, cutCells } : { kind: 'cancelled' };
}
