import type { Chunk } from '../../core/results/export/chunks.ts';
import type { DelimitedOptions } from '../../core/results/export/delimited.ts';
import type { ExportFormat, WriterDeps } from '../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../core/results/export/parquetFile.ts';
import type { WrittenFile } from '../../core/results/export/run.ts';

export interface FormatChoices {
  readonly options: DelimitedOptions;
  readonly manifest: boolean;
}

export interface ExportChoices<Format extends ExportFormat = ExportFormat> extends FormatChoices {
  readonly format: Format;
  readonly isMasked: boolean;
  /** File name with its extension, without its folder. */
  readonly file: string;
}

export interface MaskQuestion {
  readonly title: string;
  readonly masked: { readonly label: string; readonly description?: string };
  readonly plain: { readonly label: string; readonly description: string };
}

/** The content of a file, or `refusal`: a sentence for the user about why the data can't be exported. */
export type ExportContent =
  | {
      readonly chunks: AsyncIterable<Chunk> | Iterable<Chunk>;
      readonly manifest: (written: WrittenFile) => string;
      /** Returns sentences for the user about data that the file could not contain. */
      readonly describeLosses?: () => readonly string[];
    }
  | { readonly refusal: string };

/** Data that can be exported, such as a query result, and the texts and questions with which it is exported. */
export interface Exportable<Format extends ExportFormat = ExportFormat> {
  readonly title: string;
  readonly fileTitle: (label: string) => string;
  /** Formats offered, in this order. The first one is the fallback for an unknown file extension. */
  readonly formats: readonly Format[];
  readonly fileNameWithoutExtension: string;
  readonly recordCount: number;
  readonly formatProgress: (written: number) => string;
  readonly chooseOptions: (format: Format) => Promise<FormatChoices | undefined>;
  /** Returns the question of whether to mask values; undefined if they are masked without a prompt. */
  readonly createMaskQuestion: () => Promise<MaskQuestion | undefined>;
  /** Whether values are masked if the caller has chosen the file. The user is not prompted then. */
  readonly isMaskedByDefault: () => boolean;
  readonly createContent: <Buffer extends ParquetBuffer>(
    choices: ExportChoices<Format>,
    deps: WriterDeps<Buffer>,
  ) => ExportContent | Promise<ExportContent>;
  readonly formatSuccess: (file: string) => string;
  /** Returns a sentence for an error of reading the data to export; undefined if the error has another cause. */
  readonly describeReadError?: (error: unknown) => string | undefined;
}
