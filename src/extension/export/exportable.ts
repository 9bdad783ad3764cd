/** The interface through which a feature describes data that can be exported. */
import type { Chunk } from '../../core/results/export/chunks.ts';
import type { DelimitedOptions } from '../../core/results/export/delimited.ts';
import type { ExportFormat, WriterDeps } from '../../core/results/export/formats.ts';
import type { ParquetBuffer } from '../../core/results/export/parquetFile.ts';
import type { WrittenFile } from '../../core/results/export/run.ts';

/** Options for the exported format, and whether to write a manifest. */
export interface FormatChoices {
  readonly options: DelimitedOptions;
  /** True if a manifest is written next to the file: a description of what was exported, from where, and when. */
  readonly manifest: boolean;
}

/** All decisions about a file, made before it is written. */
export interface ExportChoices<Format extends ExportFormat = ExportFormat> extends FormatChoices {
  readonly format: Format;
  /** True if values that have to be masked are masked in the file. */
  readonly isMasked: boolean;
  /** Name of the file, without its folder but with its extension. */
  readonly file: string;
}

/** Texts of the question whether values are masked in the file: its title and the two choices. */
export interface MaskQuestion {
  readonly title: string;
  readonly masked: { readonly label: string; readonly description?: string };
  readonly plain: { readonly label: string; readonly description: string };
}

/** The content of a file, or a sentence for the user that says why the format can't contain the data. */
export type ExportContent =
  | {
      readonly chunks: AsyncIterable<Chunk> | Iterable<Chunk>;
      /**
       * Returns the text of the manifest. Called after the file was written, and only if a manifest is to be written.
       */
      readonly manifest: (written: WrittenFile) => string;
      /**
       * Returns sentences for the user about data that the file could not contain. Called after the file was written.
       */
      readonly losses?: () => readonly string[];
    }
  | { readonly refusal: string };

/** Data that can be exported, such as a query result, and the texts and questions with which it is exported. */
export interface Exportable<Format extends ExportFormat = ExportFormat> {
  readonly title: string;
  /** Title of the save dialog, given the label of the format. */
  readonly fileTitle: (label: string) => string;
  /**
   * Formats offered, in this order. The first one is also used for a given file whose extension matches none of them.
   */
  readonly formats: readonly Format[];
  readonly fileNameWithoutExtension: string;
  readonly total: number;
  /** Returns the progress text for the number of records written so far, such as “50 of 200 rows”. */
  readonly formatProgress: (written: number) => string;
  /**
   * Returns the options of `format` and whether to write a manifest. May prompt for them. Returns undefined if the user
   * cancels.
   */
  readonly chooseOptions: (format: Format) => Promise<FormatChoices | undefined>;
  /**
   * Returns the question whether to mask values; undefined if there is nothing to ask, in which case values are masked.
   */
  readonly createMaskQuestion: () => Promise<MaskQuestion | undefined>;
  /** Whether values are masked in a file that the caller has named, for which the user is not asked. */
  readonly isMaskedByDefault: () => boolean;
  /** Returns the content of the file, for the decisions made in `choices`. Called after all questions were answered. */
  readonly createContent: <Buffer extends ParquetBuffer>(
    choices: ExportChoices<Format>,
    deps: WriterDeps<Buffer>,
  ) => ExportContent | Promise<ExportContent>;
  /** Returns the sentence that reports success. `file` is the name of the file. */
  readonly formatSuccess: (file: string) => string;
  /** Returns the sentence for an error while the data to export was read; undefined if it is a write error. */
  readonly describeReadError?: (error: unknown) => string | undefined;
}
